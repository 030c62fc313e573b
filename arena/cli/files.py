"""Reading and writing the files that commands are given."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from arena.errors import ConfigError, did_you_mean


def read_text(path: Path) -> str:
    """Gives the text of a file.

    Raises:
        ConfigError: It cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise _unreadable(path, error) from error
    except UnicodeDecodeError as error:
        raise _not_text(path) from error


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
        problem = f"cannot be written: {error.strerror}"
        raise ConfigError(str(path), problem) from error
    finally:
        if not direct:
            with suppress(OSError):
                written.unlink()


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


def _not_text(path: Path) -> ConfigError:
    return ConfigError(str(path), "cannot be read: not UTF-8 text")


def _near(path: Path) -> str:
    try:
        beside = [other.name for other in path.parent.iterdir()]
    except OSError:
        return ""
    return did_you_mean(path.name, beside)
