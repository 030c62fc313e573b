"""The README says what is there."""

import tomllib

from tests.support.documents import ROOT, code_blocks, example, text_of


def test_the_bot_of_the_readme_is_the_one_in_the_examples() -> None:
    (bot,) = code_blocks("README.md", "python")
    assert bot == text_of("examples/my_bot.py")


def test_the_bot_has_twenty_lines_at_the_most() -> None:
    (bot,) = code_blocks("README.md", "python")
    assert len(bot.splitlines()) <= 20


def test_the_entry_of_the_bot_is_the_one_that_the_example_offers() -> None:
    (entry,) = code_blocks("README.md", "toml")
    assert example()[1] == entry


def test_the_standings_are_those_of_the_example_tournament() -> None:
    standings = code_blocks("README.md", "text")[0].splitlines()
    shown = sorted(line.split()[1] for line in standings[1:])
    entered: list[str] = []
    for entrant in tomllib.loads(example()[0])["entrants"]:
        name, copies = entrant["name"], entrant.get("copies", 1)
        numbered = [f"{name}-{number}" for number in range(1, copies + 1)]
        entered += numbered if copies > 1 else [name]
    assert shown == sorted(entered)


def test_the_readme_is_short_and_its_two_commands_exist() -> None:
    readme = text_of("README.md")
    assert len(readme.splitlines()) <= 150
    for script in ("scripts/tournament", "scripts/test"):
        assert f"./{script}" in readme
        assert (ROOT / script).stat().st_mode & 0o111
