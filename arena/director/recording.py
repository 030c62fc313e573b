"""A played rotation as what the store keeps and what the standings count."""

from collections.abc import Sequence

from arena.director.runner import PlayedRotation
from arena.game.record import DealRecord
from arena.match.record import to_record
from arena.match.termination import Termination
from arena.store.rows import ForfeitRow
from arena.tournament.config import TournamentConfig
from arena.tournament.result import DealOutcome


def records_of(
    config: TournamentConfig, rotation: PlayedRotation, started_time: str
) -> Sequence[DealRecord]:
    """Gives the records of a rotation's deals."""
    key = rotation.assignment.key
    return [
        to_record(
            played,
            tournament=config.name,
            round=key.round,
            table=key.table,
            board=key.board,
            rotation=key.rotation,
            variant=config.variant,
            entrants=rotation.entrants,
            started_time=started_time,
        )
        for played in rotation.played
    ]


def outcomes_of(rotation: PlayedRotation) -> list[DealOutcome]:
    """Gives how a rotation's deals ended, as the standings count it."""
    key = rotation.assignment.key
    return [
        DealOutcome(
            round=key.round,
            table=key.table,
            board=key.board,
            rotation=key.rotation,
            deal=played.deal,
            entrants=rotation.entrants,
            finish=played.finish,
            payoff=played.payoff,
            forfeited=tuple(
                termination is not Termination.NORMAL
                for termination in played.terminations
            ),
        )
        for played in rotation.played
    ]


def forfeit_rows(rotation: PlayedRotation) -> Sequence[ForfeitRow]:
    """Gives the rotation's forfeits with their evidence."""
    return [
        ForfeitRow(
            key=rotation.assignment.key,
            deal=forfeit.deal,
            seat=forfeit.seat,
            entrant=rotation.entrants[forfeit.seat],
            turn=forfeit.turn,
            termination=forfeit.termination.value,
            refusal=None if forfeit.refusal is None else forfeit.refusal.value,
            cards=forfeit.cards,
            measured=forfeit.measured,
            allowed=forfeit.allowed,
            message=forfeit.message,
        )
        for played in rotation.played
        for forfeit in played.forfeits
    ]
