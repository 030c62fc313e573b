"""Whole tournaments with real bot processes, run as a user runs them."""

import json
from itertools import pairwise
from pathlib import Path

import trio

from arena.dealing import board_key, commitment, deal_cards
from arena.game.cards import parse_cards
from arena.game.record import decode_record, readjudicate
from arena.store.repository import Repository
from tests.support.runs import SEED, Tournament, bots_in, call, timeless

HOUSE = {
    "counter": "arena-bot counter",
    "planner": "arena-bot planner",
    "lowest": "arena-bot lowest",
    "random-a": "arena-bot random",
    "random-b": "arena-bot random",
}
"""Five entrants for tables of four, so that house bots must fill in."""


async def test_a_tournament_runs_to_its_end_and_leaves_its_standings_and_records(
    tmp_path: Path,
) -> None:
    tournament = Tournament(tmp_path, HOUSE)
    finished = await tournament.run()
    for entrant in HOUSE:
        assert entrant in finished.out
    assert commitment(bytes.fromhex(SEED)) in finished.err
    assert SEED in finished.err

    standings = tournament.standings()
    assert set(standings) == set(HOUSE)
    wanted = [
        "rank",
        "entrant",
        "rating",
        "low",
        "high",
        "boards",
        "deals",
        "points_per_board",
        "average_place",
        "forfeits",
    ]
    for line in standings.values():
        assert set(wanted) <= set(line)
        assert (line["boards"], line["deals"], line["forfeits"]) == (4, 16, 0)
    ranks = sorted(line["rank"] for line in standings.values())
    assert ranks[0] == 1

    records = tournament.records()
    keys = [(r.round, r.table, r.board, r.rotation, r.deal) for r in records]
    assert keys == sorted(set(keys))
    assert len(records) == 2 * 2 * 2 * 4  # rounds, tables, boards, rotations
    for record in records:
        readjudicate(record)
        key = board_key(bytes.fromhex(SEED), "test", record.round, record.board, 0)
        dealt = deal_cards(key, seats=4, hand=13, packs=1)
        assert tuple(map(parse_cards, record.hands)) == dealt.hands
        assert record.dealer == dealt.dealer
    assert not bots_in(tmp_path)


async def test_running_it_again_plays_nothing_and_says_that_it_is_finished(
    tmp_path: Path,
) -> None:
    tournament = Tournament(tmp_path, HOUSE, {"rounds": 1, "boards": 1})
    first = await tournament.run()
    before = tournament.records()
    second = await tournament.run()
    assert "finished" in second.err
    assert second.out == first.out
    assert tournament.records() == before


async def test_the_same_seed_gives_the_same_records_but_for_times(
    tmp_path: Path,
) -> None:
    runs = [Tournament(tmp_path / name, HOUSE) for name in ("one", "two")]
    for tournament in runs:
        await tournament.run()
    one, two = [tournament.records() for tournament in runs]
    assert list(map(timeless, one)) == list(map(timeless, two))


async def test_fresh_plays_anew_with_another_seed(tmp_path: Path) -> None:
    tournament = Tournament(tmp_path, HOUSE, {"rounds": 1, "boards": 1})
    await tournament.run()
    before = [record.hands for record in tournament.records()]
    other = await tournament.run("--seed", "ff" * 32, code=1)
    assert "seed" in other.err
    await tournament.run("--fresh", "--seed", "ff" * 32)
    after = [record.hands for record in tournament.records()]
    assert len(after) == len(before)
    assert after != before


async def test_another_configuration_under_the_same_name_is_refused(
    tmp_path: Path,
) -> None:
    await Tournament(tmp_path, HOUSE, {"rounds": 1, "boards": 1}).run()
    changed = Tournament(tmp_path, HOUSE, {"rounds": 2, "boards": 1})
    refused = await changed.run(code=1)
    assert "another configuration" in refused.err
    assert "--fresh" in refused.err
    assert len(changed.records()) == 2 * 4


async def test_two_arenas_do_not_play_one_tournament_at_a_time(tmp_path: Path) -> None:
    tournament = Tournament(tmp_path, HOUSE, {"rounds": 1, "boards": 1})
    with Repository.open(tournament.database) as repository:
        repository.create_tournament(
            "test",
            config_text=tournament.config.read_text(),
            seed=bytes.fromhex(SEED),
            commitment=commitment(bytes.fromhex(SEED)),
            created_time="2026-01-01T00:00:00Z",
            entrants=[],
        )
        with repository.claim("test"):
            refused = await tournament.run(code=1)
    assert "another process" in refused.err


async def test_a_remote_entrant_joins_with_the_token_it_is_shown(
    tmp_path: Path,
) -> None:
    entrants: dict[str, str | None] = {**HOUSE, "far": None}
    tournament = Tournament(tmp_path, entrants, {"rounds": 1})
    errors = tmp_path / "errors"
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            with errors.open("wb") as file:
                await trio.run_process(tournament.run_command(), stderr=file)

        nursery.start_soon(run)
        lines: dict[str, str] = {}
        while not {"ARENA_ADDRESS", "ARENA_TOKEN"} <= set(lines):
            await trio.sleep(0.05)
            text = errors.read_text() if errors.exists() else ""
            words = text.replace("'", " ").split()
            lines = dict(w.split("=", 1) for w in words if w.startswith("ARENA_"))
        await call(
            [
                "env",
                *(f"{key}={value}" for key, value in lines.items()),
                *tournament.command()[:1],
                "-m",
                "arena_client",
                "lowest",
            ]
        )
    standings = tournament.standings()
    assert standings["far"]["deals"] == 2 * 4
    assert standings["far"]["forfeits"] == 0
    shown = json.dumps(errors.read_text())
    assert lines["ARENA_TOKEN"] in shown
    assert lines["ARENA_TOKEN"].encode() not in (tmp_path / "arena.db").read_bytes()


async def test_a_remote_entrant_that_stays_away_is_withdrawn_not_waited_for(
    tmp_path: Path,
) -> None:
    entrants: dict[str, str | None] = {**HOUSE, "far": None}
    settings = {"rounds": 1, "boards": 1, "join_time": 0.5}
    tournament = Tournament(tmp_path, entrants, settings)
    await tournament.run()
    standings = tournament.standings()
    assert standings["far"]["deals"] == 0
    assert standings["far"]["rating"] is None
    assert "did not join" in standings["far"]["withdrawn"]


async def test_every_exported_line_is_a_record_of_this_tournament(
    tmp_path: Path,
) -> None:
    tournament = Tournament(
        tmp_path, HOUSE, {"rounds": 1, "boards": 1, "deals": 3, "rotations": 2}
    )
    await tournament.run()
    target = tmp_path / "deals.jsonl"
    await call(tournament.command("export", "test", "--output", str(target)))
    records = [decode_record(line) for line in target.read_text().splitlines()]
    assert [r.deal for r in records] == [0, 1, 2] * 4
    for before, after in pairwise(records):
        if after.deal:
            assert after.leader == before.finish[0][0]
            assert after.dealer == before.finish[-1][-1]
