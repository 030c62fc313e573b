"""Matches that follow from a seed alone, to compare arenas in which they are played.

`python -m tests.support.by_seed SEED MATCHES` prints all that happens in so many
matches, and the records of their deals. Bots play legally for the most part; now and
then they answer with what is not allowed or not theirs to play, let the flag fall, lose
their streams and return, or are withdrawn.
"""

import sys
from collections.abc import Iterator
from random import Random

from arena.dealing import board_key, deal_cards
from arena.game.record import decode_record, readjudicate
from arena.game.variant import PRESETS, Variant, hand_size, packs_for, with_rules
from arena.match.clock import TimeControl
from arena.match.events import MatchEvent
from arena.match.machine import Match
from arena.match.record import RecordWriter

TIME_CONTROLS = [TimeControl(), TimeControl(3.0, 0.1), TimeControl(2.0, 0.0, 1.0)]

HOUSE_RULES: list[dict[str, object]] = [
    {},
    {},
    {"out_of_turn": True},
    {"equal_cards": "later", "out_of_turn": True, "open_hands": "neighbour"},
    {"lead_later": "winner", "solo_run": True, "ends": "first_out"},
    {"instant_win": "four_twos", "payoff": "winner_takes", "opening": "may_pass"},
]

MISHAPS = 0.036
"""The share of inputs that are no legal answers."""

OUT_OF_TURN = 0.15
"""The share of answers that any seat which may play gives, not the one that is asked."""

MOST_INPUTS = 20_000
"""Far more than a match takes."""


def rules_of(number: int) -> Variant:
    """Gives the variants one after the other, with changing house rules."""
    presets = list(PRESETS.values())
    chosen = presets[number % len(presets)]
    changed = HOUSE_RULES[number // len(presets) % len(HOUSE_RULES)]
    return with_rules(chosen, {"seats": "any", **changed})


def play(number: int, chance: Random) -> Iterator[str]:
    """Plays a match of two deals; gives each event, then each record, in text."""
    rules, seats = rules_of(number), chance.randint(2, 6)
    size = min(hand_size(rules, seats), 13)
    # The cards that are not dealt would make the opener's hand too large to list.
    rules = with_rules(rules, {"hand": size, "leftover": "out_of_play"})
    key = chance.randbytes(32)
    dealt = [
        deal_cards(
            board_key(key, "seeded", 1, number, deal),
            seats=seats,
            hand=size,
            packs=packs_for(rules, seats),
        )
        for deal in range(2)
    ]
    match = Match(
        rules,
        dealt,
        chance.choice(TIME_CONTROLS),
        forced_passes=chance.random() < 0.8,
    )
    now = 0.0
    yield from map(repr, match.start(now))
    for _ in range(MOST_INPUTS):
        if match.over:
            break
        now += chance.random() / 10
        yield from map(repr, _input(match, now, chance))
    writer = RecordWriter("seeded", rules)
    for deal in match.played:
        line = writer.line(
            deal,
            round=1,
            table=1,
            board=number + 1,
            rotation=1,
            entrants=[f"bot-{seat}" for seat in range(seats)],
            started_time=None,
        )
        readjudicate(decode_record(line))
        yield line


def _input(match: Match, now: float, chance: Random) -> list[MatchEvent]:
    """Has the prompt sent, and the match take what comes next."""
    asked = match.prompt
    assert asked is not None
    sent = match.sent(asked.seat, asked.turn, now)
    if chance.random() < MISHAPS:
        return sent + _mishap(match, asked.turn, now, chance)
    seat = asked.seat
    others = [other for other in range(match.deal.seats) if match.deal.may_act(other)]
    if len(others) > 1 and chance.random() < OUT_OF_TURN:
        seat = chance.choice(others)
    plays = match.deal.legal_plays(seat)
    if not plays:
        return sent
    return sent + match.answer(seat, asked.turn, chance.choice(plays), now)


def _mishap(match: Match, turn: int, now: float, chance: Random) -> list[MatchEvent]:
    """Has something happen that is no answer by the rules."""
    seat = chance.randrange(match.deal.seats)
    match chance.choices(
        ["flag", "lose", "regain", "withdraw", "err"], [4, 6, 20, 1, 5]
    ):
        case ["flag"]:
            deadline = match.deadline
            return [] if deadline is None else match.expire(max(now, deadline))
        case ["lose"]:
            return match.lose(seat, now, for_good=chance.random() < 0.3)
        case ["regain"]:
            return match.regain(seat, now)
        case ["withdraw"]:
            return match.withdraw(seat, now)
        case _:
            hand = match.deal.hands[seat] or b"\x00"
            cards = bytes(sorted(chance.choices(hand, k=chance.randrange(4))))
            return match.answer(seat, turn, cards, now)


def main(seed: str, matches: str) -> None:
    """Prints what happens in as many matches as are asked for."""
    for number in range(int(matches)):
        for line in play(number, Random(f"{seed} {number}")):
            print(line)  # noqa: T201 - what it is for


if __name__ == "__main__":
    main(*sys.argv[1:])
