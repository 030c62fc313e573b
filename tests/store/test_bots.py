from collections.abc import Callable

import pytest

from arena.errors import NotFoundError, StoreError
from arena.store.repository import Repository
from arena.store.rows import BotRow

THEN, LATER = "2026-03-01T12:00:00.000Z", "2026-03-02T12:00:00.000Z"


def test_a_bot_that_was_added_is_there_with_the_hash_alone(
    repository: Repository,
) -> None:
    repository.add_bot("ann", "aa", THEN)
    assert repository.bot("ann") == BotRow("ann", "aa", THEN)


def test_bots_are_listed_by_name(repository: Repository) -> None:
    for name in ("cat", "ann", "bob"):
        repository.add_bot(name, name * 2, THEN)
    assert [row.name for row in repository.bots()] == ["ann", "bob", "cat"]


def test_a_name_is_given_to_one_bot_only(repository: Repository) -> None:
    repository.add_bot("ann", "aa", THEN)
    with pytest.raises(StoreError, match="a bot 'ann' already"):
        repository.add_bot("ann", "bb", LATER)
    assert repository.bot("ann").token_hash == "aa"


def test_a_revoked_bot_stays_known_and_keeps_the_first_time(
    repository: Repository,
) -> None:
    repository.add_bot("ann", "aa", THEN)
    assert repository.revoke_bot("ann", THEN)
    assert not repository.revoke_bot("ann", LATER)
    assert repository.bot("ann").revoked_time == THEN


def test_a_revoked_bot_that_is_added_again_is_the_same_bot(
    repository: Repository,
) -> None:
    repository.add_bot("ann", "aa", THEN)
    repository.revoke_bot("ann", THEN)
    repository.add_bot("ann", "bb", LATER)
    assert repository.bots() == [BotRow("ann", "bb", THEN)]


def test_rotating_replaces_the_hash(repository: Repository) -> None:
    repository.add_bot("ann", "aa", THEN)
    repository.rotate_bot("ann", "bb")
    assert repository.bot("ann").token_hash == "bb"


def test_a_revoked_bot_is_not_let_in_again_by_rotating(repository: Repository) -> None:
    repository.add_bot("ann", "aa", THEN)
    repository.revoke_bot("ann", LATER)
    with pytest.raises(StoreError, match="has been revoked"):
        repository.rotate_bot("ann", "bb")
    assert repository.bot("ann") == BotRow("ann", "aa", THEN, LATER)


@pytest.mark.parametrize(
    "ask",
    [
        lambda repository: repository.bot("planer"),
        lambda repository: repository.revoke_bot("planer", THEN),
        lambda repository: repository.rotate_bot("planer", "bb"),
    ],
)
def test_an_unknown_bot_gets_did_you_mean(
    repository: Repository, ask: Callable[[Repository], object]
) -> None:
    repository.add_bot("planner", "aa", THEN)
    with pytest.raises(NotFoundError, match="did you mean 'planner'"):
        ask(repository)
