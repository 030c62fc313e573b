"""Every error the arena raises on purpose, under one root.

Each class says when it is raised and whose fault it is, carries the values as
attributes and composes its own message: what was wrong, the value, what would
be right. After any `RulesError` the state it was raised from is unchanged.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


def did_you_mean(value: str, allowed: Iterable[str]) -> str:
    """Gives `"; did you mean 'x'?"` for the nearest allowed word, else `""`."""
    near = get_close_matches(value, list(allowed), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


class ArenaError(Exception):
    """The root of the arena's own errors."""

    reason: ClassVar[str] = "ARENA"
    """Stable upper-case name of the error's kind, the same on the wire and in logs."""


class InvalidNotationError(ArenaError, ValueError):
    """A text or byte string that cannot be read as what it should be.

    The fault is the writer's: *unreadable* here, as against *not allowed here*
    (`IllegalActionError`).
    """

    reason = "INVALID_NOTATION"

    def __init__(self, what: str, value: object, expected: str) -> None:
        """Names `what` was read, the offending `value` and what was `expected`."""
        super().__init__(f"unreadable {what}: {value!r}; expected {expected}")
        self.what = what
        self.value = value
        self.expected = expected


class RulesError(ArenaError):
    """An action or position that the rules do not allow."""

    reason = "RULES"


class IllegalActionError(RulesError):
    """A readable action that the rules refuse; the seat that made it is at fault."""

    reason = "ILLEGAL_ACTION"

    def __init__(self, code: str, seat: int, action: str) -> None:
        """Carries the refusal's stable `code`, the `seat` and its `action` in text."""
        super().__init__(f"seat {seat} may not play '{action}': {code}")
        self.code = code
        self.seat = seat
        self.action = action


class ProtocolError(ArenaError):
    """The exchange between arena and bot went wrong."""

    reason = "PROTOCOL"


class LocalProtocolError(ProtocolError):
    """The arena used its own machinery wrongly: a bug here, never the bot's fault."""

    reason = "LOCAL_PROTOCOL"


class RemoteProtocolError(ProtocolError):
    """A bot sent what the protocol does not allow; the bot is at fault."""

    reason = "REMOTE_PROTOCOL"


class AuthenticationError(ArenaError):
    """A caller showed no token, or one that belongs to nobody here."""

    reason = "UNAUTHENTICATED"


class BusyError(ArenaError):
    """The arena cannot tell at the moment; the same call may be answered a bit later."""

    reason = "BUSY"


class EntryError(ArenaError):
    """An entrant cannot take part: it never joined, or it could not be started."""

    reason = "ENTRY"

    def __init__(self, entrant: str, problem: str, hint: str = "") -> None:
        """Names the `entrant`, its `problem` and, if there is one, a `hint`."""
        super().__init__(f"entrant '{entrant}': {problem}")
        self.entrant = entrant
        self.problem = problem
        self.hint = hint


class ConfigError(ArenaError):
    """A configuration file or option that cannot be used; the organiser's to mend."""

    reason = "CONFIG"

    def __init__(self, key: str, problem: str, hint: str = "") -> None:
        """Names the dotted `key`, the `problem` with its value, and a `hint`."""
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem
        self.hint = hint


class VariantError(ConfigError):
    """A variant, or a table for it, that no game can be played by."""

    reason = "VARIANT"


class RecordError(ArenaError):
    """A deal record that cannot be read, or that the rules do not bear out."""

    reason = "RECORD"

    def __init__(self, field: str, problem: str) -> None:
        """Names the record's `field` and the `problem` with both values."""
        super().__init__(f"record field '{field}': {problem}")
        self.field = field
        self.problem = problem


class VerificationError(ArenaError):
    """A tournament's records are not what its seed, rules and results make them.

    Somebody has changed them, or what they are compared with.
    """

    reason = "VERIFICATION"

    def __init__(self, place: str, field: str, problem: str) -> None:
        """Names the `place`, the `field` there and the `problem` with both values."""
        super().__init__(f"{place}: {field}: {problem}")
        self.place = place
        self.field = field
        self.problem = problem


class StoreError(ArenaError):
    """The database refused, or holds what it should not."""

    reason = "STORE"


class ClaimLostError(StoreError):
    """What this process alone was doing has become another's while it was cut off."""

    reason = "CLAIM_LOST"


class NotFoundError(StoreError):
    """A tournament, deal or entrant that was asked for does not exist."""

    reason = "NOT_FOUND"

    def __init__(self, problem: str, hint: str = "") -> None:
        """Says what is not there and, if there is one, gives a `hint`."""
        super().__init__(problem)
        self.hint = hint
