"""A playthrough of a compiled game: its position, its sources of chance and its log, changed by moves and outcomes.

If a rule fails during a step, the playthrough stays as it was before the step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from interpreter.log import CHANCE, MOVE, LogEntry, ToldLines
from interpreter.play.chance import Chance, outcome_number, outcomes
from interpreter.play.compiling import in_language
from interpreter.play.pickling import reduced
from interpreter.play.steps import take_step
from interpreter.position import OPEN, OVER, PC, SAMPLES, PlayFault, Row, Vector, drawn_move
from interpreter.table import Among, CompiledGame, GameConfig, Move, Plain, Score, TableError, points_of

LAST_RESORT = 200
"""Maximum number of further attempts to complete a move with open parameters at random, after `SAMPLES` attempts found
no legal move.
"""


@dataclass(slots=True)
class Playthrough:
    """A playthrough of a compiled game. Steps change it in place, and `clone` copies it."""

    table: CompiledGame
    vector: Vector
    chance: Chance
    """Source of chance outcomes. Two playthroughs can be equal even if their random streams differ."""
    last: LogEntry | None = None
    """The newest entry of the log, which is linked to all earlier entries."""
    _told: ToldLines = field(default_factory=ToldLines)
    _listed: dict[int, list[Row]] = field(default_factory=dict)

    # ------------------------------------------------------------ current situation

    @property
    def edition(self) -> GameConfig:
        """The game with its chosen variants and options."""
        return self.table.edition

    @property
    def players(self) -> int:
        return self.table.flow.model.players

    @property
    def seed(self) -> int:
        return self.chance.seed

    @property
    def is_over(self) -> bool:
        return self.table.asked(lambda engine: engine.over(self.vector)) != 0

    @property
    def deciders(self) -> tuple[int, ...]:
        """Seats that must decide now.

        Several seats decide at once in a simultaneous decision. The tuple is empty at a chance node and after the end
        of the game.
        """
        return self.table.asked(lambda engine: engine.deciders(self.vector))

    @property
    def is_chance(self) -> bool:
        return not self.is_over and bool(self.table.asked(lambda engine: engine.chance(self.vector)))

    @property
    def ended_by(self) -> str:
        """Name of the ending that ended the game, or an empty string while the game continues.

        The name is also empty if a `stop` ended the game without an ending.
        """
        code = self.table.asked(lambda engine: engine.over(self.vector))
        endings = self.table.flow.endings
        return endings[code - 1].about.name if 0 < code <= len(endings) else ""

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each seat's current points, as whole numbers or fractions."""
        return points_of(self.table.flow.model, self.table.asked(lambda engine: engine.scores(self.vector)))

    @property
    def ranking(self) -> list[list[int]]:
        """Seats grouped by place, the winner first. Tied seats share a place."""
        return self.table.asked(lambda engine: engine.ranking(self.vector))

    def in_language(self, language: str) -> Self:
        """Return the same game with its words in another language, such as `de`. The position is not copied.

        Raises `TableError` if the game has no words in this language, and `RulebookError` if they have errors.
        """
        table = in_language(self.table, language)
        return self if table is self.table else replace(self, table=table, _listed={})

    def __repr__(self) -> str:
        """Return a one-line summary.

        The summary omits the log, which may be long, and the numbers of the position, which mean little to a reader.
        """
        steps = self.last.length if self.last is not None else 0
        end = ", over" if self.vector[OVER] else ""
        kind = type(self).__name__
        return f"<{kind} of {self.edition.slug}: {self.players} players, seed {self.seed}, step {steps}{end}>"

    def __eq__(self, other: object) -> bool:
        """Return True if both have the same compiled game and equal positions, whatever moves led to them."""
        return isinstance(other, Playthrough) and self.vector == other.vector and self.table is other.table

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------ moves

    def rows(self, seat: int) -> list[Row]:
        """Return the legal moves of a seat as sorted rows of integers."""
        if seat not in self._listed:
            self._listed[seat] = self.table.asked(lambda engine: engine.moves(self.vector, seat))
        return self._listed[seat]

    def moves(self, seat: int | None = None) -> list[Move]:
        """Return the legal moves of a seat, sorted. The list is empty if the seat has nothing to decide.

        Raises `TableError` if several seats must decide and `seat` is None, and `PlayFault` if a rule fails or no move
        is legal.
        """
        deciders = self.deciders
        if seat is None:
            if len(deciders) > 1:
                raise TableError("several seats decide at once; name the seat whose moves you want")
            if not deciders:
                return []
            seat = deciders[0]
        if seat not in deciders:
            return []
        return [self.table.notation.move(seat, row) for row in self.rows(seat)]

    def ranges(self, move: Move | str) -> dict[str, Among]:
        """Return the values allowed for each open parameter of a move, by parameter name.

        The values are a Python range for a number, the maximum count of each type for a bag, and a list of names
        otherwise. Some combinations of these values may be illegal; `is_legal` tests a complete move. If the move has
        no open parameter, the result is empty. Raises `NotAMove`.
        """
        asked = self._parsed(move)
        if OPEN not in asked.row:
            return {}
        ranges = self.table.asked(lambda engine: engine.ranges(self.vector, asked.seat, asked.row))
        return self.table.notation.among(asked.row, ranges)

    def _parsed(self, move: Move | str) -> Move:
        """Return a move, which may be given as text. If only one seat must decide, the text need not name the seat.

        Raises `NotAMove`.
        """
        if isinstance(move, Move):
            return move
        deciders = self.deciders
        return self.table.notation.parse(move, deciders[0] if len(deciders) == 1 else None)

    def is_legal(self, move: Move | str) -> bool:
        """Return True if a move can be played now. Raises `NotAMove`."""
        asked = self._parsed(move)
        if asked.seat not in self.deciders:
            return False
        return self.table.asked(lambda engine: engine.is_legal(self.vector, asked.seat, asked.row))

    def sample(self, rng: Any, seat: int | None = None) -> Move:
        """Return a random legal move.

        The method first chooses one of the listed moves, all with equal probability. Then the method draws a value for
        each open parameter uniformly from the allowed range. For a bag or set of limited size, the method draws the
        size first.

        Raises `TableError` if no legal move is found.
        """
        who = self.deciders[0] if seat is None else seat
        rows, draw, v = self.rows(who), rng.randrange, self.vector
        row = self.table.asked(lambda engine: drawn_move(engine, v, who, rows, draw, SAMPLES))
        row = row or self.table.asked(lambda engine: drawn_move(engine, v, who, rows, draw, LAST_RESORT))
        if row is None:
            raise TableError("no legal move was found for this decision")
        return self.table.notation.move(who, row)

    def try_move(self, move: Move) -> bool:
        """Play a move in place if it is legal, and return True if it is.

        Raises `PlayFault` if a rule fails.
        """
        listed = self._listed.get(move.seat)
        known = listed is not None and move.row in listed and move.seat in self.deciders and OPEN not in move.row
        if not (known or self.is_legal(move)):
            return False
        self._advance(MOVE, move.seat, move.row)
        return True

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> list[tuple[Plain, Fraction]]:
        """Return the possible outcomes with their exact probabilities, which sum to 1.

        The list is empty outside of chance nodes.
        """
        return outcomes(self.table, self.vector)

    def resolve(self, fallen: Plain) -> Self:
        """Apply a chance outcome in place and return the game.

        Raises `NotAMove` if the outcome is impossible, and `PlayFault` if a rule fails.
        """
        self._advance(CHANCE, -1, (outcome_number(self.table, self.vector, fallen),))
        return self

    def draw(self) -> None:
        """Draw and apply chance outcomes up to the next decision.

        If the caller chooses outcomes, apply only those that have no alternative.
        """
        streams = self.table.streams.of_node
        while weighed := self.table.asked(lambda engine: engine.chance(self.vector)):
            number = self.chance.pick(weighed, streams[self.vector[PC]])
            if number is None:
                return
            self._step(CHANCE, -1, (number,), alone=len(weighed) == 1)

    # ------------------------------------------------------------ steps and copies

    def _advance(self, form: str, seat: int, row: Row) -> None:
        before, chance, last = self.vector[:], self.chance.copy(), self.last
        try:
            self._step(form, seat, row)
            self.draw()
        except PlayFault:
            self.vector, self.chance, self.last = before, chance, last
            raise

    def _step(self, form: str, seat: int, row: Row, alone: bool = False) -> None:
        self._listed = {}
        self.last = take_step(self.table, self.vector, self.last, form, seat, row, alone)

    def clone(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.table, self.vector[:], self.chance.copy(), self.last, self._told.copy())

    def earlier(self, last: LogEntry | None, vector: Vector) -> Self:
        """Return this game as it was after an earlier entry of its log, which led to the position `vector`.

        The caller chooses further chance outcomes, so that the earlier game does not know the outcomes to come.
        """
        return type(self)(self.table, vector, Chance(0, True, self.table.chance_of(0)), last, self._told.copy())

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a clone. The clone shares the compiled game, which never changes."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(type(self), self.table, self.vector, self.chance, self.last)
