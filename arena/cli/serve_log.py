"""The log of a serving arena: one line an event, and whose fault it was.

Lines carry neither tokens nor cards. What strangers can bring about at will is
rationed, so that they cannot fill a disk.
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from arena.cli.output import messages
from arena.cli.throttle import Throttle
from arena.director.progress import ArenaProgress, RemoteSeat
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.metrics import Metrics
from arena.store.rows import RotationKey, TournamentRow
from arena.tournament.config import TournamentConfig
from arena.tournament.standings import Standing


def make_logger(kind: str) -> FilteringBoundLogger:
    """Gives a logger to stderr that never fails; `kind` is `text` or `json`."""
    stream = messages()
    renderer: Callable[[Any, str, MutableMapping[str, Any]], str | bytes]
    if kind == "json":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=stream.isatty(), pad_event_to=0, sort_keys=False
        )
    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(stream),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
    )
    return logger


class ServeLog(ArenaProgress):
    """Writes what happens in a serving arena, and counts it."""

    def __init__(
        self, log: FilteringBoundLogger, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        """Writes to `log`; `clock` gives seconds, from any moment on."""
        self._log = log
        self._metrics = metrics
        self._tournament = ""
        self._refusals = Throttle(clock)
        self._breaches = Throttle(clock)
        self._visits = Throttle(clock)

    def listening(self, address: str) -> None:
        """The arena listens."""
        self._log.info("listening", address=address)

    def bot_registered(self, bot: str, *, again: bool) -> None:
        """A bot may come, or has another token."""
        self._log.info("token rotated" if again else "bot registered", bot=bot)

    def bot_revoked(self, bot: str) -> None:
        """A bot may come no more."""
        self._log.info("bot revoked", bot=bot)

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        """The tournament waits for bots."""
        self._log.info(
            "awaiting bots", tournament=self._tournament, bots=len(seats), s=join_time
        )

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """A bot has connected."""
        if self._visits.take():
            self._log.info(
                "bot joined",
                bot=entrant,
                peer=peer,
                client=client,
                **self._visits.left_out(),
            )

    def left(self, entrant: str, *, broken: bool) -> None:
        """A bot's stream has ended."""
        if self._visits.take():
            self._log.info(
                "bot left", bot=entrant, broken=broken, **self._visits.left_out()
            )

    def refused(self, peer: str, why: str) -> None:
        """A caller was not let in."""
        if self._refusals.take():
            self._log.warning(
                "caller refused",
                peer=peer,
                why=why,
                fault="caller",
                **self._refusals.left_out(),
            )

    def cut_off(self, entrant: str, peer: str, why: str) -> None:
        """A bot's stream was ended because of what the bot did."""
        if self._breaches.take():
            self._log.warning(
                "bot cut off",
                bot=entrant,
                peer=peer,
                why=why,
                fault="bot",
                **self._breaches.left_out(),
            )

    def tournament_begun(self, config: TournamentConfig, row: TournamentRow) -> None:
        """A tournament begins or goes on."""
        self._tournament = config.name
        self._log.info(
            "tournament begun",
            tournament=config.name,
            entrants=len(config.entrants),
            rounds_done=row.rounds_done,
            rounds=config.rounds,
            commitment=row.commitment,
        )

    def tournament_ended(self, name: str, *, over: bool) -> None:
        """A tournament is over or stopped."""
        self._log.info("tournament over" if over else "tournament stopped", name=name)
        self._tournament = ""

    def tournament_failed(self, name: str, why: str) -> None:
        """A tournament cannot be played."""
        self._log.error("tournament failed", tournament=name, why=why, fault="roster")

    def tournament_held_back(self, name: str, why: str) -> None:
        """A tournament is tried again later."""
        self._log.error("tournament held back", tournament=name, why=why, fault="arena")

    def store_failed(self, why: str) -> None:
        """The database has refused."""
        self._log.error("database failed", why=why, fault="database")

    def round_started(
        self, number: int, rounds: int, rotations: Mapping[int, int]
    ) -> None:
        """A round begins."""
        self._log.info(
            "round begun",
            tournament=self._tournament,
            round=number,
            rounds=rounds,
            rotations=sum(rotations.values()),
        )

    def round_finished(
        self,
        number: int,
        rounds: int,
        standings: Sequence[Standing],  # noqa: ARG002 - whoever wants them asks
    ) -> None:
        """A round is complete."""
        self._log.info(
            "round over", tournament=self._tournament, round=number, rounds=rounds
        )

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """A rotation is in the store."""
        del table, actions
        self._metrics.rotation_finished(deals)

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """A seat has forfeited; the cards it answered with stay out of the log."""
        self._metrics.forfeited(forfeit.termination)
        facts: dict[str, object] = {
            "tournament": self._tournament,
            "bot": entrant,
            "round": key.round,
            "table": key.table,
            "board": key.board,
            "rotation": key.rotation,
            "deal": forfeit.deal,
            "termination": forfeit.termination.value,
            "turn": forfeit.turn,
        }
        if forfeit.refusal is not None:
            facts["refusal"] = forfeit.refusal.value
        if forfeit.measured is not None:
            facts["measured_ms"] = round(forfeit.measured * 1000)
        if forfeit.allowed is not None:
            facts["allowed_ms"] = round(forfeit.allowed * 1000)
        if forfeit.termination is not Termination.WITHDRAWN:
            facts["fault"] = "bot"
        self._log.warning("forfeit", **facts)

    def process_ended(
        self, entrant: str, how: str, output: Path, *, raised: str
    ) -> None:
        """A launched bot's process has ended."""
        # The log has no bot's words: they may tell the cards of a running deal.
        del raised
        self._log.warning(
            "bot process ended", bot=entrant, how=how, output=str(output), fault="bot"
        )

    def withdrawn(self, entrant: str, reason: str) -> None:
        """An entrant takes no further part."""
        self._log.warning(
            "bot withdrawn", tournament=self._tournament, bot=entrant, why=reason
        )

    def finished(self, seed: str) -> None:
        """The seed is public."""
        self._log.info("seed published", tournament=self._tournament, seed=seed)
