"""Where an arena's time per decision goes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scripts.benches.arena_groups import GROUPS, GRPC, RECORD
from scripts.benches.arena_process import ArenaProcess

WARM_UP = 1.0
"""Seconds that are played before the profile."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the arena's process spends its CPU time on, in microseconds a decision."""

    groups: Mapping[str, float]
    """By group of `arena_groups`, what the arena's one thread spends."""
    writing: float
    """What keeping rotations costs the threads that write to the database."""
    threads: float
    """What all other threads spend: nearly all of them are gRPC's."""
    functions: Mapping[str, float]
    """The functions with most time of their own, compiled code they call with them."""

    @property
    def total(self) -> float:
        """All of it."""
        return sum(self.groups.values()) + self.writing + self.threads

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        groups = {name: self.groups.get(name, 0.0) for name, _ in GROUPS}
        groups[f"{RECORD}_threads"] = self.writing
        groups[f"{GRPC}_threads"] = self.threads
        return {
            "unit": "microseconds of CPU a decision",
            "groups": {name: round(cost, 2) for name, cost in groups.items()},
            "functions": {n: round(cost, 2) for n, cost in self.functions.items()},
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield f"{'the arena, a decision':50} {'µs':>8} {'share':>6}"
        rows = [(called, self.groups.get(name, 0.0)) for name, called in GROUPS]
        rows.insert(-1, ("record: threads that write to the database", self.writing))
        rows.insert(2, ("gRPC: threads of its own", self.threads))
        for called, cost in rows:
            yield f"{called:50} {cost:8.2f} {cost / self.total:6.0%}"
        yield ""
        yield f"{'its functions, with the compiled code they call':50} {'µs':>8}"
        for name, cost in self.functions.items():
            yield f"{name:50} {cost:8.2f}"


def measure_profile(served: ArenaProcess, seconds: float) -> Profile:
    """Profiles an arena that plays, for so long.

    Raises:
        RuntimeError: No decision has passed through it.
    """
    served.measure(WARM_UP)
    told = served.ask("profile", seconds)
    decisions = told["window"]["decisions"]
    if not decisions:
        raise RuntimeError(f"no decision in {seconds} s")

    def each(spent: Mapping[str, float]) -> dict[str, float]:
        return {name: cost / decisions * 1e6 for name, cost in spent.items()}

    return Profile(
        each(told["groups"]),
        told["writing"] / decisions * 1e6,
        told["other_threads"] / decisions * 1e6,
        each(told["functions"]),
    )
