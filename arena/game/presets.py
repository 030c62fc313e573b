"""The variants of the sources: for each, the fields in which it differs.

Rules: section "The variants". Values are those of the TOML form, what they differ
from are the defaults of `variant.Variant`, which are `thirteen` itself.

    thirteen         as compiled in the USA
    tien-len         the same play; the name for tables of 2-8 and two packs
    vpered           any pair on a pair, as one source prints it
    justus-pang      no twos in runs, the lead handed on, solo runs
    kenneth-lu       the first out takes all; quads beat singles and pairs, as printed
    kenneth-lu-twos  the same with quads against twos only, the likely original
    viet-cong        four twos win at once; bombs that are larger
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_VPERED: Mapping[str, object] = {
    "seats": 4,
    "pairs_beat": "any",
    "lead_later": "lowest",
}

_JUSTUS_PANG: Mapping[str, object] = {
    "twos_in_runs": False,
    "opening": "may_pass",
    "solo_run": True,
    "lead_later": "lowest",
}

_KENNETH_LU: Mapping[str, object] = {
    "exceptions": (
        "quad > any single",
        "quad > any pair",
        "pair run of 3 > single 2",
    ),
    "opening": "free",
    "leftover": "opener",
    "hand_at_three": 17,
    "ends": "first_out",
    "payoff": "winner_takes",
    "lead_later": "lowest",
}

_KENNETH_LU_TWOS: Mapping[str, object] = {
    **_KENNETH_LU,
    "exceptions": (
        "quad > single 2",
        "quad > pair of 2s",
        "pair run of 3 > single 2",
    ),
}

_VIET_CONG: Mapping[str, object] = {
    "instant_win": "four_twos",
    "twos_in_runs": False,
    "exceptions": (
        "pair run of 3 > single 2",
        "quad > single 2",
        "pair run of 5 > pair of 2s",
        "quad run of 2 > pair of 2s",
        "pair run of 7 > triple of 2s",
        "quad run of 3 > triple of 2s",
    ),
    "lead_later": "lowest",
}

PRESET_RULES: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "thirteen": {},
        "tien-len": {},
        "vpered": _VPERED,
        "justus-pang": _JUSTUS_PANG,
        "kenneth-lu": _KENNETH_LU,
        "kenneth-lu-twos": _KENNETH_LU_TWOS,
        "viet-cong": _VIET_CONG,
    }
)
"""By name, in the order in which they are listed."""
