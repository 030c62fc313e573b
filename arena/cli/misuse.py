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


def misuse(error: CycloptsError, groups: Iterable[str]) -> MisuseError:
    """Says in the arena's manner what cyclopts could not parse.

    Args:
        error: What cyclopts says.
        groups: The groups of commands where a command that is not known may be.
    """
    match error:
        case UnknownCommandError(unused_tokens=[token, *_], app=App() as app):
            near = did_you_mean(token, _commands(app)) or _elsewhere(token, app, groups)
            problem = f"no such command: '{token}'{near}"
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


def _commands(app: App) -> list[str]:
    return [name for name in app if not name.startswith("-")]


def _elsewhere(token: str, app: App, groups: Iterable[str]) -> str:
    for group in groups:
        if group in app and token in _commands(app[group]):
            return f"; did you mean '{group} {token}'?"
    return ""


def _options(error: UnknownOptionError) -> Iterable[str]:
    for argument in error.argument_collection:
        yield from argument.names


def _sentence(text: str) -> str:
    text = text.strip().removesuffix(".")
    return text[:1].lower() + text[1:]


def _called(error: CycloptsError) -> str:
    return " ".join(["arena", *(error.command_chain or ())])
