"""The bots of a tournament, launched and ended."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from arena.bots.command import Launch
from arena.director import roster
from arena.director.launching import Surroundings
from arena.director.opening import open_tournament
from arena.director.progress import Progress
from arena.director.roster import Roster
from arena.director.run import Place, TournamentRun
from arena.director.stored import stored_standings
from arena.errors import EntryError
from arena.server import player
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from tests.support.runs import BOTS, bots_in

LOW = '[[entrants]]\nname = "low-{}"\ncommand = "arena-bot lowest"\n'
CLOCK = 'clock = "60+1"\n'
RAISING = """
from arena_client import Bot, Play, View, run


class Raising(Bot):
    def play(self, view: View) -> Play:
        print("all is well")
        raise KeyError("no such plan")


run(Raising)
"""
COVERING = """
import sys
from pathlib import Path

from arena_client import Bot, Play, View, run


class Covering(Bot):
    def play(self, view: View) -> Play:
        Path("output/bad.log").unlink()
        Path("output/bad.log").mkdir()
        sys.exit(3)


run(Covering)
"""
CONFIG = (
    f'name = "test"\nrounds = 2\nboards = 1\n{CLOCK}connect_time = 300\n'
    + "".join(LOW.format(number) for number in range(3))
)


@contextmanager
def opened(
    folder: Path, text: str, heard: Progress
) -> Iterator[tuple[Repository, TournamentRun]]:
    """A tournament by that configuration, with the run that `heard` is told of."""
    config = parse_config(text)
    with Repository.open(f"sqlite:///{folder / 'arena.db'}") as repository:
        row = open_tournament(repository, config, text, seed=None, fresh=False).row
        place = Place(folder, folder / "output")
        yield repository, TournamentRun(config, row, repository, place, heard)


async def test_a_house_bot_that_ends_again_and_again_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = (sys.executable, str(BOTS / "dying.py"), "middle")
    monkeypatch.setattr(roster, "HOUSE_COMMAND", dying)
    monkeypatch.setattr(roster, "RELAUNCHES", 1)
    with opened(tmp_path, CONFIG, Progress()) as (repository, run):
        assert await run.play()
        standings = stored_standings(repository, repository.tournament("test"))
        forfeits = repository.forfeits("test")
    assert [(line.deals, line.forfeits) for line in standings] == [(8, 0)] * 3
    assert {row.entrant for row in forfeits} == {"house-1"}
    assert not bots_in(tmp_path)


async def test_a_bot_that_hangs_for_good_is_ended_and_launched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "PATIENCE", 1.0)
    hangs = tmp_path / "hangs"
    hangs.touch()
    text = CONFIG.replace(CLOCK, 'clock = "10"\n') + (
        '[[entrants]]\nname = "hanging"\n'
        f'command = ["python", "{BOTS / "hanging.py"}", "{hangs}"]\n'
    )
    ended = list[str]()
    with opened(tmp_path, text, Ended(ended)) as (repository, run):
        assert await run.play()
        forfeits = repository.forfeits("test")
        output = (tmp_path / "output" / "hanging.log").read_text()
    assert [row.entrant for row in forfeits] == ["hanging"]
    assert [how.partition(":")[0] for how in ended] == ["was ended"]
    notes = [line for line in output.splitlines() if line.startswith("--- ")]
    assert [note.split()[1] for note in notes] == [
        *("launched", "forfeit", "ended", "launched")
    ]
    assert notes[1].endswith(f": {forfeits[0].message}")
    assert notes[2].endswith(f": {ended[0]}")


async def test_the_forfeits_of_a_bot_that_raises_name_its_exception(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "RELAUNCHES", 1)
    (tmp_path / "raising.py").write_text(RAISING)
    text = CONFIG + '[[entrants]]\nname = "bad"\ncommand = "python raising.py"\n'
    ended = list[str]()
    heard = Ended(ended)
    with opened(tmp_path, text, heard) as (repository, run):
        assert await run.play()
        forfeits = repository.forfeits("test")
    code = "exited with code 1"
    raised = "KeyError: 'no such plan'"
    assert ended == [code, f"{code}, and is not launched again"]
    assert heard.raised == [raised, raised]
    assert len(forfeits) == 4, "of the second round it is no part"
    for number, forfeit in enumerate(forfeits):
        how = ended[min(number, 1)]
        assert forfeit.message.endswith(
            f": its process has ended ({how}; it printed: {raised})"
        )
    output = (tmp_path / "output" / "bad.log").read_text()
    notes = [line for line in output.splitlines() if line.startswith("--- withdrawn")]
    assert [note.partition("Z: ")[2] for note in notes] == ["its process ended 2 times"]


@pytest.mark.parametrize(("code", "asked"), [(0, True), (3, False)])
async def test_a_bot_that_ends_at_once_is_asked_whether_it_runs(
    tmp_path: Path, code: int, asked: bool
) -> None:
    (tmp_path / "idle.py").write_text(f"import sys\n\nsys.exit({code})\n")
    text = CONFIG + '[[entrants]]\nname = "bad"\ncommand = "python idle.py"\n'
    with (
        opened(tmp_path, text, Progress()) as (_, run),
        pytest.raises(EntryError) as caught,
    ):
        await run.play()
    assert caught.value.problem == f"exited with code {code} before it joined"
    assert "it printed nothing" in caught.value.hint
    assert ("does the file end with run(…)?" in caught.value.hint) == asked


async def test_a_bot_whose_output_can_be_written_no_more_is_not_launched_again(
    tmp_path: Path,
) -> None:
    (tmp_path / "covering.py").write_text(COVERING)
    text = CONFIG + '[[entrants]]\nname = "bad"\ncommand = "python covering.py"\n'
    ended = list[str]()
    with opened(tmp_path, text, Ended(ended)) as (repository, run):
        assert await run.play()
        withdrawn = {row.name: row.withdrawn for row in repository.entrants("test")}
    assert ended == ["exited with code 3"]
    output = tmp_path / "output" / "bad.log"
    assert withdrawn["bad"] == f"cannot write its output to {output}: Is a directory"


class Ended(Progress):
    """Keeps how bots' processes have ended, and by which exceptions."""

    def __init__(self, heard: list[str]) -> None:
        self.heard = heard
        self.raised: list[str] = []

    def process_ended(
        self, entrant: str, how: str, output: Path, *, raised: str
    ) -> None:
        self.heard.append(how)
        self.raised.append(raised)


class Doomed:
    """A process that ends a second after its bot has joined."""

    def __init__(self, plan: Launch, lobby: Lobby) -> None:
        self.entrant = plan.entrant
        self.output = plan.output
        self.running = True
        lobby.player(plan.entrant).joined.set()

    async def wait(self) -> str:
        await trio.sleep(1)
        self.running = False
        return "exited with code 7"

    async def end(self) -> None:
        await trio.sleep(0.1)
        self.running = False


async def test_a_house_bot_that_has_ended_for_good_is_called_anew_in_the_next_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    lobby = Lobby("test", Progress())
    launched, ended = list[str](), list[str]()

    async def launch(plan: Launch) -> Doomed:
        launched.append(plan.entrant)
        return Doomed(plan, lobby)

    monkeypatch.setattr(roster, "launch", launch)
    here = Surroundings("", tmp_path, tmp_path, bytes(32), public="")
    async with trio.open_nursery() as nursery:
        bots = Roster(parse_config(CONFIG), lobby, here, nursery, Ended(ended))
        for round_number in (1, 2):
            bots.replace_house_bots()
            assert not bots.has_house_bot("house-1")
            await bots.call_house_bot("house-1")
            # Its end is read from a file meanwhile, for which no clock waits.
            while not bots.fallen():
                await trio.sleep(1)
            assert len(launched) == round_number * (1 + roster.RELAUNCHES)
            assert bots.fallen() == {"house-1": "its process ended 4 times"}
            assert bots.has_house_bot("house-1"), "it is not called in mid-round"
            assert lobby.player("house-1").gone
    code = "exited with code 7"
    once = [code] * roster.RELAUNCHES + [f"{code}, and is not launched again"]
    assert ended == once * 2


@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_bot_that_is_launched_again_while_all_is_ended_ends_too(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: MockClock,
    cancelled: bool,
) -> None:
    lobby = Lobby("test", Progress())
    launched, again = list[Doomed](), trio.Event()

    async def launch(plan: Launch) -> Doomed:
        if launched:
            again.set()
            # Starting a process is in a thread and is not cancelled.
            with trio.CancelScope(shield=True):
                await trio.sleep(5)
        launched.append(Doomed(plan, lobby))
        return launched[-1]

    monkeypatch.setattr(roster, "launch", launch)
    here = Surroundings("", tmp_path, tmp_path, bytes(32), public="")
    async with trio.open_nursery() as nursery:
        bots = Roster(parse_config(CONFIG), lobby, here, nursery, Progress())
        await bots.call_house_bot("house-1")
        await again.wait()
        await bots.end()
        if cancelled:
            nursery.cancel_scope.cancel()
    assert [process.running for process in launched] == [False, False]


REMOTE = CONFIG + "".join(f'[[entrants]]\nname = "{name}"\n' for name in ("ann", "eve"))


def expecting() -> Lobby:
    """A lobby that expects the remote bots."""
    lobby = Lobby("test", Progress())
    for name in ("ann", "eve"):
        lobby.expect(name, name)
    return lobby


def remote_roster(lobby: Lobby, folder: Path, nursery: trio.Nursery) -> Roster:
    """A roster that waits 20 s for the remote bots."""
    here = Surroundings("", folder, folder, bytes(32), public="")
    config = replace(parse_config(REMOTE), join_time=20.0)
    return Roster(config, lobby, here, nursery, Progress())


@pytest.mark.parametrize("before", [False, True])
async def test_a_bot_that_is_dismissed_is_waited_for_no_longer(
    tmp_path: Path, autojump_clock: MockClock, before: bool
) -> None:
    lobby = expecting()

    async def dismiss() -> None:
        await trio.sleep(0 if before else 2)
        await bots.dismiss("eve", "its token was revoked")
        await trio.sleep(1)
        lobby.player("ann").joined.set()

    async with trio.open_nursery() as nursery:
        bots = remote_roster(lobby, tmp_path, nursery)
        if before:
            await dismiss()
        else:
            nursery.start_soon(dismiss)
        began = trio.current_time()
        absent = await bots.gather(["eve", "ann"], {"ann": None, "eve": None})
        waited = trio.current_time() - began
    assert absent == {}, "eve is out, not late"
    assert waited == (0 if before else 3)


async def test_who_is_not_dismissed_is_waited_for_as_before(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    lobby = expecting()
    async with trio.open_nursery() as nursery:
        bots = remote_roster(lobby, tmp_path, nursery)
        began = trio.current_time()
        nursery.start_soon(bots.dismiss, "eve", "its token was revoked")
        absent = await bots.gather(["eve", "ann"], {"ann": None, "eve": None})
    assert absent == {"ann": "did not join within 20 s"}
    assert trio.current_time() - began == 20
