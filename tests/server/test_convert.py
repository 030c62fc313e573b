"""What the wire cannot say is said as nearly as it can."""

import pytest

from arena.game.variant import variant
from arena.game.view import view_of
from arena.match.clock import TimeControl
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.convert import MOST_UINT32, bounded, fill_prompt, fill_ruling
from arena.server.stream import BotStream
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import dealt

YEARS = 10.0**8


@pytest.mark.parametrize(
    ("number", "said"),
    [(0.0, 0), (1.9, 1), (-0.002, 0), (YEARS * 1e6, MOST_UINT32)],
)
def test_a_number_is_the_nearest_that_its_field_holds(number: float, said: int) -> None:
    assert bounded(number) == said


def test_a_prompt_can_have_years_on_its_clock() -> None:
    match = Match(variant("thirteen"), dealt(), TimeControl(YEARS))
    match.start(0.0)
    prompt = pb.Prompt()
    fill_prompt(
        prompt,
        view_of(match.deal, 0),
        (),
        table_id=1,
        turn=1,
        clock_left=YEARS,
        round_trip=YEARS,
    )
    assert prompt.clock_left_ms == MOST_UINT32
    assert prompt.round_trip_us == MOST_UINT32


def test_a_ruling_can_be_of_years() -> None:
    ruling = pb.Ruling()
    flag_fall = Forfeit(
        deal=0,
        seat=0,
        turn=1,
        termination=Termination.FLAG_FALL,
        cards=None,
        refusal=None,
        measured=YEARS,
        allowed=YEARS,
    )
    fill_ruling(ruling, flag_fall, table_id=1)
    assert (ruling.measured_ms, ruling.allowed_ms) == (MOST_UINT32, MOST_UINT32)


async def test_a_reply_sent_ahead_of_its_ping_took_no_time() -> None:
    stream = BotStream(tables=1, wants_legal_plays=False, client="", peer="")
    stream._ping, stream._ping_left = 1, 100.0
    stream.pong(1, 99.0)
    assert stream.round_trip == 0.0
