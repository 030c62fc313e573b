"""Answers find their tables, and it is counted which of them anybody has asked for."""

import trio
from trio.testing import MockClock

from arena.server.answers import hand_in
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import TestTable, first_play


async def test_answers_find_their_tables_and_others_are_nobodys(
    autojump_clock: MockClock,
) -> None:
    first, second = TestTable(), TestTable()
    async with first.playing() as one, second.playing() as other:
        prompt = first.asked().prompt()
        assert prompt is not None
        # The same bot at both tables, at the second not asked.
        seat = prompt.seat
        unasked = (second.asked().player.seats[second.table.id][1] + 1) % 4
        seats = {
            first.table.id: (first.table, seat),
            second.table.id: (second.table, unasked),
        }
        answer = pb.Answer(
            table_id=prompt.table_id, turn=prompt.turn, cards=first_play(prompt)
        )
        closed = pb.Answer(table_id=first.table.id ^ second.table.id, turn=1)
        not_asked = pb.Answer(table_id=second.table.id, turn=1)
        answers = [closed, not_asked, answer, answer]
        now = trio.current_time()
        assert hand_in(answers, seats, now) == (3, 1)
        assert first.match.log[0].cards == bytes(sorted(answer.cards))
        assert not second.match.log
        assert hand_in([], seats, now) == (0, 0)
        one.cancel_scope.cancel()
        other.cancel_scope.cancel()
