"""The command line itself was wrong: exit code 2."""

from collections.abc import Iterable

from cyclopts import (
    App,
    Argument,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from arena.errors import ArenaError, did_you_mean


class MisuseError(ArenaError):
    """The options given cannot be used together; the caller is at fault."""

    reason = "MISUSE"

    def __init__(self, problem: str, hint: str = "") -> None:
        """Says what the `problem` is and, if there is a way out, a `hint`."""
        super().__init__(problem)
        self.hint = hint


def misuse(error: CycloptsError) -> MisuseError:
    """Says in the arena's manner what cyclopts could not parse."""
    match error:
        case UnknownCommandError(unused_tokens=[token, *_], app=App() as app):
            commands = [name for name in app if not name.startswith("-")]
            problem = f"no such command: '{token}'{did_you_mean(token, commands)}"
        case UnknownOptionError():
            given = (error.token.keyword or error.token.value).partition("=")[0]
            options = _options(error)
            problem = f"no such option: '{given}'{did_you_mean(given, options)}"
        case UnusedCliTokensError(unused_tokens=[token, *_]):
            problem = f"unexpected argument: '{token}'"
        case MissingArgumentError(keyword=None, argument=Argument() as argument):
            problem = f"{argument.name} is missing"
        case MissingArgumentError(keyword=str() as keyword):
            problem = f"{keyword} needs a value"
        case _:
            problem = _sentence(str(error))
    return MisuseError(problem, f"{_called(error)} --help says how it is used")


def _options(error: UnknownOptionError) -> Iterable[str]:
    for argument in error.argument_collection:
        yield from argument.names


def _sentence(text: str) -> str:
    text = text.strip().removesuffix(".")
    return text[:1].lower() + text[1:]


def _called(error: CycloptsError) -> str:
    return " ".join(["arena", *(error.command_chain or ())])
