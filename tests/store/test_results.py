from itertools import product

import pytest
from sqlalchemy import update

from arena.errors import NotFoundError, StoreError
from arena.game.record import decode_record, encode_record
from arena.store import results
from arena.store.repository import Repository
from arena.store.rows import RecordKey, RotationKey
from arena.store.schema import deals
from arena.tournament.result import DealOutcome
from tests.support.store import FIRST, NAMES, create, finished, paired, record, save

DEALS = 2
KEYS = [RotationKey(*each) for each in product((1, 2), (1, 2), (1, 2, 3), (1, 2, 3, 4))]
ORDER = [RecordKey(key, deal) for key in KEYS for deal in range(DEALS)]
TABLES = [["ann", "bob", "cat", "dan"], ["e", "f", "g", "h"]]


@pytest.fixture
def played(repository: Repository) -> Repository:
    """Two rounds of two tables, saved backwards; the first round is finished."""
    create(repository, names=[*TABLES[0], *TABLES[1]])
    for number in (1, 2):
        repository.save_round("spring", number, TABLES)
    repository.save_rotations(
        "spring",
        [
            finished(
                key,
                [
                    record(key, deal, entrants=TABLES[key.table - 1])
                    for deal in range(DEALS)
                ],
            )
            for key in reversed(KEYS)
        ],
    )
    repository.finish_round("spring", 1)
    return repository


def keys(repository: Repository, **wanted: object) -> list[RecordKey]:
    rows = repository.record_rows("spring", **wanted)  # type: ignore[arg-type]
    return [row.key for row in rows]


def test_an_outcome_says_what_the_record_does(repository: Repository) -> None:
    paired(repository)
    save(repository, "spring", FIRST, [record()])
    assert repository.outcomes("spring") == [
        DealOutcome(
            round=1,
            table=1,
            board=1,
            rotation=1,
            deal=0,
            entrants=NAMES,
            finish=((2,), (0,), (1, 3)),
            payoff=(-1, -1, 3, -1),
            forfeited=(False, False, False, True),
        )
    ]


def test_outcomes_come_in_key_order(played: Repository) -> None:
    found = [
        RecordKey(
            RotationKey(each.round, each.table, each.board, each.rotation), each.deal
        )
        for each in played.outcomes("spring")
    ]
    assert found == ORDER


@pytest.mark.parametrize("column", ["seats", "finish", "payoff"])
def test_a_result_that_cannot_be_read_is_named(played: Repository, column: str) -> None:
    with played._database.write() as connection:
        connection.execute(update(deals).values(**{column: "7 zig"}))
    with pytest.raises(StoreError, match=r"of round 1, table 1, board 1.*'7 zig'"):
        played.outcomes("spring")


def test_unfinished_rounds_can_be_left_out(played: Repository) -> None:
    done = ORDER[: len(ORDER) // 2]
    outcomes = played.outcomes("spring", finished_rounds_only=True)
    assert {each.round for each in outcomes} == {1}
    assert len(outcomes) == len(done)
    assert keys(played, finished_rounds_only=True) == done


@pytest.mark.parametrize("page", [1, 2, 3, 5, len(ORDER), 500])
def test_records_come_in_key_order_whatever_the_page(
    played: Repository, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_PAGE", page)
    assert keys(played) == ORDER
    assert keys(played, limit=7) == ORDER[:7]
    assert keys(played, after=ORDER[8], limit=4) == ORDER[9:13]
    assert keys(played, after=ORDER[-1]) == []
    assert keys(played, limit=0) == []


@pytest.mark.parametrize("place", range(0, len(ORDER), 5))
def test_reading_goes_on_behind_any_key(played: Repository, place: int) -> None:
    assert keys(played, after=ORDER[place]) == ORDER[place + 1 :]


def test_the_records_of_one_entrant_are_those_it_sat_at(
    played: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_PAGE", 5)
    assert keys(played, entrant="g") == [
        key for key in ORDER if key.rotation.table == 2
    ]
    with pytest.raises(NotFoundError, match="no entrant 'anne'; did you mean 'ann'"):
        keys(played, entrant="anne")


def test_an_entrants_number_is_not_found_within_a_longer_one(
    repository: Repository,
) -> None:
    names = [f"bot-{number}" for number in range(1, 13)]
    create(repository, names=names)
    repository.save_round("spring", 1, [names[8:]])
    save(repository, "spring", FIRST, [record(entrants=names[8:])])
    seated = [
        name for name in names if list(repository.records("spring", entrant=name))
    ]
    assert seated == names[8:]


def test_a_line_is_the_record_exactly(repository: Repository) -> None:
    paired(repository)
    save(repository, "spring", FIRST, [record()])
    (line,) = repository.records("spring")
    assert line == encode_record(record())
    assert decode_record(line) == record()


def test_a_slow_reader_holds_nothing_up(
    played: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_PAGE", 3)
    lines = played.records("spring")
    next(lines)
    played.save_round("spring", 3, TABLES)
    late = RotationKey(3, 1, 1, 1)
    save(played, "spring", late, [record(late)])
    assert played._database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert len(list(lines)) == len(ORDER)
