"""Strict reading of one table of a configuration file.

Every value is asked for by key and type; what is missing, of the wrong type, out of
bounds or unknown is a `ConfigError` that names the dotted key, the value and what is
allowed. What the keys mean is `config`'s business.
"""

from collections.abc import Collection, Mapping
from typing import Final, TypeVar

from arena.errors import ConfigError, did_you_mean

_T = TypeVar("_T")


class _Required:
    """Marks a key without which the table cannot be used."""


REQUIRED: Final = _Required()
"""Given as a default, it makes the key one that must be there."""


class Section:
    """One table of the file: its values, and where it stands for messages."""

    def __init__(
        self,
        values: Mapping[str, object],
        allowed: Collection[str],
        path: str = "",
        *,
        above: Collection[str] = (),
    ) -> None:
        """Takes the table's values and refuses any key that is not allowed.

        Args:
            values: The table as the TOML reader gives it.
            allowed: Every key the table may have.
            path: The table's own dotted key; empty for the whole file.
            above: Keys that stand above all tables: what is added to the end of a
                file belongs to its last table.

        Raises:
            ConfigError: A key is unknown.
        """
        self._values = values
        self._path = path
        for key in values:
            if key not in allowed:
                hint = "allowed are " + ", ".join(sorted(allowed))
                problem = f"unknown key{did_you_mean(key, allowed)}"
                if key in above:
                    problem = "misplaced; it belongs above the first [[entrants]]"
                raise ConfigError(self.key(key), problem, hint)

    def key(self, key: str) -> str:
        """Returns the dotted key, as messages name it."""
        return f"{self._path}.{key}" if self._path else key

    def text(self, key: str, default: str | _Required) -> str:
        """Returns a string."""
        such = f' such as "{default}"' if isinstance(default, str) and default else ""
        return self._value(key, default, str, f"a string{such}")

    def flag(self, key: str, *, default: bool) -> bool:
        """Returns true or false."""
        return self._value(key, default, bool, "true or false")

    def integer(
        self, key: str, default: int | _Required, low: int, high: int, why: str = ""
    ) -> int:
        """Returns a whole number from `low` to `high`; `why` explains the bounds."""
        number = self._value(key, default, int, "a whole number")
        if not low <= number <= high:
            raise ConfigError(
                self.key(key),
                f"{number} is out of bounds; allowed are {low} to {high}{why}",
            )
        return number

    def seconds(self, key: str, default: float | None, high: float) -> float | None:
        """Returns a number of seconds above 0 and up to `high`."""
        value = self._values.get(key, default)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, float):
            raise self._mistyped(key, value, "a number of seconds")
        if not 0 < value <= high:
            raise ConfigError(
                self.key(key),
                f"{value:g} seconds is out of bounds; allowed are more than 0"
                f" and up to {high:g}",
            )
        return value

    def choice(self, key: str, default: str, allowed: Collection[str]) -> str:
        """Returns one of the allowed words."""
        word = self.text(key, default)
        if word not in allowed:
            listed = ", ".join(f"'{one}'" for one in allowed)
            raise ConfigError(
                self.key(key),
                f"'{word}' is unknown; allowed: {listed}{did_you_mean(word, allowed)}",
            )
        return word

    def table(self, key: str) -> Mapping[str, object]:
        """Returns a table within this one; an empty one where the key is absent."""
        return self._value(key, {}, dict, "a table")

    def tables(self, key: str) -> list[Mapping[str, object]]:
        """Returns an array of tables; an empty one where the key is absent."""
        values: list[object] = self._value(key, [], list, "an array of tables")
        found: list[Mapping[str, object]] = []
        for number, value in enumerate(values, start=1):
            if not isinstance(value, dict):
                raise self._mistyped(f"{key}[{number}]", value, "a table")
            found.append(value)
        return found

    def text_or_list(self, key: str) -> str | list[str] | None:
        """Returns a string or a list of strings, or `None` where the key is absent."""
        value = self._values.get(key)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return value
        raise self._mistyped(key, value, "a string or a list of strings")

    def texts(self, key: str) -> dict[str, str]:
        """Returns a table of strings; an empty one where the key is absent."""
        found: dict[str, str] = {}
        for name, value in self.table(key).items():
            if not isinstance(value, str):
                raise self._mistyped(f"{key}.{name}", value, "a string")
            found[name] = value
        return found

    def _value(
        self, key: str, default: _T | _Required, kind: type[_T], named: str
    ) -> _T:
        value = self._values.get(key, default)
        if isinstance(value, _Required):
            raise ConfigError(self.key(key), f"missing; it must be {named}")
        # A TOML boolean is an int to Python, but not to the organiser.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._mistyped(key, value, named)
        return value

    def _mistyped(self, key: str, value: object, wanted: str) -> ConfigError:
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
        return ConfigError(self.key(key), f"{shown} is not {wanted}")
