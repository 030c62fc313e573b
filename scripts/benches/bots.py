"""The bots that can play in a bench: what each is called, and how it is started."""

from shlex import join

from scripts.benches.go_build import build
from scripts.benches.measured_process import ROOT

BOTS = {
    "minimal": "minimal bots in Python",
    "sdk": "the same with the SDK",
    "go": "minimal bots in Go",
}
"""By name, what plays. All of them make the same choices."""


class Unavailable(Exception):  # noqa: N818 - no error: the bench goes on without
    """A bot cannot be had on this machine; says what to install."""


def command_of(bot: str, tables: int) -> str:
    """Gives the command that starts a bot which plays at so many tables.

    Raises:
        Unavailable: It has to be built, and what builds it is not installed.
    """
    folder = ROOT / "scripts" / "benches"
    match bot:
        case "minimal":
            words = ["python", str(folder / "minimal_bot.py"), str(tables)]
        case "sdk":
            words = ["python", str(folder / "sdk_bot.py"), "--tables", str(tables)]
        case _:
            program = build()
            if program is None:
                raise Unavailable(
                    "not installed: go; to play with compiled bots: apt install golang"
                )
            words = [str(program), str(tables)]
    return join(words)
