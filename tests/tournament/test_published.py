"""Published standings against those that come out."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from arena.errors import VerificationError
from arena.tournament.published import check_standings
from arena.tournament.standings import Standing, standings
from tests.support.outcomes import outcome, tournament

Published = list[dict[str, Any]]


def found() -> list[Standing]:
    outcomes = [
        outcome("a b c d", round=number, board=board, rotation=rotation)
        if (number + board + rotation) % 3
        else outcome("d c a b", round=number, board=board, rotation=rotation)
        for number in (1, 2)
        for board in (1, 2, 3)
        for rotation in (1, 2)
    ]
    return standings(outcomes, "abcd", tournament("a b c d"), {"c": "10 forfeits"})


def published() -> Published:
    return [asdict(line) for line in found()]


def put(number: int, field: str, value: Any) -> Callable[[Published], object]:
    return lambda lines: lines[number].update({field: value})


def test_standings_are_as_published() -> None:
    check_standings(published(), found())


def test_other_keys_and_the_last_digit_of_a_rating_do_not_matter() -> None:
    lines = published()
    for line in lines:
        line["country"] = "VN"
        for field in ("rating", "low", "high"):
            line[field] += 0.01
    check_standings(lines, found())


@pytest.mark.parametrize("field", list(published()[0]))
def test_every_field_is_compared(field: str) -> None:
    lines = published()
    old = lines[1][field]
    lines[1][field] = "x" if isinstance(old, str | None) else old + 1
    with pytest.raises(VerificationError) as caught:
        check_standings(lines, found())
    assert caught.value.place == "standings, line 2"
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("change", "place", "field"),
    [
        (lambda lines: lines.pop(), "standings, line 4", "entrant"),
        (lambda lines: lines.append({"entrant": "e"}), "standings, line 5", "entrant"),
        (lambda lines: lines.append({}), "standings, line 5", "entrant"),
        (lambda lines: lines[2].pop("low"), "standings, line 3", "low"),
        (lambda lines: lines.reverse(), "standings, line 1", "rank"),
        (put(0, "rating", None), "standings, line 1", "rating"),
        (put(0, "rating", "1"), "standings, line 1", "rating"),
        (put(0, "points_per_board", 0.0), "standings, line 1", "points_per_board"),
    ],
)
def test_what_differs_is_named(
    change: Callable[[Published], object], place: str, field: str
) -> None:
    lines = published()
    change(lines)
    with pytest.raises(VerificationError) as caught:
        check_standings(lines, found())
    assert (caught.value.place, caught.value.field) == (place, field)
