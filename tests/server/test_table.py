"""The table between streams and match machine, on a clock that jumps."""

import errno

import pytest
import trio
from trio.testing import MockClock

from arena.game.variant import variant, with_rules
from arena.match.clock import TimeControl
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.table import ABSENCE
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import SeatedBot, TestTable, dealt, first_play


async def test_a_table_plays_to_the_end_and_tells_everybody_the_result(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    async with test.playing():
        await test.play_out()
    assert [len(deal.forfeits) for deal in test.match.played] == [0]
    for seat, bot in enumerate(test.bots):
        (result,) = bot.read().deal_results
        assert (result.seat, result.last) == (seat, True)
        assert sum(result.payoff) == 0
        assert sorted(s for group in result.finish for s in group.seats) == [0, 1, 2, 3]
    assert not any(bot.player.seats for bot in test.bots)


async def test_the_events_of_all_prompts_and_the_result_are_the_whole_deal(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    heard: dict[int, list[tuple[int, bytes]]] = {seat: [] for seat in range(4)}

    def hear(seat: int, response: pb.PlayResponse) -> None:
        for prompt in response.prompts:
            heard[seat] += [(event.seat, event.cards) for event in prompt.events]
        for result in response.deal_results:
            heard[seat] += [(event.seat, event.cards) for event in result.events]

    async with test.playing():
        while not test.match.over:
            bot = test.asked()
            response = bot.read()
            hear(test.bots.index(bot), response)
            test.answer(first_play(response.prompts[-1]), trio.current_time())
    for seat, bot in enumerate(test.bots):
        hear(seat, bot.read())
    actions = [(a.seat, a.cards) for a in test.match.played[0].actions]
    assert all(heard[seat] == actions for seat in range(4))


async def test_a_silent_bot_forfeits_by_flag_fall_and_the_deal_goes_on(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None))
    async with test.playing():
        silent = test.asked()
        silent.read()
        began = trio.current_time()
        while not test.forfeits:
            await trio.sleep(0.1)
        assert trio.current_time() - began == pytest.approx(3.0, abs=0.11)
        await test.play_out()
    name, forfeit = test.forfeits[0]
    assert name == silent.player.name
    assert forfeit.termination is Termination.FLAG_FALL
    (ruling,) = silent.read().rulings
    assert ruling.termination == cards_pb.TERMINATION_FLAG_FALL
    assert ruling.allowed_ms == 3000


async def test_a_prompt_that_has_not_left_costs_its_seat_no_time(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None))
    async with test.playing() as nursery:
        bot = test.asked()
        await trio.sleep(60)
        assert not test.forfeits
        prompt = bot.prompt()
        assert prompt is not None
        assert prompt.clock_left_ms == 3000
        nursery.cancel_scope.cancel()


async def test_a_bot_that_returns_in_its_own_time_is_asked_again(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(5.0, 0.0, None))
    async with test.playing():
        bot = test.asked()
        first = bot.prompt()
        assert first is not None
        bot.disconnect()
        await trio.sleep(2)
        bot.connect()
        response = bot.read()
        again = response.prompts[0]
        assert (again.turn, again.hand) == (first.turn, first.hand)
        assert again.clock_left_ms == 3000
        assert [start.hand for start in response.deal_starts] == [first.hand]
        test.answer(again.legal_plays[0], trio.current_time())
        await test.play_out()
    assert not test.forfeits


async def test_a_bot_that_stays_away_loses_by_its_connection(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(5.0, 0.0, None))
    async with test.playing():
        bot = test.asked()
        bot.disconnect()
        await trio.sleep(5.01)
        await test.play_out()
    assert [(n, f.termination) for n, f in test.forfeits] == [
        (bot.player.name, Termination.LOST_CONNECTION)
    ]


async def test_where_no_clock_limits_it_a_bot_may_be_away_for_two_minutes(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl())
    async with test.playing():
        bot = test.asked()
        bot.disconnect()
        await trio.sleep(ABSENCE - 1)
        bot.connect()
        await trio.sleep(10 * ABSENCE)  # it is here, and may think
        assert not test.forfeits
        bot.disconnect()
        began = trio.current_time()
        while not test.forfeits:
            await trio.sleep(1)
        assert trio.current_time() - began == pytest.approx(ABSENCE, abs=1.1)
        await test.play_out()
    assert [(n, f.termination) for n, f in test.forfeits] == [
        (bot.player.name, Termination.LOST_CONNECTION)
    ]


async def test_a_bot_whose_process_has_ended_is_not_waited_for(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(1000.0, 0.0, None))
    async with test.playing():
        bot = test.asked()
        began = trio.current_time()
        bot.player.depart()
        assert [f.termination for _, f in test.forfeits] == [
            Termination.LOST_CONNECTION
        ]
        await test.play_out()
        assert trio.current_time() == began


async def test_a_withdrawn_bot_hears_goodbye_and_the_others_play_on(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    async with test.playing():
        bot = test.asked()
        bot.player.withdraw()
        assert bot.read().goodbye.reason == pb.GOODBYE_REASON_WITHDRAWN
        await test.play_out()
    assert [f.termination for _, f in test.forfeits] == [Termination.WITHDRAWN]


async def test_an_illegal_answer_is_ruled_with_its_code_and_its_cards(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    async with test.playing():
        bot = test.asked()
        prompt = bot.prompt()
        assert prompt is not None
        test.answer(b"\xff\x00", trio.current_time())
        (ruling,) = bot.read().rulings
        assert ruling.termination == cards_pb.TERMINATION_ILLEGAL_ANSWER
        assert ruling.refusal == cards_pb.REFUSAL_NOT_HELD
        assert ruling.cards == b"\xff\x00"
        assert (ruling.table_id, ruling.turn) == (test.table.id, prompt.turn)
        await test.play_out()


def on_a_full_disk(name: str, forfeit: Forfeit) -> None:
    """Cannot tell of a forfeit."""
    raise OSError(errno.ENOSPC, f"no room for what {name} did at {forfeit.turn}")


async def test_a_forfeit_that_cannot_be_told_outside_does_not_stop_its_table(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(forfeited=on_a_full_disk)
    async with test.playing():
        bot = test.asked()
        bot.read()
        with pytest.raises(OSError, match="no room for what"):
            test.answer(b"\xff", trio.current_time())
        (ruling,) = bot.read().rulings
        assert ruling.termination == cards_pb.TERMINATION_ILLEGAL_ANSWER
        assert test.asked() is not bot
        prompt = test.asked().prompt()
        assert prompt is not None
        assert test.match.deadline is not None
        test.answer(first_play(prompt), trio.current_time())
        await test.play_out()
    assert [len(deal.forfeits) for deal in test.match.played] == [1]


async def test_late_repeated_and_foreign_answers_change_nothing(
    autojump_clock: MockClock,
) -> None:
    test = TestTable()
    async with test.playing():
        prompt = test.match.prompt
        assert prompt is not None
        for seat in range(4):
            for turn in (0, prompt.turn + 1, 2**32 - 1):
                test.table.answer(seat, turn, b"\x00", trio.current_time())
            if seat != prompt.seat:
                test.table.answer(seat, prompt.turn, b"\x00", trio.current_time())
        assert test.match.prompt == prompt
        await test.play_out()
    assert not test.forfeits


async def test_plays_out_of_turn_are_pushed_and_taken(
    autojump_clock: MockClock,
) -> None:
    rules = with_rules(variant("thirteen"), {"out_of_turn": True})
    test = TestTable(rules=rules)
    async with test.playing() as nursery:
        opener = test.asked()
        prompt = opener.prompt()
        assert prompt is not None
        test.answer(prompt.must_include, trio.current_time())
        asked = test.match.prompt
        assert asked is not None
        eager = next(
            seat
            for seat in range(4)
            if seat not in {asked.seat, prompt.seat}
            and any(test.match.deal.legal_plays(seat))
        )
        pushed = test.bots[eager].read().table_events
        assert [e.events[0].cards for e in pushed] == [prompt.must_include]
        play = next(p for p in test.match.deal.legal_plays(eager) if p)
        test.table.answer(eager, pushed[-1].turn, play, trio.current_time())
        assert test.match.log[-1].seat == eager
        nursery.cancel_scope.cancel()


async def test_a_session_starts_every_deal_for_every_seat(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(cards=dealt(deals=3))
    starts: dict[SeatedBot, list[int]] = {bot: [] for bot in test.bots}
    async with test.playing():
        while not test.match.over:
            asked = test.asked()
            read = {bot: bot.read() for bot in test.bots}
            for bot, response in read.items():
                starts[bot] += [start.deal for start in response.deal_starts]
            test.answer(first_play(read[asked].prompts[-1]), trio.current_time())
    assert all(deals == [0, 1, 2] for deals in starts.values())
