from hypothesis import given
from hypothesis import strategies as st

from arena.store import compact


def test_texts_are_readable_by_eye() -> None:
    assert compact.write_numbers((3, -1, -2)) == "3 -1 -2"
    assert compact.write_finish(((2,), (0,), (1, 3))) == "2>0>1=3"
    assert compact.write_flags((False, True)) == "01"


@given(st.lists(st.integers()).map(tuple))
def test_numbers_come_back(numbers: tuple[int, ...]) -> None:
    assert compact.read_numbers(compact.write_numbers(numbers)) == numbers


@given(st.lists(st.lists(st.integers(0, 9), min_size=1).map(tuple), min_size=1))
def test_finishing_orders_come_back(groups: list[tuple[int, ...]]) -> None:
    assert compact.read_finish(compact.write_finish(groups)) == tuple(groups)


@given(st.lists(st.booleans()).map(tuple))
def test_flags_come_back(flags: tuple[bool, ...]) -> None:
    assert compact.read_flags(compact.write_flags(flags)) == flags
