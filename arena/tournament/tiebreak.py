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
from itertools import combinations
from typing import TypeAlias

from arena.tournament.points import Score
from arena.tournament.result import DealOutcome

Rule: TypeAlias = Callable[[Sequence[str]], Mapping[str, Fraction | int]]
"""Gives those still equal a value each; more is better."""


def ranking(
    names: Sequence[str],
    scores: Mapping[str, Score],
    outcomes: Sequence[DealOutcome],
    withdrawn: Collection[str],
) -> list[list[str]]:
    """Returns the names in order, best first; those in one list share the rank."""

    def presence(equal: Sequence[str]) -> dict[str, int]:
        return {n: 2 * (n not in withdrawn) + (n in scores) for n in equal}

    def points(equal: Sequence[str]) -> dict[str, Fraction]:
        return {n: scores[n].points_per_board for n in equal if n in scores}

    def company(equal: Sequence[str]) -> dict[str, Fraction]:
        return opposition(equal, scores, outcomes)

    def mutual(equal: Sequence[str]) -> dict[str, Fraction]:
        return head_to_head(equal, outcomes)

    def manners(equal: Sequence[str]) -> dict[str, int]:
        return {n: -scores[n].forfeits for n in equal if n in scores}

    groups = [list(names)]
    rules: tuple[Rule, ...] = (presence, points, company, mutual, manners)
    for rule in rules:
        groups = [part for group in groups for part in _split(group, rule)]
    return groups


def opposition(
    names: Sequence[str],
    scores: Mapping[str, Score],
    outcomes: Iterable[DealOutcome],
) -> dict[str, Fraction]:
    """Returns the mean over rounds of the mean score of the others at the table."""
    wanted = set(names)
    met: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for outcome in outcomes:
        for name in wanted.intersection(outcome.entrants):
            met[name, outcome.round].update(outcome.entrants)
    rounds: defaultdict[str, list[Fraction]] = defaultdict(list)
    for (name, _), table in met.items():
        others = [scores[other].points_per_board for other in table - {name}]
        rounds[name].append(sum(others, Fraction()) / len(others))
    return {name: sum(means, Fraction()) / len(means) for name, means in rounds.items()}


def head_to_head(
    names: Sequence[str], outcomes: Iterable[DealOutcome]
) -> dict[str, Fraction]:
    """Returns each one's share of mutual comparisons won, in deals they shared.

    Empty unless each two of them have sat at one table: with some it would count
    whom one happened to meet.
    """
    wanted = set(names)
    halves: defaultdict[str, int] = defaultdict(int)
    compared: defaultdict[str, int] = defaultdict(int)
    met: set[frozenset[str]] = set()
    for outcome in outcomes:
        if len(wanted.intersection(outcome.entrants)) < 2:
            continue
        place = {
            outcome.entrants[seat]: number
            for number, group in enumerate(outcome.finish)
            for seat in group
        }
        for one, other in combinations(wanted.intersection(place), 2):
            met.add(frozenset((one, other)))
            compared[one] += 1
            compared[other] += 1
            won = 1 + (place[one] < place[other]) - (place[one] > place[other])
            halves[one] += won
            halves[other] += 2 - won
    if len(met) < len(wanted) * (len(wanted) - 1) // 2:
        return {}
    return {name: Fraction(halves[name], 2 * compared[name]) for name in names}


def _split(group: Sequence[str], rule: Rule) -> list[list[str]]:
    """Parts those still equal by a rule; who has no value counts as 0."""
    if len(group) < 2:
        return [list(group)]
    values = rule(group)
    parts: defaultdict[Fraction | int, list[str]] = defaultdict(list)
    for name in group:
        parts[values.get(name, 0)].append(name)
    return [parts[value] for value in sorted(parts, reverse=True)]
