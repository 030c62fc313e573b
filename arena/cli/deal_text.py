"""A recorded deal, move by move, as text for the terminal."""

from collections.abc import Iterator

from rich.text import Text

from arena.cli.cards import card_text, card_width
from arena.cli.forfeit_text import received_text
from arena.cli.stored_deal import FoundDeal
from arena.cli.turns import turn_numbers
from arena.game.cards import PASS, Cards, parse_action, parse_cards
from arena.game.record import (
    FORCED,
    NORMAL,
    SUBSTITUTE,
    RecordedAction,
    deal_of,
)
from arena.game.scoring import places


class DealText:
    """Tells one deal; the record must be one that the rules bear out."""

    def __init__(self, found: FoundDeal) -> None:
        """Tells the deal, its turns numbered where it is known from which on."""
        self._record = record = found.record
        self._forfeits = {forfeit.seat: forfeit for forfeit in found.forfeits}
        self._turns: list[int | None] = [None] * len(record.actions)
        if found.turns is not None:
            self._turns = turn_numbers(record, found.turns)
        self._number_width = max((len(str(t)) for t in self._turns if t), default=0)
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
        for action, turn in zip(self._record.actions, self._turns, strict=True):
            lines = []
            if self._deal.trick_number != trick:
                trick = self._deal.trick_number
                lines = [Text(), Text(f"trick {trick + 1}", "bold underline")]
            if SUBSTITUTE in action.flags and action.seat not in forfeited:
                forfeited.add(action.seat)
                lines.append(self._forfeit(action.seat, turn))
            cards = parse_action(action.action)
            self._deal.play(action.seat, cards)
            numbered = None if SUBSTITUTE in action.flags else turn
            lines.append(self._move(action, cards, numbered))
            yield lines

    def result(self) -> Iterator[Text]:
        """Says who came in where, what the variant has it pay, and who forfeited."""
        record = self._record
        yield Text()
        yield Text("result", "bold underline")
        place = places(record.finish, len(record.hands))
        who = " " * self._who(0).cell_len
        yield Text(f"place  {who}  payoff  thinking time", "dim")
        for seat in (seat for group in record.finish for seat in group):
            ended = record.terminations[seat]
            money = record.payoff[seat]
            yield Text.assemble(
                f"{float(place[seat]):>5g}  ",
                self._who(seat),
                (f"  {money:>+6d}", "green" if money > 0 else "red"),
                (f"  {record.think_ms[seat] / 1000:.3f} s", "dim"),
                ("" if ended == NORMAL else f"  forfeit: {ended}", "bold red"),
            )
        for forfeit in self._forfeits.values():
            yield Text(f"     {forfeit.message}", "red")

    def _forfeit(self, seat: int, turn: int | None) -> Text:
        """Says that a seat has lost the deal here, instead of acting."""
        why = self._record.terminations[seat]
        forfeit = self._forfeits.get(seat)
        at = "" if turn is None else f" at turn {turn}"
        return Text.assemble(
            self._number(turn),
            self._who(seat),
            "  ",
            (f"forfeits the deal{at}: {why}", "bold red"),
            received_text(None if forfeit is None else forfeit.cards),
            ("; holding ", "dim"),
            card_text(self._deal.hands[seat]),
        )

    def _move(self, action: RecordedAction, cards: Cards, turn: int | None) -> Text:
        line = Text.assemble(self._number(turn), self._who(action.seat), "  ")
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

    def _number(self, turn: int | None) -> Text:
        """Gives the turn's number, or as much room; nothing where none is known."""
        if not self._number_width:
            return Text()
        number = "" if turn is None else str(turn)
        return Text(f"  {number:>{self._number_width}}", "dim")

    def _who(self, seat: int) -> Text:
        name = self._record.entrants[seat].ljust(self._name_width)
        return Text.assemble((f"  {seat} ", "dim"), (name, "bold cyan"))
