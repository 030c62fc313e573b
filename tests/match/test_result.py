import pytest

from arena.game.refusal import Refusal
from arena.match.result import Forfeit
from arena.match.termination import Termination


def forfeit(
    termination: Termination,
    *,
    cards: bytes | None = None,
    refusal: Refusal | None = None,
    measured: float | None = None,
    allowed: float | None = None,
) -> Forfeit:
    return Forfeit(
        deal=0,
        seat=2,
        turn=7,
        termination=termination,
        cards=cards,
        refusal=refusal,
        measured=measured,
        allowed=allowed,
    )


def test_an_illegal_answer_is_told_with_cards_and_code() -> None:
    ruled = forfeit(
        Termination.ILLEGAL_ANSWER,
        cards=bytes([3, 0, 200]),
        refusal=Refusal.NOT_HELD,
    )
    assert ruled.message.startswith("Seat 2 forfeits the deal at turn 7: illegal")
    assert "3H 3S #200" in ruled.message
    assert "not_held" in ruled.message


def test_an_illegal_pass_is_told_by_name() -> None:
    ruled = forfeit(
        Termination.ILLEGAL_ANSWER, cards=b"", refusal=Refusal.LEADER_MAY_NOT_PASS
    )
    assert "'pass'" in ruled.message


def test_a_fallen_flag_is_told_with_both_times() -> None:
    ruled = forfeit(Termination.FLAG_FALL, measured=1.25, allowed=1.0)
    assert "1.250 s" in ruled.message
    assert "1.000 s" in ruled.message


@pytest.mark.parametrize("termination", Termination)
def test_every_termination_has_its_sentence(termination: Termination) -> None:
    others = [forfeit(other).message for other in Termination if other != termination]
    assert forfeit(termination).message not in others
