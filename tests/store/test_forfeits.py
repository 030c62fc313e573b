import pytest

from arena.errors import NotFoundError
from arena.store.repository import Repository
from arena.store.rows import ForfeitRow, RotationKey
from tests.support.store import FIRST, forfeit, paired, record, save

SECOND = RotationKey(1, 1, 1, 2)


def test_evidence_comes_back_as_it_was(repository: Repository) -> None:
    paired(repository)
    silent = ForfeitRow(FIRST, 0, 1, "bob", 4, "lost_connection")
    save(repository, "spring", FIRST, [record()], [forfeit(), silent])
    assert repository.forfeits("spring") == [silent, forfeit()]


def test_an_empty_answer_is_not_a_missing_one(repository: Repository) -> None:
    paired(repository)
    empty = ForfeitRow(FIRST, 0, 1, "bob", 4, "illegal_answer", cards=b"")
    save(repository, "spring", FIRST, [record()], [empty])
    assert repository.forfeits("spring")[0].cards == b""


def test_forfeits_are_found_by_entrant_and_come_in_key_order(
    repository: Repository,
) -> None:
    paired(repository)
    for key in (SECOND, FIRST):
        save(
            repository,
            "spring",
            key,
            [record(key)],
            [forfeit(key), forfeit(key, seat=0, entrant="ann")],
        )
    found = [(row.key, row.seat) for row in repository.forfeits("spring")]
    assert found == [(FIRST, 0), (FIRST, 3), (SECOND, 0), (SECOND, 3)]
    assert [row.key for row in repository.forfeits("spring", "dan")] == [FIRST, SECOND]
    assert repository.forfeits("spring", "cat") == []
    with pytest.raises(NotFoundError):
        repository.forfeits("spring", "eve")
