"""Plays properly, and does to its machine what its argument names."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from arena_client import Bot, View, run

KIB = b"x" * 1023 + b"\n"


def fork() -> None:
    """Leaves children behind, one of them in a session of its own."""
    for leave in (False, True):
        if os.fork() == 0:
            if leave:
                os.setsid()
                if os.fork():
                    os._exit(0)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(60)


def fork_on() -> None:
    """Forks more and more children that stay."""
    for _ in range(200):
        if os.fork() == 0:
            while True:
                time.sleep(60)


def print_on() -> None:
    """Prints without end, on both ways out."""
    os.write(2, b"the first words\n")
    while True:
        os.write(1, KIB)
        os.write(2, KIB)


def eat() -> None:
    """Takes more and more memory, in small bites that are all used."""
    held = []
    while True:
        held.append(bytearray(os.urandom(1024) * 1024))


def eat_with_children() -> None:
    """Takes much memory in several processes, none of them too much by itself."""
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(os.urandom(1024) * (50 * 1024))
            time.sleep(len(held))


def stay() -> None:
    """Ends neither by its leash nor by SIGTERM nor by the arena's goodbye."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.environ.pop("ARENA_STDIN_LEASH")
    threading.Thread(target=time.sleep, args=(3600,)).start()


def close_stdin() -> None:
    """Closes its stdin."""
    os.close(0)


DEEDS: dict[str, tuple[Callable[[], None], bool]] = {
    "forks": (fork, False),
    "forks-on": (fork_on, True),
    "prints": (print_on, True),
    "eats": (eat, True),
    "eats-together": (eat_with_children, True),
    "stays": (stay, False),
    "closes": (close_stdin, False),
}


class Lowest(Bot):
    """Plays its lowest."""

    wants_legal_plays = True

    def play(self, view: View) -> bytes:
        """Gives the lowest play."""
        return next((play for play in view.legal_plays if play), b"")


deed, beside = DEEDS[sys.argv.pop(1)]
if beside:
    threading.Thread(target=deed, daemon=True).start()
else:
    deed()
run(Lowest)
