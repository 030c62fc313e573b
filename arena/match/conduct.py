"""What the arena does in a deal by itself, proved from the deal's record.

That the rules allow each action is proved by `arena.game.record.readjudicate`. Here
is proved that a pass which the arena makes for a seat was made where it should be
and nowhere else, that a seat which has forfeited plays what its substitute plays,
and that nobody took longer than the clock allows.

How long an answer took, within that, nothing in a record can prove.
"""

from collections.abc import Sequence

from arena.errors import RecordError
from arena.game.cards import format_action, parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.record import FORCED, NORMAL, SUBSTITUTE, DealRecord
from arena.game.variant import Variant
from arena.match.clock import TimeControl
from arena.match.substitute import substitute_play
from arena.match.termination import Termination

_TERMINATIONS = frozenset(termination.value for termination in Termination)


def check_conduct(
    record: DealRecord, rules: Variant, control: TimeControl, *, forced_passes: bool
) -> None:
    """Checks a record that `readjudicate` has accepted.

    Args:
        record: The record.
        rules: The rules it was played by.
        control: The clocks of the seats.
        forced_passes: Whether the arena passed for seats without a legal play.

    Raises:
        RecordError: Something differs; the first field that does is named.
    """
    answers = _replay(record, rules, forced_passes=forced_passes)
    for seat, termination in enumerate(record.terminations):
        if termination not in _TERMINATIONS:
            allowed = ", ".join(sorted(_TERMINATIONS))
            raise RecordError(
                "terminations", f"seat {seat} has '{termination}'; allowed: {allowed}"
            )
    _check_times(record, rules, control, answers)


def _replay(record: DealRecord, rules: Variant, *, forced_passes: bool) -> list[int]:
    """Checks every flag; gives the number of each seat's own answers."""
    deal = Deal(
        rules,
        [parse_cards(hand) for hand in record.hands],
        dealer=record.dealer,
        leader=record.leader,
        leftover=parse_cards(record.leftover),
    )
    answers = [0] * deal.seats
    forfeited: set[int] = set()
    for number, (seat, text, flags) in enumerate(record.actions):
        cards = parse_action(text)
        turn = deal.turn
        if turn is None:  # pragma: no cover - refused by `readjudicate`
            raise RecordError("actions", f"action {number}: the deal is over")
        own: tuple[int, str, tuple[str, ...]]
        if turn in forfeited or SUBSTITUTE in flags:
            forfeited.add(turn)
            own = (turn, format_action(substitute_play(deal)), (SUBSTITUTE,))
        elif forced_passes and deal.forced_pass():
            own = (turn, "pass", (FORCED,))
        else:
            own = (seat, format_action(cards), ())
            answers[seat] += 1
        if (seat, text, flags) != own:
            raise RecordError(
                "actions",
                f"action {number}: {_shown(seat, text, flags)} is recorded,"
                f" {_shown(*own)} comes out",
            )
        deal.play(seat, cards)
    return answers


def _check_times(
    record: DealRecord, rules: Variant, control: TimeControl, answers: Sequence[int]
) -> None:
    for seat, (taken, count) in enumerate(zip(record.think_ms, answers, strict=True)):
        limits = []
        if control.bank is not None:
            limits.append(control.bank + control.increment * count)
        # A prompt that a play out of turn makes void takes time without an answer.
        if control.answer_time is not None and not rules.out_of_turn:
            limits.append(control.answer_time * count)
        # A flag falls some time after its deadline.
        if limits and record.terminations[seat] == NORMAL:
            most = round(min(limits) * 1000) + 1
            if taken > most:
                raise RecordError(
                    "think_ms",
                    f"seat {seat}: {taken} is recorded, its clock allowed {most}",
                )


def _shown(seat: int, text: str, flags: Sequence[str]) -> str:
    flagged = f" ({', '.join(flags)})" if flags else ""
    return f"seat {seat} '{text}'{flagged}"
