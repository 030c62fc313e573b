from pathlib import Path

import pytest

from arena.errors import NotFoundError
from arena.store.repository import Repository
from arena.store.rows import BotTally, EnrolmentRow
from tests.support.played import STARTED, play_spring
from tests.support.store import create


@pytest.fixture
def spring(tmp_path: Path) -> Repository:
    """A finished tournament in which the bot `far-dan` played as `dan`."""
    repository = Repository.open(play_spring(tmp_path / "arena.db", forfeiter="dan"))
    for name in ("far-dan", "idle"):
        repository.add_bot(name, name, STARTED)
    repository.enrol("spring", {"dan": "far-dan"})
    return repository


def test_a_bots_tournaments_are_those_it_was_enrolled_in(spring: Repository) -> None:
    create(spring, "summer")
    spring.enrol("summer", {"ann": "far-dan"})
    assert spring.enrolments("far-dan") == [
        EnrolmentRow("summer", "ann"),
        EnrolmentRow("spring", "dan"),
    ]
    assert spring.enrolments("idle") == []


def test_an_entrant_of_the_same_name_is_not_the_bot(spring: Repository) -> None:
    spring.add_bot("ann", "ann", STARTED)
    assert spring.enrolments("ann") == []
    assert "ann" not in spring.bot_tallies()


def test_the_tally_counts_deals_and_forfeits(spring: Repository) -> None:
    assert spring.bot_tallies() == {"far-dan": BotTally(1, 2 * 2 * 4, 8)}


def test_forfeits_come_with_their_evidence(spring: Repository) -> None:
    forfeits = spring.bot_forfeits("far-dan")
    assert len(forfeits) == 8
    assert {name for name, _ in forfeits} == {"spring"}
    assert {row.entrant for _, row in forfeits} == {"dan"}
    assert {row.cards for _, row in forfeits} == {b"\xff"}


def test_enrolling_again_changes_nothing(spring: Repository) -> None:
    spring.enrol("spring", {"dan": "idle"})
    assert spring.enrolments("idle") == []


def test_only_what_is_there_can_be_enrolled(spring: Repository) -> None:
    with pytest.raises(NotFoundError, match="no bot 'nobody'"):
        spring.enrol("spring", {"ann": "nobody"})
    with pytest.raises(NotFoundError, match="no entrant 'nobody'"):
        spring.enrol("spring", {"nobody": "idle"})
    assert spring.enrolments("idle") == []


def test_a_tournament_that_is_deleted_takes_its_enrolments_along(
    spring: Repository,
) -> None:
    spring.delete_tournament("spring")
    assert spring.enrolments("far-dan") == []
