"""Whom everybody waits for, in words."""

from collections.abc import Sequence

from arena.director.awaited import LONG, WINDOW, Wait

NAMED = 3
"""How many are named."""


def wait_text(waits: Sequence[Wait]) -> str:
    """Gives a line such as `waiting for slow (4 s)`; empty where nobody is waited for."""
    if not waits:
        return ""
    named = ", ".join(map(_one, waits[:NAMED]))
    more = f" and {len(waits) - NAMED} more" if len(waits) > NAMED else ""
    return f"waiting for {named}{more}"


def _one(wait: Wait) -> str:
    if wait.seconds < LONG:
        return f"{wait.entrant} ({wait.share:.0%} of the last {WINDOW:g} s)"
    where = f" at {wait.tables} tables" if wait.tables > 1 else ""
    overdue = "; its time is up" if wait.overdue else ""
    return f"{wait.entrant} ({int(wait.seconds)} s{where}{overdue})"
