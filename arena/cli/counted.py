"""Numbers of things in sentences."""


def counted(number: int, one: str) -> str:
    """Gives a number with the name of `one` of what it counts, or of several."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
