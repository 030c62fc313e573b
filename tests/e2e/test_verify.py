"""What real runs leave behind is verified, in the database and by strangers."""

import json
from pathlib import Path

import trio

from arena.store.repository import Repository
from tests.support.runs import SEED, Finished, Tournament, bot, call, kill, start

BOTS = {
    "planner": "arena-bot planner",
    "lowest-a": "arena-bot lowest",
    "lowest-b": "arena-bot lowest",
    "random": "arena-bot random",
}


async def verified_by_a_stranger(tournament: Tournament) -> Finished:
    """Verifies what is published of a tournament, without its database."""
    folder = tournament.folder / "published"
    folder.mkdir()
    records, standings = folder / "records.jsonl", folder / "standings.json"
    exported = await call(tournament.command("export", tournament.name))
    records.write_text(exported.out)
    printed = await call(tournament.command("standings", tournament.name, "--json"))
    standings.write_text(printed.out)
    assert json.loads(printed.out)
    command = tournament.command("verify", "--file", str(records))
    command += ["--config", str(tournament.config), "--seed", SEED]
    return await call([*command, "--standings", str(standings)])


async def test_a_tournament_with_a_withdrawal_is_verified(tmp_path: Path) -> None:
    tournament = Tournament(
        tmp_path,
        {**BOTS, "bad": bot("illegal")},
        {"deals": 2, "max_forfeits": 6},
    )
    await tournament.run()
    assert "forfeits" in tournament.standings()["bad"]["withdrawn"]
    stored = await call(tournament.command("verify", tournament.name))
    assert "test: verified" in stored.out
    assert "test: verified" in (await verified_by_a_stranger(tournament)).out


async def test_a_killed_tournament_is_verified_before_and_after_it_is_resumed(
    tmp_path: Path,
) -> None:
    tournament = Tournament(tmp_path, BOTS, {"rounds": 6, "boards": 6})
    arena = await start(tournament.run_command(), tmp_path / "errors")
    with Repository.open(tournament.database) as repository:
        while not repository.tournaments() or len(repository.outcomes("test")) < 20:
            assert arena.poll() is None, (tmp_path / "errors").read_text()
            await trio.sleep(0.01)
    kill(arena.pid)
    await arena.wait()
    half = await call(tournament.command("verify"))
    assert "test: verified" in half.out
    assert "the tournament has not finished" in half.err
    await tournament.run()
    whole = await call(tournament.command("verify"))
    assert "6 of 6, paired again" in whole.out
    assert "144, dealt from the seed" in whole.out
