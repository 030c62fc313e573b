"""What seats are told of a deal's beginning and end, against messages filled by hand."""

import pytest
import trio
from trio.testing import MockClock

from arena.game.variant import to_toml, variant
from arena.match.clock import TimeControl
from arena.server.convert import event_of, termination_of
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import TestTable, dealt, first_play

CLOCKS = [
    TimeControl(3.0, 0.5, None),
    TimeControl(None, 0.0, None),
    TimeControl(60.0, 0.0, 2.25),
]


@pytest.mark.parametrize("control", CLOCKS)
async def test_a_beginning_is_the_same_message_as_one_filled_by_hand(
    autojump_clock: MockClock, control: TimeControl
) -> None:
    rules, cards = variant("thirteen"), dealt()
    test = TestTable(rules=rules, control=control, cards=cards)
    async with test.playing() as nursery:
        for seat, bot in enumerate(test.bots):
            wanted = pb.DealStart(
                table_id=test.table.id,
                deal=0,
                seat=seat,
                seats=4,
                dealer=cards[0].dealer,
                hand=cards[0].hands[seat],
                variant="thirteen",
                rules=to_toml(rules),
            )
            if control.bank is not None:
                wanted.clock.FromMilliseconds(int(control.bank * 1000))
                wanted.increment.FromMilliseconds(int(control.increment * 1000))
            if control.answer_time is not None:
                wanted.answer_time.FromMilliseconds(int(control.answer_time * 1000))
            assert list(bot.read().deal_starts) == [wanted]
        nursery.cancel_scope.cancel()


async def test_an_end_is_the_same_message_as_one_filled_by_hand(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(cards=dealt(deals=3))
    told: list[dict[int, int]] = [dict.fromkeys(range(4), 0) for _ in range(3)]
    results: list[list[pb.DealResult]] = [[] for _ in test.bots]

    def read_all() -> list[pb.Prompt]:
        prompts: list[pb.Prompt] = []
        for seat, bot in enumerate(test.bots):
            response = bot.read()
            results[seat] += response.deal_results
            for prompt in response.prompts:
                told[test.match.deal_number][seat] += len(prompt.events)
            prompts += response.prompts
        return prompts

    async with test.playing():
        first = True
        while not test.match.over:
            (prompt,) = read_all()
            # Somebody forfeits the first deal.
            test.answer(b"\x63" if first else first_play(prompt), trio.current_time())
            first = False
            await trio.lowlevel.checkpoint()
        read_all()
    for seat in range(4):
        for result, played in zip(results[seat], test.match.played, strict=True):
            news = played.actions[told[played.deal][seat] :]
            assert result == pb.DealResult(
                table_id=test.table.id,
                deal=played.deal,
                seat=seat,
                finish=[cards_pb.FinishGroup(seats=each) for each in played.finish],
                payoff=played.payoff,
                terminations=[termination_of(each) for each in played.terminations],
                events=[event_of(action) for action in news],
                last=played.deal == 2,
            )


async def test_a_stream_that_has_been_replaced_is_told_nothing_more(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    async with test.playing() as nursery:
        older = test.bots[0].stream
        newer = test.bots[0].connect()
        assert not pb.PlayResponse.FromString(older.take()).deal_starts
        assert len(pb.PlayResponse.FromString(newer.take()).deal_starts) == 1
        nursery.cancel_scope.cancel()
