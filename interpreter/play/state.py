"""A game in progress: its position, the state of its random streams, and its log.

`State.apply` changes a state in place, and `State.clone` copies it. If a rule fails during a move, the state stays as
it was before the move. `views`, `explain` and `moves` produce the text that players see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any

from interpreter.explain import Answer, Explanation, Questions, Trials, explain_refusal, explain_to_other
from interpreter.flow import ChanceNode
from interpreter.log import CHANCE, MOVE, RECORD_VERSION, LogEntry, ToldLines, entries, log, outcome, rng_state
from interpreter.notebook_html import position_in_html
from interpreter.play.compiling import pickle_key, recompiled
from interpreter.play.steps import recorded_step, take_step
from interpreter.position import OPEN, OVER, PC, SAMPLES, PlayFault, Row, Vector, drawn_move, filled_legally
from interpreter.rng import RandomSource, weighted_choice
from interpreter.table import (
    Among,
    CachedView,
    CompiledGame,
    GameConfig,
    Move,
    NotAMove,
    Plain,
    Score,
    TableError,
    points_of,
    view,
)

LAST_RESORT = 200
"""Maximum number of further attempts to complete a move with open parameters at random, after `SAMPLES` attempts found
no legal move.
"""


class IllegalMove(ValueError):
    """Raised for a move that the rules forbid in the current position.

    `explanation` tells the player why.
    """

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(str(explanation))
        self.explanation = explanation


@dataclass(slots=True)
class State:
    """A game in progress. `apply` changes it in place, and `clone` copies it."""

    table: CompiledGame
    vector: Vector
    seed: int
    manual: bool
    rng: RandomSource
    """Random streams of the game. Two states can be equal even if their random streams differ."""
    last: LogEntry | None = None
    _listed: dict[int, list[Row]] = field(default_factory=dict)
    _told: ToldLines = field(default_factory=ToldLines)

    # ------------------------------------------------------------ current situation

    @property
    def edition(self) -> GameConfig:
        """The game with its chosen variants and options."""
        return self.table.edition

    @property
    def players(self) -> int:
        return self.table.flow.model.players

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
        asked = self._move(move)
        if OPEN not in asked.row:
            return {}
        ranges = self.table.asked(lambda engine: engine.ranges(self.vector, asked.seat, asked.row))
        return self.table.notation.among(asked.row, ranges)

    def is_legal(self, move: Move | str) -> bool:
        """Return True if a move can be played now. Raises `NotAMove`."""
        asked = self._move(move)
        if asked.seat not in self.deciders:
            return False
        return self.table.asked(lambda engine: engine.is_legal(self.vector, asked.seat, asked.row))

    def why_not(self, move: Move | str, asker: int | None = None) -> Explanation | None:
        """Explain why a move is illegal, as far as the asker may know.

        If the asker is a spectator, `asker` is None. Return None if the asker can see that the move is legal. If the
        asker is the player who would make the move, the explanation lists the rules that forbid it and suggests a legal
        move. Raises `NotAMove`.
        """
        asked = self._move(move)
        if asker != asked.seat:
            return explain_to_other(self.table, self.vector, asked, asker)
        return None if self.is_legal(asked) else explain_refusal(self.table, self.vector, asked)

    def why(self, question: str, asker: int | None = None, plain: bool = False) -> Answer:
        """Answer a question from a player or spectator. If the asker is a spectator, `asker` is None.

        `interpreter.explain.questions` lists the kinds of questions. If `plain` is True, the answer uses everyday
        words, otherwise the rulebook's wording.

        Raises `NoAnswer` for an unclear question, and `NotAMove` for an invalid move.
        """
        return Questions(self.table, self.vector, self.last, asker, plain).answer(question)

    def what_if(self, supposition: Move | str, asker: int | None = None) -> Answer:
        """Describe the effects that a move or a changed fact would have, as far as the asker may know.

        Nothing is played. Examples: `"buy(Flax)"`, `"Red.purse = 20"`, `"Red.purse = 20 then buy(Flax)"`. Raises
        `NoAnswer` or `NotAMove`.
        """
        return Trials(self.table, self.vector, self.last, asker).answer(str(supposition))

    def apply(self, move: Move | str) -> State:
        """Play a move in place and return the state.

        Raises `IllegalMove`, `NotAMove`, or `PlayFault` if a rule fails. After an error, the state is unchanged.
        """
        asked = self._move(move)
        listed = self._listed.get(asked.seat)
        known = listed is not None and asked.row in listed and asked.seat in self.deciders and OPEN not in asked.row
        if not (known or self.is_legal(asked)):
            raise IllegalMove(explain_refusal(self.table, self.vector, asked))
        self._play(MOVE, asked.seat, asked.row)
        return self

    def _move(self, move: Move | str) -> Move:
        if isinstance(move, Move):
            return move
        deciders = self.deciders
        return self.table.notation.parse(move, deciders[0] if len(deciders) == 1 else None)

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

    def _filled(self, rng: Any, seat: int, row: Row, tries: int = LAST_RESORT) -> Row | None:
        """Return a legal row with random values for the open parameters of a listed row.

        Return None after `tries` failed attempts.
        """
        draw = rng.randrange
        return self.table.asked(lambda engine: filled_legally(engine, self.vector, seat, row, draw, tries))

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> list[tuple[Plain, Fraction]]:
        """Return the possible outcomes with their exact probabilities, which sum to 1.

        The list is empty outside of chance nodes.
        """
        weighed = self.table.asked(lambda engine: engine.chance(self.vector))
        total = sum(weight for _, weight in weighed)
        return [(self._outcome(number), Fraction(weight, total)) for number, weight in weighed]

    def resolve(self, fallen: Plain) -> State:
        """Apply a chance outcome and return the state.

        Raises `NotAMove` if the outcome is impossible, and `PlayFault` if a rule fails.
        """
        for number, _ in self.table.asked(lambda engine: engine.chance(self.vector)):
            if self._outcome(number) == fallen:
                self._play(CHANCE, -1, (number,))
                return self
        known = ", ".join(str(each) for each, _ in self.chance_outcomes()[:10])
        raise NotAMove(
            f"`{fallen}` is not a possible random outcome here" + (f"; possible outcomes are {known}" if known else "")
        )

    def _outcome(self, number: int) -> Plain:
        node = self.table.flow.nodes[self.vector[PC]]
        assert isinstance(node, ChanceNode)
        return outcome(self.table, node, number)

    def _draw(self) -> None:
        """Draw and apply chance outcomes up to the next decision.

        If the caller chooses outcomes, apply only those that have no alternative.
        """
        streams = self.table.streams.of_node
        while weighed := self.table.asked(lambda engine: engine.chance(self.vector)):
            if len(weighed) == 1:
                self._step(CHANCE, -1, (weighed[0][0],), alone=True)
                continue
            if self.manual:
                return
            pick = self.rng.draw(streams[self.vector[PC]], sum(map(itemgetter(1), weighed)))
            self._step(CHANCE, -1, (weighted_choice(weighed, pick),))

    def _play(self, form: str, seat: int, row: Row) -> None:
        before, rng, last = self.vector[:], self.rng.copy(), self.last
        try:
            self._step(form, seat, row)
            self._draw()
        except PlayFault:
            self.vector, self.rng, self.last = before, rng, last
            raise

    def _step(self, form: str, seat: int, row: Row, alone: bool = False) -> None:
        self._listed = {}
        self.last = take_step(self.table, self.vector, self.last, form, seat, row, alone)

    # ------------------------------------------------------------ copies, views, records

    def clone(self) -> State:
        """Return an independent copy."""
        return State(
            self.table, self.vector[:], self.seed, self.manual, self.rng.copy(), self.last, _told=self._told.copy()
        )

    def __repr__(self) -> str:
        """Return a one-line summary.

        The summary omits the log, which may be long, and the numbers of the position, which mean little to a reader.
        """
        steps = self.last.length if self.last is not None else 0
        end = ", over" if self.vector[OVER] else ""
        return f"<State of {self.edition.slug}: {self.players} players, seed {self.seed}, step {steps}{end}>"

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        """Return a clone. The clone shares the compiled game, which never changes."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the configuration with the contents of the game's files, and the log as a list.

        Pickling the log's linked entries directly would exceed the recursion limit.
        """
        told = [(each.form, each.seat, each.row, each.node, each.length, each.untold, each.fired, each.alone)
                for each in entries(self.last)]  # fmt: skip
        return _restored, (pickle_key(self.table), self.vector, self.seed, self.manual, self.rng, told)

    def __eq__(self, other: object) -> bool:
        """Return True if two states of the same compiled game have equal positions, whatever moves led to them."""
        return isinstance(other, State) and self.vector == other.vector and self.table is other.table

    __hash__ = None  # type: ignore[assignment]

    def view(self, seat: int | None = None, kept: CachedView | None = None) -> dict[str, Any]:
        """Return everything that a seat may see, as JSON data.

        If the viewer is a spectator, `seat` is None. If `kept` is given, the method computes only the changes since the
        seat's previous view. In that case, callers must not modify the data.
        """
        flow, node = self.table.flow, self.table.flow.nodes[self.vector[PC]]
        data = view(flow, self.vector, seat) if kept is None else kept.of(flow, self.vector)
        return {
            "rulebook": self.edition.slug, "title": self.edition.title, "players": list(flow.model.seats),
            "seat": seat, "deciders": list(self.deciders), "over": self.is_over, "ended_by": self.ended_by,
            "phase": node.phase.name, "phase_title": node.phase.title, "cites": list(node.phase.cites), **data,
            "log": self.log(seat),
        }  # fmt: skip

    def _repr_html_(self) -> str:
        """Return HTML for a notebook, with public information only.

        The HTML omits points, because they may depend on secrets.
        """
        return position_in_html(self.edition.title, self.view())

    def log(self, seat: int | None = None) -> list[str]:
        """Return the log lines that a seat may read."""
        return log(self.table, self.vector, self.last, seat, self._told)

    @property
    def record(self) -> dict[str, Any]:
        """The seed, players, rules, moves and chance outcomes of this game, as JSON data."""
        return {
            "version": RECORD_VERSION, "game": self.edition.slug, "rules": self.table.fingerprint,
            "players": self.players,
            "variants": list(self.edition.given), "options": self.edition.option_words, "seed": self.seed,
            "chance": "manual" if self.manual else "auto", **rng_state(self.table, self.rng),
            "log": [recorded_step(self.table, entry) for entry in entries(self.last) if not entry.alone],
        }  # fmt: skip

    def repeat(self, entry: Mapping[str, Any]) -> State:
        """Play one entry of a record and return the state.

        The state must be in manual mode, so that the record determines the chance outcomes.
        """
        if "move" in entry:
            return self.apply(self.table.notation.parse(entry["move"]))
        return self.resolve(entry["chance"])

    def to_json(self) -> str:
        """Return the record and the position as JSON text. Loading uses the position to verify the replay."""
        kept = {"position": self.vector, "layout": self.table.layout_mark}
        return json.dumps(self.record | kept, ensure_ascii=False)


def _restored(
    table: tuple[GameConfig, int, bool, str, int],
    vector: Vector,
    seed: int,
    manual: bool,
    rng: RandomSource,
    told: list[Any],
) -> State:
    """Rebuild a state from pickled data."""
    last = None
    for entry in told:
        last = LogEntry(last, *entry)
    return State(recompiled(*table), vector, seed, manual, rng, last)
