"""Has Python look for garbage less often while an arena plays.

Python counts the containers that are made and looks through the youngest for cycles
after every 700; an arena makes dozens for a decision, and nearly all of them are given
back without that. What its start has left, modules and tables above all, is never
garbage, and is not looked through again at all.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 20_000
"""How many containers more than have been given back are made between two looks: what a
few hundred rotations leave behind, some megabytes."""


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Looks for garbage at every `YOUNG` new containers, and as before afterwards."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
