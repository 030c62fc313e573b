"""An arena that is killed, whenever it may be, goes on as if it had not been."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.store import engine
from arena.store.repository import Repository
from tests.support.mortal import Mortal
from tests.support.played import SEED

CONFIG = f"""\
name = "spring"
seed = "{SEED.hex()}"
rounds = 2
boards = 1
rotations = 2
max_forfeits = 2
clock = "5+0.5"
"""
ENTRANTS = "".join(
    f'[[entrants]]\nname = "{n}"\n' for n in ["ann", "bob", "cat", "dan", "eve"]
)

ORDERLY = f"{CONFIG}parallel = 1\n{ENTRANTS}"
"""One table after the other, so that a withdrawal always comes at the same moment."""

BUSY = f"{CONFIG}{ENTRANTS}"
"""As many tables at a time as there can be."""


Played = tuple[Mortal, dict[str, Any]]


@pytest.fixture(scope="module", params=["", "cat"], ids=["good", "faulty"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """An arena, and what the tournament comes to if nothing happens to it."""
    database = tmp_path_factory.mktemp("kills") / "arena.db"
    with pytest.MonkeyPatch.context() as patch:
        # The process lives on, and with it whatever the disk has not yet.
        patch.setattr(engine, "_SYNCHRONOUS", "OFF")
        with Repository.open(f"sqlite:///{database}") as repository:
            faulty = request.param
            arena = Mortal(repository, ORDERLY if faulty else BUSY, faulty)
            assert arena.run()
            left = arena.left()
            withdrawn = {row.name for row in left["entrants"] if row.withdrawn}
            assert withdrawn == ({faulty} if faulty else set())
            yield arena, left


@pytest.mark.parametrize("committed", [False, True])
def test_an_arena_killed_in_any_of_its_transactions_goes_on_where_it_was(
    played: Played, committed: bool
) -> None:
    arena, undisturbed = played
    moment = 0
    lived = False
    while not lived:
        arena.forget()
        moment += 1
        lived = arena.run(moment, committed=committed)
        assert lived or arena.run()
        assert arena.left() == undisturbed, f"killed in transaction {moment}"
    assert moment > 9


@settings(max_examples=15, deadline=None)
@given(deaths=st.lists(st.tuples(st.integers(1, 9), st.booleans()), max_size=8))
def test_an_arena_killed_again_and_again_comes_to_the_same_end(
    played: Played, deaths: list[tuple[int, bool]]
) -> None:
    arena, undisturbed = played
    arena.forget()
    for moment, committed in deaths:
        arena.run(moment, committed=committed)
    assert arena.run()
    assert arena.left() == undisturbed
