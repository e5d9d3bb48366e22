"""The SQLite database that contains all tables.

The database uses a write-ahead log and syncs each commit, so every confirmed decision survives a crash or power cut.
Log entries can only be appended, and are numbered consecutively. If two processes try to append an entry with the same
number, only one of them succeeds.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from interpreter.table import WrittenScenario
from mercatoria.web.store.rows import Entry, Head, Origin, RuleFiles, Seat

ADDED = (
    "CREATE INDEX IF NOT EXISTS tables_of_hosts ON tables (owner)",
    """CREATE TABLE IF NOT EXISTS rematches (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), rematch TEXT NOT NULL UNIQUE REFERENCES tables (id)
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS notes (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS plans (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, steps TEXT NOT NULL, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS rule_files (mark TEXT PRIMARY KEY, texts BLOB NOT NULL) STRICT",
    """CREATE TABLE IF NOT EXISTS played_under (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), mark TEXT NOT NULL REFERENCES rule_files (mark)
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS forks (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), record TEXT NOT NULL, origin TEXT NOT NULL, seat INTEGER,
        number INTEGER NOT NULL, redealt INTEGER NOT NULL
    ) STRICT""",
    "CREATE TABLE IF NOT EXISTS side_tables (table_id TEXT PRIMARY KEY REFERENCES tables (id)) STRICT",
    """CREATE TABLE IF NOT EXISTS scenarios (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), name TEXT NOT NULL, file TEXT NOT NULL, text TEXT NOT NULL
    ) STRICT""",
)
"""Parts that opening a file adds to an older file: an index that finds the tables of a host, the rematches of finished
games, the players' own notes and plans, the files of rules as compressed JSON, the rules of each table, where forked
tables begin, the tables from which friends may play on while the game lasts, and the scenarios at which tables began.
Tables with the same rules share one
row of files.
"""
VERSION = 1
"""Version of the file format, stored in SQLite's `user_version`."""

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
"""Seconds that a write waits while another process is writing."""


PRIVATE = 0o600
"""File permissions of the database. Only its owner may read the file, because it contains the secrets of all tables."""

REPAIR = "keep a copy of the file, then repair it (sqlite3 FILE .recover) or put a backup in its place"
"""Advice to the host on how to repair a damaged file."""


class LogConflict(Exception):
    """Raised if another process has added an entry to the log."""


class StoreUnavailable(Exception):
    """Raised if the file cannot be written, because the disk is full or another process has locked the file. Nothing
    has changed.
    """


class NotRead(Exception):
    """Raised if a part of the file is damaged or unreadable. The file is not changed."""


class NoStore(OSError):
    """Raised if a file cannot be used to store tables, with the reason as the message."""


class Store:
    """The database that stores all tables. Only one thread may use the database at a time."""

    def __init__(self, file: Path | str) -> None:
        """Open the file. If the file does not exist, create it so that only its owner can read it.

        Raises:
            NoStore: Raised if the file cannot be opened or is not a table file. The file is left unchanged.
        """
        file = Path(file)
        self._db = _connected(file)
        try:
            self._make(file)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            for part in ADDED:
                self._db.execute(part)
        except (NoStore, sqlite3.DatabaseError) as fault:
            self._db.close()
            raise fault if isinstance(fault, NoStore) else _no_store(file, fault) from None

    def _make(self, file: Path) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (there,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        ours = there and self._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
        if there and not ours:
            raise NoStore(f"{file} is not a Mercatoria table file and was left unchanged; choose another file")
        if there and version != VERSION:
            raise NoStore(f"{file} was written by another version of mercatoria; choose another file")
        if not there:
            self._db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")

    def close(self) -> None:
        self._db.close()

    # ------------------------------------------------------------ tables and seats

    def set_up(
        self, head: Head, seats: Iterable[Seat], files: RuleFiles | None = None, rematch_of: str = ""
    ) -> None:  # fmt: skip
        """Add a table, which may be the rematch of a finished one.

        Args:
            files: The files of the table's rules, or None if the store already has files with the mark in `head`.

        Raises:
            sqlite3.IntegrityError: Raised if the table or the rematch already exists.
            StoreUnavailable: Raised if the file cannot be written.
        """
        with self._writing():
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (head.table, head.game, json.dumps(head.variants), json.dumps(dict(head.options)), head.players,
                 head.seed, head.rules, head.owner),
            )  # fmt: skip
            if files is not None:
                self._keep(files)
            if head.files:
                self._play_under(head.table, head.files)
            if (of := head.origin) is not None:
                self._db.execute(
                    "INSERT INTO forks VALUES (?, ?, ?, ?, ?, ?)",
                    (head.table, of.record, of.table, of.seat, of.number, of.redealt),
                )
            if (at := head.scenario) is not None:
                self._db.execute("INSERT INTO scenarios VALUES (?, ?, ?, ?)", (head.table, at.name, at.file, at.text))
            if head.side_tables:
                self._db.execute("INSERT INTO side_tables VALUES (?)", (head.table,))
            for number, seat in enumerate(seats):
                self._db.execute(
                    "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (head.table, number, seat.kind, seat.key, seat.name, seat.taken, seat.stands_in),
                )
            if rematch_of:
                self._db.execute("INSERT INTO rematches VALUES (?, ?)", (rematch_of, head.table))

    def rematch(self, table: str) -> str:
        """Return the id of the rematch of a table, or an empty string. Raises `NotRead`."""
        return self._only("SELECT rematch FROM rematches WHERE table_id = ?", table)

    def first_game(self, table: str) -> str:
        """Return the id of the first table in the series of rematches to which a table belongs. Raises `NotRead`."""
        while before := self._only("SELECT table_id FROM rematches WHERE rematch = ?", table):
            table = before
        return table

    def note(self, table: str, seat: int) -> str:
        """Return the notes of a seat, or an empty string. Raises `NotRead`."""
        return self._only("SELECT text FROM notes WHERE table_id = ? AND seat = ?", table, seat)

    def keep_note(self, table: str, seat: int, text: str) -> None:
        """Replace the notes of a seat. Raises `StoreUnavailable`."""
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", (table, seat, text))

    def plans(self, table: str) -> dict[int, str]:
        """Return the plan of each seat that has one. Raises `NotRead`."""
        with _reading():
            return dict(self._db.execute("SELECT seat, steps FROM plans WHERE table_id = ?", (table,)).fetchall())

    def keep_plan(self, table: str, seat: int, steps: str) -> None:
        """Replace the plan of a seat. An empty plan is removed. Raises `StoreUnavailable`."""
        with self._writing():
            if steps:
                self._db.execute("INSERT OR REPLACE INTO plans VALUES (?, ?, ?)", (table, seat, steps))
            else:
                self._db.execute("DELETE FROM plans WHERE table_id = ? AND seat = ?", (table, seat))

    def _only(self, question: str, *values: object) -> str:
        """Return the only answer to a question, or an empty string. Raises `NotRead`."""
        with _reading(), closing(self._db.execute(question, values)) as rows:
            row = rows.fetchone()
        return row[0] if row is not None else ""

    def head(self, table: str) -> Head | None:
        """Return the settings of a table, or None if the table does not exist. Raises `NotRead`."""
        asked = "SELECT tables.*, mark FROM tables LEFT JOIN played_under ON table_id = id WHERE id = ?"
        with _reading(), closing(self._db.execute(asked, (table,))) as rows:
            row = rows.fetchone()
            if row is None:
                return None
            name, game, variants, options, players, seed, rules, owner, mark = row
            known, settled = tuple(json.loads(variants)), json.loads(options)
            allowed = bool(self._only("SELECT table_id FROM side_tables WHERE table_id = ?", table))
            return Head(
                name, game, known, settled, players, seed, rules, owner, mark or "", self._origin(table), allowed,
                self._scenario(table),
            )  # fmt: skip

    def rule_files(self, mark: str) -> RuleFiles:
        """Return the files of rules with this mark. Raises `NotRead` if they are missing or damaged."""
        with _reading():
            row = self._db.execute("SELECT texts FROM rule_files WHERE mark = ?", (mark,)).fetchone()
            found = RuleFiles.of(json.loads(zlib.decompress(row[0]))) if row is not None else None
        if found is None or found.mark != mark:
            raise NotRead(f"the rules {mark} are damaged")
        return found

    def play_under(self, table: str, files: RuleFiles) -> None:
        """Store the files of the rules of a table that has none yet. Raises `StoreUnavailable`."""
        with self._writing():
            self._keep(files)
            self._play_under(table, files.mark)

    def migrate(self, table: str, files: RuleFiles, rules: str, number: int) -> None:
        """Give a table other rules, with this fingerprint.

        Raises:
            LogConflict: Raised if the log does not contain exactly `number` entries.
            StoreUnavailable: Raised if the file cannot be written.
        """
        with self._writing():
            self._expect(table, number)
            self._keep(files)
            self._play_under(table, files.mark)
            self._db.execute("UPDATE tables SET rules = ? WHERE id = ?", (rules, table))

    def _keep(self, files: RuleFiles) -> None:
        packed = zlib.compress(json.dumps(files.texts).encode())
        self._db.execute("INSERT OR IGNORE INTO rule_files VALUES (?, ?)", (files.mark, packed))

    def _play_under(self, table: str, mark: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO played_under VALUES (?, ?)", (table, mark))

    def _origin(self, table: str) -> Origin | None:
        asked = "SELECT record, origin, seat, number, redealt FROM forks WHERE table_id = ?"
        rows = self._db.execute(asked, (table,)).fetchall()
        return next((Origin(record, of, seat, number, bool(again)) for record, of, seat, number, again in rows), None)

    def _scenario(self, table: str) -> WrittenScenario | None:
        asked = "SELECT name, file, text FROM scenarios WHERE table_id = ?"
        return next((WrittenScenario(*row) for row in self._db.execute(asked, (table,)).fetchall()), None)

    def tables_of(self, owner: bytes) -> list[str]:
        """Return the ids of the tables with the hash of a host's key, oldest first. Raises `NotRead`."""
        with _reading():
            rows = self._db.execute("SELECT id FROM tables WHERE owner = ? ORDER BY rowid", (owner,)).fetchall()
        return [name for (name,) in rows]

    def seats(self, table: str) -> list[Seat]:
        """Return the seats of a table in order. Raises `NotRead`."""
        asked = "SELECT kind, key, name, taken, stands_in FROM seats WHERE table_id = ? ORDER BY seat"
        with _reading():
            rows = self._db.execute(asked, (table,)).fetchall()
        return [Seat(kind, key, name, bool(taken), stands_in) for kind, key, name, taken, stands_in in rows]

    def change_seat(self, table: str, number: int, seat: Seat) -> None:
        """Replace the player in a seat. The key in the seat's link does not change. Raises `StoreUnavailable`."""
        with self._writing():
            self._db.execute(
                "UPDATE seats SET kind = ?, name = ?, taken = ?, stands_in = ? WHERE table_id = ? AND seat = ?",
                (seat.kind, seat.name, seat.taken, seat.stands_in, table, number),
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write all changes made in the `with` block, or none of them.

        Raises:
            StoreUnavailable: Raised if the file cannot be written.
            NotRead: Raised if a part of the file is damaged.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            with self._db:
                yield
        except sqlite3.OperationalError as fault:
            raise StoreUnavailable(str(fault)) from fault
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as fault:
            raise NotRead(str(fault)) from fault

    # ------------------------------------------------------------ the log

    def entries(self, table: str) -> list[Entry]:
        """Return all log entries of a table, oldest first. Raises `NotRead`."""
        with _reading():
            asked = "SELECT seat, move FROM log WHERE table_id = ? ORDER BY number"
            rows = self._db.execute(asked, (table,)).fetchall()
        return [Entry(seat, move) for seat, move in rows]

    def append(self, table: str, number: int, entry: Entry) -> None:
        """Append the log entry with this number, counting from 0. When the method returns, the entry is on the disk.

        Raises:
            LogConflict: Raised if the log does not contain exactly `number` entries.
            StoreUnavailable: Raised if the file cannot be written.
        """
        with self._writing():
            self._expect(table, number)
            self._db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (table, number, entry.seat, entry.move))

    def _expect(self, table: str, number: int) -> None:
        """Raise `LogConflict` if the log of a table does not contain exactly `number` entries."""
        (there,) = self._db.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()
        if there != number:
            raise LogConflict


@contextmanager
def _reading() -> Iterator[None]:
    """Raise `NotRead` for database errors and damaged data."""
    try:
        yield
    except (sqlite3.DatabaseError, json.JSONDecodeError, UnicodeDecodeError, zlib.error) as fault:
        raise NotRead(str(fault)) from fault


def _connected(file: Path) -> sqlite3.Connection:
    """Connect to the database file, and create it if it does not exist. Raises `NoStore`."""
    if file.is_dir():
        raise NoStore(f"{file} is a folder; the tables are stored in a file")
    if not file.parent.is_dir():
        raise NoStore(f"there is no folder {file.parent} in which to store the tables")
    try:
        if not file.exists():
            file.touch(PRIVATE)
        return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.DatabaseError) as fault:
        raise _no_store(file, fault) from None


def _no_store(file: Path, fault: OSError | sqlite3.DatabaseError) -> NoStore:
    """Create an exception that says why a file cannot be used to store tables."""
    match fault:
        case PermissionError():
            return NoStore(f"you are not allowed to write to {file}")
        case OSError():
            return NoStore(f"the tables cannot be stored in {file}: {(fault.strerror or str(fault)).casefold()}")
        case sqlite3.OperationalError():
            return NoStore(f"the tables cannot be stored in {file}: {fault}")
    return NoStore(f"{file} is not a Mercatoria table file; choose another file")
