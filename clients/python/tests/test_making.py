"""What is wrong with a bot's class is said before it joins."""

# ruff: noqa: D101, D102, D107 - bots that are wrong in one way each
from collections.abc import Callable

import pytest
from arena_client import Bot, DealStart, View
from arena_client.house import BOTS
from arena_client.making import BotClassError, try_making
from arena_client.seats import BotError


class Right(Bot):
    def play(self, view: View) -> bytes:
        return view.legal_plays[0]


class Misspelt(Bot):
    def plays(self, view: View) -> bytes:
        return view.legal_plays[0]


class Empty(Bot):
    pass


class Apart:
    def play(self, view: View) -> bytes:
        return view.legal_plays[0]


class Awaited(Bot):
    async def play(self, view: View) -> bytes:  # type: ignore[override]
        return view.legal_plays[0]


class Blind(Bot):
    def play(self) -> bytes:  # type: ignore[override]
        return b""


class Valued(Bot):
    play = "3S"  # type: ignore[assignment]


class Deaf(Right):
    def deal_started(self) -> None:  # type: ignore[override]
        pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Right(), "an object of Right; give it the class, run(Right):"),
        (7, "run was given 7; give it a class"),
        (Apart, "Apart does not derive from Bot; begin it with 'class Apart(Bot):'"),
        (Misspelt, "Misspelt has no method 'play'; .*; is 'plays' meant to be it?"),
        (
            Empty,
            "the class Empty has no method 'play'; give it 'def play(self, view):'",
        ),
        (Bot, "the class Bot has no method 'play'"),
        (Awaited, "Awaited.play is async, .*; make it 'def play(self, view):'"),
        (Blind, "Blind.play cannot be called with one argument beside self"),
        (Valued, "Valued.play is '3S' and no method"),
        (Deaf, "Deaf.deal_started .*; make it 'def deal_started(self, start):'"),
    ],
)
def test_what_cannot_play_is_said_with_what_would_be_right(
    given: object, said: str
) -> None:
    pattern = said.replace("(", r"\(").replace(")", r"\)").replace("?", r"\?")
    with pytest.raises(BotClassError, match=pattern):
        try_making(given)


def test_only_what_is_close_to_play_is_taken_for_it() -> None:
    with pytest.raises(BotClassError) as caught:
        try_making(Empty)
    assert "meant" not in str(caught.value)


class Raising(Right):
    def __init__(self) -> None:
        raise OSError("no model")


class Demanding(Right):
    def __init__(self, depth: int) -> None:
        self.depth = depth


@pytest.mark.parametrize(("bot", "cause"), [(Raising, OSError), (Demanding, TypeError)])
def test_an_object_that_cannot_be_made_is_said_with_its_cause(
    bot: type[Bot], cause: type[Exception]
) -> None:
    with pytest.raises(BotError, match=f"no object of {bot.__name__}") as caught:
        try_making(bot)
    assert isinstance(caught.value.__cause__, cause)


class Chancy(Right):
    def __init__(self) -> None:
        self.first = self.rng.random()


class Delegating(Bot):
    play: Callable[[View], bytes]  # type: ignore[assignment]

    def __init__(self) -> None:
        self.play = lambda view: view.legal_plays[0]


class Optional(Right):
    def deal_started(self, start: DealStart, *, again: bool = False) -> None:
        pass


@pytest.mark.parametrize("bot", [Right, Chancy, Delegating, Optional, *BOTS.values()])
def test_what_can_play_may(bot: type[Bot]) -> None:
    try_making(bot)
