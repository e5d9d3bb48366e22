"""The registry of all tables.

The registry creates tables, keeps active ones in memory, unloads idle ones, and restores them from the store. All calls
run on one thread, one after another. If a decision is submitted twice, the first submission counts, and the second one
is rejected as outdated.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace

from mercatoria import IllegalMove, Move, NotAMove, PlayFault, RecordError, RulebookError, TableError
from mercatoria.players import HUMAN
from mercatoria.web.security import hashed, is_key
from mercatoria.web.store import Entry, Head, LogConflict, RuleFiles, Seat, Store, StoreUnavailable
from mercatoria.web.tables.bots import Request
from mercatoria.web.tables.breaks import failed_rule
from mercatoria.web.tables.catalogue import Catalogue, Choice
from mercatoria.web.tables.forks import begun
from mercatoria.web.tables.game_session import GameSession, Stale, replayed, standing
from mercatoria.web.tables.migration import Migration, migration
from mercatoria.web.tables.new_tables import TABLE_BYTES, NewTables
from mercatoria.web.tables.plan_steps import Plan, plan_from, plan_text
from mercatoria.web.tables.plans import followed, known
from mercatoria.web.tables.player_names import shown_name
from mercatoria.web.tables.table import Table

LOG = logging.getLogger("mercatoria.web")
IDLE = 1800.0
"""Seconds without a request after which a table is unloaded."""
STAND_IN = "greedy"
"""Kind of bot that takes over when a player leaves."""
MOST_ENTRIES = 100_000
"""Maximum number of log entries of one table."""
OTHER_RULES = "its rules have changed since it was created, and this old table did not keep its own"
OTHER_PROGRAM = "this version of the program reads its rules differently"


class NoTable(Exception):
    """Raised if a table does not exist or cannot be resumed, with the reason as the message."""


class WrongSeatKey(Exception):
    """Raised if a key does not belong to the seat."""


class TableRegistry(NewTables):
    """Creates, loads and changes the tables of one store. `clock` returns the time in seconds. Tests can pass a
    different clock.
    """

    def __init__(self, store: Store, catalogue: Catalogue, clock: Callable[[], float], idle: float = IDLE) -> None:
        super().__init__(store, catalogue, clock)
        self._idle = idle

    # ------------------------------------------------------------ tables

    def rematch(self, table: Table) -> Table:
        """Return the table of the rematch, with the same rules, players and keys. The first call creates it.

        Each player moves up by one seat, so that the player who was second begins.

        Raises:
            TableError: Raised if the game is not over.
            PlayFault: Raised if a rule fails during set-up.
        """
        if not table.course.state.is_over:
            raise TableError("the game is not over yet")
        if not table.rematch:
            state = table.game.start(table.head.players, secrets.randbits(63))
            head = replace(table.head, table=secrets.token_urlsafe(TABLE_BYTES), seed=state.seed, origin=None)
            moved_up = (*table.seats[1:], table.seats[0])
            seats = [replace(seat, taken=False, stands_in="") for seat in moved_up]
            begun = GameSession.begun(state)
            made = Table(head, seats, table.game, begun, self._clock(), first_game=table.first_game)
            self._store.set_up(head, seats, rematch_of=table.head.table)
            self._tables[head.table], table.rematch = made, head.table
        return self.table(table.rematch)

    def at_hand(self, name: str) -> Table | None:
        """Return a table if it is in memory, otherwise None. Any thread may call this method."""
        found = self._tables.get(name)
        if found is not None:
            found.touched = self._clock()
        return found

    def table(self, name: str) -> Table:
        """Return a table. If the table was unloaded, restore it from its log. Raises `NoTable` or `NotRead`."""
        found = self.at_hand(name)
        if found is None:
            found = self._tables[name] = self._restored(name)
        return found

    def _restored(self, name: str) -> Table:
        head = self._store.head(name)
        if head is None:
            raise NoTable("There is no such table on this server.")
        try:
            files = self._store.rule_files(head.files) if head.files else self.catalogue.current(head.game)
            game = self.catalogue.game(Choice.of_table(head), files)
            state = begun(game, head.players, head.seed, head.origin.record if head.origin is not None else "")
            if state.table.fingerprint != head.rules:
                raise RecordError(OTHER_PROGRAM if head.files else OTHER_RULES)
            course = replayed(state, self._store.entries(name))
        except (RecordError, TableError, RulebookError, NotAMove, IllegalMove, PlayFault, FileNotFoundError) as fault:
            raise NoTable(f"This table cannot be resumed: {str(fault).rstrip('.')}.") from fault
        if not head.files:
            head = self._with_files(head, files)
        plans = {seat: plan for seat, steps in self._store.plans(name).items() if (plan := plan_from(steps))}
        return Table(head, self._store.seats(name), game, course, self._clock(), rematch=self._store.rematch(name),
                     first_game=self._store.first_game(name), plans=plans)  # fmt: skip

    def _with_files(self, head: Head, files: RuleFiles) -> Head:
        """Store the files of the rules of a table from before the store kept them. A full disk does not stop play."""
        try:
            self._store.play_under(head.table, files)
        except StoreUnavailable as fault:
            LOG.warning("the rules of table %s were not stored: %s", head.table, fault)
            return head
        return replace(head, files=files.mark)

    # ------------------------------------------------------------ changed rules

    def has_news(self, table: Table) -> bool:
        """Return True if the files of a table's rules had changed when the catalogue last looked. Any thread may call
        this method.
        """
        seen = self.catalogue.last_seen(table.head.game)
        return "" not in (seen, table.head.files) and seen != table.head.files

    def migration(self, table: Table) -> Migration:
        """Replay the log of a table under the rules of its game as they are now. The table does not change.

        Raises:
            TableError: Raised if this server no longer has the game.
            RulebookError: Raised if the rules have errors.
        """
        files = self.catalogue.current(table.head.game)
        found = migration(table, self._store.entries(table.head.table), files, self.catalogue)
        return replace(found, changed=files.changed_from(self._store.rule_files(table.head.files)))

    def migrate(self, table: Table, mark: str) -> Migration:
        """Give a table the rules of its game as they are now, if its log replays without a difference and these rules
        have the given mark. Otherwise the table does not change.

        Raises:
            Stale: Raised if the rules have another mark, or another process has added a log entry.
            TableError: Raised if this server no longer has the game.
            RulebookError: Raised if the rules have errors.
            StoreUnavailable: Raised if the store cannot be written.
        """
        found = self.migration(table)
        if found.files.mark != mark:
            raise Stale
        if found.course is not None and found.game is not None:
            rules = found.course.state.table.fingerprint
            try:
                self._store.migrate(table.head.table, found.files, rules, table.course.length)
            except LogConflict:
                raise Stale from None
            table.continue_under(replace(table.head, rules=rules, files=mark), found.game, found.course)
            for seat, plan in list(table.plans.items()):
                self._keep_plan(table, seat, known(table, seat, plan))
        return found

    def tables_of(self, owner: str) -> list[str]:
        """Return the ids of all tables with a host's key, oldest first. Raises `NotRead`."""
        return self._store.tables_of(hashed(owner))

    def close(self) -> None:
        """Close the store. No decision is lost, because every decision is saved at once."""
        self._store.close()

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    def open_tables(self) -> list[Table]:
        """Return the tables in memory."""
        return list(self._tables.values())

    def put_away_idle(self) -> list[str]:
        """Unload the tables that have been idle for too long. Return their ids."""
        before = self._clock() - self._idle
        gone = [name for name, table in self._tables.items() if table.touched < before]
        for name in gone:
            del self._tables[name]
        return gone

    # ------------------------------------------------------------ who sits where

    def is_owner(self, table: Table, key: str) -> bool:
        """Return True if the key belongs to the host of a table."""
        return is_key(key, table.head.owner)

    def sits(self, table: Table, seat: int, key: str) -> bool:
        """Return True if the key belongs to a seat."""
        return 0 <= seat < len(table.seats) and is_key(key, table.seats[seat].key)

    def take(self, table: Table, seat: int, key: str, name: str) -> None:
        """Give a seat to the player who used its link, for the first time or again. Raises `WrongSeatKey`."""
        if not self.sits(table, seat, key):
            raise WrongSeatKey
        called = shown_name(name) or table.seats[seat].name
        self._seated(table, seat, replace(table.seats[seat], kind=HUMAN, name=called, taken=True, stands_in=""))

    def leave(self, table: Table, seat: int) -> None:
        """Let a bot play for a person from now on."""
        if table.seats[seat].kind == HUMAN:
            self._seated(table, seat, replace(table.seats[seat], stands_in=STAND_IN))

    def come_back(self, table: Table, seat: int) -> None:
        """Let a person play for this seat again."""
        self._seated(table, seat, replace(table.seats[seat], kind=HUMAN, stands_in=""))

    def _seated(self, table: Table, number: int, seat: Seat) -> None:
        self._store.change_seat(table.head.table, number, seat)
        table.seats[number] = seat

    def note(self, table: Table, seat: int) -> str:
        """Return the notes of a seat. Raises `NotRead`."""
        return self._store.note(table.head.table, seat)

    def keep_note(self, table: Table, seat: int, text: str) -> None:
        """Replace the notes of a seat. The table and its pages do not change. Raises `StoreUnavailable`."""
        self._store.keep_note(table.head.table, seat, text)

    # ------------------------------------------------------------ decisions

    def play(self, table: Table, turn: int, move: Move) -> None:
        """Play a move, which answers decision number `turn` of its seat. When the method returns, the move has been
        saved.

        Raises:
            Stale: Raised if the seat now has to make a different decision.
            IllegalMove: Raised if the rules forbid the move.
            PlayFault: Raised if a rule fails.
        """
        course = table.course
        if turn != course.turn(move.seat) or move.seat not in course.state.deciders:
            raise Stale
        self._keep(table, course.after_move(move), Entry(move.seat, move.call))
        plan = table.plans.get(move.seat, ())
        if plan and plan[0].call == move.call:
            self._keep_plan(table, move.seat, plan[1:])

    def take_back(self, table: Table, seat: int, turn: int) -> str:
        """Undo the last decision of a seat. Return an empty string on success, otherwise the reason why the decision
        cannot be undone.

        Raise `Stale` if `turn` is not the number of the seat's current decision.
        """
        course = table.course
        if turn != course.turn(seat):
            raise Stale
        if not (refusal := course.stays(seat)):
            self._keep(table, course.after_taking_back(seat), Entry(seat, ""))
        return refusal

    def change_plan(self, table: Table, seat: int, plan: Plan) -> None:
        """Replace the plan of a seat by its player's wish. Raises `StoreUnavailable`."""
        self._store.keep_plan(table.head.table, seat, plan_text(plan))
        self._remember(table, seat, plan)

    def follow_plan(self, table: Table, seat: int) -> None:
        """Check the plan of a seat on what the seat sees now."""
        if plan := table.plans.get(seat, ()):
            now = followed(table, seat, plan)
            if [step.fell for step in now] == [step.fell for step in plan]:
                self._remember(table, seat, now)
            else:
                self._keep_plan(table, seat, now)

    def _keep_plan(self, table: Table, seat: int, plan: Plan) -> None:
        """Change a plan because of an event. If it cannot be stored, the store keeps the plan as it was."""
        try:
            self.change_plan(table, seat, plan)
        except StoreUnavailable as fault:
            LOG.warning("the plan of a seat at table %s was not stored: %s", table.head.table, fault)
            self._remember(table, seat, plan)

    def _remember(self, table: Table, seat: int, plan: Plan) -> None:
        if plan:
            table.plans[seat] = plan
        else:
            table.plans.pop(seat, None)

    def _keep(self, table: Table, after: GameSession, entry: Entry) -> None:
        """Save a log entry, then replace the session of the table with `after`.

        Raises:
            Stale: Raised if another process has added a log entry.
            TableError: Raised if the log is full.
        """
        if table.course.length >= MOST_ENTRIES:
            raise TableError("this game has become too long")
        try:
            self._store.append(table.head.table, table.course.length, entry)
        except LogConflict:
            if self._tables.get(table.head.table) is table:  # another call may have replaced the table already
                del self._tables[table.head.table]
            raise Stale from None
        table.course = after

    # ------------------------------------------------------------ bots

    def bot_to_ask(self, name: str) -> Request | None:
        """Return a request for the next bot's decision at a table, or None if no bot has to decide."""
        table = self.table(name)
        seat = table.next_bot
        return None if seat is None else self.question(table, seat, table.bot_at(seat))

    def question(self, table: Table, seat: int, kind: str) -> Request:
        """Create a request for a bot of this kind to decide for a seat."""
        head = table.head
        moves = tuple((each.seat, each.move) for each in standing(self._store.entries(head.table)))
        return Request(
            head.table, head.game, self.rules_folder(table), head.variants, head.options, head.players, head.seed,
            moves, seat, kind, table.course.turn(seat), record=head.origin.record if head.origin is not None else "",
            scenario=head.scenario,
        )  # fmt: skip

    def rules_folder(self, table: Table) -> str:
        """Return the path of a folder with the rules of a table, for processes that load them."""
        folder = table.game.folder.path
        if not folder.is_dir():  # someone has emptied the folder for temporary files
            folder = self.catalogue.copy(self._store.rule_files(table.head.files))
        return str(folder)

    def play_for_bot(self, request: Request, text: str) -> bool:
        """Play a bot's decision. Return False if the decision is outdated and was not played.

        If a rule fails or the log is full, the game stops.
        """
        table = self.table(request.table)
        course, seat = table.course, request.seat
        if not table.bot_at(seat):
            return False
        try:
            self.play(table, request.turn, course.state.table.notation.parse(text, seat))
        except PlayFault as fault:
            table.trouble = f"The game has stopped because a rule failed: {failed_rule(fault)}."
        except TableError as fault:
            table.trouble = f"The game has stopped: {fault}."
        except (Stale, NotAMove, IllegalMove):
            return False
        return True
