"""Bots that play when another is asked, with real processes over the wire."""

import tomllib
from pathlib import Path

from arena.game.cards import parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.record import DealRecord, readjudicate
from arena.game.variant import variant, with_rules
from tests.support.runs import Tournament, bot

EXAMPLE = Path(__file__).parents[2] / "examples" / "variants" / "out-of-turn.toml"


def out_of_turn(record: DealRecord) -> list[str]:
    """The entrants that acted when it was another's turn, once for each action."""
    deal = Deal(
        with_rules(variant(record.variant), record.rules),
        [parse_cards(hand) for hand in record.hands],
        dealer=record.dealer,
        leader=record.leader,
        leftover=parse_cards(record.leftover),
    )
    found = []
    for seat, text, *_ in record.actions:
        if seat != deal.turn:
            found.append(record.entrants[seat])
        deal.play(seat, parse_action(text))
    return found


async def test_eager_bots_play_out_of_turn_and_nobody_is_penalised(
    tmp_path: Path,
) -> None:
    rules = tomllib.loads(EXAMPLE.read_text())["rules"]
    entrants = {
        "eager-a": bot("eager"),
        "eager-b": bot("eager"),
        "counter": "arena-bot counter",
        "planner": "arena-bot planner",
    }
    settings = {f"rules.{name}": value for name, value in rules.items()}
    tournament = Tournament(tmp_path, entrants, settings)
    await tournament.run()
    records = tournament.records()
    assert records
    for record in records:
        readjudicate(record)
    assert {name for record in records for name in out_of_turn(record)} == {
        "eager-a",
        "eager-b",
    }
    standings = tournament.standings()
    assert all(line["forfeits"] == 0 for line in standings.values())
