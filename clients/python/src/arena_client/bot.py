"""The class that a bot derives from."""

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import ClassVar, TypeAlias

from arena_client.cards import cards, parse_card, parse_cards
from arena_client.v1.play_service_pb2 import DealResult, DealStart, Ruling
from arena_client.view import View

__tracebackhide__ = True  # of pytest, as in `testing`

Play: TypeAlias = bytes | str | Iterable[str | int]
"""What `Bot.play` may return: card codes as bytes, a text like `"3S 4S"` or
`"pass"`, or cards one by one as texts or codes. No cards are a pass."""


class Bot:
    """A player at one table.

    Derive from it and write `play`. Each table (each rotation of a board) gets an
    object of its own, so whatever `self` remembers is of one table.
    """

    wants_legal_plays: ClassVar[bool] = False
    """Whether the arena shall send the legal plays with every prompt. Without it
    `View.legal_plays` works them out here when it is asked for."""

    tables: ClassVar[int] = 1
    """The most tables to play at the same time, unless the command line says. A
    decision at one table lets the clocks of the others run: a bot that decides in
    a millisecond can play at many and is done sooner, one that thinks should not."""

    rng_seed: str = ""
    """What `rng` is seeded with; set at the start of each deal."""

    @cached_property
    def rng(self) -> Random:
        """Chance that repeats.

        It is seeded anew for each deal from `--seed`, the hand and the seat, so that it
        does not depend on how tables take turns.
        """
        # Made when it is first asked for: most bots never do, and seeding takes longer
        # than many of their decisions.
        return Random(self.rng_seed)  # noqa: S311 - no secret

    def play(self, view: View) -> Play:
        """Decides what to play. Called whenever this seat is on turn.

        Args:
            view: All that this seat may know.

        Returns:
            The cards to play, none to pass. The order does not matter. Cards that
            the rules refuse cost the deal.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method play")

    def play_out_of_turn(self, view: View) -> Play | None:  # noqa: ARG002
        """Decides whether to play at once, though another seat is asked.

        Called only at tables whose variant allows it, and only where a bot defines
        it, after each action with which this seat may still play. It costs nothing:
        a play that comes too late, or that the rules refuse, is ignored.

        Args:
            view: All that this seat may know. `may_pass` is false: nobody passes out
                of turn. `events` are those since this seat was last asked, and are
                told again when it is next asked.

        Returns:
            The cards to play; `None` or no cards to stay quiet.
        """
        return None

    def deal_started(self, start: DealStart) -> None:
        """Called before the first decision of a deal, and before `rng` is used."""

    def deal_ended(self, result: DealResult) -> None:
        """Called when a deal is over."""

    def ruling(self, ruling: Ruling) -> None:
        """Called when this seat has forfeited the deal."""


def encode(play: Play) -> bytes:
    """Gives the card codes of what `Bot.play` returned, ascending.

    Raises:
        ValueError: a text, or part of it, is no card.
        TypeError: it is nothing that could be cards.
    """
    if isinstance(play, bytes):
        return play
    if isinstance(play, str):
        return parse_cards(play)
    if isinstance(play, Iterable):
        return cards(
            parse_card(card) if isinstance(card, str) else card for card in play
        )
    raise TypeError(
        f"play returned {play!r}; expected cards, and no cards (b'' or 'pass') to pass"
    )
