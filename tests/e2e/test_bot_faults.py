"""Bots that fail: what it costs them, and that it costs nobody else anything."""

from pathlib import Path
from typing import Any

import pytest
import trio

from arena.game.record import readjudicate
from arena.store.repository import Repository
from tests.support.runs import PATIENCE, Tournament, bot, bot_of, bots_in, kill, start

GOOD = {
    "planner": "arena-bot planner",
    "lowest-a": "arena-bot lowest",
    "lowest-b": "arena-bot lowest",
}


async def played_with(
    folder: Path, bad: str, settings: dict[str, Any] | None = None
) -> Tournament:
    """Plays a tournament of three good bots and one that fails."""
    tournament = Tournament(folder, {**GOOD, "bad": bad}, settings or {})
    await tournament.run()
    return tournament


def assert_only_the_bad_one_paid(tournament: Tournament) -> None:
    """Asserts that the others' results are complete and nothing is left behind."""
    standings = tournament.standings()
    assert standings["bad"]["forfeits"] > 0
    config = tournament.settings
    deals = config.get("rounds", 2) * config.get("boards", 2) * 4
    for entrant in GOOD:
        assert standings[entrant]["deals"] == deals
        assert standings[entrant]["forfeits"] == 0
    for record in tournament.records():
        readjudicate(record)
    assert not bots_in(tournament.folder)


def terminations_of(tournament: Tournament) -> list[str]:
    """The terminations of the bad entrant's forfeits, by the store."""
    with Repository.open(tournament.database) as repository:
        return [row.termination for row in repository.forfeits("test", "bad")]


@pytest.mark.parametrize(
    ("name", "termination"),
    [
        ("raising", "lost_connection"),
        ("leaving", "lost_connection"),
        ("illegal", "illegal_answer"),
        ("silent", "flag_fall"),
    ],
)
async def test_a_failing_bot_costs_itself_its_deals_and_nobody_else_anything(
    tmp_path: Path, name: str, termination: str
) -> None:
    settings = {"clock": "3+3", "max_forfeits": 1} if name == "silent" else {}
    tournament = await played_with(tmp_path, bot(name), settings)
    assert_only_the_bad_one_paid(tournament)
    assert termination in terminations_of(tournament)


async def test_a_bot_that_hangs_once_loses_that_deal_and_no_more(
    tmp_path: Path,
) -> None:
    tournament = await played_with(tmp_path, bot("hanging") + " 6", {"clock": "3+3"})
    assert_only_the_bad_one_paid(tournament)
    assert terminations_of(tournament) == ["flag_fall"]
    assert tournament.standings()["bad"]["deals"] == 16


async def test_the_evidence_of_an_illegal_answer_is_kept(tmp_path: Path) -> None:
    tournament = await played_with(tmp_path, bot("illegal"), {"max_forfeits": 3})
    with Repository.open(tournament.database) as repository:
        rows = repository.forfeits("test", "bad")
    assert {row.refusal for row in rows if row.cards} == {"not_held"}
    assert all(row.allowed and row.measured is not None for row in rows if row.cards)
    output = (tournament.output / "bad.log").read_text()
    assert "not_held" in output.lower()


async def test_a_quad_run_that_is_led_is_refused_as_what_may_not_lead(
    tmp_path: Path,
) -> None:
    # Half of two packs each: hands in which quads follow each other.
    rules = {"packs": 2, "hand": "equal", "instant_win": "none"}
    settings = {f"rules.{name}": value for name, value in rules.items()}
    tournament = Tournament(
        tmp_path,
        {"bad": bot("leading"), "worse": bot("leading")},
        {"variant": "viet-cong", "seats": 2, "rounds": 1, "boards": 1, **settings},
    )
    await tournament.run()
    with Repository.open(tournament.database) as repository:
        rows = repository.forfeits("test")
    assert rows
    assert {row.refusal for row in rows} == {"may_not_lead"}
    assert {len(row.cards or b"") for row in rows} == {8}
    for record in tournament.records():
        readjudicate(record)


async def test_a_bot_that_forfeits_too_often_is_withdrawn_and_a_house_bot_sits_in(
    tmp_path: Path,
) -> None:
    tournament = await played_with(tmp_path, bot("illegal"), {"max_forfeits": 4})
    standings = tournament.standings()
    assert standings["bad"]["forfeits"] < 16
    assert "forfeits" in standings["bad"]["withdrawn"]
    entrants = {name for r in tournament.records() for name in r.entrants}
    assert "house-1" in entrants
    assert "house-1" not in standings


async def test_a_bot_that_cannot_begin_stops_the_tournament_with_its_last_words(
    tmp_path: Path,
) -> None:
    tournament = Tournament(tmp_path, {**GOOD, "bad": bot("crashing")})
    refused = await tournament.run(code=1)
    assert "bad" in refused.err
    assert "no brain found" in refused.err
    assert not bots_in(tmp_path)
    mended = Tournament(tmp_path, {**GOOD, "bad": "arena-bot lowest"})
    await mended.run()
    assert mended.standings()["bad"]["forfeits"] == 0


async def test_a_bot_killed_in_mid_tournament_forfeits_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    tournament = Tournament(
        tmp_path, {**GOOD, "bad": "arena-bot planner"}, {"rounds": 3, "boards": 12}
    )
    errors = tmp_path / "errors"
    arena = await start(tournament.run_command(), errors)
    with (
        Repository.open(tournament.database) as repository,
        trio.fail_after(PATIENCE),
    ):
        while (bad := bot_of(tmp_path, "bad")) is None:
            await trio.sleep(0.02)
        while not _begun(repository):
            await trio.sleep(0.02)
    kill(bad)
    assert await arena.wait() == 0, errors.read_text()
    assert_only_the_bad_one_paid(tournament)
    assert "bad" in errors.read_text()


def _begun(repository: Repository) -> bool:
    """Whether a rotation is in the store."""
    return bool(repository.tournaments()) and bool(repository.outcomes("test"))
