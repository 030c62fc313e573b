import pytest

from arena.errors import NotFoundError, StoreError
from arena.store.repository import Repository
from arena.store.rows import EntrantRow
from tests.support.store import NAMES, START, create

EARLY, NOW, LATE = (f"2026-03-0{day}T12:00:00.000Z" for day in (1, 2, 3))


def names_due(repository: Repository) -> list[str]:
    return [row.name for row in repository.due(NOW)]


def test_what_nobody_has_scheduled_is_never_due(repository: Repository) -> None:
    create(repository)
    assert names_due(repository) == []


def test_tournaments_are_due_in_the_order_of_their_times(
    repository: Repository,
) -> None:
    for name, time in (("c", NOW), ("a", LATE), ("b", EARLY), ("d", NOW)):
        create(repository, name)
        repository.schedule(name, time)
    assert names_due(repository) == ["b", "c", "d"]


def test_a_begun_tournament_stays_due_until_it_is_finished(
    repository: Repository,
) -> None:
    create(repository)
    repository.schedule("spring", EARLY)
    repository.start("spring", NOW)
    assert names_due(repository) == ["spring"]
    repository.finish("spring", NOW)
    assert names_due(repository) == []


def test_a_tournament_can_be_taken_out_of_the_queue(repository: Repository) -> None:
    create(repository)
    repository.schedule("spring", EARLY)
    repository.schedule("spring", None)
    assert names_due(repository) == []
    assert repository.tournament("spring").start_time is None


def test_only_what_is_there_can_be_scheduled(repository: Repository) -> None:
    with pytest.raises(NotFoundError):
        repository.schedule("spring", NOW)


def test_a_tournament_can_be_created_with_its_time(repository: Repository) -> None:
    repository.create_tournament(
        "spring",
        config_text="",
        seed=b"s",
        commitment="c",
        created_time=START,
        entrants=[],
        start_time=NOW,
    )
    assert repository.tournament("spring").start_time == NOW


def test_an_open_roster_is_completed_behind_what_is_there(
    repository: Repository,
) -> None:
    create(repository)
    repository.complete_roster("spring", "text", [EntrantRow("eve")])
    assert [row.name for row in repository.entrants("spring")] == [*NAMES, "eve"]
    assert repository.tournament("spring").config_text == "text"


def test_a_roster_is_not_changed_once_the_tournament_has_begun(
    repository: Repository,
) -> None:
    create(repository)
    repository.start("spring", NOW)
    with pytest.raises(StoreError, match="has begun"):
        repository.complete_roster("spring", "text", [EntrantRow("eve")])
    assert len(repository.entrants("spring")) == len(NAMES)
