"""What is fuzzed: input goes in, and nothing but an `ArenaError` may come out.

A target also asserts what must hold of input that is accepted: that it is written
as it was read, and that what is built of it can be used.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random

from arena.dealing import deal_cards
from arena.director.schedule import assignments
from arena.director.verify import verify
from arena.director.verify_exported import ExportedSource
from arena.errors import ArenaError, VariantError
from arena.game.cards import (
    format_action,
    format_cards,
    parse_action,
    parse_cards,
)
from arena.game.deal import Deal
from arena.game.record import (
    decode_record,
    encode_record,
    readjudicate,
)
from arena.game.summary import summary
from arena.game.variant import (
    Variant,
    from_toml,
    hand_size,
    overrides,
    packs_for,
    to_toml,
    variant,
    with_rules,
)
from arena.match.clock import parse_time_control
from arena.match.conduct import check_conduct
from arena.tournament.config import parse_config
from arena.tournament.swiss import Swiss
from scripts.fuzzing import mutation, samples

ROOT = Path(__file__).resolve().parents[2]

_SEED = bytes(range(32))
_MOST_ENTRANTS = 32
"""Larger fields take long to pair, and nothing else."""

_MOST_CARDS = 6
"""Larger hands have more plays to list, and nothing else."""


@dataclass(frozen=True)
class Target:
    """Something that reads input it did not write."""

    name: str
    run: Callable[[bytes], None]
    """Takes one input; may raise `ArenaError` and nothing else."""
    seeds: Callable[[], Iterable[bytes]]
    """Gives sound input to begin with."""
    mutate: Callable[[bytes, Random], bytes]
    """Makes other input of it, most of it nearly sound."""

    def accepts(self, data: bytes) -> bool:
        """Feeds one input; tells whether it was accepted."""
        try:
            self.run(data)
        except ArenaError:
            return False
        return True


def wrapped(name: str, data: bytes) -> bytes:
    """Writes an input down with the name of its target on a line above it."""
    return name.encode() + b"\n" + data


def unwrapped(data: bytes) -> tuple[Target | None, bytes]:
    """Reads what `wrapped` wrote; no target where the name is none's."""
    name, _, rest = data.partition(b"\n")
    return TARGETS.get(name.decode("utf-8", "replace")), rest


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _record(data: bytes) -> None:
    record = decode_record(_text(data))
    assert decode_record(encode_record(record)) == record
    readjudicate(record)
    rules = with_rules(variant(record.variant), record.rules)
    for forced_passes in (True, False):
        try:
            check_conduct(
                record,
                rules,
                parse_time_control("5+0.1"),
                forced_passes=forced_passes,
            )
        except ArenaError:
            continue


def _export(data: bytes) -> None:
    file = StringIO(_text(data))
    verify(ExportedSource(file, samples.config(), _SEED))


def _config(data: bytes) -> None:
    config = parse_config(_text(data))
    assert parse_config(_text(data)) == config
    if len(config.names) <= _MOST_ENTRANTS and config.boards * config.deals <= 4:
        paired = Swiss(config, _SEED).next_round([])
        assert paired is not None
        list(assignments(config, _SEED, paired))


def _variant(data: bytes) -> None:
    rules = from_toml(_text(data))
    assert from_toml(to_toml(rules)) == rules
    name, fields = overrides(rules)
    assert with_rules(variant(name), fields) == rules
    assert summary(rules)
    for seats in (2, 3, 4, 6):
        try:
            hand = min(hand_size(rules, seats), _MOST_CARDS)
        except VariantError:
            continue
        _play(rules, seats, hand)


def _play(rules: Variant, seats: int, hand: int) -> None:
    dealt = deal_cards(_SEED, seats=seats, hand=hand, packs=packs_for(rules, seats))
    deal = Deal(rules, dealt.hands, dealer=dealt.dealer)
    while deal.turn is not None:
        deal.play(deal.turn, deal.legal_plays()[-1])
    assert sum(deal.payoff) == 0


def _cards(data: bytes) -> None:
    text = _text(data)
    action = parse_action(text)
    assert parse_action(format_action(action)) == action
    if action:
        assert parse_cards(text) == action
        assert format_cards(action) == format_action(action)


def _clock(data: bytes) -> None:
    control = parse_time_control(_text(data))
    assert parse_time_control(str(control)) == control


def _files(folder: str, pattern: str) -> Iterator[bytes]:
    for path in sorted((ROOT / folder).glob(pattern)):
        yield path.read_bytes()


def _record_seeds() -> Iterator[bytes]:
    for record in (*samples.records(), *samples.playthroughs()):
        yield encode_record(record).encode()


def _export_seeds() -> Iterator[bytes]:
    lines = [encode_record(record) for record in samples.records()]
    yield "".join(f"{line}\n" for line in lines).encode()


def _config_seeds() -> Iterator[bytes]:
    yield from _files("examples", "*.toml")
    yield from _files("examples", "*/*.toml")


def _variant_seeds() -> Iterator[bytes]:
    for rules in samples.variants():
        yield to_toml(rules).encode()


def _card_seeds() -> Iterator[bytes]:
    yield from (b"pass", b"3S", b"10S 10C JS JH QC QH", b"2H 2H AD")


def _clock_seeds() -> Iterator[bytes]:
    yield from (b"10+0.5", b"none", b"0.000001", b"9999999.999999+0")


TARGETS = {
    target.name: target
    for target in (
        Target("record", _record, _record_seeds, mutation.mutate_json),
        Target("export", _export, _export_seeds, mutation.mutate_lines),
        Target("config", _config, _config_seeds, mutation.mutate_toml),
        Target("variant", _variant, _variant_seeds, mutation.mutate_toml),
        Target("cards", _cards, _card_seeds, mutation.mutate_text),
        Target("clock", _clock, _clock_seeds, mutation.mutate_text),
    )
}
"""Everything that is fuzzed, by name."""
