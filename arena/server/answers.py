"""A bot's answers on their way to its tables."""

from collections.abc import Iterable

from arena.server.table import Table
from arena.v1 import play_service_pb2 as pb


def hand_in(
    answers: Iterable[pb.Answer], seats: dict[int, tuple[Table, int]], received: float
) -> tuple[int, int]:
    """Hands each answer to its table, in the order they came, at once.

    Args:
        answers: What a message of the bot's carries.
        seats: The tables it sits at, by table id, with the seat it has there.
        received: When the message came.

    Returns:
        How many were for a table of the bot's, and how many of these were to anything.
    """
    seated = asked = 0
    for answer in answers:
        place = seats.get(answer.table_id)
        # An answer to a table that is closed comes late: no harm, no reply.
        if place is not None:
            seated += 1
            table, seat = place
            if table.answer(seat, answer.turn, answer.cards, received):
                asked += 1
    return seated, asked
