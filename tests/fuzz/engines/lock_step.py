"""Three engines in lock step: the reference, Python and native engines give the same answers.

Each position is asked for deciders, moves, ranges, outcomes, scores, standings and endings; each step is carried out by
all engines, and the whole positions are compared. Scores are asked in every order of seats, of old and new machines and
of earlier positions in between, because a stale memory shows in nothing else.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from interpreter.native import Machine
from interpreter.native.machines.machine import Stopped
from interpreter.position import OPEN, PC, EarlyFault, PlayFault, Row, Vector, faults, filled_in
from interpreter.rng import game_seed
from interpreter.table import CompiledGame, points_of
from interpreter.trace import values_around
from mercatoria.simulation import ranking
from tests.fuzz.engines.case import Case, native_of, table_of
from tests.fuzz.engines.case_clock import CaseClock, TooMuch
from tests.fuzz.engines.move_sentences import SentenceDefect, check_display_names, check_sentences, sentences
from tests.fuzz.engines.witnesses import whole_game_on

ENGINES = ("reference", "python", "native")
REMEMBERED = 6
"""Number of earlier positions that are sometimes queried again."""
MOST_ROWS = 3_000
"""Maximum number of moves of one decision; longer lists would take all the time, so the case ends there."""
MOST_SENTENCES = 30
"""Maximum number of moves of one decision whose sentences are compared."""
WIDE = 20_000
"""Maximum size of a position; the reference engine visits every slot at each reset, so larger cases are skipped."""


class Difference(Exception):
    """The engines differ, or one of them crashed. `mark` is the same for the same defect in a smaller rulebook."""

    def __init__(self, mark: str, told: str, record: tuple[str, ...] = ()) -> None:
        super().__init__(mark, told)
        self.mark, self.told, self.record = mark, told, record


def crash(who: str, fault: BaseException) -> Difference:
    """Describe an exception that no engine may raise."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [each for each in frames if any(part in each.filename for part in ("/dsl/", "/interpreter/", "/mercatoria/"))]
    where = f"{Path(own[-1].filename).name}:{own[-1].name}" if own else "?"
    lines = "".join(traceback.format_exception(fault))
    name = "memory" if isinstance(fault, MemoryError) else type(fault).__name__
    return Difference(f"crash {name} {where}", f"{who}: {lines[-3000:]}")


Answer = tuple[Any, ...]


def outcome(do: Callable[..., object], *args: object) -> Answer:
    """Return the result of a call, or the runtime error of the rules with its text, line and rule.

    Raises `TooMuch` if an engine gives up. The engines may do so at different amounts: a faster one hoists what
    does not change out of a loop, and has no work there to count. The budget bounds effort, and no rule of a game
    says where it lies.
    """
    try:
        return ("done", do(*args))
    except EarlyFault:
        raise
    except PlayFault as fault:
        if fault.message == faults.TOO_MUCH_WORK:
            raise TooMuch(fault.message) from fault
        return ("fault", fault.message, str(fault.span), fault.about.name if fault.about else "")


@dataclass(slots=True)
class Watch:
    """Counts of comparisons over all cases."""

    positions: int = 0
    steps: int = 0
    faults: int = 0
    left: int = 0
    """Calls that the native engine left to another one."""
    whole: int = 0
    too_much: int = 0
    not_carried: int = 0
    kept: int = 0
    """Compared pairs of positions that differ only in a secret."""
    clock: CaseClock = field(default_factory=CaseClock)


class Trio:
    """The engines of one table, and the game that they play."""

    def __init__(self, table: CompiledGame, seed: int, watch: Watch) -> None:
        self.table, self.random, self.watch = table, Random(seed), watch
        self.flow = table.flow
        self.seats = table.flow.model.players
        self.record: list[str] = []
        self.engines: dict[str, Any] = {"reference": table.walker, "python": table.engine}
        native = native_of(table)
        if native is not None:
            self.engines["native"] = native
            watch.not_carried += bool(native.native.not_carried)
            native.machine.call = self._untrapped(native.machine.call)  # type: ignore[method-assign]
        self.native = native
        self.traps: list[str] = []
        self.before: list[Vector] = []

    def _untrapped(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap calls of a module and note a stop without a rule error: such a stop is a separate defect,
        even if another engine answers instead."""

        def noting(name: str, *args: int) -> Any:
            try:
                return call(name, *args)
            except Stopped as stop:
                if stop.number == 0:
                    self.traps.append(name)
                raise

        return noting

    # ------------------------------------------------------------ questions

    def same(self, what: str, *args: object) -> Answer:
        """Ask all engines the same; their answer. Raises `Difference`."""
        return self._agreed(what, {name: self._asked(name, what, *args) for name in self.engines})

    def _asked(self, name: str, what: str, *args: object) -> Answer:
        self.watch.clock.question()
        try:
            return outcome(getattr(self.engines[name], what), *args)
        except (TooMuch, Difference):
            raise
        except Exception as fault:
            raise self._located(crash(f"{name}.{what}", fault)) from fault

    def _agreed(self, what: str, answers: dict[str, Answer]) -> Answer:
        reference = answers["reference"]
        wrong = [name for name, answer in answers.items() if answer != reference]
        if wrong:
            told = "\n".join(f"  {name}: {_short(answer)}" for name, answer in answers.items())
            raise self._located(Difference(f"{what} {' '.join(wrong)}", f"{what} differs:\n{told}"))
        if self.traps:
            raise self._located(Difference(f"trap {self.traps[0]}", "the native module stopped without a fault"))
        return reference

    def _located(self, found: Difference) -> Difference:
        lines = "\n".join(self.record) or "(nothing was played yet)"
        return Difference(found.mark, f"{found.told}\nrecord:\n{lines}", tuple(self.record))

    # ------------------------------------------------------------ a game

    def play(self, steps: int) -> int:
        """Play a random game of at most `steps` steps, and return their number. Raises `Difference`."""
        self.record = []
        started = self.same("start")
        if started[0] == "fault":
            self.watch.faults += 1
            return 0
        v: Vector = started[1]
        for step in range(steps):
            self.look(v)
            if self.table.walker.over(v) or not self.step(v):
                self.look(v)
                return step
        return steps

    def look(self, v: Vector) -> None:
        """Ask everything about a position that does not depend on who decides."""
        self.watch.positions += 1
        for what in self.random.sample(("scores", "standings", "due", "over", "ranking", "deciders"), 6):
            self.same(what, v)
        self.scores_in_every_order(v)
        if self.before and self.random.random() < 0.4:
            old = self.random.choice(self.before)
            for what in self.random.sample(("scores", "standings", "due", "deciders"), 2):
                self.same(what, old)
            self.same("scores", v)
        if self.random.random() < 0.3:
            self.before = [*self.before[-REMEMBERED:], v[:]]

    def scores_in_every_order(self, v: Vector) -> None:
        """Ask for the score of one seat after the other, in a random order, old machines and new."""
        known = self._asked("reference", "scores", v)
        if known[0] == "fault":
            return
        machines = [self.native.machine] if self.native is not None else []
        if self.native is not None and self.random.random() < 0.1:
            machines.append(Machine(self.native.compiled))
        orders = [self.random.sample(range(self.seats), self.seats) for _ in range(2)]
        for order in orders:
            for seat in order:
                told = {"reference": ("done", known[1][seat])}
                with suppress(EarlyFault):  # the reference decides
                    told["python"] = outcome(self.engines["python"]._score, v, seat)
                for machine in machines:
                    machine.position = v
                    try:
                        told["native"] = ("done", int(machine.call("score", seat)))
                    except Stopped:  # the Python engine reports the cause
                        told.pop("native", None)
                    self._agreed("score", told)
                self._agreed("score", told)

    def step(self, v: Vector) -> bool:
        """Carry out one step on all engines, in place; return False if the game cannot continue."""
        outcomes = self.same("chance", v)
        if outcomes[0] == "fault":
            self.watch.faults += 1
            return False
        if outcomes[1]:
            drawn, _ = self.random.choice(outcomes[1])
            return self.change("resolve", v, f"chance: {drawn}", drawn)
        deciders = self.same("deciders", v)
        if deciders[0] == "fault" or not deciders[1]:
            return False
        listed = {seat: self.same("moves", v, seat) for seat in self.random.sample(range(self.seats), self.seats)}
        seat = self.random.choice(deciders[1])
        if listed[seat][0] == "fault":
            self.watch.faults += 1
            return False
        rows = listed[seat][1]
        if len(rows) > MOST_ROWS:
            raise TooMuch("moves")
        self.some_illegal(v, seat, rows)
        self.spoken(v, seat, rows)
        row = self.chosen(v, seat, rows)
        return row is not None and self.made(v, seat, row)

    def spoken(self, v: Vector, seat: int, rows: list[Row]) -> None:
        """Write the sentences of the legal moves, and the names of all things."""
        some = self.random.sample(rows, min(len(rows), MOST_SENTENCES))
        moves = [self.table.notation.move(seat, row) for row in some]
        try:
            check_display_names(self.table)
            check_sentences(self.table, moves, v[PC], values_around(self.table, v))
        except SentenceDefect as found:
            raise self._located(Difference(found.mark, found.told)) from found
        except Exception as fault:
            raise self._located(crash("sentence", fault)) from fault

    def made(self, v: Vector, seat: int, row: Row) -> bool:
        """Make a move, whose sentences read the same before and after."""
        move, node, around = self.table.notation.move(seat, row), v[PC], values_around(self.table, v)
        before = sentences(self.table, move, node, around)
        goes_on = self.change("apply", v, str(move), seat, row)
        if (after := sentences(self.table, move, node, around)) != before:
            raise self._located(Difference("sentence changes", f"before: {before}\nafter: {after}"))
        return goes_on

    def chosen(self, v: Vector, seat: int, rows: list[Row]) -> Row | None:
        """A legal move; what it leaves open is filled in. Ranges are compared on the way."""
        for row in self.random.sample(rows, min(len(rows), 5)):
            if OPEN not in row:
                self.same("is_legal", v, seat, row)
                return row
            ranges, sizes = self.same("ranges", v, seat, row), self.same("sizes", v, seat, row)
            if "fault" in (ranges[0], sizes[0]):
                continue
            for _ in range(20):
                tried = filled_in(row, ranges[1], sizes[1], self.random.randrange)
                if self.same("is_legal", v, seat, tried) == ("done", True):
                    return tried
        return None

    def some_illegal(self, v: Vector, seat: int, rows: list[Row]) -> None:
        """Ask also about moves that are in no list."""
        for row in self.random.sample(rows, min(len(rows), 2)):
            if len(row) > 1 and OPEN not in row:
                at = self.random.randrange(1, len(row))
                self.same("is_legal", v, seat, (*row[:at], row[at] + self.random.choice((-1, 1, 2)), *row[at + 1 :]))

    def change(self, what: str, v: Vector, told: str, *args: object) -> bool:
        """Let all engines change the position; return False after a rule error."""
        self.record.append(told)
        self.watch.steps += 1
        after: dict[str, Vector] = {}
        answers: dict[str, Answer] = {}
        for name in self.engines:
            after[name] = v[:]
            answers[name] = self._asked(name, what, after[name], *args)
        self.watch.left += self.native is not None and self.native.machine.fault != 0
        answer = self._agreed(what, answers)
        if answer[0] == "fault":
            self.watch.faults += 1
            return False
        expected = after["reference"]
        for name, vector in after.items():
            differ = [slot for slot in range(len(v)) if vector[slot] != expected[slot]]
            if differ:
                slots = [(self.flow.layout.slot_name(n), expected[n], vector[n]) for n in differ[:8]]
                raise self._located(Difference(f"{what} {name} slots", f"{name} differs from the reference: {slots}"))
        v[:] = expected
        return True

    # ------------------------------------------------------------ whole games

    def whole_games(self, seeds: Iterator[int] | range, longest: int) -> None:
        """Whole games by their seeds, as `simulate` plays them on each engine. Raises `Difference`."""
        clock = self.watch.clock
        for seed in seeds:
            self.record = [f"whole game, seed {seed}"]
            told = {"reference": ("done", whole_game_on(self.table, self.table.walker, seed, longest, clock))}
            if told["reference"][1] is None:
                continue
            self.watch.whole += 1
            told["python"] = ("done", whole_game_on(self.table, self.table.engine, seed, longest, clock))
            if self.native is not None:
                played = self.native.games.play_one(seed)
                self.watch.left += played is None
                if played is not None:
                    scores = points_of(self.table.flow.model, played.scores)
                    told["native"] = (
                        "done",
                        type(told["reference"][1])(
                            played.decisions, scores, ranking(played.keys), self.native.machine.position
                        ),
                    )
            self._agreed("whole game", told)


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) < 600 else f"{text[:600]}…"


@dataclass(slots=True)
class Effort:
    """Limits on the play of one case."""

    games: int = 2
    steps: int = 40
    whole: int = 2
    longest: int = 400
    table: Callable[[Case], CompiledGame] = field(default=table_of)


def compare(case: Case, watch: Watch, effort: Effort | None = None) -> CompiledGame:
    """Play a case on all engines; its table. Raises `Rejected`, `TooMuch` or `Difference`."""
    from tests.fuzz.engines.case import Rejected

    effort = effort or Effort()
    try:
        table = effort.table(case)
        if table.flow.layout.size > WIDE:
            raise TooMuch("position")
    except (Rejected, TooMuch):
        raise
    except Exception as fault:
        raise crash("load", fault) from fault
    try:
        trio = Trio(table, case.seed, watch)
    except PlayFault:
        raise
    except Exception as fault:
        raise crash("native", fault) from fault
    for _ in range(effort.games):
        trio.play(effort.steps)
    trio.whole_games((game_seed(case.seed, at) for at in range(effort.whole)), effort.longest)
    return table
