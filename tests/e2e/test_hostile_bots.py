"""Bots that break the protocol, the peace or their promise, all in one arena.

Each misbehaves in a way of its own among four that do not. What it costs is asserted
for each; that it costs nobody else anything, for all of them together.
"""

import json
import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from arena.game.record import readjudicate
from arena.store.repository import Repository
from tests.support.runs import (
    PATIENCE,
    Tournament,
    bot,
    bot_of,
    bots_in,
    round_begun,
    start,
)

GOOD = {
    "planner": "arena-bot planner",
    "counter": "arena-bot counter",
    "lowest-a": "arena-bot lowest",
    "lowest-b": "arena-bot lowest",
}
HARMLESS = {
    "stray": bot("stray"),
    "garbage": bot("garbage"),
    "back-in-time": bot("returning") + " 0.2",
    "twins": bot("twins"),
}
"""What they do is refused or ignored, and costs them nothing."""
FAILING = {
    "refused": bot("refused"),
    "flooding": bot("flooding"),
    "deaf": bot("deaf"),
    "slow": bot("slow") + " 2",
    "stopped": bot("slow") + " 0.1 --tables 2",
    "late": bot("returning") + " 9",
    "dying-middle": bot("dying") + " middle",
    "dying-last": bot("dying") + " last",
}
SETTINGS = {"rounds": 1, "boards": 2, "clock": "6+0.5"}
DEALS = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is played."""
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def tournament(folder: Path) -> Tournament:
    """The tournament with all of them in it, played to its end."""
    entrants = {**GOOD, **HARMLESS, **FAILING, "dying-join": bot("dying") + " join"}
    tournament = Tournament(folder, {**entrants, "extra": "arena-bot random"}, SETTINGS)
    trio.run(_play, tournament)
    return tournament


async def _play(tournament: Tournament) -> None:
    errors = tournament.folder / "errors"
    arena = await start(tournament.run_command(), errors)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_one, tournament, arena)
        with trio.fail_after(2 * PATIENCE):
            assert await arena.wait() == 0, errors.read_text()
        nursery.cancel_scope.cancel()
    assert not bots_in(tournament.folder)


async def _stop_one(tournament: Tournament, arena: trio.Process) -> None:
    """Stops a bot once play has begun, and lets it go on when it has forfeited."""
    await round_begun(tournament, arena)
    with Repository.open(tournament.database) as repository:
        pid = bot_of(tournament.folder, "stopped")
        if pid is not None:
            os.kill(pid, signal.SIGSTOP)
            while arena.poll() is None and not repository.forfeits("test", "stopped"):
                await trio.sleep(0.2)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def standings(tournament: Tournament) -> dict[str, dict[str, object]]:
    """The standings by entrant."""
    return tournament.standings()


@pytest.fixture(scope="module")
def log(tournament: Tournament) -> str:
    """What the arena said."""
    return (tournament.folder / "errors").read_text()


def forfeits(tournament: Tournament, entrant: str) -> Counter[str]:
    """The terminations of an entrant's forfeits."""
    with Repository.open(tournament.database) as repository:
        return Counter(r.termination for r in repository.forfeits("test", entrant))


@pytest.mark.parametrize("entrant", [*GOOD, *HARMLESS])
def test_who_keeps_to_the_rules_plays_all_its_deals_and_forfeits_none(
    standings: dict[str, dict[str, object]], entrant: str
) -> None:
    line = standings[entrant]
    assert (line["deals"], line["forfeits"], line["withdrawn"]) == (DEALS, 0, None)


async def test_all_results_are_there_and_bear_out_the_rules(
    tournament: Tournament, standings: dict[str, dict[str, object]]
) -> None:
    records = tournament.records()
    tables = len(tournament.entrants) / 4
    keys = {(r.table, r.board, r.rotation) for r in records}
    assert len(records) == len(keys) == -(-len(tournament.entrants) // 4) * DEALS
    assert tables <= 5
    for record in records:
        readjudicate(record)
    points = Counter[str]()
    for record in records:
        for group in record.finish:
            # Those that tie share the mean of the places they take up.
            better = sum(len(g) for g in record.finish[: record.finish.index(group)])
            for seat in group:
                points[record.entrants[seat]] += 2 * (3 - better) - (len(group) - 1)
    for entrant, line in standings.items():
        assert line["points_per_board"] == pytest.approx(points[entrant] / 2 / DEALS)


@pytest.mark.parametrize(
    ("entrant", "termination"),
    [
        ("refused", "illegal_answer"),
        ("deaf", "flag_fall"),
        ("slow", "flag_fall"),
        ("stopped", "flag_fall"),
        ("late", "lost_connection"),
        ("dying-middle", "lost_connection"),
        ("dying-join", "lost_connection"),
    ],
)
def test_who_fails_forfeits_by_what_it_did(
    tournament: Tournament, entrant: str, termination: str, log: str
) -> None:
    assert forfeits(tournament, entrant)[termination] > 0
    assert f"forfeit: {entrant}: " in log


def test_each_rule_that_can_be_broken_is_named_when_it_is(
    tournament: Tournament, log: str
) -> None:
    with Repository.open(tournament.database) as repository:
        rows = repository.forfeits("test", "refused")
    assert {row.refusal for row in rows} == {
        "must_include_lowest",
        "leader_may_not_pass",
        "does_not_beat",
        "not_held",
        "not_a_combination",
    }


def test_a_stopped_bot_plays_on_when_it_is_let_go_on(tournament: Tournament) -> None:
    assert 0 < sum(forfeits(tournament, "stopped").values()) < DEALS


def test_a_bot_that_returns_too_late_loses_no_more_than_it_missed(
    tournament: Tournament, log: str
) -> None:
    assert sum(forfeits(tournament, "late").values()) <= DEALS


def test_a_flood_ends_its_senders_streams_and_is_said_once_or_twice(
    tournament: Tournament, log: str
) -> None:
    output = (tournament.output / "flooding.log").read_text()
    assert "RESOURCE_EXHAUSTED" in output
    assert "nobody has asked for" in output
    assert ": more than 2000 answers and messages" in log
    assert log.count("flooding") < 20


def test_what_cannot_be_read_is_said_with_its_senders_name(
    tournament: Tournament, log: str
) -> None:
    said = [line for line in log.splitlines() if line.startswith("cut off: garbage")]
    assert any("cannot be decoded" in line for line in said)
    assert any("10000 answers in one message" in line for line in said)
    assert any("a message of 1000000 bytes; expected at most" in line for line in said)
    assert "left: garbage, its stream broken off" in log
    output = (tournament.output / "garbage.log").read_text()
    assert "RESOURCE_EXHAUSTED" in output
    assert "INVALID_ARGUMENT" in output


def test_a_replaced_connection_is_told_so(tournament: Tournament) -> None:
    output = (tournament.output / "twins.log").read_text()
    assert output.count("goodbye 2") == 2


def test_a_bot_that_ends_is_said_with_how_and_where_its_output_is(log: str) -> None:
    assert "bot ended: dying-middle: exited with code 7; its output:" in log
    assert "bot ended: dying-last: ended by SIGABRT; its output:" in log


def test_nothing_but_the_arenas_own_lines_is_said(log: str) -> None:
    assert "Traceback" not in log
    assert "Error" not in log
    assert all(len(line) < 400 for line in log.splitlines()), json.dumps(log)
