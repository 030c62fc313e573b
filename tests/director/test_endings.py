"""Why launched bots have ended, beside the deals they forfeit by it."""

from arena.director.endings import Endings
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.store.rows import FinishedRotation, ForfeitRow, RotationKey

KEY = RotationKey(round=1, table=1, board=1, rotation=1)


def forfeit(deal: int) -> Forfeit:
    """What a bot that is no more forfeits."""
    why = Termination.LOST_CONNECTION
    return Forfeit(deal, 2, 7, why, cards=None, refusal=None, measured=0.0, allowed=5.0)


def explained(endings: Endings, deal: int) -> str:
    """What is said of the forfeit in the end."""
    row = ForfeitRow(KEY, deal, 2, "ann", 7, "lost_connection", message="forfeits")
    return endings.explained(FinishedRotation(KEY, [], [], [row])).forfeits[0].message


def test_what_a_bot_forfeits_until_it_is_back_is_explained_and_nothing_later() -> None:
    endings = Endings()
    endings.ended("ann", "exited with code 1")
    endings.forfeited("ann", forfeit(0), KEY)
    endings.returned("ann")
    endings.forfeited("ann", forfeit(1), KEY)
    assert explained(endings, 0) == "forfeits (exited with code 1)"
    assert explained(endings, 1) == "forfeits"
    endings.returned("ann")
