"""A recorded deal, move by move, as text for the terminal."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from arena.cli.cards import card_text, card_width
from arena.game.cards import PASS, Cards, parse_action, parse_cards
from arena.game.record import (
    FORCED,
    NORMAL,
    SUBSTITUTE,
    DealRecord,
    RecordedAction,
    deal_of,
)
from arena.game.scoring import places


class DealText:
    """Tells one deal; the record must be one that the rules bear out."""

    def __init__(self, record: DealRecord, rulings: Sequence[str] = ()) -> None:
        """Tells `record`; `rulings` are the sentences on its forfeits, if kept."""
        self._record = record
        self._rulings = rulings
        self._deal = deal_of(record)
        played = [card_width(parse_action(a.action)) for a in record.actions]
        self._play_width = max([len("pass"), *played])
        self._name_width = max(map(len, record.entrants))

    def heading(self) -> Iterator[Text]:
        """Says which deal it is, who sits where and with which cards."""
        record = self._record
        yield Text(
            f"{record.tournament} · round {record.round} · table {record.table}"
            f" · board {record.board} · rotation {record.rotation}"
            f" · deal {record.deal}",
            "bold",
        )
        departs = " with house rules" if record.rules else ""
        begun = f", begun {record.started_time}" if record.started_time else ""
        yield Text(f"variant {record.variant}{departs}{begun}", "dim")
        yield Text()
        for seat, hand in enumerate(record.hands):
            yield Text.assemble(
                self._who(seat),
                "  ",
                card_text(parse_cards(hand)),
                ("  dealer", "dim") if seat == record.dealer else "",
            )
        if record.leftover:
            yield Text.assemble(
                "    not dealt  ", card_text(parse_cards(record.leftover))
            )

    def moves(self) -> Iterator[list[Text]]:
        """Gives the lines of each action in turn; the action's own is the last.

        A trick's first action has its heading, and the first that is played for a
        seat that has forfeited says so.
        """
        trick = -1
        forfeited = set[int]()
        for action in self._record.actions:
            lines = []
            if self._deal.trick_number != trick:
                trick = self._deal.trick_number
                lines = [Text(), Text(f"trick {trick + 1}", "bold underline")]
            if SUBSTITUTE in action.flags and action.seat not in forfeited:
                forfeited.add(action.seat)
                lines.append(self._forfeit(action.seat))
            cards = parse_action(action.action)
            self._deal.play(action.seat, cards)
            lines.append(self._move(action, cards))
            yield lines

    def result(self) -> Iterator[Text]:
        """Says who came in where, what it paid, and who forfeited."""
        record = self._record
        yield Text()
        yield Text("result", "bold underline")
        place = places(record.finish, len(record.hands))
        for seat in (seat for group in record.finish for seat in group):
            ended = record.terminations[seat]
            money = record.payoff[seat]
            yield Text.assemble(
                f"{_number(float(place[seat])):>3}  ",
                self._who(seat),
                (f"  {money:+d}", "green" if money > 0 else "red"),
                (f"  {record.think_ms[seat] / 1000:.3f} s", "dim"),
                ("" if ended == NORMAL else f"  forfeit: {ended}", "bold red"),
            )
        for ruling in self._rulings:
            yield Text(f"     {ruling}", "red")

    def _forfeit(self, seat: int) -> Text:
        """Says that a seat has lost the deal here, instead of acting."""
        why = self._record.terminations[seat]
        return Text.assemble(
            self._who(seat),
            "  ",
            (f"forfeits the deal: {why}", "bold red"),
            ("; holding ", "dim"),
            card_text(self._deal.hands[seat]),
        )

    def _move(self, action: RecordedAction, cards: Cards) -> Text:
        line = Text.assemble(self._who(action.seat), "  ")
        if cards == PASS:
            line.append("pass".ljust(self._play_width), "dim")
        else:
            line.append_text(card_text(cards))
            line.append(" " * (self._play_width - card_width(cards)))
        left = self._deal.hands[action.seat]
        if not left:
            line.append("  out", "bold yellow")
        elif cards != PASS:
            line.append(f"  {len(left):>2} left  ", "dim")
            line.append_text(card_text(left))
        if FORCED in action.flags:
            line.append("  forced: nothing beats the table", "dim")
        if SUBSTITUTE in action.flags:
            line.append("  substitute", "bold red")
        line.rstrip()
        return line

    def _who(self, seat: int) -> Text:
        name = self._record.entrants[seat].ljust(self._name_width)
        return Text.assemble((f"  {seat} ", "dim"), (name, "bold cyan"))


def _number(place: float) -> str:
    return f"{place:g}"
