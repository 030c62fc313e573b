"""`arena bots`, `lobby`, `certificate`, `tournament schedule`; `serve` is in e2e."""

from pathlib import Path

import pytest

from arena.server.auth import token_hash
from arena.store.repository import Repository
from arena.store.rows import PresenceRow, ServingRow
from tests.support.cli import Arena
from tests.support.played import CONFIG, STARTED, play_spring

OPEN = 'name = "cup"\nopen = true\n'


@pytest.fixture
def database(tmp_path: Path) -> Repository:
    """The database that the commands use by themselves."""
    return Repository.open(f"sqlite:///{tmp_path / 'arena.db'}")


def test_a_token_goes_to_stdout_alone_and_the_database_gets_its_hash(
    arena: Arena, database: Repository
) -> None:
    ran = arena("bots", "add", "ann")
    token = ran.out.strip()
    assert (ran.code, len(token)) == (0, 43)
    assert token not in ran.err
    assert database.bot("ann").token_hash == token_hash(token)


def test_rotating_prints_another_token(arena: Arena, database: Repository) -> None:
    first = arena("bots", "add", "ann").out
    second = arena("bots", "rotate", "ann").out
    assert first != second
    assert database.bot("ann").token_hash == token_hash(second.strip())


@pytest.mark.parametrize("command", ["add", "rotate"])
def test_a_token_goes_to_a_new_file_that_its_owner_alone_can_read(
    arena: Arena, database: Repository, tmp_path: Path, command: str
) -> None:
    if command == "rotate":
        arena("bots", "add", "ann")
    ran = arena("bots", command, "ann", "--output", "ann.token")
    file = tmp_path / "ann.token"
    token = file.read_text().strip()
    assert (ran.code, ran.out) == (0, "")
    assert token not in ran.err
    assert "its token is in ann.token" in ran.err
    assert file.stat().st_mode & 0o777 == 0o600
    assert database.bot("ann").token_hash == token_hash(token)


def test_a_token_goes_to_no_file_that_is_there_and_nobody_is_registered(
    arena: Arena, database: Repository, tmp_path: Path
) -> None:
    (tmp_path / "ann.token").write_text("mine")
    ran = arena("bots", "add", "ann", "--output", "ann.token")
    assert (ran.code, ran.out) == (1, "")
    assert "ann.token: is there already" in ran.err
    assert (tmp_path / "ann.token").read_text() == "mine"
    assert database.bots() == []


def test_where_nobody_is_registered_no_file_is_left(
    arena: Arena, tmp_path: Path
) -> None:
    assert arena("bots", "add", "ann", "--output", "one").code == 0
    assert arena("bots", "add", "ann", "--output", "two").code == 1
    assert not (tmp_path / "two").exists()


@pytest.mark.parametrize("name", ["house-1", "", "a/b", " a", "x" * 41])
def test_a_name_that_no_entrant_may_have_is_refused(arena: Arena, name: str) -> None:
    ran = arena("bots", "add", name)
    assert (ran.code, ran.out) == (1, "")


def test_an_unknown_bot_gets_did_you_mean(arena: Arena) -> None:
    arena("bots", "add", "planner")
    ran = arena("bots", "revoke", "planer")
    assert ran.code == 1
    assert "did you mean 'planner'?" in ran.err


def test_the_list_says_who_is_let_in(arena: Arena) -> None:
    for name in ("ann", "bob"):
        arena("bots", "add", name)
    arena("bots", "revoke", "bob")
    _, ann, bob = arena("bots", "list").out.splitlines()
    assert ann.split()[:2] == ["ann", "active"]
    assert bob.split()[:2] == ["bob", "revoked"]


def test_show_has_the_evidence_of_each_forfeit(arena: Arena, tmp_path: Path) -> None:
    with Repository.open(
        play_spring(tmp_path / "arena.db", forfeiter="dan")
    ) as repository:
        repository.add_bot("dan", "hash", STARTED)
        repository.enrol("spring", {"dan": "dan"})
    shown = arena("bots", "show", "dan").out
    assert "tournaments: 1" in shown
    assert "forfeits: 8" in shown
    assert "round 1 table 1 board 1 rotation 1 deal 0: Seat" in shown
    assert "illegal answer" in shown
    assert "received bytes ff" in shown
    assert shown.count("; it held ") == 8
    assert " against " in shown


def test_the_lobby_of_an_arena_that_has_ended_is_nobodys(
    arena: Arena, database: Repository
) -> None:
    database.begin_serving(ServingRow("127.0.0.1:7", STARTED))
    ran = arena("lobby")
    assert (ran.code, ran.out) == (0, "")
    assert "no arena serves" in ran.err


def test_the_lobby_shows_who_is_there(arena: Arena, database: Repository) -> None:
    arena("bots", "add", "ann")
    database.begin_serving(ServingRow("127.0.0.1:7", STARTED))
    database.set_presence(
        [PresenceRow("ann", "ipv4:192.0.2.1:9", "mine\x1b[31m", STARTED, "cup")],
        STARTED,
    )
    with database.claim_arena():
        ran = arena("lobby")
    assert "listens on 127.0.0.1:7" in ran.err
    _, ann = ran.out.splitlines()
    assert ann.split() == ["ann", "ipv4:192.0.2.1:9", "mine?[31m", STARTED, "cup"]


def test_the_list_says_who_is_connected_now(arena: Arena, database: Repository) -> None:
    for name in ("ann", "bob"):
        arena("bots", "add", name)
    database.begin_serving(ServingRow("127.0.0.1:7", STARTED))
    database.set_presence([PresenceRow("ann", "here", "", STARTED, "")], STARTED)
    with database.claim_arena():
        _, ann, bob = arena("bots", "list").out.splitlines()
        assert "connected now" in arena("bots", "show", "ann").out
    assert "connected now" in ann
    assert "never" in bob
    _, ann, _ = arena("bots", "list").out.splitlines()
    assert STARTED in ann, "an arena that is no more has nobody connected"


def test_scheduling_enters_the_tournament_and_says_what_is_missing(
    arena: Arena, database: Repository, tmp_path: Path
) -> None:
    text = 'name = "cup"\n[[entrants]]\nname = "ann"\n[[entrants]]\nname = "bob"\n'
    (tmp_path / "cup.toml").write_text(text)
    arena("bots", "add", "ann")
    ran = arena(
        "tournament", "schedule", "cup.toml", "--at", "2026-03-01T12:00:00+01:00"
    )
    assert ran.code == 0
    assert "not registered yet: bob" in ran.err
    assert "no arena serves" in ran.err
    assert "that is past: it begins as soon as" in ran.err
    row = database.tournament("cup")
    assert row.start_time == "2026-03-01T11:00:00.000Z"
    assert row.commitment in ran.err
    assert "scheduled for 2026-03-01T11:00:00.000Z" in arena("tournament", "list").out


def test_a_tournament_can_be_taken_off_the_list(
    arena: Arena, database: Repository, tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(OPEN)
    arena("tournament", "schedule", "cup.toml")
    assert database.tournament("cup").start_time is not None
    ran = arena("tournament", "schedule", "cup.toml", "--cancel")
    assert ran.code == 0
    assert "'cup' is not on the list any more" in ran.err
    assert database.tournament("cup").start_time is None
    again = arena("tournament", "schedule", "cup.toml", "--cancel")
    assert "'cup' was not on the list" in again.err


def test_a_tournament_that_has_finished_is_not_scheduled_again(
    arena: Arena, tmp_path: Path
) -> None:
    play_spring(tmp_path / "arena.db")
    (tmp_path / "spring.toml").write_text(CONFIG)
    ran = arena("tournament", "schedule", "spring.toml")
    assert ran.code == 1
    assert "'spring' has finished already" in ran.err
    assert "hint: give it another name" in ran.err
    changed = CONFIG.replace("rounds = 2", "rounds = 3")
    assert changed != CONFIG
    (tmp_path / "spring.toml").write_text(changed)
    ran = arena("tournament", "schedule", "spring.toml")
    assert ran.code == 1
    assert "arena tournament run --fresh" in ran.err


def test_to_take_what_is_played_off_the_list_is_said_not_to_end_it(
    arena: Arena, database: Repository, tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(OPEN)
    arena("tournament", "schedule", "cup.toml")
    with database.claim("cup"):
        ran = arena("tournament", "schedule", "cup.toml", "--cancel")
    assert "is being played and goes on to its end" in ran.err
    assert database.tournament("cup").start_time is None


@pytest.mark.parametrize("time", ["tomorrow", "2026-03-01T12:00:00", "20:00+01:00"])
def test_a_time_without_date_or_offset_is_misuse(
    arena: Arena, tmp_path: Path, time: str
) -> None:
    (tmp_path / "cup.toml").write_text(OPEN)
    ran = arena("tournament", "schedule", "cup.toml", "--at", time)
    assert ran.code == 2
    assert "offset" in ran.err


def test_an_open_tournament_is_for_a_serving_arena(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(OPEN)
    ran = arena("tournament", "run", "cup.toml")
    assert ran.code == 1
    assert "arena tournament schedule" in ran.err
    assert arena("tournament", "schedule", "cup.toml").code == 0
    assert arena("tournament", "show", "cup").code == 0
    assert arena("standings", "cup").code == 0


def test_an_open_tournament_of_short_tables_is_shown_before_anybody_has_entered(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(f'{OPEN}fill = "short"\n')
    assert arena("tournament", "schedule", "cup.toml").code == 0
    ran = arena("tournament", "show", "cup")
    assert (ran.code, ran.err) == (0, "")
    assert "entrants: 0" in ran.out


def test_an_open_tournament_whose_text_takes_no_more_entrants_is_refused(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(f"{OPEN}entrants = []\n")
    ran = arena("tournament", "schedule", "cup.toml")
    assert ran.code == 1
    assert ran.err.startswith("error: cup.toml: ")


def test_certificates_are_written_once_and_keys_for_their_owner(
    arena: Arena, tmp_path: Path
) -> None:
    ran = arena("certificate", "--host", "arena.example", "--client", "ann")
    assert (ran.code, ran.out) == (0, "")
    made = {path.name: path for path in (tmp_path / "certificates").iterdir()}
    assert set(made) == {
        *("ca.pem", "server.pem", "server-key.pem", "ann.pem", "ann-key.pem")
    }
    for name, path in made.items():
        secret = name.endswith("-key.pem")
        assert path.stat().st_mode & 0o777 == (0o600 if secret else 0o644)
    again = arena("certificate")
    assert again.code == 1
    assert "is there already" in again.err


@pytest.mark.parametrize(
    "options",
    [("--client", "../x"), ("--client", "server"), ("--host", "ü"), ("--days", "0")],
)
def test_what_cannot_stand_in_a_certificate_is_refused_before_any_file_is_made(
    arena: Arena, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert arena("certificate", *options).code == 1
    assert not (tmp_path / "certificates").exists()
