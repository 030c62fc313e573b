"""What seats are offered that are not asked, where play out of turn is allowed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from arena.game.variant import variant, with_rules
from arena.game.view import view_of
from arena.match.clock import TimeControl
from arena.match.events import Asked
from arena.v1 import play_service_pb2 as pb
from tests.support.prompts import prompt_of
from tests.support.tables import TestTable


@asynccontextmanager
async def playing(
    control: TimeControl | None = None, **rules: object
) -> AsyncIterator[TestTable]:
    """A table where play out of turn is allowed, after everybody has joined it."""
    chosen = with_rules(variant("thirteen"), {"out_of_turn": True, **rules})
    # Nobody is passed for, so that the tests know who is asked next.
    test = TestTable(rules=chosen, control=control, forced_passes=False)
    async with test.playing() as nursery:
        yield test
        nursery.cancel_scope.cancel()


def asked(test: TestTable) -> Asked:
    """The prompt that is outstanding."""
    assert test.match.prompt is not None
    return test.match.prompt


def play_lowest(test: TestTable) -> int:
    """Plays what is lowest for whoever is asked, or passes; gives that seat."""
    seat = asked(test).seat
    plays = [play for play in test.match.deal.legal_plays() if play] or [b""]
    test.answer(plays[0], trio.current_time())
    return seat


def offers(response: pb.PlayResponse) -> list[pb.Prompt]:
    return [e.offer for e in response.table_events if e.HasField("offer")]


def read_offers(test: TestTable) -> dict[int, pb.Prompt]:
    """The newest offers that wait to be written, by seat."""
    found = {seat: offers(bot.read()) for seat, bot in enumerate(test.bots)}
    assert all(len(some) <= 1 for some in found.values())
    return {seat: some[0] for seat, some in found.items() if some}


def everything_of(test: TestTable, seat: int) -> pb.Prompt:
    """What the seat would be sent if it were asked in its present position."""
    return prompt_of(
        view_of(test.match.deal, seat),
        test.match.since_last_prompt(seat),
        test.match.deal.legal_plays(seat),
        table_id=test.table.id,
        turn=asked(test).turn,
        clock_left=test.match.clock_left(seat, trio.current_time()),
        round_trip=None,
    )


async def test_a_lead_is_offered_to_nobody(autojump_clock: MockClock) -> None:
    async with playing() as test:
        assert not read_offers(test)


async def test_those_who_are_not_asked_are_offered_their_own_view(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        owner = play_lowest(test)
        offered = read_offers(test)
        on_turn = asked(test).seat
        assert set(offered) == set(range(4)) - {owner, on_turn}
        for seat, offer in offered.items():
            assert offer == everything_of(test, seat)
            assert not offer.may_pass
            assert offer.turn == asked(test).turn
            assert b"" not in offer.legal_plays


async def test_who_has_passed_is_offered_nothing_more_in_the_trick(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        play_lowest(test)
        passed = asked(test).seat
        test.answer(b"", trio.current_time())
        offered = read_offers(test)
        assert passed not in offered
        assert len(offered) == 1


@pytest.mark.parametrize("open_hands", ["none", "neighbour", "all"])
async def test_an_offer_shows_no_hand_that_the_variant_does_not_lay_open(
    open_hands: str, autojump_clock: MockClock
) -> None:
    async with playing(open_hands=open_hands) as test:
        play_lowest(test)
        hands = test.match.deal.hands
        for seat, offer in read_offers(test).items():
            shown = {open_hand.seat for open_hand in offer.open_hands}
            wanted: dict[str, set[int]] = {
                "none": set(),
                "neighbour": {(seat + 1) % 4},
                "all": set(range(4)) - {seat},
            }
            assert shown == wanted[open_hands]
            sent = offer.SerializeToString()
            for other in set(range(4)) - shown - {seat}:
                assert hands[other] not in sent


async def test_legal_plays_are_listed_only_where_they_were_asked_for(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        for bot in test.bots:
            bot.legal_plays = False
            bot.connect()
        play_lowest(test)
        offered = read_offers(test)
        assert len(offered) == 2
        assert not any(offer.legal_plays for offer in offered.values())


async def test_only_the_newest_position_is_offered_to_a_bot_that_reads_slowly(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        owner = play_lowest(test)
        play_lowest(test)
        response = test.bots[(owner + 3) % 4].read()
        assert sum(len(e.events) for e in response.table_events) == 2
        assert [offer.turn for offer in offers(response)] == [asked(test).turn]
        assert not response.table_events[0].HasField("offer")


async def test_an_offer_and_a_prompt_are_never_open_together(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        while not test.match.over:
            play_lowest(test)
            if test.match.over:
                break
            response = test.asked().read()
            assert len(response.prompts) == 1
            assert not offers(response)


async def test_a_seat_that_has_forfeited_is_offered_nothing(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        guilty = asked(test).seat
        test.answer(b"\xff", trio.current_time())
        assert [f.seat for _, f in test.forfeits] == [guilty]
        play_lowest(test)
        assert test.match.deal.owner != guilty
        assert guilty not in read_offers(test)


async def test_a_seat_that_has_withdrawn_is_offered_nothing(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        leaver = (asked(test).seat + 2) % 4
        test.bots[leaver].player.rise()
        play_lowest(test)
        assert test.match.deal.may_act(leaver)
        assert leaver not in read_offers(test)


async def test_a_bot_that_comes_back_is_offered_the_position_again(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        play_lowest(test)
        offered = read_offers(test)
        seat, before = next(iter(offered.items()))
        test.bots[seat].disconnect()
        test.bots[seat].connect()
        (events,) = test.bots[seat].read().table_events
        assert not events.events
        assert events.turn == asked(test).turn
        assert events.offer == before


async def test_an_offer_takes_no_time_from_the_clock(
    autojump_clock: MockClock,
) -> None:
    async with playing(TimeControl(10.0, 0.0, None)) as test:
        play_lowest(test)
        test.asked().read()
        seat, offer = next(iter(read_offers(test).items()))
        await trio.sleep(3)
        assert offer.clock_left_ms == 10_000
        assert test.match.clock_left(seat, trio.current_time()) == 10.0


async def test_events_that_end_the_deal_lead_to_no_turn(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        last: list[pb.TableEvents] = []
        while not test.match.over:
            play_lowest(test)
            last = list(test.bots[0].read().table_events)
        assert last[-1].turn == 0
        assert not last[-1].HasField("offer")


async def test_an_answer_that_another_seat_overtook_counts_as_asked_for(
    autojump_clock: MockClock,
) -> None:
    async with playing() as test:
        play_lowest(test)
        overtaken = asked(test)
        eager, offer = next(
            (seat, offer)
            for seat, offer in read_offers(test).items()
            if offer.legal_plays
        )
        now = trio.current_time()
        assert test.table.answer(eager, offer.turn, offer.legal_plays[0], now)
        assert test.match.deal.owner == eager
        # The seat that was asked answers too, and the eager one a second time.
        for seat in (overtaken.seat, eager):
            assert test.table.answer(seat, offer.turn, b"", now)
        # A further answer to the same turn is nothing that anybody has asked for.
        assert not test.table.answer(eager, offer.turn, b"", now)


async def test_other_tables_push_and_offer_nothing(autojump_clock: MockClock) -> None:
    async with playing(out_of_turn=False) as test:
        for _ in range(10):
            play_lowest(test)
        assert not any(bot.read().table_events for bot in test.bots)
