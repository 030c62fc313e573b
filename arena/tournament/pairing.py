"""Seats the entrants of one round at tables."""


def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Returns the sizes of short tables: as few tables as can be, as even as can be.

    Larger tables come first; sizes differ by one at most.
    """
    tables = -(-entrants // seats)
    size, larger = divmod(entrants, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)
