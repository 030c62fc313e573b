import pytest

from arena.errors import NotFoundError, StoreError
from arena.store.repository import Repository
from arena.store.rows import RotationKey, TournamentRow, TournamentStatus
from tests.support.store import FIRST, START, create, forfeit, paired, record, save

LATER = "2026-03-01T13:00:00Z"


def test_a_tournament_comes_back_as_it_was_created(repository: Repository) -> None:
    created = create(repository)
    assert created == TournamentRow(
        name="spring",
        status=TournamentStatus.CREATED,
        config_text='name = "spring"\n',
        seed=bytes(range(32)),
        commitment="ab" * 32,
        created_time=START,
    )
    assert repository.tournament("spring") == created


def test_names_and_texts_of_any_script_come_back(repository: Repository) -> None:
    name = "Giải Tiến Lên 🂡 'x' %_"
    create(repository, name, ["Ánh", "Bảo", "c d", "%"])
    assert repository.tournament(name).name == name
    assert [row.name for row in repository.entrants(name)] == ["Ánh", "Bảo", "c d", "%"]


def test_a_name_is_taken_once(repository: Repository) -> None:
    create(repository)
    with pytest.raises(StoreError, match="there is a tournament 'spring' already"):
        create(repository, "spring", ["eve"])
    assert len(repository.entrants("spring")) == 4


def test_a_mistyped_name_gets_a_suggestion(repository: Repository) -> None:
    create(repository)
    with pytest.raises(NotFoundError, match="no tournament 'sprong'; did you mean 'sp"):
        repository.tournament("sprong")


@pytest.mark.parametrize(
    "call",
    [
        lambda repository: repository.start("x", START),
        lambda repository: repository.finish("x", START),
        lambda repository: repository.delete_tournament("x"),
        lambda repository: repository.entrants("x"),
        lambda repository: repository.withdraw("x", "ann", "why", 1),
        lambda repository: repository.add_fill("x", "house-1"),
        lambda repository: repository.save_round("x", 1, [["ann"]]),
        lambda repository: repository.rounds("x"),
        lambda repository: repository.finish_round("x", 1),
        lambda repository: save(repository, "x", FIRST, [record()]),
        lambda repository: repository.finished_rotations("x", 1),
        lambda repository: repository.outcomes("x"),
        lambda repository: list(repository.records("x")),
        lambda repository: repository.forfeits("x"),
    ],
)
def test_every_method_refuses_an_unknown_tournament(
    repository: Repository, call: object
) -> None:
    assert callable(call)
    with pytest.raises(NotFoundError, match="no tournament 'x'"):
        call(repository)


def test_the_newest_comes_first(repository: Repository) -> None:
    with pytest.raises(NotFoundError, match="there is no tournament yet"):
        repository.newest()
    for name in ("one", "two", "three"):
        create(repository, name)
    assert repository.newest().name == "three"
    assert [row.name for row in repository.tournaments()] == ["three", "two", "one"]


def test_a_resumed_tournament_keeps_the_time_it_first_started(
    repository: Repository,
) -> None:
    create(repository)
    repository.start("spring", START)
    repository.start("spring", LATER)
    row = repository.tournament("spring")
    assert (row.status, row.started_time, row.finished_time) == ("running", START, None)
    repository.finish("spring", LATER)
    row = repository.tournament("spring")
    assert (row.status, row.started_time) == ("finished", START)
    assert row.finished_time == LATER


def test_rounds_done_counts_finished_rounds_of_this_tournament(
    repository: Repository,
) -> None:
    paired(repository, rounds=3)
    paired(repository, "summer", rounds=1)
    repository.finish_round("spring", 1)
    repository.finish_round("spring", 2)
    assert [row.rounds_done for row in repository.tournaments()] == [0, 2]


def test_deleting_takes_all_of_it_and_nothing_else(repository: Repository) -> None:
    for name in ("spring", "summer"):
        paired(repository, name)
        save(repository, name, FIRST, [record(tournament=name)], [forfeit(FIRST)])
    repository.delete_tournament("spring")
    assert [row.name for row in repository.tournaments()] == ["summer"]
    assert len(repository.outcomes("summer")) == len(repository.forfeits("summer")) == 1
    paired(repository, "spring")
    assert repository.outcomes("spring") == []
    assert repository.finished_rotations("spring", 1) == set()
    assert save(repository, "spring", RotationKey(1, 1, 1, 1), [record()])
