"""House rules to try: each override by itself, and any of them together."""

from random import Random
from typing import Any

from arena.game.variant import PRESETS, variant, with_rules
from tests.support.literal.variants import VARIANTS

Overrides = dict[str, Any]

PRESETS_AND_MORE = {
    **PRESETS,
    "solo-any-pair": with_rules(
        variant("thirteen"), {"solo_run": True, "pairs_beat": "any"}
    ),
}
"""The variants there are, and house rules in which two of theirs meet, by name."""

OVERRIDES: list[tuple[str, Overrides]] = [
    ("thirteen", {"equal_cards": "forbidden", "packs": 2}),
    ("thirteen", {"equal_cards": "later", "packs": 2}),
    ("thirteen", {"equal_cards": "unmatched", "packs": 2}),
    ("tien-len", {"equal_cards": "unmatched"}),
    ("vpered", {"equal_cards": "later", "packs": 2}),
    ("justus-pang", {"equal_cards": "unmatched", "packs": 2}),
    ("viet-cong", {"equal_cards": "later", "packs": 2}),
    ("kenneth-lu", {"equal_cards": "unmatched", "packs": 2}),
    ("thirteen", {"out_of_turn": True}),
    ("justus-pang", {"out_of_turn": True}),
    ("kenneth-lu", {"out_of_turn": True, "ends": "last_holder"}),
    ("vpered", {"out_of_turn": True, "equal_cards": "later", "packs": 2}),
    ("thirteen", {"opening": "free"}),
    ("thirteen", {"opening": "may_pass"}),
    ("justus-pang", {"opening": "include"}),
    ("kenneth-lu", {"opening": "may_pass"}),
    ("thirteen", {"ends": "first_out", "payoff": "winner_takes"}),
    ("thirteen", {"ends": "first_out", "payoff": "loser_pays"}),
    ("thirteen", {"payoff": "winner_takes"}),
    ("kenneth-lu-twos", {"ends": "last_holder", "payoff": "loser_pays"}),
    ("justus-pang", {"ends": "first_out", "payoff": "winner_takes"}),
    ("thirteen", {"twos_in_runs": False}),
    ("viet-cong", {"twos_in_runs": True, "instant_win": "none"}),
    ("thirteen", {"solo_run": True, "instant_win": "four_twos", "packs": 2}),
    ("viet-cong", {"solo_run": True, "pairs_beat": "any"}),
    ("thirteen", {"leftover": "opener"}),
    ("thirteen", {"exceptions": ["single 2 > quad", "pair of 2s > pair run of 4"]}),
    ("thirteen", {"hand": 7, "lead_later": "lowest"}),
    ("tien-len", {"hand": "equal", "packs": 2}),
]

ANYTHING: dict[str, list[Any]] = {
    "twos_in_runs": [True, False],
    "pairs_beat": ["higher", "any"],
    "equal_cards": ["forbidden", "later", "unmatched"],
    "opening": ["include", "free", "may_pass"],
    "leftover": ["out_of_play", "opener"],
    "instant_win": ["none", "four_twos"],
    "solo_run": [True, False],
    "out_of_turn": [True, False],
    "ends": ["last_holder", "first_out"],
    "payoff": ["loser_pays", "winner_takes"],
    "packs": [2],
}

SENTENCES = [
    "quad > any single",
    "quad > pair of 2s",
    "pair run of 3 > any single",
    "pair run of 3 > quad",
    "pair run of 4 > pair run of 3",
    "pair run of 5 > quad run of 2",
    "quad run of 2 > pair of 2s",
    "quad run of 2 > quad",
    "quad run of 3 > triple of 2s",
    "single 2 > quad",
    "triple > single 2",
    "run of 5 > pair of As",
]


def anything(rng: Random) -> tuple[str, Overrides]:
    """Makes up house rules, a third of the fields changed."""
    overrides = {
        field: rng.choice(values)
        for field, values in ANYTHING.items()
        if rng.random() < 1 / 3
    }
    if rng.random() < 1 / 3:
        overrides["exceptions"] = rng.sample(SENTENCES, rng.randint(0, 6))
    return rng.choice(list(VARIANTS)), overrides
