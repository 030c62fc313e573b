"""A clock for what takes one as an argument."""


class Clock:
    """A clock that stands until the test moves it."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
