"""The organiser's file: what it may say, and how it is told what it may not."""

import pytest

from arena.errors import ConfigError
from arena.game.variant import variant, with_rules
from arena.match.clock import TimeControl
from arena.tournament.config import parse_config, parse_seed
from arena.tournament.roster import EntrantConfig, with_entrants

ENTRANTS = """
[[entrants]]
name = "a"
command = "bot --depth '3 4'"
[[entrants]]
name = "b"
"""


def error(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    return caught.value


def test_every_key_is_read() -> None:
    config = parse_config("""
        name = "Giải mùa xuân"
        format = "swiss"
        variant = "tien-len"
        rules = { leftover = "opener" }
        seats = 3
        rounds = 7
        boards = 6
        rotations = 2
        deals = 4
        clock = "10+0.5"
        answer_time = 2
        connect_time = 5.5
        join_time = 60
        points = "money"
        fill = "short"
        max_forfeits = 3
        forced_passes = false
        parallel = 8
        anchor = "low-2"
        seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        [[entrants]]
        name = "low"
        command = ["bot", "lowest"]
        env = { MODE = "fast" }
        copies = 2
        [[entrants]]
        name = "far"
    """)
    assert config.name == "Giải mùa xuân"
    assert config.variant == with_rules(variant("tien-len"), {"leftover": "opener"})
    assert config.rules == {"leftover": "opener"}
    assert (config.seats, config.rounds, config.boards) == (3, 7, 6)
    assert (config.rotations, config.deals) == (2, 4)
    assert config.clock == TimeControl(10.0, 0.5, 2.0)
    assert (config.connect_time, config.join_time) == (5.5, 60.0)
    assert (config.points, config.fill, config.max_forfeits) == ("money", "short", 3)
    assert (config.forced_passes, config.parallel) == (False, 8)
    assert config.anchor == "low-2"
    assert config.seed == bytes(range(32))
    assert config.entrants == (
        EntrantConfig("low-1", ("bot", "lowest"), {"MODE": "fast"}),
        EntrantConfig("low-2", ("bot", "lowest"), {"MODE": "fast"}),
        EntrantConfig("far"),
    )
    assert [entrant.remote for entrant in config.entrants] == [False, False, True]


def test_a_name_and_two_entrants_are_enough() -> None:
    config = parse_config('name = "least"' + ENTRANTS)
    assert config.variant == variant("thirteen")
    assert (config.seats, config.rotations, config.deals) == (4, 4, 1)
    assert config.clock == TimeControl(5.0, 0.1, None)
    assert config.seed is None
    assert config.names == ("a", "b")
    assert config.entrants[0].command == ("bot", "--depth", "3 4")


def test_rotations_are_as_many_as_seats_unless_given() -> None:
    assert parse_config('name = "x"\nseats = 3' + ENTRANTS).rotations == 3


@pytest.mark.parametrize(
    ("line", "key", "said"),
    [
        ("seets = 3", "seets", "did you mean 'seats'?"),
        ("seats = 9", "seats", "9 is out of bounds; allowed are 2 to 8"),
        ("seats = true", "seats", "true is not a whole number"),
        ('seats = "4"', "seats", "'4' is not a whole number"),
        ("rounds = 0", "rounds", "0 is out of bounds"),
        ("rotations = 5", "rotations", "allowed are 1 to 4, one a seat"),
        ('format = "swis"', "format", "did you mean 'swiss'?"),
        ('points = "place"', "points", "allowed: 'places', 'money'"),
        ('fill = "hose"', "fill", "did you mean 'house'?"),
        ('variant = "thirten"', "variant", "did you mean 'thirteen'?"),
        ('rules = { pairs_beat = "al" }', "rules.pairs_beat", "'al'"),
        ('rules = { pears_beat = "any" }', "rules.pears_beat", "'pairs_beat'"),
        ("rules = 3", "rules", "3 is not a table"),
        ("rules = { hand = 14 }", "seats", "14 cards for each of 4 seats"),
        ('variant = "vpered"\nseats = 3', "seats", "3; 'vpered' is played by 4"),
        ('variant = "vpered"\nfill = "short"', "fill", "2 entrants at tables of 4"),
        ('clock = "fast"', "clock", "'fast' is no time control"),
        ("clock = 5", "clock", '5 is not a string such as "5+0.1"'),
        ("answer_time = 0", "answer_time", "0 seconds is out of bounds"),
        ("answer_time = nan", "answer_time", "nan seconds is out of bounds"),
        ('join_time = "1m"', "join_time", "'1m' is not a number of seconds"),
        ('forced_passes = "no"', "forced_passes", "'no' is not true or false"),
        ('anchor = "bb"', "anchor", "'bb' is no entrant"),
        ('seed = "42"', "seed", "it must be 64 hexadecimal digits"),
        (f'seed = "{"g" * 64}"', "seed", "it must be 64 hexadecimal digits"),
    ],
)
def test_a_bad_key_or_value_is_named_with_what_is_allowed(
    line: str, key: str, said: str
) -> None:
    found = error(f'name = "x"\n{line}\n{ENTRANTS}')
    assert found.key == key
    assert said in str(found)


@pytest.mark.parametrize(
    ("block", "key", "said"),
    [
        ('name = "c"\ncomand = "x"', "entrants[3].comand", "did you mean 'command'?"),
        (
            'name = "c"\nrounds = 3',
            "entrants[3].rounds",
            "above the first [[entrants]]",
        ),
        ('name = "a"', "entrants[3].name", "'a' is taken by entrants[1]"),
        ('command = "x"', "entrants[3].name", "missing"),
        ('name = ""', "entrants[3].name", "1 to 40 printable characters"),
        ('name = "a/b"', "entrants[3].name", "no slashes"),
        ('name = "a\\\\b"', "entrants[3].name", "no slashes"),
        ('name = "a\\u0007"', "entrants[3].name", "printable"),
        ('name = " a"', "entrants[3].name", "no dot or blank in front"),
        ('name = ".."', "entrants[3].name", "no dot or blank in front"),
        (f'name = "{"x" * 41}"', "entrants[3].name", "1 to 40"),
        ('name = "house-9"', "entrants[3].name", "reserved"),
        ('name = "house"\ncopies = 2', "entrants[3].name", "'house-1' is reserved"),
        ('name = "c"\ncopies = 0', "entrants[3].copies", "0 is out of bounds"),
        ('name = "c"\ncommand = ""', "entrants[3].command", "starts nothing"),
        ('name = "c"\ncommand = []', "entrants[3].command", "starts nothing"),
        ('name = "c"\ncommand = [1]', "entrants[3].command", "a list of strings"),
        ("name = 'c'\ncommand = '\"x'", "entrants[3].command", "No closing quotation"),
        ('name = "c"\nenv = { A = 1 }', "entrants[3].env.A", "1 is not a string"),
        (
            'name = "c"\nenv = { ARENA_TOKEN = "x" }',
            "entrants[3].env.ARENA_TOKEN",
            "set by the arena",
        ),
    ],
)
def test_a_bad_entrant_is_named_with_its_place_in_the_file(
    block: str, key: str, said: str
) -> None:
    found = error(f'name = "x"\n{ENTRANTS}\n[[entrants]]\n{block}')
    assert found.key == key
    assert said in str(found)


def test_copies_may_not_take_a_name_that_is_taken() -> None:
    found = error(
        'name = "x"\n[[entrants]]\nname = "a-2"\n[[entrants]]\nname = "a"\ncopies = 2'
    )
    assert found.key == "entrants[2].name"
    assert "'a-2' is taken by entrants[1]" in str(found)


def test_one_entrant_is_too_few() -> None:
    found = error('name = "x"\n[[entrants]]\nname = "a"')
    assert found.key == "entrants"
    assert "1 in all; allowed are 2 to 4096" in str(found)


def test_the_tournament_needs_a_name_that_can_stand_in_paths() -> None:
    assert error(ENTRANTS).key == "name"
    assert error(f'name = "a/b"\n{ENTRANTS}').key == "name"


def test_text_that_is_no_toml_is_said_to_be_none() -> None:
    found = error("name = ")
    assert found.key == "file"
    assert "line 1" in str(found) or "end of document" in str(found)


def test_entrants_must_be_an_array_of_tables() -> None:
    assert error('name = "x"\nentrants = [1]').key == "entrants[1]"
    assert error('name = "x"\nentrants = "a"').key == "entrants"


def test_short_tables_of_a_size_the_variant_has_not_are_refused() -> None:
    found = error(
        'name = "x"\nseats = 2\nfill = "short"\n[[entrants]]\nname = "a"\ncopies = 3'
    )
    assert found.key == "fill"


def test_a_seed_reads_in_either_case_and_names_the_option_it_came_from() -> None:
    assert parse_seed(" AB" + "0" * 62) == bytes([0xAB]) + bytes(31)
    with pytest.raises(ConfigError, match="--seed: 'x' is no seed"):
        parse_seed("x", key="--seed")


def test_an_open_tournament_needs_no_entrants_of_its_own() -> None:
    config = parse_config('name = "cup"\nopen = true\n')
    assert config.open
    assert config.entrants == ()
    assert not config.complete


def test_without_open_a_lack_of_entrants_names_the_way_out() -> None:
    with pytest.raises(ConfigError, match="0 in all") as caught:
        parse_config('name = "cup"\n')
    assert "open = true" in caught.value.hint


def test_an_open_tournament_is_completed_behind_its_own_entrants() -> None:
    text = 'name = "cup"\nopen = true\n[[entrants]]\nname = "low"\ncommand = "low"'
    names = ["Ann", 'B"ob', "Lê"]
    config = parse_config(with_entrants(text, names))
    assert config.complete
    assert config.names == ("low", *names)
    assert [entrant.remote for entrant in config.entrants] == [False, True, True, True]
    assert with_entrants(text, []) == text


@pytest.mark.parametrize(
    ("line", "memory"),
    [
        ("", 2 << 30),
        ('memory = "512MiB"', 512 << 20),
        ('memory = "3 GiB"', 3 << 30),
        ('memory = "none"', 0),
    ],
)
def test_a_launched_bots_memory_has_a_limit_unless_there_shall_be_none(
    line: str, memory: int
) -> None:
    text = f"""\
name = "spring"
[[entrants]]
name = "ann"
command = "ann"
{line}
[[entrants]]
name = "bob"
processes = 3
"""
    ann, bob = parse_config(text).entrants
    assert (ann.memory, ann.processes) == (memory, 64)
    assert bob.processes == 3


@pytest.mark.parametrize("size", ["512", "512MB", "-1MiB", "1MiB", "0GiB", "lots"])
def test_a_limit_that_is_no_size_is_refused_with_an_example(size: str) -> None:
    text = f"""\
name = "spring"
[[entrants]]
name = "ann"
memory = "{size}"
"""
    with pytest.raises(ConfigError, match="512MiB") as caught:
        parse_config(text)
    assert caught.value.key == "entrants[1].memory"
    assert size in str(caught.value)
