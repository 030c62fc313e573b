"""Which rotations are looked at, and in which order."""

from arena.director.schedule import Assignment
from arena.director.waiting import Waiting
from arena.store.rows import RotationKey


def assignment(table: int, board: int = 1) -> Assignment:
    return Assignment(RotationKey(1, table, board, 1), (), ())


def looked(waiting: Waiting) -> list[tuple[int, int]]:
    """Looks at everything that is marked; gives tables and boards."""
    found = []
    while (one := waiting.look()) is not None:
        found.append((one.key.table, one.key.board))
    return found


def test_each_tables_next_rotation_is_looked_at_once() -> None:
    left = [assignment(table, board) for board in (1, 2) for table in (1, 2, 3)]
    waiting = Waiting(left)
    assert looked(waiting) == [(1, 1), (2, 1), (3, 1)]
    assert looked(waiting) == []
    waiting.mark(2)
    waiting.mark(2)
    assert looked(waiting) == [(2, 1)]
    waiting.mark_all()
    assert looked(waiting) == [(1, 1), (2, 1), (3, 1)]


def test_behind_a_rotation_that_begins_its_tables_next_waits_its_turn() -> None:
    waiting = Waiting([assignment(2), assignment(1), assignment(2, 2)])
    begun = []
    while (one := waiting.look()) is not None:
        waiting.take(one)
        begun.append((one.key.table, one.key.board))
    assert begun == [(2, 1), (1, 1), (2, 2)]
    assert not waiting


def test_a_table_marked_while_another_is_looked_at_has_its_turn() -> None:
    waiting = Waiting([assignment(1), assignment(2), assignment(3)])
    assert looked(waiting) == [(1, 1), (2, 1), (3, 1)]
    waiting.mark(3)
    first = waiting.look()
    assert first is not None
    waiting.mark(1)
    waiting.take(first)
    assert looked(waiting) == [(1, 1)]
    waiting.mark(3)
    assert looked(waiting) == [], "nothing waits at that table"
    assert waiting
