"""Which part of the arena a line of running code belongs to.

The innermost frame that tells decides; what only serves others, such as the standard
library, belongs to whoever called it.
"""

from collections.abc import Sequence
from types import FrameType

PROTOBUF = "protobuf"
GRPC = "gRPC"
TRIO = "trio"
RULES = "rules"
RECORD = "record"
SERVER = "server"
OTHER = "other"

GROUPS: Sequence[tuple[str, str]] = (
    (PROTOBUF, "messages: fill, read, encode, decode"),
    (GRPC, "gRPC: streams, HTTP/2, sockets"),
    (TRIO, "trio and trio-asyncio: tasks, timers, waiting"),
    (RULES, "rules: the match, legal plays, clocks"),
    (SERVER, "server: tables, streams, seats"),
    (RECORD, "record: results, database, director"),
    (OTHER, "other"),
)
"""What there is, with what it is called."""

_PLACES: Sequence[tuple[str, str]] = (
    ("/arena/server/convert.py", PROTOBUF),
    ("/arena/server/prompts.py", PROTOBUF),
    ("/arena/server/requests.py", PROTOBUF),
    ("/google/protobuf/", PROTOBUF),
    ("/arena/game/", RULES),
    ("/arena/match/", RULES),
    ("/arena/dealing.py", RULES),
    ("/arena/store/", RECORD),
    ("/arena/director/", RECORD),
    ("/sqlalchemy/", RECORD),
    ("/trio/", TRIO),
    ("/outcome/", TRIO),
    ("/arena/server/backlog.py", TRIO),
    ("/grpc/", GRPC),
    ("/arena/server/", SERVER),
)

_HANDED_OVER = ("write_loop", "next_request")
"""The server's functions that do little but call gRPC."""


def group_of(frame: FrameType) -> str:
    """Gives the group of what a thread is doing."""
    looked: FrameType | None = frame
    while looked is not None:
        code = looked.f_code
        name = code.co_filename
        if "/trio_asyncio/" in name or "/asyncio/" in name:
            # gRPC's own code is compiled: it runs in what asyncio calls.
            return GRPC if code.co_name in ("_run", "_run_once") else TRIO
        if code.co_name in _HANDED_OVER:
            return GRPC
        for place, group in _PLACES:
            if place in name:
                return group
        looked = looked.f_back
    return OTHER
