"""A forfeit with its evidence, as a line of text."""

from rich.text import Text

from arena.cli.cards import notation_text
from arena.cli.printed_commands import replay_command
from arena.director.evidence import position_at
from arena.game.cards import PACK_SIZE
from arena.game.forfeited import Position
from arena.match.termination import Termination
from arena.store.repository import Repository
from arena.store.rows import ForfeitRow

_ON_TIME = (Termination.FLAG_FALL.value, Termination.LOST_CONNECTION.value)


def forfeit_lines(
    repository: Repository,
    tournament: str,
    forfeit: ForfeitRow,
    *,
    heading: str,
    database: str,
) -> list[Text]:
    """Gives a forfeit in one line, and in another the command that shows its deal.

    Args:
        repository: Where the deal's record is.
        tournament: What it was played in.
        forfeit: The forfeit.
        heading: What the line begins with.
        database: The repository's URL as it was given.
    """
    replay = replay_command(tournament, forfeit.key, forfeit.deal, database)
    return [
        Text.assemble(
            (f"  {heading}  ", "bold"), forfeit_text(repository, tournament, forfeit)
        ),
        Text(f"    {replay}", "dim"),
    ]


def forfeit_text(repository: Repository, tournament: str, forfeit: ForfeitRow) -> Text:
    """Gives a forfeit in one line: which deal, why, what came, what the seat saw."""
    line = Text.assemble(
        f"{forfeit.key.name_deal(forfeit.deal)}: ", (forfeit.message, "red")
    )
    if forfeit.measured is not None and not _is_on_time(forfeit):
        line.append(f"; {forfeit.measured * 1000:.0f} ms measured", "dim")
        if forfeit.allowed is not None:
            line.append(f", {forfeit.allowed * 1000:.0f} allowed", "dim")
    line.append_text(received_text(forfeit.cards))
    position = position_at(
        repository, tournament, forfeit.key, forfeit.deal, forfeit.seat
    )
    return line if position is None else line.append_text(position_text(position))


def received_text(cards: bytes | None) -> Text:
    """Says which cards have come, to stand behind something else; empty for none."""
    if cards is None:
        return Text()
    if not cards:
        return Text("; received pass")
    if max(cards) >= PACK_SIZE:
        return Text(f"; received bytes {cards.hex(' ')}", "dim")
    return Text.assemble("; received ", notation_text(cards))


def _is_on_time(forfeit: ForfeitRow) -> bool:
    """Whether the ruling is on time or absence; the times are told by it, if any."""
    return forfeit.allowed is not None and forfeit.termination in _ON_TIME


def position_text(position: Position) -> Text:
    """Says what a seat had before it, to stand behind something else."""
    text = Text.assemble("; it held ", notation_text(position.hand))
    if position.table:
        return text.append_text(
            Text.assemble(" against ", notation_text(position.table))
        )
    return text.append(" and was to lead")
