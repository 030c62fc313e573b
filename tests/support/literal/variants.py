"""The seven variants as plain dicts, copied from the rules' page by hand.

Each one spells out every field that bears on the adjudication of a deal once it
has been dealt. `hand`, `packs`, `lead_later` and `open_hands` do not: how many
cards there are and who leads is told to the deal.
"""

from collections.abc import Mapping
from typing import Any

Rules = dict[str, Any]

THIRTEEN: Rules = {
    "exceptions": [
        "quad > single 2",
        "three pairs > single 2",
        "four pairs > pair of 2s",
        "five pairs > three 2s",
    ],
    "twos_in_runs": True,
    "pairs_beat": "higher",
    "equal_cards": "forbidden",
    "opening": "include",
    "leftover": "out_of_play",
    "instant_win": "none",
    "solo_run": False,
    "out_of_turn": False,
    "ends": "last_holder",
    "payoff": "loser_pays",
}

VARIANTS: dict[str, Rules] = {
    "thirteen": THIRTEEN,
    "tien-len": THIRTEEN,
    "vpered": {**THIRTEEN, "pairs_beat": "any"},
    "justus-pang": {
        **THIRTEEN,
        "twos_in_runs": False,
        "opening": "may_pass",
        "solo_run": True,
    },
    "kenneth-lu": {
        **THIRTEEN,
        "exceptions": [
            "quad > any single",
            "quad > any pair",
            "three pairs > single 2",
        ],
        "opening": "free",
        "leftover": "opener",
        "ends": "first_out",
        "payoff": "winner_takes",
    },
    "kenneth-lu-twos": {
        **THIRTEEN,
        "exceptions": [
            "quad > single 2",
            "quad > pair of 2s",
            "three pairs > single 2",
        ],
        "opening": "free",
        "leftover": "opener",
        "ends": "first_out",
        "payoff": "winner_takes",
    },
    "viet-cong": {
        **THIRTEEN,
        "exceptions": [
            "three pairs > single 2",
            "quad > single 2",
            "five pairs > pair of 2s",
            "two quads > pair of 2s",
            "seven pairs > three 2s",
            "three quads > three 2s",
        ],
        "twos_in_runs": False,
        "instant_win": "four_twos",
    },
}

ELSEWHERE = ("seats", "hand", "hand_at_three", "packs", "lead_later", "open_hands")
"""Fields that are settled before the cards lie in the hands, or show them."""


def rules_of(name: str, overrides: Mapping[str, Any] | None = None) -> Rules:
    """Gives a variant's rules with the fields of `overrides` put in their place."""
    rules = dict(VARIANTS[name])
    for field, value in (overrides or {}).items():
        if field in rules:
            rules[field] = value
        elif field not in ELSEWHERE:
            raise KeyError(field)
    return rules
