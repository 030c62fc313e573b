"""Which bots played in which tournaments, and what came of it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, and_, func, insert, select

from arena.store import compact
from arena.store.engine import Database
from arena.store.forfeits import read_forfeits
from arena.store.lookup import identify, identify_bot, numbers
from arena.store.rows import BotTally, EnrolmentRow, ForfeitRow
from arena.store.schema import (
    bots,
    deals,
    enrolments,
    entrants,
    forfeits,
    rotations,
    tournaments,
)


class Enrolments:
    """What a repository knows of bots in tournaments."""

    _database: Database

    def enrol(self, name: str, played_by: Mapping[str, str]) -> None:
        """Keeps which bot plays for which entrant of the tournament `name`.

        Raises:
            NotFoundError: There is no such tournament, entrant or bot.
        """
        if not played_by:
            return
        with self._database.write() as connection:
            tournament = identify(connection, name)
            known = numbers(connection, tournament, list(played_by))
            there = set(
                connection.scalars(
                    select(enrolments.c.entrant_number).where(
                        enrolments.c.tournament_id == tournament
                    )
                )
            )
            new = [
                {
                    "tournament_id": tournament,
                    "entrant_number": known[entrant],
                    "bot_id": identify_bot(connection, bot),
                }
                for entrant, bot in played_by.items()
                if known[entrant] not in there
            ]
            if new:
                connection.execute(insert(enrolments), new)

    def enrolments(self, bot: str) -> list[EnrolmentRow]:
        """The tournaments the bot was entered in, the newest first.

        Raises:
            NotFoundError: There is no such bot.
        """
        with self._database.read() as connection:
            return [row for _, row in _enrolments(connection, bot)]

    def bot_forfeits(self, bot: str) -> list[tuple[str, ForfeitRow]]:
        """The bot's forfeits with their tournaments, the newest tournament first.

        Raises:
            NotFoundError: There is no such bot.
        """
        with self._database.read() as connection:
            return [
                (row.tournament, forfeit)
                for identity, row in _enrolments(connection, bot)
                for forfeit in read_forfeits(connection, identity, row.entrant)
            ]

    def bot_tallies(self) -> dict[str, BotTally]:
        """What each bot has played. Reads a column of every deal: for people to ask."""
        with self._database.read() as connection:
            entered = connection.execute(
                select(
                    enrolments.c.tournament_id, enrolments.c.entrant_number, bots.c.name
                ).join(bots, bots.c.id == enrolments.c.bot_id)
            ).all()
            lost = _count_forfeits(connection)
            dealt = _count_deals(connection)
        played: dict[str, list[tuple[int, int]]] = {}
        for tournament, number, name in entered:
            played.setdefault(name, []).append((tournament, number))
        return {
            name: BotTally(
                len(keys), sum(dealt[k] for k in keys), sum(lost[k] for k in keys)
            )
            for name, keys in played.items()
        }


def _enrolments(connection: Connection, bot: str) -> Sequence[tuple[int, EnrolmentRow]]:
    """The tournaments a bot was entered in, each with its number."""
    found = connection.execute(
        select(tournaments.c.id, tournaments.c.name, entrants.c.name)
        .select_from(enrolments)
        .join(tournaments, tournaments.c.id == enrolments.c.tournament_id)
        .join(
            entrants,
            and_(
                entrants.c.tournament_id == enrolments.c.tournament_id,
                entrants.c.number == enrolments.c.entrant_number,
            ),
        )
        .where(enrolments.c.bot_id == identify_bot(connection, bot))
        .order_by(tournaments.c.id.desc())
    )
    return [(row[0], EnrolmentRow(row[1], row[2])) for row in found]


def _count_forfeits(connection: Connection) -> Counter[tuple[int, int]]:
    key = (forfeits.c.tournament_id, forfeits.c.entrant_number)
    found = connection.execute(select(*key, func.count()).group_by(*key))
    return Counter({(tournament, number): count for tournament, number, count in found})


def _count_deals(connection: Connection) -> Counter[tuple[int, int]]:
    """How many deals each entrant of a tournament with enrolments was dealt."""
    counts: Counter[tuple[int, int]] = Counter()
    # There are few different seatings and many deals: the database counts them.
    found = connection.execute(
        select(rotations.c.tournament_id, deals.c.seats, func.count())
        .join(deals, deals.c.rotation_id == rotations.c.id)
        .where(rotations.c.tournament_id.in_(select(enrolments.c.tournament_id)))
        .group_by(rotations.c.tournament_id, deals.c.seats)
    )
    for tournament, seats, count in found:
        for number in compact.read_numbers(seats):
            counts[tournament, number] += count
    return counts
