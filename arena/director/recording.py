"""A played rotation as what the store keeps and what the standings count."""

from collections.abc import Sequence

from arena.director.runner import PlayedRotation
from arena.match.record import RecordWriter
from arena.match.result import PlayedDeal
from arena.match.termination import Termination
from arena.store.rows import FinishedRotation, ForfeitRow
from arena.tournament.config import TournamentConfig
from arena.tournament.result import DealOutcome


class Recorder:
    """Writes down the rotations of one tournament as they end."""

    def __init__(self, config: TournamentConfig) -> None:
        """Writes by the names and the rules of `config`."""
        self._writer = RecordWriter(config.name, config.variant)

    def finished(self, rotation: PlayedRotation, started_time: str) -> FinishedRotation:
        """Gives all that is kept of a rotation which began at `started_time`."""
        key, entrants = rotation.assignment.key, rotation.entrants
        lines = [
            self._writer.line(
                played,
                round=key.round,
                table=key.table,
                board=key.board,
                rotation=key.rotation,
                entrants=entrants,
                started_time=started_time,
            )
            for played in rotation.played
        ]
        return FinishedRotation(
            key, _outcomes_of(rotation), lines, _forfeit_rows(rotation)
        )


def _outcomes_of(rotation: PlayedRotation) -> Sequence[DealOutcome]:
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
            forfeited=_forfeited(played),
        )
        for played in rotation.played
    ]


def _forfeited(played: PlayedDeal) -> tuple[bool, ...]:
    if not played.forfeits:
        return (False,) * len(played.terminations)
    return tuple(ending is not Termination.NORMAL for ending in played.terminations)


def _forfeit_rows(rotation: PlayedRotation) -> Sequence[ForfeitRow]:
    """Gives a rotation's forfeits with their evidence."""
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
