"""Tests that the store never loses an acknowledged decision, and accepts only one of two decisions on the same
question.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mercatoria.web.store import Entry, Head, LogConflict, NoStore, Origin, Seat, Store, StoreUnavailable

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
    with pytest.raises(LogConflict):
        other.append("abc", 0, Entry(0, "pass"))
    with pytest.raises(LogConflict):
        store.append("abc", 2, Entry(0, "pass"))
    other.append("abc", 1, Entry(1, "pass"))
    assert len(store.entries("abc")) == 2


def test_written_records_are_immutable(store: Store) -> None:
    store.append("abc", 0, Entry(0, "pass"))
    for attack in ("DELETE FROM log", "UPDATE log SET move = 'other'"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            store._db.execute(attack)


def test_each_commit_is_synced(store: Store) -> None:
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.slow
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


def test_moves_that_cannot_be_stored_are_not_played(store: Store) -> None:
    store.append("abc", 0, Entry(0, "pass"))
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable, match="full"):
        store.append("abc", 1, Entry(1, "x" * 20_000))
    with pytest.raises(StoreUnavailable, match="full"):
        store.change_seat("abc", 0, Seat("human", b"", "x" * 20_000))
    with pytest.raises(StoreUnavailable, match="full"):
        store.set_up(replace(HEAD, table="x" * 20_000), SEATS)
    assert store.entries("abc") == [Entry(0, "pass")]
    assert store.seats("abc") == SEATS
    store._db.execute("PRAGMA max_page_count = 1000")
    store.append("abc", 1, Entry(1, "pass"))
    assert len(store.entries("abc")) == 2


def test_only_its_owner_can_read_a_new_file(store: Store, tmp_path: Path) -> None:
    store.append("abc", 0, Entry(0, "pass"))
    modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    assert modes["tables.db"] == 0o600
    assert set(modes.values()) == {0o600}, "what is beside it holds the same"


# ---------------------------------------------------------------- unusable files


@pytest.mark.parametrize(("made", "words"), [
    ("CREATE TABLE recipes (name TEXT)", "is not a Mercatoria table file"),
    ("CREATE TABLE log (name TEXT); PRAGMA user_version = 7", "another version"),
])  # fmt: skip
def test_another_database_is_refused_and_stays_as_it_is(made: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.executescript(made)
    before = file.read_bytes()
    with pytest.raises(NoStore, match=words):
        Store(file)
    assert file.read_bytes() == before


def test_other_files_are_refused_and_unchanged(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann,\n" * 100, encoding="utf-8")
    for file, words in (("letter", "not a Mercatoria table"), (".", "is a folder"), ("none/tables.db", "no folder")):
        with pytest.raises(NoStore, match=words):
            Store(tmp_path / file)
    assert [each.name for each in tmp_path.iterdir()] == ["letter"]
    assert (tmp_path / "letter").read_text(encoding="utf-8").startswith("Dear Ann,")


def test_rematches_form_a_series(store: Store, tmp_path: Path) -> None:
    again, third = replace(HEAD, table="abd"), replace(HEAD, table="abe")
    store.set_up(again, SEATS, rematch_of="abc")
    store.set_up(third, SEATS, rematch_of="abd")
    assert [store.rematch(table) for table in ("abc", "abd", "abe")] == ["abd", "abe", ""]
    assert [store.first_game(table) for table in ("abc", "abd", "abe")] == ["abc"] * 3
    with pytest.raises(sqlite3.IntegrityError):
        store.set_up(replace(HEAD, table="abf"), SEATS, rematch_of="abc")
    assert store.head("abf") is None, "a game has only one rematch"


def test_a_file_from_before_there_were_rematches_is_opened(store: Store, tmp_path: Path) -> None:
    store._db.execute("DROP TABLE rematches")
    store.close()
    assert Store(tmp_path / "tables.db").rematch("abc") == ""


def test_a_forked_table_keeps_where_it_came_from(tmp_path: Path) -> None:
    origins = [Origin('{"log": []}', "other", 2, 17, True), Origin("{}", "other", None, 0, False)]
    store = Store(tmp_path / "tables.db")
    for number, origin in enumerate(origins):
        store.set_up(replace(HEAD, table=f"fork {number}", origin=origin), SEATS)
    store.set_up(HEAD, SEATS)
    store.close()
    again = Store(tmp_path / "tables.db")
    heads = [again.head(name) for name in ("fork 0", "fork 1", HEAD.table)]
    assert [head.origin for head in heads if head is not None] == [*origins, None]
    again.close()


def test_a_file_from_before_forks_is_opened(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.set_up(HEAD, SEATS)
    store._db.execute("DROP TABLE forks")
    store.close()
    again = Store(tmp_path / "tables.db")
    assert again.head(HEAD.table) == HEAD
    again.close()
