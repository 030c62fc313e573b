"""What is said while a tournament is played, and what is only counted."""

import io
import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from arena.cli.announcer import Announcer, reachable
from arena.cli.lines import LineProgress
from arena.cli.live import REDRAWN, LiveProgress
from arena.cli.ration import Ration
from arena.cli.wait_text import wait_text
from arena.director.awaited import Wait
from arena.director.progress import RemoteSeat
from arena.game.refusal import Refusal
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.store.rows import RotationKey
from arena.tournament.config import parse_config
from arena.tournament.standings import Standing
from tests.support.clock import Clock
from tests.support.played import CONFIG

FORFEIT = Forfeit(
    deal=0,
    seat=2,
    turn=7,
    termination=Termination.ILLEGAL_ANSWER,
    cards=b"\x00",
    refusal=Refusal.NOT_HELD,
    measured=0.1,
    allowed=5.0,
)
LEADING = Standing(
    rank=1,
    entrant="ann",
    rating=85.2,
    low=45.0,
    high=125.4,
    provisional=True,
    boards=4,
    deals=16,
    points_per_board=2.25,
    average_place=1.75,
    forfeits=0,
)
SECOND = replace(
    LEADING, rank=2, entrant="bob", rating=None, low=None, high=None, boards=0
)
KEY = RotationKey(round=1, table=2, board=3, rotation=4)
OUTPUTS = {"ann": Path("bot-output/spring/ann.log")}


class Said(Announcer):
    """Keeps what is said."""

    def __init__(self, config: str = CONFIG) -> None:
        """Has nothing said yet."""
        super().__init__(parse_config(config), OUTPUTS, Clock())
        self.lines: list[str] = []

    def line(self, text: Text) -> None:
        """Keeps a line."""
        self.lines.append(text.plain)


@pytest.fixture
def said() -> Said:
    return Said()


def test_the_commitment_comes_first_and_the_seed_last(said: Said) -> None:
    said.opened(resumed=False, commitment="c0ffee", boards_left=4)
    said.finished("5eed")
    assert said.lines == [
        "playing 'spring': 4 boards left",
        "commitment, the SHA-256 of the seed: c0ffee",
        "finished; the seed of all deals: 5eed",
    ]


def test_resuming_is_said(said: Said) -> None:
    said.opened(resumed=True, commitment="c0ffee", boards_left=2)
    assert said.lines[0] == "resuming 'spring': 2 boards left"


@pytest.mark.parametrize(
    ("fill", "told"),
    [("house", ["house bots of the arena take 3 seats"]), ("short", [])],
)
def test_house_bots_that_fill_a_table_are_said(fill: str, told: list[str]) -> None:
    text = CONFIG + '[[entrants]]\nname = "eve"\n'
    said = Said(f'fill = "{fill}"\n{text}')
    said.opened(resumed=False, commitment="c0ffee", boards_left=1)
    first, *house, last = said.lines
    assert first == "playing 'spring': 1 board left"
    assert [
        line.partition(" in each round, since 5 entrants")[0] for line in house
    ] == (told)
    assert last.startswith("commitment")


def test_a_remote_bot_is_told_everything_it_needs_to_join(said: Said) -> None:
    said.awaiting([RemoteSeat("cat", "127.0.0.1:7070", "t0ken")], 120.0)
    assert said.lines == [
        "waiting up to 120 s for bots to join:",
        "  cat",
        "    address  127.0.0.1:7070",
        "    token    t0ken",
        "    such as  ARENA_ADDRESS=127.0.0.1:7070 ARENA_TOKEN=t0ken arena-bot planner",
    ]


def test_a_token_that_was_shown_before_is_not_shown_again(said: Said) -> None:
    said.awaiting([RemoteSeat("cat", "127.0.0.1:7070", None)], 120.0)
    assert "    token    the one shown when the tournament was begun" in said.lines


def test_only_remote_bots_are_announced_when_they_come_and_go(said: Said) -> None:
    said.awaiting([RemoteSeat("cat", "127.0.0.1:7070", "t0ken")], 120.0)
    said.lines.clear()
    said.joined("ann", "ipv4:127.0.0.1:5", "python")
    said.joined("cat", "ipv4:127.0.0.1:6", "node")
    said.left("ann", broken=False)
    said.left("cat", broken=False)
    assert said.lines == [
        "joined: cat from ipv4:127.0.0.1:6 (node)",
        "left: cat; it may come back with its token",
    ]


def test_a_stream_that_breaks_off_is_said_whoever_launched_its_bot(said: Said) -> None:
    said.awaiting([RemoteSeat("cat", "127.0.0.1:7070", "t0ken")], 120.0)
    said.lines.clear()
    for bot in ("ann", "cat"):
        said.left(bot, broken=True)
    assert said.lines == [
        "left: ann, its stream broken off",
        "left: cat, its stream broken off; it may come back with its token",
    ]


def test_the_first_forfeits_are_told_with_their_ruling(said: Said) -> None:
    said.forfeited("dan", FORFEIT, KEY)
    assert said.lines == [
        "forfeit: dan: round 1 table 2 board 3 rotation 4 deal 0: " + FORFEIT.message
    ]


def test_a_thousand_forfeits_take_a_dozen_lines(said: Said) -> None:
    for _ in range(500):
        said.forfeited("dan", FORFEIT, KEY)
        said.forfeited("bob", FORFEIT, KEY)
    assert len(said.lines) == 9
    assert said.lines[-1] == "forfeits: 1000 so far; the most: dan 500, bob 500"


def test_a_process_that_ended_is_told_with_the_path_of_its_output(said: Said) -> None:
    said.process_ended("ann", "exit code 1", OUTPUTS["ann"].resolve(), raised="")
    said.withdrawn("ann", "its process ended 4 times")
    said.withdrawn("cat", "did not join within 120 s")
    assert said.lines == [
        "bot ended: ann: exit code 1; its output: bot-output/spring/ann.log",
        "withdrawn: ann: its process ended 4 times;"
        " its output: bot-output/spring/ann.log",
        "withdrawn: cat: did not join within 120 s",
    ]


def test_a_process_that_ended_is_told_with_the_exception_it_printed(
    said: Said,
) -> None:
    said.process_ended(
        "ann", "exited with code 1", OUTPUTS["ann"], raised="ValueError: no plan"
    )
    assert said.lines == [
        "bot ended: ann: exited with code 1; it printed: ValueError: no plan;"
        " its output: bot-output/spring/ann.log"
    ]


def test_a_flood_of_refused_callers_is_counted(said: Said) -> None:
    for port in range(1000):
        said.refused(f"ipv4:10.0.0.9:{port}", "unknown token")
    assert len(said.lines) == 6


def test_a_bot_that_is_cut_off_is_named_with_what_it_did(said: Said) -> None:
    for port in range(1000):
        said.cut_off("ann", f"ipv4:127.0.0.1:{port}", "a flood")
    said.cut_off("bob", "ipv4:127.0.0.1:9", "a message that cannot be decoded")
    assert said.lines[0] == "cut off: ann at ipv4:127.0.0.1:0: a flood"
    assert any("bob" in line and "decoded" in line for line in said.lines)
    assert len(said.lines) < 10


def test_leaders_are_said_with_what_they_are_ranked_by() -> None:
    said = Said()
    better_rated = replace(LEADING, rank=2, entrant="bob", rating=302.0)
    better_rated = replace(better_rated, points_per_board=1.5)
    nobody = replace(SECOND, rank=3, entrant="cat", points_per_board=None)
    said.round_finished(1, 2, [LEADING, better_rated, nobody])
    assert said.lines == [
        "after round 1 of 2: 1. ann 2.25 (85 ± 40), 2. bob 1.50 (302 ± 40), 3. cat –"
    ]


def test_a_ration_is_for_each_source_and_for_all() -> None:
    ration = Ration(each=2, overall=3)
    assert [ration.take(source) for source in "aaabbc"] == [
        *(True, True, False),
        *(True, False, False),
    ]
    assert ration.total == 6
    assert ration.milestone() == ""


def test_without_a_terminal_lines_say_how_far_it_is_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = Clock()
    progress = LineProgress(parse_config(CONFIG), {}, clock)
    progress.round_started(1, 2, {1: 8})
    for _ in range(8):
        clock.now += 6
        progress.rotation_finished(1, 1, 40)
    progress.round_finished(1, 2, [LEADING, SECOND])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "round 1 of 2: 8 rotations to play",
        "round 1 of 2: 2 of 8 rotations, 0.2 deals/s, 1:24 left",
        "round 1 of 2: 4 of 8 rotations, 0.2 deals/s, 1:12 left",
        "round 1 of 2: 6 of 8 rotations, 0.2 deals/s, 1:00 left",
        "round 1 of 2 is over: 8 of 16 deals, 0.2 deals/s, 0:48 left",
        "after round 1 of 2: 1. ann 2.25 (85 ± 40), 2. bob 2.25",
    ]


def test_without_a_terminal_a_slow_bot_is_named_when_nothing_else_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = Clock()
    progress = LineProgress(parse_config(CONFIG), {}, clock)
    progress.round_started(1, 2, {1: 8})
    progress.rotation_started(1)
    for _ in range(70):
        clock.now += 1
        progress.waits([Wait("ann", clock.now, 1, 0.9)])
    progress.waits([])
    clock.now += 70
    progress.waits([])
    progress.rotation_finished(1, 1, 40)
    assert capsys.readouterr().err.splitlines() == [
        "round 1 of 2: 8 rotations to play",
        "round 1 of 2: 0 of 8 rotations, waiting for ann (30 s)",
        "round 1 of 2: 0 of 8 rotations, waiting for ann (60 s)",
        "round 1 of 2: 1 of 8 rotations, 0.1 deals/s, 35:00 left",
    ]


@pytest.mark.parametrize(
    ("waits", "text"),
    [
        ([], ""),
        ([Wait("ann", 2.9, 1, 0.1)], "waiting for ann (2 s)"),
        ([Wait("ann", 12.0, 3, 0.1)], "waiting for ann (12 s at 3 tables)"),
        ([Wait("ann", 0.7, 1, 0.64)], "waiting for ann (64% of the last 10 s)"),
        (
            [Wait("ann", 7.0, 1, 0.9, overdue=True)],
            "waiting for ann (7 s; its time is up)",
        ),
        (
            [Wait(name, 9.0, 1, 0.1) for name in ("ann", "bob", "cat", "dan", "eve")],
            "waiting for ann (9 s), bob (9 s), cat (9 s) and 2 more",
        ),
    ],
)
def test_who_is_waited_for_is_said_in_a_few_words(waits: list[Wait], text: str) -> None:
    assert wait_text(waits) == text


@pytest.fixture
def terminal() -> Console:
    """A terminal that is a text."""
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        width=100,
        color_system=None,
        force_interactive=True,
    )


def test_a_terminal_has_one_bar_and_the_events_above_it(terminal: Console) -> None:
    clock = Clock()
    with LiveProgress(parse_config(CONFIG), {}, clock, terminal) as progress:
        progress.round_started(2, 2, {1: 8})
        clock.now = 1.0
        progress.rotation_finished(1, 1, 40)
        progress.forfeited("dan", FORFEIT, KEY)
        progress._bar.refresh()
    assert isinstance(terminal.file, io.StringIO)
    shown = terminal.file.getvalue()
    assert "round 2/2 · rotation 1/8" in shown
    assert "56%" in shown
    assert "1.0 deals/s, 0:07 left" in shown
    assert "forfeit: dan: round 1 table 2 board 3 rotation 4 deal 0: " in shown
    assert FORFEIT.message in shown
    assert "waiting for" not in shown


def test_a_terminal_has_a_bar_for_a_round_with_nothing_left_to_play(
    terminal: Console,
) -> None:
    with LiveProgress(parse_config(CONFIG), {}, Clock(), terminal) as live:
        live.round_started(1, 2, {})
        live.waits([])
        live.round_started(2, 2, {1: 8})
        assert live.tally.done == 8


def test_a_terminal_is_not_drawn_anew_for_each_of_many_rotations(
    terminal: Console,
) -> None:
    clock = Clock()
    with LiveProgress(parse_config(CONFIG), {}, clock, terminal) as progress:
        progress.round_started(2, 2, {1: 8})
        for clock.now in (1.0, 1.0 + REDRAWN / 2, 1.0 + REDRAWN):
            progress.rotation_finished(1, 1, 40)
            progress._bar.refresh()
    assert isinstance(terminal.file, io.StringIO)
    shown = terminal.file.getvalue()
    assert "rotation 1/8" in shown
    assert "rotation 2/8" not in shown
    assert "rotation 3/8" in shown


def test_a_terminal_names_below_the_bar_whom_everybody_waits_for(
    terminal: Console,
) -> None:
    clock = Clock()
    with LiveProgress(parse_config(CONFIG), {}, clock, terminal) as progress:
        progress.waits([])
        progress.round_started(2, 2, {1: 8})
        progress.rotation_started(1)
        clock.now = 1.0
        progress.rotation_finished(1, 1, 40)
        clock.now = 5.0
        progress.waits([Wait("ann", 4.0, 1, 0.3)])
        progress._bar.refresh()
    assert isinstance(terminal.file, io.StringIO)
    shown = terminal.file.getvalue()
    assert re.search(r"rotation 1/8 [^\n]*\n[^\n]*waiting for ann \(4 s\)", shown)


def test_a_terminal_names_below_the_bar_who_has_yet_to_join(terminal: Console) -> None:
    seats = [RemoteSeat(name, "127.0.0.1:7070", "t0ken") for name in ("cat", "dan")]
    with LiveProgress(parse_config(CONFIG), {}, Clock(), terminal) as progress:
        progress.awaiting(seats, 120.0)
        progress.waits([])
        assert progress._bar.below == "still to join: cat, dan"
        progress.joined("cat", "127.0.0.1:50000", "")
        assert progress._bar.below == "still to join: dan"
        progress.round_started(1, 2, {1: 8})
        progress.waits([])
        assert progress._bar.below == ""


def test_nobody_is_named_below_the_bar_once_withdrawn_or_once_the_round_is_over(
    terminal: Console,
) -> None:
    waits = [Wait("ann", 4.0, 1, 0.3), Wait("bob", 3.0, 1, 0.3)]
    with LiveProgress(parse_config(CONFIG), {}, Clock(), terminal) as progress:
        progress.round_started(1, 2, {1: 8})
        progress.waits(waits)
        progress.withdrawn("ann", "3 forfeits")
        assert progress._bar.below == "waiting for bob (3 s)"
        progress.waits(waits)
        assert progress._bar.below == "waiting for bob (3 s)"
        progress.round_finished(1, 2, [])
        assert progress._bar.below == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]"])  # noqa: S104 - only read
def test_any_host_is_shown_as_one_that_others_can_reach(host: str) -> None:
    assert reachable(f"{host}:7070") == f"{socket.gethostname()}:7070"
    assert reachable("127.0.0.1:7070") == "127.0.0.1:7070"
