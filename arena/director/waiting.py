"""The rotations of a round that are yet to begin, and which of them to look at.

Who sits at a table is busy with that table's rotations alone, so that whether its next
one can begin changes only with the table itself. Tables are therefore looked at when
something has happened there, however many others wait.
"""

from collections import deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from arena.director.schedule import Assignment


class Waiting:
    """Rotations by table; those to look at are given in the order of the round."""

    def __init__(self, left: Sequence[Assignment]) -> None:
        """Takes the rotations in the order in which they should begin."""
        self._tables: dict[int, deque[tuple[int, Assignment]]] = {}
        for place, assignment in enumerate(left):
            table = self._tables.setdefault(assignment.key.table, deque())
            table.append((place, assignment))
        self._marked: list[tuple[int, int]] = []
        self._are_marked: set[int] = set()
        self.mark_all()

    def __bool__(self) -> bool:
        """Whether any rotation waits."""
        return bool(self._tables)

    def mark(self, table: int) -> None:
        """Has a table looked at again."""
        if table in self._tables and table not in self._are_marked:
            self._are_marked.add(table)
            place, _ = self._tables[table][0]
            heappush(self._marked, (place, table))

    def mark_all(self) -> None:
        """Has every table looked at again."""
        self._are_marked = set(self._tables)
        self._marked = [(queue[0][0], table) for table, queue in self._tables.items()]
        heapify(self._marked)

    def look(self) -> Assignment | None:
        """Gives the next rotation of a marked table, the first of the round first.

        That table is marked no longer. `None`: no table is marked.
        """
        while self._marked:
            _, table = heappop(self._marked)
            self._are_marked.discard(table)
            if table in self._tables:
                return self._tables[table][0][1]
        return None

    def take(self, assignment: Assignment) -> None:
        """Takes out the next rotation of its table, which begins now."""
        table = assignment.key.table
        self._tables[table].popleft()
        if not self._tables[table]:
            del self._tables[table]
        # There may be room for the one behind it, too.
        self.mark(table)
