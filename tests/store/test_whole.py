"""Everything of a rotation together, a page at a time."""

import pytest

from arena.store.repository import Repository
from arena.store.rows import RotationKey
from tests.support.store import forfeit, paired, record, save


@pytest.mark.parametrize("page", [1, 2, 3, 7])
def test_every_page_goes_on_behind_the_last(repository: Repository, page: int) -> None:
    paired(repository, rounds=2)
    keys = [RotationKey(*numbers) for numbers in ((1, 1, 1, 1), (1, 1, 2, 1))]
    keys += [RotationKey(2, 1, 1, number) for number in (1, 2, 3)]
    for key in reversed(keys):
        save(repository, "spring", key, [record(key), record(key, 1)])
    found = list(repository.whole_rotations("spring", page))
    assert [each.key for each in found] == keys
    assert [list(each.lines) for each in found] == [[0, 1]] * len(keys)
    lines = [line for each in found for line in each.lines.values()]
    assert lines == list(repository.records("spring"))
    results = [result for each in found for _, result in sorted(each.results.items())]
    assert results == repository.outcomes("spring")


def test_forfeits_stand_with_their_deal(repository: Repository) -> None:
    paired(repository)
    row = forfeit(deal=1)
    save(repository, "spring", row.key, [record(), record(deal=1)], [row])
    (found,) = repository.whole_rotations("spring", 5)
    assert found.forfeits == {1: [row]}
