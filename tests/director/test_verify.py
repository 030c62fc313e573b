"""What the arena plays is verified, under every kind of configuration."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.dealing import commitment
from arena.director.stored import stored_standings
from arena.director.verify import Verified, _Alike, verify
from arena.director.verify_exported import ExportedSource
from arena.director.verify_stored import StoredSource
from arena.errors import VerificationError
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from arena.tournament.result import DealOutcome
from tests.support.played import SEED
from tests.support.verifiable import Tournament, exported

TOURNAMENTS = {
    "plain": Tournament(),
    "forfeits": Tournament(faulty="cat"),
    "short tables": Tournament(settings={"fill": '"short"'}),
    "money, no forced passes": Tournament(
        settings={"points": '"money"', "forced_passes": "false"}, faulty="ann"
    ),
    "out of turn": Tournament(
        settings={"variant": '"justus-pang"', "rules": "{ out_of_turn = true }"}
    ),
    "the lowest leads": Tournament(
        settings={"variant": '"tien-len"', "clock": '"none"', "deals": "3"}
    ),
    "six at a table": Tournament(settings={"seats": "6", "rotations": "3"}),
    "one never came": Tournament(withdrawals={"eve": (0, 0)}),
    "one gone after a round": Tournament(withdrawals={"eve": (1, 8)}),
    "one gone within a round": Tournament(withdrawals={"eve": (2, 3)}),
    "one gone in the last round": Tournament(withdrawals={"eve": (3, 3)}),
    "several gone, one before it sat down": Tournament(
        withdrawals={"eve": (2, 0), "fay": (2, 3), "ann": (2, 3)}
    ),
    "short tables, two gone": Tournament(
        settings={"fill": '"short"'}, withdrawals={"eve": (2, 0), "fay": (2, 3)}
    ),
    "too few are left": Tournament(
        names="ann bob cat", withdrawals={"ann": (1, 2), "bob": (1, 2)}
    ),
}


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_what_was_played_is_verified_in_the_database_and_in_a_file(
    tmp_path: Path, name: str
) -> None:
    tournament = TOURNAMENTS[name]
    url = tournament.play(tmp_path / "arena.db")
    with Repository.open(url) as repository:
        row = repository.tournament("autumn")
        standings = stored_standings(repository, row)
        records = list(repository.records("autumn"))
        stored = verify(StoredSource(repository, "autumn"))
    assert stored == Verified(
        commitment(SEED), row.rounds_done, len(records), standings
    )
    gone = {line.entrant: line.withdrawn for line in standings if line.withdrawn}
    with exported(tmp_path, records) as file:
        config = parse_config(tournament.config_text)
        told = ExportedSource(file, config, SEED, withdrawn=gone)
        assert verify(told) == stored
        # Nobody says who was withdrawn and when: it is read off the records.
        untold = ExportedSource(file, config, SEED)
        assert verify(untold).records == stored.records
        assert untold.gone == {
            entrant: number for entrant, (number, _) in tournament.withdrawals.items()
        }


@pytest.mark.parametrize(
    ("rounds", "part", "records"), [(0, None, 0), (0, 3, 6), (1, None, 16), (1, 5, 26)]
)
def test_what_there_is_of_a_running_tournament_is_verified(
    tmp_path: Path, rounds: int, part: int | None, records: int
) -> None:
    tournament = Tournament(rounds=rounds, part=part, withdrawals={"eve": (1, 2)})
    with Repository.open(tournament.play(tmp_path / "arena.db")) as repository:
        source = StoredSource(repository, "autumn")
        assert not source.finished
        assert verify(source).records == records


def test_what_is_played_while_it_is_verified_disturbs_nothing(tmp_path: Path) -> None:
    database = tmp_path / "arena.db"
    url = Tournament(faulty="cat", rounds=1, part=3).play(database)
    with Repository.open(url) as repository:
        source = StoredSource(repository, "autumn")
        Tournament(faulty="cat").play(database)
        found = verify(source)
        assert repository.tournament("autumn").rounds_done == 3
    # All of the second round, whose pairing was there, and nothing of the third.
    assert (found.rounds, found.records) == (2, 32)


def test_a_seed_that_is_not_the_one_committed_to_is_refused(
    tmp_path: Path, lines: list[str]
) -> None:
    config = parse_config(Tournament().config_text)
    with exported(tmp_path, lines) as file:
        noted = ExportedSource(file, config, bytes(32), commitment=commitment(SEED))
        with pytest.raises(VerificationError) as caught:
            verify(noted)
        assert caught.value.field == "commitment"
        with pytest.raises(VerificationError) as caught:
            verify(ExportedSource(file, config, bytes(32)))
    assert caught.value.place.startswith("line 1 (round 1, table 1, board 1")


def test_a_commitment_noted_before_the_first_deal_is_compared(autumn: Path) -> None:
    with Repository.open(f"sqlite:///{autumn}") as repository:
        verify(StoredSource(repository, "autumn", commitment=commitment(SEED)))
        with pytest.raises(VerificationError) as caught:
            verify(StoredSource(repository, "autumn", commitment="00" * 32))
    assert caught.value.field == "commitment"


def test_what_outcomes_share_has_the_type_of_its_own_field() -> None:
    none = DealOutcome(
        1,
        1,
        1,
        1,
        0,
        ("ann", "bob"),
        ((0,), (1,)),
        payoff=(0, 0),
        forfeited=(False, False),
    )
    shared = _Alike()
    again = replace(none, deal=1, payoff=tuple(0 for _ in none.payoff))
    first, second = shared(none), shared(again)
    assert (first, second) == (none, again)
    assert first.payoff is second.payoff
    assert {type(stake) for stake in second.payoff} == {int}
    assert {type(whether) for whether in second.forfeited} == {bool}
