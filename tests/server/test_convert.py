"""What the wire cannot say is said as nearly as it can."""

import pytest

from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.convert import MOST_UINT32, bounded, fill_ruling
from arena.server.stream import BotStream
from arena.v1 import play_service_pb2 as pb

YEARS = 10.0**8


@pytest.mark.parametrize(
    ("number", "said"),
    [(0.0, 0), (1.9, 1), (-0.002, 0), (YEARS * 1e6, MOST_UINT32)],
)
def test_a_number_is_the_nearest_that_its_field_holds(number: float, said: int) -> None:
    assert bounded(number) == said


@pytest.mark.parametrize(
    ("seconds", "milliseconds"), [(YEARS, MOST_UINT32), (2.3766, 2377), (2.3764, 2376)]
)
def test_a_ruling_has_its_times_to_the_nearest_millisecond(
    seconds: float, milliseconds: int
) -> None:
    ruling = pb.Ruling()
    times = {"measured": seconds, "allowed": seconds}
    flag_fall = Forfeit(0, 0, 1, Termination.FLAG_FALL, None, None, **times)
    fill_ruling(ruling, flag_fall, table_id=1)
    assert (ruling.measured_ms, ruling.allowed_ms) == (milliseconds, milliseconds)


async def test_a_reply_sent_ahead_of_its_ping_took_no_time() -> None:
    stream = BotStream(tables=1, wants_legal_plays=False, client="", peer="")
    stream._ping, stream._ping_left = 1, 100.0
    stream.pong(1, 99.0)
    assert stream.round_trip == 0.0
