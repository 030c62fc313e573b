import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InvalidNotationError
from arena.game.shapes import Shape, format_exception, parse_exception

GROUPS = st.builds(Shape, st.integers(1, 4), st.just(1), st.none() | st.integers(0, 12))
RUNS = st.builds(Shape, st.sampled_from([1, 2, 4]), st.integers(3, 13))


@given(GROUPS | RUNS, GROUPS | RUNS)
def test_exception_text_and_value_are_inverses(beater: Shape, beaten: Shape) -> None:
    assert parse_exception(format_exception((beater, beaten))) == (beater, beaten)


@pytest.mark.parametrize(
    "text",
    [
        "quad > single 2",
        "quad > any single",
        "quad > any pair",
        "pair run of 3 > single 2",
        "pair run of 4 > pair of 2s",
        "pair run of 5 > triple of 2s",
        "quad run of 2 > pair of 2s",
        "single 2 > any quad",
        "run of 5 > pair run of 3",
        "quad > pair of 10s",
    ],
)
def test_written_form_is_kept(text: str) -> None:
    assert format_exception(parse_exception(text)) == text


@pytest.mark.parametrize(
    ("lenient", "written"),
    [
        ("quads > single 2s", "quad > single 2"),
        ("Any Quad > any pair", "quad > any pair"),
        ("quad>single", "quad > any single"),
        ("three pairs > single 2", "pair run of 3 > single 2"),
        ("4 pairs > pair of 2", "pair run of 4 > pair of 2s"),
        ("five pairs > three 2s", "pair run of 5 > triple of 2s"),
        ("pair runs of five > triples 2", "pair run of 5 > triple of 2s"),
        ("two consecutive quads > two 2s", "quad run of 2 > pair of 2s"),
        ("3 quads > triple of 2s", "quad run of 3 > triple of 2s"),
        ("quad > single q", "quad > single Q"),
    ],
)
def test_other_ways_to_say_it_are_understood(lenient: str, written: str) -> None:
    assert format_exception(parse_exception(lenient)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quad",
        "quad beats single 2",
        "quad > single 2 > pair",
        "quad > single 1",
        "bomb > single 2",
        "pair run of 2 > single 2",
        "quad run of 1 > single 2",
        "run of 14 > single 2",
        "nine 2s > single 2",
        "triple run of 3 > single 2",
    ],
)
def test_what_names_no_combinations_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="BEATER > BEATEN"):
        parse_exception(text)
