"""The profiler of the benches: time is charged to what it was spent on."""

from collections.abc import Callable
from random import Random
from time import process_time, thread_time
from types import FrameType

import pytest

from arena.game.variant import variant
from arena.server.requests import decode_request
from arena.v1 import play_service_pb2 as pb
from scripts.benches.arena_groups import PROTOBUF, RULES, group_of
from scripts.benches.random_deals import play_deal
from scripts.benches.sampling import Sampler

MOST = 20.0
"""Seconds of CPU after which what has not been charged will not be."""


def function_of(frame: FrameType) -> str:
    return frame.f_code.co_name


def burn() -> None:
    for _ in range(1000):
        pass


def burn_elsewhere() -> None:
    for _ in range(1000):
        pass


def charged(
    group: Callable[[FrameType], str], work: Callable[[], object], *wanted: str
) -> Sampler:
    """Works until each of the groups has been charged; CPU time alone sets the limit."""
    sampler = Sampler(group)
    begun = process_time()
    sampler.start()
    try:
        while not all(sampler.seconds.get(name) for name in wanted):
            work()
            assert process_time() - begun < MOST, dict(sampler.seconds)
    finally:
        sampler.stop()
    return sampler


def test_time_is_charged_to_the_function_that_spends_it() -> None:
    def both() -> None:
        burn()
        burn_elsewhere()

    sampler = charged(function_of, both, "burn", "burn_elsewhere")
    assert sampler.functions["test_sampling.py burn"] == sampler.seconds["burn"] > 0
    alone = charged(function_of, burn, "burn")
    assert "burn_elsewhere" not in alone.seconds


def test_all_that_the_thread_spends_is_charged_however_short_it_was() -> None:
    sampler = Sampler(function_of)
    begun = thread_time()
    sampler.start()
    burn()
    sampler.stop()
    spent = thread_time() - begun
    assert 0 < sum(sampler.seconds.values()) <= spent


def test_nothing_is_charged_after_the_end() -> None:
    sampler = charged(function_of, burn, "burn")
    before = dict(sampler.seconds)
    begun = process_time()
    while process_time() - begun < 0.05:
        burn()
    assert dict(sampler.seconds) == before


@pytest.mark.parametrize("part", [RULES, PROTOBUF])
def test_the_arenas_work_is_charged_to_its_part(part: str) -> None:
    random, rules = Random(1), variant("thirteen")
    request = pb.PlayRequest(answers=[pb.Answer(turn=1)] * 16).SerializeToString()
    work: dict[str, Callable[[], object]] = {
        RULES: lambda: play_deal(rules, random),
        PROTOBUF: lambda: decode_request(request),
    }
    assert charged(group_of, work[part], part).seconds[part] > 0
