"""Keeps one bot: starts it, holds it to its limits, leaves nothing of it behind.

A program of its own between the arena and the bot, started by path with nothing but
the standard library, so that it is small and there at once:

    python keeper.py MEMORY PROCESSES PROGRAM [ARGUMENT…]

Its stdin is the leash, which the bot has too: when it closes, even because the arena
was killed outright, the bot has a moment to end by itself and is then ended. SIGTERM
ends it at once. Its stderr is the file for what the bot prints, its stdout takes one
line on how the bot ended. 0 for a limit sets none.

What a bot starts ends with it, also what has left its process group: orphans are
given to the keeper (Linux), which is why it can find them all.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

END_GRACE = 2.0
"""Seconds a bot has to end by itself once its leash is let go."""

TERM_GRACE = 1.0
"""Seconds a bot has to heed SIGTERM after that."""

WATCH_INTERVAL = 0.5
"""Seconds between two looks at what the bot's processes use."""

HEAD_BYTES = 512 * 1024
"""How much is kept of the beginning of what a bot prints."""

TAIL_BYTES = 512 * 1024
"""How much is kept of its end, where there is more."""

_CHUNK = 64 * 1024
_PAUSE = 0.005  # after each chunk of a flood: a bot that prints for ever waits
_PARENT_DEATH_SIGNAL = 1
_CHILD_SUBREAPER = 36
_LEASH, _REPORT, _OUTPUT = 0, 1, 2
_PAGE = os.sysconf("SC_PAGE_SIZE")
_now = time.monotonic  # noqa: TID251 - there is no trio in here


class Output:
    """What a bot prints, cut in the middle so that a flood fills no disk."""

    def __init__(self, file: int) -> None:
        """Appends to an open `file`."""
        self._file = file
        self._head = 0
        self._end = 0
        self._tail = bytearray()
        self._left_out = 0
        self._dirty = False

    @property
    def flooded(self) -> bool:
        """Whether the beginning is full, so that from now on the middle is lost."""
        return self._head == HEAD_BYTES

    def write(self, data: bytes) -> None:
        """Takes what the bot has printed."""
        room = HEAD_BYTES - self._head
        if room:
            self._append(data[:room])
            self._head += len(data[:room])
            self._end = os.lseek(self._file, 0, os.SEEK_END)
        if len(data) > room:
            self._tail += data[room:]
            self._dirty = True
            if (over := len(self._tail) - TAIL_BYTES) > 0:
                del self._tail[:over]
                self._left_out += over

    def flush(self) -> None:
        """Has the file end as the bot's output does so far."""
        if not self._dirty:
            return
        self._dirty = False
        with suppress(OSError):
            os.ftruncate(self._file, self._end)
        if self._left_out:
            gap = f"\n[the arena left out {self._left_out:,} bytes here]\n"
            self._append(gap.encode())
        self._append(bytes(self._tail))

    def _append(self, data: bytes) -> None:
        # The disk may be full; that is no reason to end the bot.
        with suppress(OSError):
            while data:
                data = data[os.write(self._file, data) :]


class Bot:
    """The bot's main process and all that has come of it."""

    def __init__(self, command: list[str], printed: int, memory: int) -> None:
        """Starts it; what it prints goes to the pipe `printed`."""
        self.ended: int | None = None
        """Its exit code, or minus the signal that ended it; None while it runs."""
        self.pid = os.fork()
        if self.pid == 0:
            _become(command, printed, memory)

    def reap(self) -> None:
        """Takes note of processes that have ended."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                if ended[0] == self.pid:
                    self.ended = os.waitstatus_to_exitcode(ended[1])

    def signal(self, number: int) -> None:
        """Signals the bot's process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def breach(self, memory: int, processes: int) -> str:
        """Gives which limit is broken, with both values; else nothing."""
        family = descendants(os.getpid())
        if processes and len(family) > processes:
            return f"it had {len(family)} processes, {processes} are allowed"
        if memory and sum(map(_resident, family)) > memory:
            # Pages that forks share have been counted for each of them.
            held = sum(map(_proportional, family))
            if held > memory:
                return f"it held {held >> 20} MiB of memory, {memory >> 20} are allowed"
        return ""

    def kill(self) -> None:
        """Kills everything that is left of the bot."""
        self.signal(signal.SIGKILL)
        for _ in range(200):
            left = descendants(os.getpid())
            if not left:
                break
            for pid in left:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)
            self.reap()
        while self.ended is None:
            time.sleep(0.005)
            self.reap()


def descendants(pid: int) -> list[int]:
    """Gives all living processes that come from `pid`, on Linux."""
    found: list[int] = []
    parents = [pid]
    while parents:
        # Any of them may end while it is looked at.
        with suppress(OSError):
            for file in Path(f"/proc/{parents.pop()}/task").glob("*/children"):
                with suppress(OSError):
                    children = [int(word) for word in file.read_text().split()]
                    found += children
                    parents += children
    return found


class Keeper:
    """The loop around one bot."""

    def __init__(self, command: list[str], *, memory: int, processes: int) -> None:
        """Starts the bot."""
        self._memory = memory
        self._processes = processes
        self._woken = self._be_woken()
        self._printed, prints = os.pipe()
        self._bot = Bot(command, prints, memory)
        os.close(prints)
        os.set_blocking(self._printed, False)
        self._output = Output(_OUTPUT)
        self._poll = select.poll()
        self._poll.register(_LEASH, 0)  # carries nothing: only its end is waited for
        self._poll.register(self._woken, select.POLLIN)
        self._poll.register(self._printed, select.POLLIN)
        self._at_once = False
        self._let_go: float | None = None
        self._watched = _now()
        self._breach = ""

    def keep(self) -> str:
        """Returns when nothing of the bot is left, with how it ended in a few words."""
        while self._bot.ended is None and not self._must_kill():
            for file, _ in self._poll.poll(WATCH_INTERVAL * 1000):
                self._handle(file)
            self._bot.reap()
            if _now() - self._watched >= WATCH_INTERVAL:
                self._watch()
        self._bot.kill()
        # What the last processes have printed is all in the pipe now.
        while self._pass_on():
            pass
        self._output.flush()
        if self._breach:
            return f"was ended: {self._breach}"
        return _ending(self._bot.ended)

    def _be_woken(self) -> int:
        """Has signals wake the loop through a pipe, whose end is given back."""
        woken, wake = os.pipe()
        os.set_blocking(woken, False)
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._end_at_once)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        return woken

    def _end_at_once(self, *_: object) -> None:
        self._at_once = True

    def _must_kill(self) -> bool:
        waited = 0.0 if self._let_go is None else _now() - self._let_go
        return self._at_once or bool(self._breach) or waited > END_GRACE + TERM_GRACE

    def _handle(self, file: int) -> None:
        if file == _LEASH:
            self._poll.unregister(_LEASH)
            self._let_go = _now()
        elif file == self._woken:
            os.read(self._woken, _CHUNK)
        elif not self._pass_on():
            self._poll.unregister(self._printed)

    def _watch(self) -> None:
        self._watched = _now()
        self._output.flush()
        if self._let_go is None:
            self._breach = self._bot.breach(self._memory, self._processes)
        elif self._watched - self._let_go > END_GRACE:
            self._bot.signal(signal.SIGTERM)

    def _pass_on(self) -> bool:
        """Passes on a chunk of what was printed; tells whether there may be more."""
        try:
            data = os.read(self._printed, _CHUNK)
        except BlockingIOError:
            return False
        self._output.write(data)
        if self._output.flooded:
            time.sleep(_PAUSE)
        return bool(data)


def main(words: list[str]) -> None:
    """Keeps the bot of the command line until it has ended."""
    _control(_CHILD_SUBREAPER, 1)
    memory, processes, *command = words
    keeper = Keeper(command, memory=int(memory), processes=int(processes))
    report = keeper.keep().encode()
    # Nobody reads it where the arena is no more.
    with suppress(BrokenPipeError):
        os.write(_REPORT, report)


def _become(command: list[str], printed: int, memory: int) -> None:
    """Turns the forked child into the bot; does not return."""
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        # Should the keeper be killed, its bot does not outlive it.
        _control(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            # What it may ask for, so that it hears of it before it is ended.
            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            limit = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        os.execv(command[0], command)  # noqa: S606 - the roster's command, no shell
    except OSError as error:
        os.write(2, f"cannot start '{command[0]}': {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"exited with code {code}"


def _resident(pid: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(pid: int) -> int:
    """Gives the memory of a process, with its share of what it shares."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(pid)


def _control(option: int, value: int) -> None:
    # Linux only; elsewhere a bot's runaways are not found, but its group is.
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
