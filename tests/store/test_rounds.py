import pytest

from arena.errors import NotFoundError, StoreError
from arena.store.repository import Repository
from arena.store.rows import RoundRow
from tests.support.store import create

EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"]


def test_a_pairing_keeps_its_tables_and_their_order(repository: Repository) -> None:
    create(repository, names=EIGHT)
    repository.save_round("spring", 2, [["h", "a", "g", "b"], ["f", "c", "e"]])
    repository.save_round("spring", 1, [["a", "b", "c", "d"], ["e", "f", "g", "h"]])
    repository.finish_round("spring", 1)
    assert repository.rounds("spring") == [
        RoundRow(1, (("a", "b", "c", "d"), ("e", "f", "g", "h")), finished=True),
        RoundRow(2, (("h", "a", "g", "b"), ("f", "c", "e"))),
    ]


def test_saving_the_same_pairing_again_is_harmless(repository: Repository) -> None:
    create(repository, names=EIGHT)
    tables = [["a", "b", "c", "d"], ["e", "f", "g", "h"]]
    assert repository.save_round("spring", 1, tables)
    repository.finish_round("spring", 1)
    assert not repository.save_round("spring", 1, tables)
    assert repository.rounds("spring")[0].finished


def test_another_pairing_of_a_round_is_refused(repository: Repository) -> None:
    create(repository, names=EIGHT)
    repository.save_round("spring", 1, [["a", "b", "c", "d"]])
    with pytest.raises(StoreError, match="round 1 is there already with another"):
        repository.save_round("spring", 1, [["a", "b", "d", "c"]])
    assert repository.rounds("spring")[0].tables == (("a", "b", "c", "d"),)


def test_nobody_sits_at_two_tables_of_a_round(repository: Repository) -> None:
    create(repository, names=EIGHT)
    with pytest.raises(StoreError):
        repository.save_round("spring", 1, [["a", "b"], ["c", "a"]])
    assert repository.rounds("spring") == []


def test_a_stranger_is_not_paired(repository: Repository) -> None:
    create(repository, names=EIGHT)
    with pytest.raises(NotFoundError, match="no entrant 'house-1'"):
        repository.save_round("spring", 1, [["a", "b", "c", "house-1"]])
    assert repository.rounds("spring") == []


@pytest.mark.parametrize("tables", [[], [["a", "b"], []]])
def test_an_empty_pairing_is_refused(
    repository: Repository, tables: list[list[str]]
) -> None:
    create(repository, names=EIGHT)
    with pytest.raises(StoreError, match="has no tables, or one without entrants"):
        repository.save_round("spring", 1, tables)


def test_a_round_that_was_not_paired_cannot_be_finished(repository: Repository) -> None:
    create(repository, names=EIGHT)
    with pytest.raises(NotFoundError, match="no round 2 in tournament 'spring'"):
        repository.finish_round("spring", 2)
