"""A store whose claims go to somebody else."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.errors import ClaimLostError
from arena.store.claims import Claim
from arena.store.repository import Repository


class Lost:
    """A claim that somebody else has taken."""

    can_be_lost = True

    def check(self) -> None:
        raise ClaimLostError("another process has it now")


class Overtaken(Repository):
    """A store of which every claim is soon lost."""

    @contextmanager
    def claim_arena(self) -> Iterator[Claim]:
        yield Lost()

    @contextmanager
    def claim(self, name: str) -> Iterator[Claim]:
        with super().claim(name):
            yield Lost()
