"""Runs one command: errors become messages, and the exit code says how it went."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from cyclopts import CycloptsError

from arena.cli.app import GROUPS, app
from arena.cli.exit_codes import ExitCode
from arena.cli.misuse import MisuseError, misuse
from arena.cli.output import data, say_error, settle
from arena.errors import ArenaError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command that `arguments` (the process's, without them) name.

    Returns:
        The exit code.
    """
    try:
        code = _run(arguments)
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough, as `head` has.
        code = ExitCode.DONE
    finally:
        settle(sys.stdout)
        settle(sys.stderr)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        result = app(
            arguments,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        with suppress(BrokenPipeError):
            data().flush()
    except CycloptsError as error:
        return _report(misuse(error, GROUPS))
    except ArenaError as error:
        return _report(error)
    except BaseExceptionGroup as group:
        # Tasks that run side by side can fail side by side; each is told.
        ours, rest = group.split(ArenaError)
        if ours is None or rest is not None:
            raise
        return max(_report(error) for error in _leaves(ours))
    return result if isinstance(result, int) else ExitCode.DONE


def _report(error: ArenaError) -> int:
    say_error(str(error), str(getattr(error, "hint", "")))
    return ExitCode.MISUSE if isinstance(error, MisuseError) else ExitCode.FAILED


def _leaves(group: BaseExceptionGroup[ArenaError]) -> list[ArenaError]:
    found: list[ArenaError] = []
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            found += _leaves(error)
        else:
            found.append(error)
    return found
