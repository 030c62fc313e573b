"""Notes in launched bots' output, written apart from play."""

import threading
from pathlib import Path

import pytest
import trio

from arena.director import notes as module
from arena.director.notes import Notes


async def test_notes_are_written_in_their_order_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, free = threading.get_ident(), threading.Event()
    written = list[str]()
    threads = set[int]()

    def note(output: Path, what: str, text: str, time: str) -> None:
        assert time.endswith("Z")
        free.wait(30)
        threads.add(threading.get_ident())
        written.append(f"{output.stem} {what} {text}")

    monkeypatch.setattr(module, "note_output", note)
    async with trio.open_nursery() as nursery:
        notes = Notes(nursery)
        for number in range(3):
            notes.add(tmp_path / "bad.log", "forfeit", str(number))
            await trio.lowlevel.checkpoint()
        assert written == [], "the file keeps its writer waiting, and nobody else"
        free.set()
        notes.add(tmp_path / "bad.log", "ended", "3")
        await notes.head(tmp_path / "good.log")
        forfeits = [f"bad forfeit {number}" for number in range(3)]
        assert written == [*forfeits, "bad ended 3"]
        assert (tmp_path / "good.log").read_text().startswith("--- launched ")
    assert here not in threads


async def test_what_was_noted_is_written_though_its_task_is_cancelled(
    tmp_path: Path,
) -> None:
    output = tmp_path / "bad.log"
    async with trio.open_nursery() as nursery:
        notes = Notes(nursery)
        notes.add(output, "forfeit", "first")
        nursery.cancel_scope.cancel()
        notes.add(output, "ended", "second")
    assert not output.exists()
    await notes.written()
    await notes.written()
    lines = output.read_text().splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == ["first", "second"]
