"""Reading and writing the files that commands are given."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from arena.errors import ConfigError, did_you_mean

LIMIT_MIB = 16
"""What is larger, in MiB, is not read whole; it may have no end, as `/dev/zero`."""


def read_text(path: Path) -> str:
    """Gives the text of a file.

    Raises:
        ConfigError: It cannot be read, or is too large.
    """
    limit = LIMIT_MIB * 2**20
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            problem = f"cannot be read: larger than {LIMIT_MIB} MiB"
            raise ConfigError(str(path), problem)
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8").read()
    except OSError as error:
        raise _unreadable(path, error) from error
    except UnicodeDecodeError as error:
        raise _not_text(path) from error
    except ValueError as error:
        # A path with a null character.
        raise ConfigError(str(path), f"cannot be read: {error}") from error


@contextmanager
def replaced(path: Path) -> Iterator[TextIO]:
    """Writes a file that is there whole or not at all.

    What is written goes to a file beside it, which takes its name at the end of
    the block and goes away where the block fails. What is there and no file, such as
    `/dev/null` or a pipe, stays what it is and is written to directly.

    Raises:
        ConfigError: It cannot be written.
    """
    direct = path.exists() and not path.is_file()
    written = path if direct else path.with_name(f"{path.name}.part")
    try:
        with written.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        if not direct:
            written.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        if not direct:
            with suppress(OSError):
                written.unlink()


@contextmanager
def created(path: Path, mode: int, hint: str) -> Iterator[BinaryIO]:
    """Makes a file that was not there, with its rights from the first moment on.

    It goes away again where the block fails.

    Args:
        path: The file.
        mode: Who may read it.
        hint: What to do where there is one already.

    Raises:
        ConfigError: It is there already, or cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise ConfigError(str(path), "is there already", hint) from None
    except OSError as error:
        raise _unwritable(path, error) from error
    done = False
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        done = True
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        if not done:
            with suppress(OSError):
                path.unlink()


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Opens a file to read its lines; the path `-` is standard input.

    Raises:
        ConfigError: It cannot be read.
    """
    if str(path) == "-":
        yield sys.stdin
        return
    try:
        file = path.open(encoding="utf-8")
    except OSError as error:
        raise _unreadable(path, error) from error
    with file:
        try:
            yield file
        except UnicodeDecodeError as error:
            raise _not_text(path) from error


def make_folder(path: Path) -> None:
    """Makes a folder, and those it lies in, unless it is there.

    Raises:
        ConfigError: It cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot be made a folder: {error.strerror}"
        raise ConfigError(str(path), problem) from error


def _unreadable(path: Path, error: OSError) -> ConfigError:
    return ConfigError(str(path), f"cannot be read: {error.strerror}{_near(path)}")


def _unwritable(path: Path, error: OSError) -> ConfigError:
    return ConfigError(str(path), f"cannot be written: {error.strerror}")


def _not_text(path: Path) -> ConfigError:
    return ConfigError(str(path), "cannot be read: not UTF-8 text")


def _near(path: Path) -> str:
    try:
        beside = [other.name for other in path.parent.iterdir()]
    except OSError:
        return ""
    return did_you_mean(path.name, beside)
