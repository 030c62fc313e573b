"""An arena that serves strangers: real processes, one database, several tournaments."""

import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

import trio

from arena.director.opening import now_text
from arena.server.auth import new_token, token_hash
from arena.tournament.config import parse_config
from tests.support.ports import own_port
from tests.support.runs import PATIENCE, bots_in
from tests.support.serving import Arena, certificates, command, serving

LOW = {"low-a": "arena-bot lowest", "low-b": "arena-bot lowest"}
"""Two bots that the arena launches."""

REMOTE: dict[str, str | None] = {"ann": None, "bob": None}
"""Two that join by themselves."""

LONG = {"rounds": 6, "boards": 6}
"""Settings of a tournament that is long enough to be disturbed."""

LONG_DEALS = 6 * 6 * 4
"""How many deals each entrant of it is dealt."""


def joins(arena: Arena, bot: str) -> int:
    """How often a bot has connected."""
    events = arena.events
    return sum(e["event"] == "bot joined" and e["bot"] == bot for e in events)


async def under_way(arena: Arena, name: str) -> None:
    """Waits until a rotation of the tournament is in the store."""
    with arena.repository() as repository, trio.fail_after(PATIENCE):
        while not repository.outcomes(name):
            assert arena.process.poll() is None
            await trio.sleep(0.02)


async def exit_code(process: trio.Process) -> int:
    with trio.fail_after(PATIENCE):
        return await process.wait()


async def test_tournaments_are_played_one_after_another_by_bots_that_stay(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        bots = await arena.join("ann", "bob")
        await arena.schedule("first", {**REMOTE, **LOW})
        await arena.schedule("second", {**REMOTE, **LOW}, rounds=2)
        await arena.over("first")
        await arena.over("second")
        for name, deals in (("first", 4), ("second", 8)):
            standings = await arena.standings(name)
            assert set(standings) == {*REMOTE, *LOW}
            assert {line.deals for line in standings.values()} == {deals}
            assert {line.forfeits for line in standings.values()} == {0}
        assert (joins(arena, "ann"), joins(arena, "bob")) == (1, 1)
        await arena.present("ann", "bob", tournament="")

        listed = (await arena.command("bots", "list")).out
        assert re.search(r"ann +active .* 2 +12 +0\n", listed)
        lobby = await arena.command("lobby")
        assert re.search(r"bob +ipv4:127.0.0.1:\d+ +arena-client-python/", lobby.out)
        assert arena.address in lobby.err

        arena.process.send_signal(signal.SIGTERM)
        assert await exit_code(arena.process) == 0
        assert [await exit_code(bot) for bot in bots.values()] == [0, 0]
    assert not bots_in(tmp_path)
    assert "no arena serves" in (await command(tmp_path, "lobby")).err


async def test_an_open_tournament_is_played_by_whoever_is_in_the_lobby(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        await arena.join("ann", "bob")
        await arena.add("absent")
        await arena.schedule("cup", {"low": "arena-bot lowest"}, open=True)
        await arena.over("cup")
        assert set(await arena.standings("cup")) == {"ann", "bob", "low"}
        with arena.repository() as repository:
            row = repository.tournament("cup")
            assert parse_config(row.config_text).names == ("low", "ann", "bob")
        shown = await arena.command("tournament", "show", "cup")
        assert "entrants: 3" in shown.out
        assert await verified(arena, "cup")


async def verified(arena: Arena, name: str) -> bool:
    return "error" not in (await arena.command("verify", name)).err


async def test_an_open_tournament_with_nobody_there_is_taken_off_the_list(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        await arena.schedule("cup", {}, open=True)
        failed = await arena.logged("tournament failed", tournament="cup")
        assert "needs two" in failed["why"]
        await arena.join("ann", "bob")
        await arena.schedule("cup", {}, open=True)
        await arena.over("cup")


async def test_a_tournament_waits_for_its_time(tmp_path: Path) -> None:
    async with serving(tmp_path) as arena:
        await arena.schedule("later", LOW, "--at", "2999-01-01T00:00:00+07:00")
        await arena.schedule("now", LOW)
        await arena.over("now")
        listed = (await arena.command("tournament", "list")).out
        assert "scheduled for 2998-12-31T17:00:00.000Z" in listed


async def test_a_bot_revoked_in_mid_tournament_is_withdrawn_and_sent_away(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        bots = await arena.join("ann", "bob")
        await arena.schedule("cup", {**REMOTE, **LOW}, **LONG)
        await under_way(arena, "cup")
        with arena.repository() as repository:
            repository.revoke_bot("ann", now_text())
        with trio.fail_after(PATIENCE):
            await arena.logged("bot revoked", bot="ann")
            # A goodbye, which is not a failure of the bot.
            assert await bots["ann"].wait() == 0
        await arena.over("cup")
        standings = await arena.standings("cup")
        assert standings["ann"].withdrawn == "its token was revoked"
        assert standings["ann"].deals < standings["bob"].deals == LONG_DEALS
        assert standings["bob"].forfeits == 0
        assert [row.bot for row in await arena.present("bob")] == ["bob"]


async def test_a_rotated_token_is_void_and_the_new_one_plays_on(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        bots = await arena.join("ann", "bob")
        await arena.schedule("cup", {**REMOTE, **LOW}, **LONG)
        await under_way(arena, "cup")
        token = new_token()
        with arena.repository() as repository:
            repository.rotate_bot("ann", token_hash(token))
        assert await exit_code(bots["ann"]) == 2
        assert "UNAUTHENTICATED" in (tmp_path / "bots.log").read_text()
        await arena.bot(token)
        await arena.over("cup")
        standings = await arena.standings("cup")
        assert standings["ann"].withdrawn is None
        assert standings["ann"].deals == LONG_DEALS
        assert standings["ann"].forfeits == 0


async def test_a_stranger_is_refused_and_no_token_is_ever_written_down(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        token = await arena.add("ann")
        stranger = await arena.bot("somebody-elses-token")
        assert await exit_code(stranger) == 2
        refused = await arena.logged("caller refused", fault="caller")
        assert refused["peer"].startswith("ipv4:127.0.0.1")
        bot = await arena.bot(token)
        await arena.present("ann")
        assert bot.poll() is None
    written = (tmp_path / "serve.log").read_bytes()
    written += (tmp_path / "arena.db").read_bytes()
    assert token.encode() not in written
    assert b"somebody-elses-token" not in written


async def test_a_bot_sees_its_own_history_with_the_evidence(tmp_path: Path) -> None:
    async with serving(tmp_path) as arena:
        token = await arena.add("ann")
        await arena.join("bob")
        silent = {"ann": None, "bob": None, **LOW}
        await arena.schedule("cup", silent, join_time=1, max_forfeits=2)
        await arena.over("cup")
        late = await arena.bot(token)
        await arena.present("ann", "bob")
        late.kill()
        await arena.present("bob")
        told = await arena.bot(token, kind="history")
        assert await exit_code(told) == 0
    history = (tmp_path / "bots.log").read_text()
    assert "bot ann\nnot connected\n" in history
    assert "tournament cup: rank" in history
    assert "did not join within 1 s" in history
    assert re.search(r"fault at 20[-0-9T:.]+Z: the stream broke off\n", history)


async def test_encryption_keeps_out_who_trusts_another_authority(
    tmp_path: Path,
) -> None:
    made = await certificates(tmp_path)
    (tmp_path / "other").mkdir()
    other = await certificates(tmp_path / "other")
    keys = ("--tls-cert", f"{made}/server.pem", "--tls-key", f"{made}/server-key.pem")
    async with serving(tmp_path, *keys) as arena:
        token = await arena.add("ann")
        strangers = {"ARENA_CA_FILE": f"{other}/ca.pem"}
        wrong = await arena.bot(token, env=strangers, patience="1")
        plain = await arena.bot(token, patience="1")
        assert await exit_code(wrong) == 2
        assert await exit_code(plain) == 2
        host, _, port = arena.address.rpartition(":")
        for _ in range(20):
            async with await trio.open_tcp_stream(host, int(port)) as stranger:
                await stranger.send_all(b"GET / HTTP/1.1\r\n\r\n")
                # Until the arena has hung up, so that it has seen what came.
                with suppress(trio.BrokenResourceError):
                    while await stranger.receive_some():
                        pass
        await arena.bot(token, env={"ARENA_CA_FILE": f"{made}/ca.pem"})
        await arena.present("ann")
        # Launched bots come in by a door of their own.
        await arena.schedule("cup", {"ann": None, **LOW})
        await arena.over("cup")
    log = (tmp_path / "serve.log").read_text().splitlines()
    assert log
    assert all(line.startswith("{") for line in log), "lines past the log's bounds"
    for key in made.glob("*-key.pem"):
        assert key.stat().st_mode & 0o777 == 0o600


async def test_client_certificates_can_be_required(tmp_path: Path) -> None:
    made = await certificates(tmp_path, "--client", "ann")
    keys = ("--tls-cert", f"{made}/server.pem", "--tls-key", f"{made}/server-key.pem")
    async with serving(tmp_path, *keys, "--tls-client-ca", f"{made}/ca.pem") as arena:
        token = await arena.add("ann")
        trusting = {"ARENA_CA_FILE": f"{made}/ca.pem"}
        without = await arena.bot(token, env=trusting, patience="1")
        assert await exit_code(without) == 2
        shown = {
            "ARENA_CERT_FILE": f"{made}/ann.pem",
            "ARENA_KEY_FILE": f"{made}/ann-key.pem",
        }
        await arena.bot(token, env=trusting | shown)
        await arena.present("ann")


async def test_other_machines_are_let_in_only_encrypted_or_on_purpose(
    tmp_path: Path,
) -> None:
    open_to_all = ("serve", "--listen", "0.0.0.0:0")
    refused = await command(tmp_path, *open_to_all, code=1)
    assert "without encryption" in refused.err
    assert "--tls-cert" in refused.err
    half = await command(tmp_path, *open_to_all, "--tls-cert", "server.pem", code=2)
    assert "--tls-key" in half.err


async def test_one_arena_serves_a_database(tmp_path: Path) -> None:
    async with serving(tmp_path):
        second = await command(tmp_path, "serve", "--listen", "127.0.0.1:0", code=1)
        assert "is being served by another process" in second.err


async def test_a_killed_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    address = f"127.0.0.1:{own_port()}"
    async with serving(tmp_path, listen=address) as arena:
        await arena.join("ann", "bob")
        await arena.schedule("cup", {**REMOTE, **LOW}, **LONG)
        await under_way(arena, "cup")
        arena.process.kill()
        await arena.process.wait()
        assert "no arena serves" in (await arena.command("lobby")).err
        with arena.repository() as repository:
            stored = len(repository.outcomes("cup"))
        async with serving(tmp_path, listen=address) as again:
            await again.over("cup")
            standings = await again.standings("cup")
    assert 0 < stored < LONG_DEALS
    assert {line.deals for line in standings.values()} == {LONG_DEALS}


async def test_an_arena_that_is_stopped_ends_its_rotations_and_goes_on_later(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as arena:
        await arena.schedule("cup", LOW, seats=2, rounds=8, boards=12)
        await under_way(arena, "cup")
        arena.process.send_signal(signal.SIGTERM)
        assert await exit_code(arena.process) == 0
        await arena.logged("tournament stopped", name="cup")
        assert not bots_in(tmp_path)
    with arena.repository() as repository:
        assert 0 < len(repository.outcomes("cup")) < 8 * 12 * 2
        assert repository.forfeits("cup") == []
    async with serving(tmp_path) as again:
        await again.over("cup")
        standings = await again.standings("cup")
    assert {line.deals for line in standings.values()} == {8 * 12 * 2}
    assert {line.forfeits for line in standings.values()} == {0}


async def test_an_arena_whose_log_has_lost_its_reader_is_stopped_no_otherwise(
    tmp_path: Path,
) -> None:
    options = ("--database", f"sqlite:///{tmp_path / 'arena.db'}", "--listen")
    process = await trio.lowlevel.open_process(
        [sys.executable, "-m", "arena", "serve", *options, "127.0.0.1:0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    arena = Arena(tmp_path, process)
    assert process.stderr is not None
    heard = b""
    async for said in process.stderr:
        heard += said
        if b"listening" in heard:
            break
    assert process.poll() is None, heard
    await process.stderr.aclose()
    await arena.schedule("cup", LOW, seats=2, rounds=8, boards=12)
    await under_way(arena, "cup")
    process.send_signal(signal.SIGINT)
    assert await exit_code(process) == 0
    assert not bots_in(tmp_path)
    with arena.repository() as repository:
        assert 0 < len(repository.outcomes("cup")) < 8 * 12 * 2
        assert repository.forfeits("cup") == []


async def test_what_the_arena_counts_can_be_scraped(tmp_path: Path) -> None:
    async with serving(tmp_path, "--metrics", "0") as arena:
        where = (await arena.logged("metrics"))["address"]
        await arena.join("ann", "bob")
        await arena.schedule("cup", {**REMOTE, **LOW})
        await arena.over("cup")
        await arena.logged("tournament over")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

        def scrape() -> str:
            with opener.open(f"http://{where}/metrics") as response:
                text: str = response.read().decode()
                return text

        text = await trio.to_thread.run_sync(scrape)
    values = dict(
        line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")
    )
    assert values["arena_connected_bots"] == "2.0"
    assert values["arena_tables"] == "0.0"
    assert values["arena_rotations_total"] == "4.0"
    assert float(values["arena_decisions_total"]) > 4 * 13
    assert values['arena_forfeits_total{termination="flag_fall"}'] == "0.0"
    assert float(values["arena_prompt_queue_seconds_count"]) > 0
    assert float(values["arena_event_loop_lag_seconds_count"]) > 0
