"""Outcomes and tournaments of a few letters, for tests of `arena.tournament`."""

from arena.game.scoring import payoff
from arena.game.variant import variant
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.result import DealOutcome


def outcome(
    order: str,
    *,
    round: int = 1,  # noqa: A002 - the glossary's word
    table: int = 1,
    board: int = 1,
    rotation: int = 1,
    deal: int = 0,
    seated: str = "",
    forfeited: str = "",
) -> DealOutcome:
    """Reads `"a b=c"`: a came first, b and c tied behind.

    Args:
        order: The finishing order.
        round: The round.
        table: The table.
        board: The board.
        rotation: The rotation.
        deal: The deal of the session.
        seated: Who sits at each seat; in finishing order where it is not given.
        forfeited: The names of those who forfeited, with blanks between.
    """
    groups = [group.split("=") for group in order.split()]
    names = seated.split() or [name for group in groups for name in group]
    finish = tuple(tuple(names.index(name) for name in group) for group in groups)
    return DealOutcome(
        round=round,
        table=table,
        board=board,
        rotation=rotation,
        deal=deal,
        entrants=tuple(names),
        finish=finish,
        payoff=payoff(variant("thirteen"), finish, len(names)),
        forfeited=tuple(name in forfeited.split() for name in names),
    )


def tournament(names: str, **settings: object) -> TournamentConfig:
    """Reads the configuration of a tournament of entrants with these names."""
    lines = ['name = "test"']
    for key, value in settings.items():
        lines.append(f"{key} = {value!r}".replace("True", "true"))
    lines += [f'[[entrants]]\nname = "{name}"' for name in names.split()]
    return parse_config("\n".join(lines))
