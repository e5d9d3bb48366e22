"""Input of a player: a seat's view, its legal moves, and the foreseeable results of those moves.

`Position.after` plays a move on a copy in which everything hidden from the seat is masked, just as in views. Hidden
money becomes 0, and hidden hands and piles become empty, so the results depend only on the view. The result is None if
play cannot continue on the masked copy, because the move needs hidden information or other players have chosen in
secret.

Some internal fields of the interpreter are not masked, because they contain no player's secrets. The unmasked fields
are the supplies, the boxes, the bank, use counts, revealed choices and the state of the flow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from dsl.model import CallValue, Expr
from interpreter.flow import ChanceNode, Decision, Flow, SimultaneousDecision
from interpreter.game import State
from interpreter.position import OPEN, PASS, PC, FieldEntry, HolderForm, Row, Vector, filled_legally
from interpreter.table import CompiledGame, Move, Wanted, called, masked, may_see, view
from interpreter.trace import perspective_at
from mercatoria.players.determinization import determinize
from mercatoria.players.foresight import Foresight
from mercatoria.players.own_moves import FAULTS, MOST_PASSES, noted
from mercatoria.worlds import Transcript, transcript_of

FILLINGS = 12
"""Maximum number of random draws when looking for legal values of a move's open parameters."""
FORESIGHT, MOST_LOOKED_AT = 6, 60
"""Number of the seat's own decisions that `promise` looks ahead, and the maximum number of moves to examine at each."""


class Player(Protocol):
    """Interface of a player that decides for a seat."""

    def choose(self, position: Position) -> Move:
        """Return a legal move. All open parameters of the move are filled in."""
        ...


@dataclass(frozen=True, slots=True)
class PassEnding:
    """The ending that a pass leads to.

    `at_once` is True if the pass itself ends the game. Otherwise, the game ends unless another player takes an optional
    action.
    """

    title: str
    at_once: bool


class Position:
    """A game as one seat sees it.

    Players use only the public members, which reveal nothing hidden.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        self._seat = seat
        self._state = state
        self._trial: tuple[Move, Vector | None] | None = None

    @property
    def seat(self) -> int:
        """Seat that owns the view, or -1 for a spectator, who has no moves."""
        return -1 if self._seat is None else self._seat

    @cached_property
    def view(self) -> dict[str, Any]:
        """Everything the seat may see, as plain data."""
        return self._state.view(self._seat)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves, sorted."""
        return self._state.moves(self.seat)

    def sample(self, rng: Any) -> Move:
        """Return a legal move drawn uniformly from `moves`.

        Open parameters are drawn as well.
        """
        return self._state.sample(rng, self.seat)

    def filled(self, move: Move, rng: Any) -> Move | None:
        """Return a listed move with random values for its open parameters.

        Returns None if no legal values were found.
        """
        if OPEN not in move.row:
            return move
        table, v, seat, draw = self._state.table, self._state.vector, self.seat, rng.randrange
        row = table.asked(lambda engine: filled_legally(engine, v, seat, move.row, draw, FILLINGS))
        return table.notation.move(seat, row) if row is not None else None

    @cached_property
    def foresight(self) -> Foresight:
        """Lookahead over the seat's own next moves."""
        table = self._state.table
        return Foresight(table, determinize(table, self._state.vector, self.seat), self.seat)

    @property
    def table(self) -> CompiledGame:
        """The compiled game, which is public."""
        return self._state.table

    @cached_property
    def transcript(self) -> Transcript:
        """Everything that the seat has observed so far.

        Raises `NotPlayedTo` if the position was set up by hand.
        """
        return transcript_of(self._state, self._seat)

    @cached_property
    def overheard(self) -> Transcript:
        """Transcript of a spectator, who sees no secrets.

        Raises `NotPlayedTo` if the position was set up by hand.
        """
        return transcript_of(self._state, None)

    @property
    def determinized(self) -> Vector:
        """Position vector in which assumed values replace everything hidden from the seat."""
        return determinize(self._state.table, self._state.vector, self.seat)

    @property
    def must_act(self) -> bool:
        """Return True if the seat may not pass."""
        node = self._state.table.flow.nodes[self._state.vector[PC]]
        return not isinstance(node, Decision) or node.must

    @property
    def is_secret(self) -> bool:
        """Return True if several seats choose at the same time, each without seeing the other choices."""
        return isinstance(self._state.table.flow.nodes[self._state.vector[PC]], SimultaneousDecision)

    def named(self, row: Row) -> Move:
        """Return the seat's move that a row of numbers encodes."""
        return self._state.table.notation.move(self.seat, row)

    @property
    def points(self) -> tuple[int, ...]:
        """Current points of each seat, as far as this seat can see them."""
        table = self._state.table
        return table.engine.scores(masked(table.flow, self._state.vector, self.seat))

    @cached_property
    def known(self) -> Vector | None:
        """Masked position vector, or None if several players are choosing in secret.

        While players choose in secret, a masked position would reveal whether another player has already chosen.
        """
        table = self._state.table
        if isinstance(table.flow.nodes[self._state.vector[PC]], SimultaneousDecision):
            return None
        return masked(table.flow, self._state.vector, self._seat)

    @property
    def number(self) -> int:
        """Number of decisions and chance events so far."""
        last = self._state.last
        return last.length if last is not None else 0

    @property
    def most_points_win(self) -> bool:
        """True unless the ranking prefers few points."""
        asked = next((key for key in self._state.table.flow.model.ranking if _is_score(key.by)), None)
        return asked is None or asked.most

    def known_after(self, move: Move) -> Vector | None:
        """Return the masked position after a move.

        Returns None if the seat cannot know the result, or if a chance event comes first.
        """
        trial, table = self._tried(move), self._state.table
        if trial is None or isinstance(table.flow.nodes[trial[PC]], ChanceNode):
            return None
        return masked(table.flow, trial, self._seat)

    def after(self, move: Move) -> tuple[int, ...] | None:
        """Return each seat's score after a move, where higher is better.

        The move is played up to the next decision or chance event. For other seats, only public assets count. Returns
        None if the seat cannot know the result.
        """
        trial = self._tried(move)
        try:
            return self._worth(trial) if trial is not None else None
        except FAULTS as fault:
            noted(fault)
            return None

    def view_after(self, move: Move, wanted: Wanted | None = None) -> dict[str, Any] | None:
        """Return the seat's view after a move, computed only from information that the seat already sees.

        Returns None if the seat cannot know the result of the move.

        `wanted` selects the fields to include, or all fields if it is None.
        """
        trial = self._tried(move)
        return view(self._state.table.flow, trial, self._seat, wanted) if trial is not None else None

    def asked_after(self, move: Move) -> tuple[int, ...] | None:
        """Return the seats that decide after a move, or no seat if a chance event comes first or the game is over.

        Returns None if the seat cannot know the result of the move.
        """
        trial, table = self._tried(move), self._state.table
        if trial is None:
            return None
        if isinstance(table.flow.nodes[trial[PC]], ChanceNode) or table.engine.over(trial):
            return ()
        return tuple(table.engine.deciders(trial))

    def promise(self, move: Move) -> int:
        """Return the best lead in points that the seat could reach with this move and greedy choices after it.

        The lookahead stops when another player decides or a chance event occurs. Returns 0 if the result is unknown.
        """
        trial, engine = self._tried(move), self._state.table.engine
        if trial is None:
            return 0
        best = self._lead(trial)
        try:
            for _ in range(FORESIGHT):
                if engine.over(trial) or engine.deciders(trial) != (self.seat,):
                    break
                rows = [row for row in engine.moves(trial, self.seat) if OPEN not in row][:MOST_LOOKED_AT]
                ahead = [self._played(trial, row) for row in rows]
                if not ahead:
                    break
                trial = max(reversed(ahead), key=self._lead)
                best = max(best, self._lead(trial))
        except FAULTS as fault:
            noted(fault)
        return best

    def end_ahead(self, move: Move) -> PassEnding | None:
        """Return the ending reached if the seat passes and the other players take no optional actions.

        Returns None if `move` is not a pass or if the game does not end before the seat decides again. The result is
        also None if a hidden item would be drawn first, or if the end depends on hidden information.
        """
        if self.known is None or move.row != PASS:
            return None
        table = self._state.table
        engine, covered = table.engine, count_only_entries(table.flow, self._seat)
        trial = with_placeholders(covered, self.known, self._state.vector)
        lying = [trial[place.slots] for place in covered]
        try:
            engine.apply(trial, self.seat, PASS)
            at_once = bool(engine.over(trial))
            for _ in range(MOST_PASSES):
                if any(trial[place.slots] != there for place, there in zip(covered, lying, strict=True)):
                    return None
                if engine.over(trial):
                    return PassEnding(self._ending_of(trial), at_once) if self._sees_end(trial) else None
                deciders = engine.deciders(trial)
                if len(deciders) != 1 or self.seat in deciders:
                    return None
                rows = engine.moves(trial, deciders[0])
                if PASS not in rows and (len(rows) != 1 or OPEN in rows[0]):
                    return None
                engine.apply(trial, deciders[0], PASS if PASS in rows else rows[0])
        except FAULTS as fault:
            noted(fault)
        return None

    def _sees_end(self, v: Vector) -> bool:
        """Return True if the ending depends only on what the seat sees.

        Masked holders count as empty, so the game could otherwise seem to end too early.
        """
        table = self._state.table
        code, endings = table.engine.over(v), table.flow.endings
        if not 0 < code <= len(endings):
            return True
        return not perspective_at(table, self._seat).hides(endings[code - 1].condition, v, {})

    def _ending_of(self, v: Vector) -> str:
        """Return the title of the ending that was reached; "" if a rule stopped the game."""
        table = self._state.table
        code, endings = table.engine.over(v), table.flow.endings
        if not 0 < code <= len(endings):
            return ""
        return called(endings[code - 1].about)

    def _played(self, v: Vector, row: Row) -> Vector:
        ahead = v[:]
        self._state.table.engine.apply(ahead, self.seat, row)
        return ahead

    def _lead(self, v: Vector) -> int:
        """Return the seat's lead over the best rival."""
        points = self._worth(v)
        return points[self.seat] - max((p for seat, p in enumerate(points) if seat != self.seat), default=0)

    def _worth(self, v: Vector) -> tuple[int, ...]:
        """Return the ranking criterion of each seat, where larger is better.

        The criterion is the points, negated if the fewest points win. In a game without scoring, the criterion is the
        first ranking key.
        """
        engine, model = self._state.table.engine, self._state.table.flow.model
        if not model.score and model.ranking:
            return tuple(-standing[0] for standing in engine.standings(v))
        sign = 1 if self.most_points_win else -1
        return tuple(sign * points for points in engine.scores(v))

    def _tried(self, move: Move) -> Vector | None:
        """Return the position after a move, or None if the seat cannot know it. Callers must not modify it."""
        if self._trial is None or self._trial[0] is not move:
            self._trial = move, self._tried_anew(move)
        return self._trial[1]

    def _tried_anew(self, move: Move) -> Vector | None:
        if self.known is None or OPEN in move.row:
            return None
        trial = self.known[:]
        try:
            self._state.table.engine.apply(trial, self.seat, move.row)
        except FAULTS as fault:
            noted(fault)
            return None
        return trial


def _is_score(asked: Expr) -> bool:
    return isinstance(asked, CallValue) and asked.name == "score"


# ---------------------------------------------------------------- masking


def with_placeholders(covered: list[FieldEntry], known: Vector, v: Vector) -> Vector:
    """Return a masked position in which hidden holders have their true size again.

    The hidden holders contain placeholders: pieces of the first sort.
    """
    trial = known[:]
    for place in covered:
        form = place.run.storage
        assert isinstance(form, HolderForm)
        if number := form.size(v, place):
            form.put(trial, place, form.members(v, place)[0] if form.one_sort else place.run.holds.first, number)
        if form.keeps_pool:
            form.set_pool(trial, place, number)
    return trial


def count_only_entries(flow: Flow, seat: int | None) -> list[FieldEntry]:
    """Return the holders whose contents are hidden from the seat but whose size is visible."""
    return [
        FieldEntry(run, entry)
        for run in flow.layout.runs.values() if not run.field.builtin and isinstance(run.storage, HolderForm)
        for entry, (owner, keys) in enumerate(run.combinations())
        if (sees := may_see(run.field, owner, keys, seat)) == "count" or (sees != "all" and run.storage.size_is_open)
    ]  # fmt: skip
