"""`scripts/fuzz`: it finds nothing, and it would find something."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

import pytest

from arena.errors import ConfigError
from scripts.fuzzing import blind
from scripts.fuzzing.blind import HangError, feed
from scripts.fuzzing.command import main
from scripts.fuzzing.mutation import mutate_text
from scripts.fuzzing.targets import TARGETS, Target

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_nothing_that_is_read_fails_but_by_errors_of_our_own(tmp_path: Path) -> None:
    fuzz = [str(ROOT / "scripts" / "fuzz"), "--seconds", "10"]
    # Chance that differs from run to run is for whoever looks for findings.
    fuzz += ["--seed", "1"]
    fuzz += ["--findings", str(tmp_path)]
    done = subprocess.run(fuzz, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "inputs" in done.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_accepts_its_seeds_and_refuses_most_of_what_chance_makes_of_them(
    name: str,
) -> None:
    target, chance = TARGETS[name], Random(1)
    seeds = list(target.seeds())
    assert all(map(target.accepts, seeds))
    made = [target.mutate(chance.choice(seeds), chance) for _ in range(60)]
    refused = [data for data in made if not target.accepts(data)]
    assert 5 < len(refused) < 60


def planted(run: Callable[[bytes], None]) -> Target:
    return Target("cards", run, lambda: [b"3S 4S 5S"], mutate_text)


def test_an_error_of_our_own_is_no_finding() -> None:
    def refuse(data: bytes) -> None:
        raise ConfigError("key", "no good")

    fed = feed(planted(refuse), 0.1, 1)
    assert (fed.accepted, fed.error) == (0, None)


def test_any_other_error_is_a_finding_with_its_input() -> None:
    def fail(data: bytes) -> None:
        if data.count(b"3S") > 1:
            raise KeyError(data)

    fed = feed(planted(fail), 20.0, 1)
    assert isinstance(fed.error, KeyError)
    assert fed.finding is not None
    assert fed.finding.count(b"3S") > 1


def test_an_input_without_end_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blind, "HANG_SECONDS", 1)
    fed = feed(planted(lambda _: sleep(30)), 1.0, 1)
    assert isinstance(fed.error, HangError)


def test_findings_are_written_and_can_be_fed_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(data: bytes) -> None:
        raise KeyError("planted")

    monkeypatch.setitem(TARGETS, "cards", planted(fail))
    words = ["--blind", "--seconds", "1", "--target", "cards"]
    assert main([*words, "--findings", str(tmp_path)]) == 1
    assert "KeyError: 'planted'" in capsys.readouterr().out
    (finding,) = tmp_path.iterdir()
    assert finding.read_bytes() == b"cards\n3S 4S 5S"
    assert main(["--reproduce", str(finding)]) == 1
    assert "KeyError: 'planted'" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(["--reproduce", str(finding)]) == 0
    assert "cards: accepted" in capsys.readouterr().out


def test_a_file_of_no_target_is_misuse(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing to feed")
    assert main(["--reproduce", str(tmp_path / "notes.txt")]) == 2
