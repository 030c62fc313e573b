import pytest

from arena.errors import NotFoundError
from arena.store.repository import Repository
from arena.store.rows import EntrantRow
from tests.support.store import NAMES, START, create


def test_entrants_come_in_roster_order_and_fill_ins_behind(
    repository: Repository,
) -> None:
    create(repository, names=["zoe", "ann", "mia"])
    repository.add_fill("spring", "house-2")
    repository.add_fill("spring", "house-1")
    repository.add_fill("spring", "house-2")
    assert repository.entrants("spring") == [
        EntrantRow("zoe"),
        EntrantRow("ann"),
        EntrantRow("mia"),
        EntrantRow("house-2", fill=True),
        EntrantRow("house-1", fill=True),
    ]


def test_the_first_reason_for_a_withdrawal_stays(repository: Repository) -> None:
    create(repository)
    assert repository.withdraw("spring", "bob", "10 forfeits", 3)
    assert repository.withdraw("spring", "bob", "something else", 4)
    assert repository.entrants("spring")[1] == EntrantRow(
        "bob", withdrawn="10 forfeits", withdrawn_round=3
    )


def test_nobody_is_withdrawn_from_a_tournament_that_is_over(
    repository: Repository,
) -> None:
    create(repository)
    assert repository.withdraw("spring", "bob", "10 forfeits", 3)
    repository.finish("spring", START)
    assert not repository.withdraw("spring", "cat", "its token was revoked", 3)
    assert repository.withdraw("spring", "bob", "10 forfeits", 3), "it was before"
    assert [row.withdrawn for row in repository.entrants("spring")] == [
        *(None, "10 forfeits", None, None)
    ]


def test_a_withdrawal_touches_no_other_tournament(repository: Repository) -> None:
    create(repository)
    create(repository, "summer")
    repository.withdraw("spring", "bob", "10 forfeits", 3)
    assert [row.withdrawn for row in repository.entrants("summer")] == [None] * 4


def test_an_unknown_entrant_gets_a_suggestion(repository: Repository) -> None:
    create(repository)
    with pytest.raises(NotFoundError, match="no entrant 'bop'; did you mean 'bob'"):
        repository.withdraw("spring", "bop", "why", 1)


def test_the_newest_token_hash_is_kept_and_others_have_none(
    repository: Repository,
) -> None:
    create(repository)
    repository.keep_token_hashes("spring", {"cat": "aa"})
    repository.keep_token_hashes("spring", {"cat": "bb"})
    assert repository.token_hashes("spring") == {"cat": "bb"}
    with pytest.raises(NotFoundError):
        repository.keep_token_hashes("spring", {"eve": "cc"})


def test_a_thousand_entrants_are_paired(repository: Repository) -> None:
    names = [f"bot-{number}" for number in range(1000)]
    create(repository, names=names)
    tables = [names[start : start + 4] for start in range(0, 1000, 4)]
    assert repository.save_round("spring", 1, tables)
    assert repository.rounds("spring")[0].tables == tuple(map(tuple, tables))
    assert NAMES[0] not in names
