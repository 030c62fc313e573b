"""Whether a bot's class can play at all, asked before it joins.

At a table the same mistakes would cost a deal each, and the bot in the end.
"""

from collections.abc import Callable
from difflib import get_close_matches
from inspect import iscoroutinefunction, signature

from arena_client.bot import Bot
from arena_client.seats import BotError

_CALLED_WITH = {
    "play": "view",
    "play_out_of_turn": "view",
    "deal_started": "start",
    "deal_ended": "result",
    "ruling": "ruling",
}
"""The methods that are called, and what each is called with."""


class BotClassError(Exception):
    """What `run` was given cannot play, whatever it is dealt: its author's to mend."""


def try_making(bot: object) -> None:
    """Makes one object of the class `bot`, as each table will, and drops it.

    Raises:
        BotClassError: `bot` is no class that derives from `Bot`, or a method of it is
            not there or cannot be called.
        BotError: its `__init__` raised.
    """
    if isinstance(bot, Bot):
        name = type(bot).__name__
        raise BotClassError(
            f"run was given an object of {name}; give it the class, run({name}): it"
            " makes an object for each table"
        )
    if not isinstance(bot, type):
        raise BotClassError(f"run was given {bot!r}; give it a class, as in run(MyBot)")
    name = bot.__name__
    if not issubclass(bot, Bot):
        raise BotClassError(
            f"the class {name} does not derive from Bot; begin it with"
            f" 'class {name}(Bot):'"
        )
    try:
        made = bot()
    except Exception as error:
        raise BotError(
            f"no object of {name} can be made; {name}() is what makes one for each"
            " table, with no arguments"
        ) from error
    _require_play(made)
    for method, argument in _CALLED_WITH.items():
        _require_callable(getattr(made, method), f"{name}.{method}", argument)


def _require_play(made: Bot) -> None:
    # Asked of the object: `__init__` may have given it one of its own.
    if getattr(made.play, "__func__", None) is not Bot.play:
        return
    own = [word for word in dir(made) if not hasattr(Bot, word)]
    close = get_close_matches("play", own, n=1)
    meant = f"; is '{close[0]}' meant to be it?" if close else ""
    raise BotClassError(
        f"the class {type(made).__name__} has no method 'play'; give it"
        f" 'def play(self, view):'{meant}"
    )


def _require_callable(method: Callable[..., object], name: str, argument: str) -> None:
    wanted = f"make it 'def {name.rpartition('.')[2]}(self, {argument}):'"
    if not callable(method):
        raise BotClassError(f"{name} is {method!r} and no method; {wanted}")
    if iscoroutinefunction(method):
        raise BotClassError(f"{name} is async, and nobody awaits it; {wanted}")
    try:
        takes = signature(method)
    except (TypeError, ValueError):  # Some that are not written in Python have none.
        return
    try:
        takes.bind(None)
    except TypeError:
        raise BotClassError(
            f"{name} cannot be called with one argument beside self; {wanted}"
        ) from None
