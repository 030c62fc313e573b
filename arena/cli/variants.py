"""`arena variants`: what can be played."""

from dataclasses import fields
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

from arena.cli.files import read_text
from arena.cli.help_pages import example
from arena.cli.output import data_console, say
from arena.errors import VariantError
from arena.game.summary import summary
from arena.game.variant import (
    PRESETS,
    Variant,
    from_toml,
    plain_value,
    to_toml,
    variant,
)

app = App(
    name="variants",
    help_epilogue=example("arena variants", "arena variants show vpered"),
    version_flags=(),
)
"""The group of commands."""


@app.default
def list_variants() -> None:
    """Lists the variants, each with what differs from the one it is based on."""
    table = Table("variant", "differs from thirteen in", box=None, pad_edge=False)
    for name in PRESETS:
        table.add_row(name, _differences(PRESETS[name]))
    data_console().print(table)
    say("arena variants show NAME prints one of them", "dim")


@app.command(
    name="show",
    help="""Prints a variant as the TOML that defines it, and says what it means.

NAME is one of the list, or the path of a TOML file with house rules.""",
    help_epilogue=example("arena variants show vpered"),
)
def show(name: Annotated[str, Parameter(help="A variant, or a TOML file.")], /) -> None:
    """Prints a variant as TOML, below its meaning as comments.

    Args:
        name: A preset's name, or the path of a file.
    """
    chosen = _chosen(name)
    console = data_console()
    for line in summary(chosen).splitlines():
        console.print(f"# {line}".rstrip(), style="dim", markup=False, soft_wrap=True)
    console.print()
    console.print(to_toml(chosen).rstrip(), markup=False, soft_wrap=True)


def _chosen(name: str) -> Variant:
    """Gives the preset of that name, or what the file of that path defines."""
    path = Path(name)
    if name not in PRESETS and (path.suffix == ".toml" or path.is_file()):
        return from_toml(read_text(path))
    try:
        return variant(name)
    except VariantError as error:
        hint = f"{error.hint}; or the path of a TOML file"
        raise VariantError(error.key, error.problem, hint) from None


def _differences(of: Variant) -> str:
    default = PRESETS["thirteen"]
    changed = [
        f"{field.name} = {_toml(plain_value(of, field.name))}"
        for field in fields(Variant)
        if field.name not in {"name", "based_on", "exceptions"}
        and plain_value(of, field.name) != plain_value(default, field.name)
    ]
    if of.exceptions != default.exceptions:
        changed.append("exceptions")
    return ", ".join(changed) or "nothing"


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
