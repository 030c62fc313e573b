"""The house bots: always legal, always the same, each stronger than the one before."""

from functools import cache
from random import Random

import pytest
from arena_client import Bot, View
from arena_client.bot import encode
from arena_client.bots import split
from arena_client.bots.choices import without
from arena_client.bots.endgame import Endgame
from arena_client.bots.experience import usual_cost
from arena_client.bots.plan import including
from arena_client.bots.split import MOST_CARDS, Held, Part, Splitter, held_of, parts_at
from arena_client.cards import parse_cards
from arena_client.house import BOTS
from arena_client.plays import legal_plays
from arena_client.rules import THIRTEEN, Rules, read_rules
from arena_client.testing import choose, seated, view
from arena_client.v1 import cards_pb2 as cards_pb
from arena_client.v1.play_service_pb2 import Prompt
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.deal import Deal, Situation
from arena.game.variant import PRESETS, Variant, to_toml, variant, with_rules

SITUATIONS = {
    Situation.LEAD: cards_pb.SITUATION_LEAD,
    Situation.OPEN: cards_pb.SITUATION_OPEN,
    Situation.FOLLOW: cards_pb.SITUATION_FOLLOW,
    Situation.SOLO_RUN: cards_pb.SITUATION_SOLO_RUN,
}


class Table:
    """Plays a deal with bots in this process, as the arena would ask them."""

    def __init__(self, deal: Deal, rules: Rules, bots: list[Bot]) -> None:
        """Seats the bots in order."""
        self.deal = deal
        self.rules = rules
        self.bots = bots
        self.events: list[cards_pb.Event] = []
        self.told = [0] * len(bots)

    def play(self) -> tuple[tuple[int, ...], ...]:
        """Plays to the end and gives the finishing order."""
        while self.deal.turn is not None:
            seat = self.deal.turn
            forced = self.deal.forced_pass()
            action = b"" if forced else self.ask(seat)
            trick = self.deal.trick_number
            self.deal.play(seat, action)
            ended = self.deal.trick_number != trick
            event = cards_pb.Event(
                seat=seat, cards=action, forced=forced, ends_trick=ended
            )
            self.events.append(event)
        return self.deal.finish

    def ask(self, seat: int) -> bytes:
        """What the bot at a seat plays."""
        deal = self.deal
        prompt = Prompt(
            seat=seat,
            situation=SITUATIONS[deal.situation],
            hand=deal.hands[seat],
            locked=deal.locked,
            hand_counts=bytes(map(len, deal.hands)),
            may_pass=deal.may_pass,
            events=self.events[self.told[seat] :],
        )
        if deal.table is not None:
            prompt.table = deal.table.cards
            prompt.owner = deal.owner or 0
        if deal.must_include is not None:
            prompt.must_include = bytes([deal.must_include])
        self.told[seat] = len(self.events)
        play = self.bots[seat].play(View(prompt, None, self.rules))
        return bytes(sorted(encode(play)))


def dealt(random: Random, packs: int, seats: int, packet: int) -> list[bytes]:
    """Hands dealt in packets from a sorted pack: the wider, the more bombs."""
    pack = [card for card in range(52) for _ in range(packs)]
    packets = [pack[at : at + packet] for at in range(0, len(pack), packet)]
    random.shuffle(packets)
    mixed = [card for cards in packets for card in cards]
    size = min(13, len(mixed) // seats)
    return [bytes(sorted(mixed[at * size : (at + 1) * size])) for at in range(seats)]


def played(
    of: Variant, names: list[str], seed: int, packet: int = 1
) -> tuple[tuple[int, ...], ...]:
    seats = len(names)
    hands = dealt(Random(seed), 1 if seats <= 4 else 2, seats, packet)
    bots = [seated(BOTS[name](), seed=seat) for seat, name in enumerate(names)]
    return Table(Deal(of, hands), read_rules(to_toml(of)), bots).play()


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("of", PRESETS)
@settings(deadline=None, max_examples=5)
@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 8), packet=st.sampled_from([1, 2])
)
def test_every_play_is_legal_under_every_variant(
    name: str, of: str, seed: int, seats: int, packet: int
) -> None:
    if PRESETS[of].seats not in {"any", seats}:
        seats = 4
    assert played(variant(of), [name] * seats, seed, packet)


HOUSE_RULES = [
    {"equal_cards": "later"},
    {"equal_cards": "unmatched", "pairs_beat": "any"},
    {"exceptions": ["quad > any single", "run of 4 > triple of 2s"]},
    {"exceptions": []},
    {"opening": "include", "leftover": "opener", "solo_run": True},
]


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("name", BOTS)
@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 2**32), seats=st.integers(4, 6))
def test_every_play_is_legal_under_house_rules(
    name: str, rules: dict[str, object], seed: int, seats: int
) -> None:
    of = with_rules(variant("thirteen"), rules)
    assert played(of, [name] * seats, seed, packet=2)


@pytest.mark.parametrize("name", BOTS)
def test_an_opener_includes_the_card_even_when_a_lower_one_was_picked_up(
    name: str,
) -> None:
    seen = view("3S 3D 4C 5H 9S", must_include="3D")
    assert "3D" in choose(seated(BOTS[name]()), seen).split()


def test_the_same_seed_plays_the_same_deals() -> None:
    names = list(BOTS)
    first = [played(variant("thirteen"), names, seed) for seed in range(10)]
    assert first == [played(variant("thirteen"), names, seed) for seed in range(10)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("lowest", "random"), ("planner", "lowest"), ("counter", "planner")],
)
def test_each_house_bot_is_stronger_than_the_one_before(
    stronger: str, weaker: str
) -> None:
    names = [stronger, weaker, stronger, weaker]
    total = 0.0
    for seed in range(300):
        for seats in (names, names[::-1]):
            for place, group in enumerate(played(variant("thirteen"), seats, seed)):
                for seat in group:
                    total += (1.5 - place) * (1 if seats[seat] == stronger else -1)
    assert total > 0


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # A bomb waits for a two, and takes it.
        ("4S 4C 4D 4H 7S JD", "AS", ""),
        ("4S 4C 4D 4H 7S JD", "2S", "4S 4C 4D 4H"),
        # A pair is not torn apart for a single that another card can answer.
        ("5S 5C 8D 3S 3C", "4S", "8D"),
        # Whoever can go out goes out.
        ("5S 5C", "4S 4C", "5S 5C"),
        ("2H", "AS", "2H"),
    ],
)
@pytest.mark.parametrize("name", ["planner", "counter"])
def test_planning_bots_keep_their_hand_together(
    name: str, hand: str, table: str, expected: str
) -> None:
    assert choose(seated(BOTS[name]()), view(hand, table=table)) == expected


def test_counter_leads_what_nobody_can_beat_when_one_play_remains() -> None:
    # Both twos that are higher have been played.
    seen = view("4S 2C", counts=[2, 3, 3, 3], events=[(1, "2D"), (2, "2H"), (3, "")])
    assert choose(seated(BOTS["counter"]()), seen) == "2C"


def test_counter_knows_from_a_forced_pass_who_holds_nothing_higher() -> None:
    seen = view("4S KD", counts=[2, 3, 0, 0], events=[(0, "QD"), (1, "")])
    seen.prompt.events[1].forced = True
    assert choose(seated(BOTS["counter"]()), seen) == "KD"


def test_counter_solves_the_end_between_two() -> None:
    # The rival holds 4S 4C QS. Whoever leads the pair of threes loses the lead to the
    # pair of fours; the king first keeps it, and then the rival cannot answer both.
    held, rival = parse_cards("3S 3C KS"), parse_cards("4S 4C QS")
    gone = bytes(card for card in range(52) if card not in held + rival)
    seen = view(str(held), counts=[3, 3, 0, 0])
    seen.prompt.events.add(seat=2, cards=gone)
    assert choose(seated(BOTS["counter"]()), seen) == "KS"


@pytest.mark.parametrize("name", BOTS)
def test_no_bomb_beats_the_two_that_a_solo_run_goes_on_from(name: str) -> None:
    held, rival = parse_cards("3S 3C 3D 3H 4S"), parse_cards("5S 6S")
    gone = bytes(card for card in range(52) if card not in held + rival)
    seen = view(str(held), table="2H", owner=0, counts=[5, 2, 0, 0])
    seen.prompt.situation = cards_pb.SITUATION_SOLO_RUN
    seen.prompt.events.add(seat=2, cards=gone)
    assert choose(seated(BOTS[name]()), seen) == ""


def test_an_end_between_two_is_won_whatever_the_rival_does() -> None:
    random = Random(3)
    endgame = Endgame(THIRTEEN)
    solved = 0
    for _ in range(60):
        cards = random.sample(range(52), 9)
        hand, rival = bytes(sorted(cards[:4])), bytes(sorted(cards[4:]))
        if endgame.winning(hand, rival, b"") is not None:
            solved += 1
            assert first_out(hand, rival, b"", endgame)
    assert solved > 10


def first_out(hand: bytes, rival: bytes, table: bytes, endgame: Endgame) -> bool:
    """Whether following the endgame's plays gets out first against every defence."""
    play = endgame.winning(hand, rival, table)
    if play is None:
        return False
    rest = bytes(card for card in hand if card not in play)
    if not rest:
        return True
    lies = play or b""
    defences = legal_plays(THIRTEEN, rival, lies, may_pass=bool(lies))
    for defence in defences:
        left = bytes(card for card in rival if card not in defence)
        if not left or not first_out(rest, left, bytes(defence), endgame):
            return False
    return True


@pytest.mark.parametrize("table", ["", "3H"])
def test_the_end_between_two_is_solved_with_cards_held_twice(table: str) -> None:
    # Of one suit, so that plays which differ in suits only do not blur it.
    random = Random(5)
    twice = [4 * rank for rank in range(1, 6)] * 2
    lies = bytes(parse_cards(table))
    won = 0
    for _ in range(100):
        held = random.sample(twice, 7)
        hand, rival = bytes(sorted(held[:3])), bytes(sorted(held[3:]))
        expected = gets_out_first(hand, rival, lies)
        won += expected
        found = Endgame(THIRTEEN).winning(hand, rival, lies)
        assert (found is not None) == expected, (hand, rival)
    assert 0 < won < 100


@cache
def gets_out_first(hand: bytes, rival: bytes, table: bytes) -> bool:
    """Whether the owner of `hand`, on turn, can be out first: tries everything."""
    for play in legal_plays(THIRTEEN, hand, table, may_pass=bool(table)):
        rest = without(hand, play)
        if not rest or not gets_out_first(rival, rest, bytes(play)):
            return True
    return False


def test_a_pair_of_twins_stays_a_pair_when_it_has_to_include_another_card() -> None:
    (card,) = parse_cards("3C")
    assert str(including(card, parse_cards("3S 3S"))) == "3S 3C"
    assert str(including(card, parse_cards("3S 3S 3C"))) == "3S 3S 3C"


class CountingSplitter(Splitter):
    """Counts how often it searches."""

    searches = 0

    def _find(self, held: Held) -> float:
        self.searches += 1
        return super()._find(held)


def begun_below(held: Held, run_top: int, seen: set[Held]) -> set[Held]:
    """Every hand that is left when parts are taken away, lowest ranks first."""
    if held and held not in seen:
        seen.add(held)
        low = ((held & -held).bit_length() - 1) // 4
        for part in parts_at(held, low, run_top):
            begun_below(held - part.held, run_top, seen)
    return seen


def test_a_split_searches_no_hand_twice_however_little_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split, "MOST_REMEMBERED", 50)
    held = held_of(bytes(range(1, 52, 2)))
    splitter = CountingSplitter(usual_cost(THIRTEEN), THIRTEEN.run_top)
    parts = splitter.split(held)
    assert sum(part.held for part in parts) == held
    hands = begun_below(held, THIRTEEN.run_top, set())
    assert 50 < splitter.searches <= len(hands)
    # Afresh for another hand, and still the same.
    splitter.total(held_of(bytes(range(0, 52, 3))))
    assert splitter.split(held) == parts


@pytest.mark.parametrize("of", PRESETS)
def test_ordinary_hands_are_split_in_the_cheapest_way(of: str) -> None:
    rules = read_rules(to_toml(variant(of)))
    cost = usual_cost(rules)
    splitter = Splitter(cost, rules.run_top)

    @cache
    def cheapest(held: Held) -> tuple[float, Part | None]:
        if not held:
            return 0.0, None
        low = ((held & -held).bit_length() - 1) // 4
        return min(
            (cost(part) + cheapest(held - part.held)[0], part)
            for part in parts_at(held, low, rules.run_top)
        )

    random = Random(7)
    for number in range(200):
        pack = list(range(52)) * (1 + number % 2)
        held = held_of(bytes(random.sample(pack, random.choice([7, 13, 13, 26]))))
        assert splitter.total(held) == cheapest(held)[0]
        for part in splitter.split(held):
            assert part == cheapest(held)[1]
            held -= part.held


@pytest.mark.parametrize("cards", [MOST_CARDS, MOST_CARDS + 1, 65, 91, 104])
def test_a_hand_of_very_many_cards_is_split_whole(cards: int) -> None:
    splitter = Splitter(usual_cost(THIRTEEN), THIRTEEN.run_top)
    held = held_of(bytes(Random(cards).sample([*range(52)] * 2, cards)))
    parts = splitter.split(held)
    assert sum(part.held for part in parts) == held
    assert splitter.total(held) == pytest.approx(sum(map(splitter.cost, parts)))
    lows = [part.top - part.length for part in parts]
    assert lows == sorted(lows)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", BOTS)
def test_a_deal_with_a_hand_of_very_many_cards_is_played_to_its_end(
    name: str, seed: int
) -> None:
    of = with_rules(variant("kenneth-lu"), {"packs": 2})
    pack = [*range(52)] * 2
    Random(seed).shuffle(pack)
    hands = [bytes(sorted(pack[:91])), bytes(sorted(pack[91:]))]
    bots = [seated(BOTS[name](), seed=seat) for seat in range(2)]
    assert Table(Deal(of, hands), read_rules(to_toml(of)), bots).play()
