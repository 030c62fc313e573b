"""Breaks one rule after another, as soon as it can be broken."""

from collections.abc import Iterator
from itertools import pairwise

from arena_client import Bot, View, run


def breaches(view: View) -> Iterator[tuple[str, bytes]]:
    """The rules that can be broken now, each with cards that break it."""
    hand, plays = view.hand, view.legal_plays
    others = [bytes([card]) for card in hand if bytes([card]) not in plays]
    if others and not view.may_pass:
        yield "must_include_lowest", others[0]
    if not view.may_pass:
        yield "leader_may_not_pass", b""
    if others and view.may_pass:
        yield "does_not_beat", others[0]
    yield "not_held", bytes([next(card for card in range(52) if card not in hand)])
    for low, high in pairwise(hand):
        if low // 4 != high // 4:
            yield "not_a_combination", bytes([low, high])


broken: set[str] = set()


class Refused(Bot):
    """Breaks each rule once, and keeps to all of them then."""

    wants_legal_plays = True

    def play(self, view: View) -> bytes:
        """Gives cards that break a rule that has not been broken yet, if it can."""
        for rule, cards in breaches(view):
            if rule not in broken:
                broken.add(rule)
                return cards
        return next((play for play in view.legal_plays if play), b"")


run(Refused)
