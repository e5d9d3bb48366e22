"""What was acknowledged is never lost, and of two decisions for one question one counts."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from mercatoria.web.store import Entry, Head, NotNext, Seat, Store

HEAD = Head("abc", "some_game", ("one", "two"), {"start": 2}, 3, 7, "rules", b"owner")
SEATS = [Seat("human", b"first"), Seat("greedy", b"second"), Seat("human", b"third")]

WRITER = """
import sys
from mercatoria.web.store import Entry, Store
store, number = Store(sys.argv[1]), 0
while True:
    store.append("abc", number, Entry(number % 3, f"move {number}"))
    print(number, flush=True)
    number += 1
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "tables.db")
    made.set_up(HEAD, SEATS)
    return made


def test_a_table_is_found_again(store: Store, tmp_path: Path) -> None:
    store.append("abc", 0, Entry(1, "pass"))
    store.change_seat("abc", 2, Seat("human", b"not this", "Ann", True, "random"))
    store.close()
    again = Store(tmp_path / "tables.db")
    assert again.head("abc") == HEAD
    assert again.head("abd") is None
    assert again.entries("abc") == [Entry(1, "pass")]
    assert again.seats("abc") == [*SEATS[:2], Seat("human", b"third", "Ann", True, "random")]


def test_the_log_grows_only_at_its_end(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "tables.db")
    store.append("abc", 0, Entry(0, "pass"))
    with pytest.raises(NotNext):
        other.append("abc", 0, Entry(0, "pass"))
    with pytest.raises(NotNext):
        store.append("abc", 2, Entry(0, "pass"))
    other.append("abc", 1, Entry(1, "pass"))
    assert len(store.entries("abc")) == 2


def test_what_was_written_cannot_be_changed(store: Store) -> None:
    store.append("abc", 0, Entry(0, "pass"))
    for attack in ("DELETE FROM log", "UPDATE log SET move = 'other'"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            store._db.execute(attack)


def test_each_commit_is_synced(store: Store) -> None:
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_killed_at_any_moment_it_keeps_what_was_acknowledged(store: Store, tmp_path: Path) -> None:
    store.close()
    file = tmp_path / "tables.db"
    command = [sys.executable, "-c", WRITER, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(20):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        acknowledged = 20 + len(writer.stdout.read().splitlines())
    entries = Store(file).entries("abc")
    assert len(entries) >= acknowledged
    assert entries == [Entry(number % 3, f"move {number}") for number in range(len(entries))]


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(sqlite3.DatabaseError, match="no file of tables"):
        Store(file)
