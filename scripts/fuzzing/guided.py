"""Fuzzing guided by coverage: under atheris, in a process that libFuzzer ends.

python -m scripts.fuzzing.guided [libFuzzer's options] CORPUS

The inputs of all targets are fed to one process, since instrumenting the arena takes
longer than a short run; which target an input is for is said by its first line.
"""

import sys
from random import Random

import atheris

with atheris.instrument_imports(include=["arena", "tomllib"]):
    from scripts.fuzzing.targets import unwrapped, wrapped

NOT_KEPT = -1
"""Tells libFuzzer that an input is of no use for others."""


def feed(data: bytes) -> int:
    """Feeds an input to its target."""
    target, rest = unwrapped(data)
    if target is None:
        return NOT_KEPT
    target.accepts(rest)
    return 0


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Makes another input for the same target."""
    chance = Random(seed)  # noqa: S311 - libFuzzer's own
    target, rest = unwrapped(data)
    if target is None or chance.random() < 0.2:
        mutated: bytes = atheris.Mutate(data, most)
        return mutated
    return wrapped(target.name, target.mutate(rest, chance))[:most]


if __name__ == "__main__":
    atheris.Setup(sys.argv, feed, custom_mutator=mutate)
    atheris.Fuzz()
