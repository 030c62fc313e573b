"""Plays properly, and answers besides whatever nobody has asked it."""

from arena_client.v1.play_service_pb2 import Answer
from raw import Stream, lowest  # type: ignore[import-not-found]  # beside it when it runs

stream = Stream()
finished = [77]
before: dict[int, Answer] = {}
for response in stream:
    finished += [result.table_id for result in response.deal_results if result.last]
    for prompt in response.prompts:
        right = lowest(prompt)
        table, turn = prompt.table_id, prompt.turn
        stream.send(
            Answer(table_id=table, turn=turn + 1, cards=b"\x00"),  # out of turn
            Answer(table_id=table, turn=2**32 - 1, cards=b"\x00"),
            Answer(table_id=table + 1, turn=turn, cards=b"\x00"),  # not its table
            Answer(table_id=finished[-1], turn=turn, cards=b"\x00"),
            before.get(table, right),  # late
            right,
            right,  # twice
            Answer(table_id=table, turn=turn, cards=b"\xff"),  # thought better of it
        )
        before[table] = right
