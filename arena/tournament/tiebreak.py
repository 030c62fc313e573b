"""Who stands above whom when the points are equal.

Rules apply one after the other, each only among those the rules before it left
together:

1. Who stayed stands above who was withdrawn, and who has played above who has not. A
   mean over few boards must not win a tournament that was left early.
2. More points per board.
3. Stronger opposition: for each round, the mean points per board of everybody else at
   the table; then the mean over rounds. In a Swiss for tables equal scores may have
   been made against different company, and this is what is known of it. A fill-in
   counts with the points it made.
4. Head to head, where each two of those still equal have sat at one table: the share
   of their mutual comparisons, deal by deal, that an entrant won; a tie is half.
5. Fewer forfeits.

Whoever is equal even then shares the rank. No lot is drawn.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from operator import attrgetter
from typing import TypeAlias

from arena.tournament.points import Score
from arena.tournament.result import DealOutcome

Rule: TypeAlias = Callable[[Sequence[str]], Mapping[str, Fraction | int]]
"""Gives those still equal a value each; more is better."""

Company: TypeAlias = Mapping[str, Mapping[int, Collection[str]]]
"""By entrant and round, everyone at its table, itself too."""

Deals: TypeAlias = Mapping[str, Sequence[DealOutcome]]
"""By entrant, the deals it was dealt."""


def ranking(
    names: Sequence[str],
    scores: Mapping[str, Score],
    outcomes: Sequence[DealOutcome],
    withdrawn: Collection[str],
) -> list[list[str]]:
    """Returns the names in order, best first; those in one list share the rank."""
    # Both are made when the first rule asks for them: often none does.
    met = cache(lambda: company_kept(outcomes))
    deals = cache(lambda: by_entrant(outcomes))

    def presence(equal: Sequence[str]) -> dict[str, int]:
        return {n: 2 * (n not in withdrawn) + (n in scores) for n in equal}

    def points(equal: Sequence[str]) -> dict[str, Fraction]:
        return {n: scores[n].points_per_board for n in equal if n in scores}

    def company(equal: Sequence[str]) -> dict[str, Fraction]:
        return opposition(equal, scores, met())

    def mutual(equal: Sequence[str]) -> dict[str, Fraction]:
        return head_to_head(equal, deals(), met())

    def manners(equal: Sequence[str]) -> dict[str, int]:
        return {n: -scores[n].forfeits for n in equal if n in scores}

    groups = [list(names)]
    rules: tuple[Rule, ...] = (presence, points, company, mutual, manners)
    for rule in rules:
        groups = [part for group in groups for part in _split(group, rule)]
    return groups


def company_kept(outcomes: Iterable[DealOutcome]) -> Company:
    """Gives whom each one met, round by round."""
    met: defaultdict[str, defaultdict[int, set[str]]]
    met = defaultdict(lambda: defaultdict(set))
    # The same seating comes again deal after deal.
    for number, entrants in dict.fromkeys(
        map(attrgetter("round", "entrants"), outcomes)
    ):
        for name in entrants:
            met[name][number].update(entrants)
    return met


def by_entrant(outcomes: Iterable[DealOutcome]) -> Deals:
    """Gives everyone's deals."""
    deals: defaultdict[str, list[DealOutcome]] = defaultdict(list)
    for outcome in outcomes:
        for name in outcome.entrants:
            deals[name].append(outcome)
    return deals


def opposition(
    names: Sequence[str], scores: Mapping[str, Score], met: Company
) -> dict[str, Fraction]:
    """Returns the mean over rounds of the mean score of the others at the table."""
    # Over one denominator scores add up as whole numbers: fractions are slow.
    unit = lcm(*(score.points_per_board.denominator for score in scores.values()))
    means = {}
    for name in names:
        by_size: defaultdict[int, int] = defaultdict(int)
        rounds = met.get(name, {}).values()
        for table in rounds:
            by_size[len(table) - 1] += sum(
                _over(scores[other], unit) for other in table if other != name
            )
        if rounds:
            total = sum(
                (Fraction(made, size) for size, made in by_size.items()), Fraction()
            )
            means[name] = total / (unit * len(rounds))
    return means


def head_to_head(
    names: Sequence[str], deals: Deals, met: Company
) -> dict[str, Fraction]:
    """Returns each one's share of mutual comparisons won, in deals they shared.

    Empty unless each two of them have sat at one table: with some it would count
    whom one happened to meet.
    """
    for name in names:
        if not set(names) <= set().union({name}, *met.get(name, {}).values()):
            return {}
    wanted = set(names)
    halves: defaultdict[str, int] = defaultdict(int)
    compared: defaultdict[str, int] = defaultdict(int)
    for name in names:
        for outcome in deals[name]:
            place = _place(outcome, name)
            for other in wanted.intersection(outcome.entrants) - {name}:
                against = _place(outcome, other)
                compared[name] += 1
                halves[name] += 1 + (place < against) - (place > against)
    return {name: Fraction(halves[name], 2 * compared[name]) for name in names}


def _over(score: Score, unit: int) -> int:
    """Gives the points per board in parts of `unit`."""
    points = score.points_per_board
    return points.numerator * (unit // points.denominator)


def _place(outcome: DealOutcome, name: str) -> int:
    seat = outcome.entrants.index(name)
    return next(place for place, tied in enumerate(outcome.finish) if seat in tied)


def _split(group: Sequence[str], rule: Rule) -> list[list[str]]:
    """Parts those still equal by a rule; who has no value counts as 0."""
    if len(group) < 2:
        return [list(group)]
    values = rule(group)
    parts: defaultdict[Fraction | int, list[str]] = defaultdict(list)
    for name in group:
        parts[values.get(name, 0)].append(name)
    return [parts[value] for value in sorted(parts, reverse=True)]
