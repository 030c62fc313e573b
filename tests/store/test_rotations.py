from contextlib import ExitStack
from dataclasses import replace

import pytest

from arena.errors import NotFoundError, StoreError
from arena.game.record import decode_record
from arena.store.repository import Repository
from arena.store.rows import RotationKey
from tests.support.store import (
    FIRST,
    NAMES,
    create,
    finished,
    forfeit,
    paired,
    record,
    save,
)

SECOND = RotationKey(1, 1, 1, 2)


def everything(repository: Repository) -> object:
    return (
        repository.finished_rotations("spring", 1),
        repository.outcomes("spring"),
        list(repository.record_rows("spring")),
        repository.forfeits("spring"),
    )


def test_a_finished_rotation_is_kept_with_all_its_deals(repository: Repository) -> None:
    paired(repository)
    deals = [record(deal=0), record(deal=1)]
    assert save(repository, "spring", FIRST, deals, [forfeit()])
    assert repository.finished_rotations("spring", 1) == {FIRST}
    assert [decode_record(line) for line in repository.records("spring")] == deals
    assert repository.forfeits("spring") == [forfeit()]


def test_a_repeated_result_changes_nothing(repository: Repository) -> None:
    paired(repository)
    save(repository, "spring", FIRST, [record()], [forfeit()])
    before = everything(repository)
    assert not save(repository, "spring", FIRST, [record()], [forfeit()])
    assert everything(repository) == before


def test_a_repeated_result_that_differs_changes_nothing(repository: Repository) -> None:
    paired(repository)
    save(repository, "spring", FIRST, [record()], [forfeit()])
    before = everything(repository)
    other = record(finish=[[0], [1], [2], [3]], payoff=[3, -1, -1, -1])
    longer = [other, record(deal=1)]
    assert not save(repository, "spring", FIRST, longer, [forfeit(deal=1)])
    assert everything(repository) == before


def test_several_rotations_are_kept_at_once_and_each_is_answered_for(
    repository: Repository,
) -> None:
    paired(repository)
    save(repository, "spring", FIRST, [record()])
    batch = [
        finished(FIRST, [record()]),
        finished(SECOND, [record(SECOND)], [forfeit(SECOND)]),
        finished(SECOND, [record(SECOND)]),
    ]
    assert repository.save_rotations("spring", batch) == [False, True, False]
    assert repository.save_rotations("spring", []) == []
    assert repository.finished_rotations("spring", 1) == {FIRST, SECOND}
    assert len(repository.outcomes("spring")) == 2


def test_a_rotation_that_cannot_be_kept_whole_is_not_kept_at_all(
    repository: Repository,
) -> None:
    paired(repository)
    before = everything(repository)
    twice = [record(deal=0), record(deal=0)]
    with pytest.raises(StoreError):
        save(repository, "spring", FIRST, twice, [forfeit()])
    with pytest.raises(StoreError):
        save(repository, "spring", FIRST, [record()], [forfeit(), forfeit()])
    assert everything(repository) == before
    assert save(repository, "spring", FIRST, [record()], [forfeit()])


def test_only_entrants_have_results(repository: Repository) -> None:
    paired(repository)
    strange = record(entrants=("ann", "bob", "cat", "den"))
    with pytest.raises(NotFoundError, match="no entrant 'den'; did you mean 'dan'"):
        save(repository, "spring", FIRST, [strange])
    with pytest.raises(NotFoundError, match="no entrant 'eve'"):
        save(repository, "spring", FIRST, [record()], [forfeit(entrant="eve")])
    assert repository.finished_rotations("spring", 1) == set()


def test_a_round_is_paired_before_it_is_played(repository: Repository) -> None:
    create(repository)
    with pytest.raises(StoreError, match="round 1 has not been paired yet"):
        save(repository, "spring", FIRST, [record()])


def test_a_rotation_has_its_own_records_and_forfeits(repository: Repository) -> None:
    paired(repository)
    with pytest.raises(StoreError, match="a rotation without deals"):
        save(repository, "spring", FIRST, [])
    with pytest.raises(StoreError, match=r"a deal of .*rotation=2.* among those of"):
        save(repository, "spring", FIRST, [record(), record(SECOND)])
    with pytest.raises(StoreError, match="0 records of 1 deals"):
        repository.save_rotations(
            "spring", [replace(finished(FIRST, [record()]), lines=[])]
        )
    with pytest.raises(StoreError, match=r"a forfeit of .*rotation=2.* among those of"):
        save(repository, "spring", FIRST, [record()], [forfeit(SECOND)])
    assert repository.finished_rotations("spring", 1) == set()


def test_finished_rotations_are_those_of_one_round_and_tournament(
    repository: Repository,
) -> None:
    paired(repository, rounds=2)
    paired(repository, "summer", rounds=2)
    third = RotationKey(2, 1, 1, 1)
    save(repository, "spring", FIRST, [record()])
    save(repository, "spring", third, [record(third)])
    save(repository, "summer", SECOND, [record(SECOND, tournament="summer")])
    assert repository.finished_rotations("spring", 1) == {FIRST}
    assert repository.finished_rotations("spring", 2) == {third}
    assert repository.finished_rotations("summer", 1) == {SECOND}


def test_a_replaced_entrant_is_found_under_who_played(repository: Repository) -> None:
    paired(repository)
    repository.add_fill("spring", "house-1")
    played = (*NAMES[:3], "house-1")
    save(repository, "spring", FIRST, [record(entrants=played)])
    assert len(list(repository.records("spring", entrant="house-1"))) == 1
    assert list(repository.records("spring", entrant="dan")) == []
    assert repository.outcomes("spring")[0].entrants == played


def test_of_one_key_in_one_commit_the_first_is_kept(repository: Repository) -> None:
    paired(repository)
    second = RotationKey(1, 1, 1, 2)
    twice = [
        finished(FIRST, [record(FIRST)]),
        finished(second, [record(second)]),
        finished(FIRST, [record(FIRST, finish=((3,), (0,), (1, 2)))]),
    ]
    assert repository.save_rotations("spring", twice) == [True, True, False]
    assert repository.save_rotations("spring", twice[:2]) == [False, False]
    assert [one.finish for one in repository.outcomes("spring")] == [
        record().finish
    ] * 2


def test_a_rotation_that_is_there_is_told_from_another_by_its_key(
    repository: Repository,
) -> None:
    paired(repository)
    paired(repository, "summer")
    two = [record(FIRST, deal=0), record(FIRST, deal=1)]
    rotation = finished(FIRST, two)
    assert not repository.holds("spring", rotation)
    repository.save_rotations("spring", [rotation])
    assert repository.holds("spring", rotation)
    assert not repository.holds("spring", finished(FIRST, two[:1]))
    other = [record(FIRST, finish=((3,), (0,), (1, 2))), two[1]]
    assert not repository.holds("spring", finished(FIRST, other))
    assert not repository.holds("spring", finished(SECOND, [record(SECOND)]))
    assert not repository.holds("summer", rotation)


def test_many_rotations_are_kept_at_once(repository: Repository) -> None:
    paired(repository)
    keys = [RotationKey(1, 1, 1, number) for number in range(1, 101)]
    deals = {key: [record(key, deal=0), record(key, deal=1)] for key in keys}
    batch = [finished(key, records) for key, records in deals.items()]
    assert repository.save_rotations("spring", batch[40:60]) == [True] * 20
    assert repository.save_rotations("spring", batch) == [
        not 40 <= place < 60 for place in range(100)
    ]
    assert [decode_record(line) for line in repository.records("spring")] == [
        one for records in deals.values() for one in records
    ]


def test_who_holds_the_claim_keeps_the_same(repository: Repository) -> None:
    paired(repository)
    with repository.claim("spring"):
        assert save(repository, "spring", FIRST, [record()])
        # A house bot comes in after the others have been looked up.
        repository.add_fill("spring", "house-1")
        entrants = (*NAMES[:3], "house-1")
        assert save(repository, "spring", SECOND, [record(SECOND, entrants=entrants)])
        third = RotationKey(1, 1, 1, 3)
        strange = record(third, entrants=("ann", "bob", "cat", "den"))
        with pytest.raises(NotFoundError, match="no entrant 'den'"):
            save(repository, "spring", third, [strange])
    assert [one.entrants for one in repository.outcomes("spring")] == [NAMES, entrants]


@pytest.mark.parametrize("claimed", [True, False])
def test_what_is_known_of_a_deleted_tournament_is_not_held_against_the_next(
    repository: Repository, *, claimed: bool
) -> None:
    paired(repository)
    with ExitStack() as stack:
        if claimed:
            stack.enter_context(repository.claim("spring"))
        save(repository, "spring", FIRST, [record()])
        repository.delete_tournament("spring")
        # SQLite gives the number again, to another one here.
        paired(repository, "summer")
        create(repository, "spring", NAMES[::-1])
        repository.save_round("spring", 1, [NAMES])
        save(repository, "spring", FIRST, [record()])
    assert repository.outcomes("summer") == []
    assert [one.entrants for one in repository.outcomes("spring")] == [NAMES]
