"""One SQLite file with all tables.

Written ahead (WAL) and synced at each commit, so whatever was acknowledged survives the end of the process and of the
power. The log only grows, and only at the number that is expected: of two decisions for one number, one is written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from mercatoria.web.store.rows import Entry, Head, Seat

VERSION = 1
"""The form of the file, kept in its `user_version`."""

SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, variants TEXT NOT NULL, options TEXT NOT NULL, players INTEGER NOT NULL,
    seed INTEGER NOT NULL, rules TEXT NOT NULL, owner BLOB NOT NULL
) STRICT;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, kind TEXT NOT NULL, key BLOB NOT NULL,
    name TEXT NOT NULL, taken INTEGER NOT NULL, stands_in TEXT NOT NULL, PRIMARY KEY (table_id, seat)
) STRICT;
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
CREATE TRIGGER log_is_not_cut BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
"""

PATIENCE = 10
"""Seconds that a write waits for another process."""


class NotNext(Exception):
    """The log stands elsewhere: something was decided in between."""


class Store:
    """The file. Used from one thread at a time."""

    def __init__(self, file: Path | str) -> None:
        """Opens the file, or makes it. Raises `sqlite3.Error` for what is no file of tables."""
        self._db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._make()

    def _make(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            return
        if version or self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise sqlite3.DatabaseError(f"this is no file of tables, or one of another version ({version})")
        self._db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")

    def close(self) -> None:
        self._db.close()

    # ------------------------------------------------------------ tables and seats

    def set_up(self, head: Head, seats: Iterable[Seat]) -> None:
        """A new table. Raises `sqlite3.IntegrityError` if there is one of that name."""
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (head.table, head.game, json.dumps(head.variants), json.dumps(dict(head.options)), head.players,
                 head.seed, head.rules, head.owner),
            )  # fmt: skip
            for number, seat in enumerate(seats):
                self._db.execute(
                    "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (head.table, number, seat.kind, seat.key, seat.name, seat.taken, seat.stands_in),
                )

    def head(self, table: str) -> Head | None:
        """What a table plays; None if there is no such table."""
        with closing(self._db.execute("SELECT * FROM tables WHERE id = ?", (table,))) as rows:
            row = rows.fetchone()
        if row is None:
            return None
        name, game, variants, options, players, seed, rules, owner = row
        return Head(name, game, tuple(json.loads(variants)), json.loads(options), players, seed, rules, owner)

    def seats(self, table: str) -> list[Seat]:
        """Who sits at a table, in order."""
        rows = self._db.execute(
            "SELECT kind, key, name, taken, stands_in FROM seats WHERE table_id = ? ORDER BY seat", (table,)
        )
        return [Seat(kind, key, name, bool(taken), stands_in) for kind, key, name, taken, stands_in in rows]

    def change_seat(self, table: str, number: int, seat: Seat) -> None:
        """Somebody else decides at a seat, or is called otherwise. The key of its link stays."""
        self._db.execute(
            "UPDATE seats SET kind = ?, name = ?, taken = ?, stands_in = ? WHERE table_id = ? AND seat = ?",
            (seat.kind, seat.name, seat.taken, seat.stands_in, table, number),
        )

    # ------------------------------------------------------------ the log

    def entries(self, table: str) -> list[Entry]:
        """All that was decided, oldest first."""
        rows = self._db.execute("SELECT seat, move FROM log WHERE table_id = ? ORDER BY number", (table,))
        return [Entry(seat, move) for seat, move in rows]

    def append(self, table: str, number: int, entry: Entry) -> None:
        """Writes entry `number` (from 0). Once this returns, it is on the disk. Raises `NotNext` unless exactly so many
        stand before it."""
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            (there,) = self._db.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()
            if there != number:
                raise NotNext
            self._db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (table, number, entry.seat, entry.move))
