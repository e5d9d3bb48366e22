"""What a player is given: a view, the legal moves, and what they would bring, as far as the seat can know.

`Position.after` plays a move on a copy in which everything is blotted out that the seat may not see, by the declared
visibility, as in views: sums of money become 0, hands and piles are empty. So whatever it answers follows from the view
alone. Where the copy cannot be played on, because the move needs what was blotted out, or because others have chosen in
secret, the answer is None: the seat cannot know.

Not blotted out is what the interpreter keeps for itself: supplies, boxes and the bank (they hold what is in nobody's
hand), counts of uses, answers of secret choices that were revealed long ago, and the state of the flow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from dsl.model import CallValue, Expr
from interpreter.flow import ChanceNode, Flow, SimultaneousDecision
from interpreter.play import State
from interpreter.position import OPEN, PASS, PC, FieldEntry, HolderForm, Row, Vector
from interpreter.table import CompiledGame, Move, Wanted, may_see, view
from interpreter.trace import perspective_at
from mercatoria.players.determinization import determinize
from mercatoria.players.foresight import Foresight
from mercatoria.players.own_moves import FAULTS, MOST_PASSES, noted
from mercatoria.worlds import Transcript, transcript_of

FILLINGS = 12
"""How often values are drawn for the open parameters of a move."""
FORESIGHT, MOST_LOOKED_AT = 6, 60
"""How many own decisions `promise` goes on for, and how many moves it looks at in each."""


class Player(Protocol):
    """Somebody who decides."""

    def choose(self, position: Position) -> Move:
        """One of the legal moves, or a legal filling-in of one that is left open."""
        ...


@dataclass(frozen=True, slots=True)
class PassEnding:
    """The ending that a pass would bring, by its title: at once, or if nobody else does more than they must."""

    title: str
    at_once: bool


class Position:
    """A game as one seat sees it. Players use what is public here; the state behind it is not theirs to look at."""

    def __init__(self, state: State, seat: int | None) -> None:
        self._seat = seat
        self._state = state

    @property
    def seat(self) -> int:
        """The seat whose view it is; -1 for a spectator, who has no moves."""
        return -1 if self._seat is None else self._seat

    @cached_property
    def view(self) -> dict[str, Any]:
        """All that the seat may see, as plain data."""
        return self._state.view(self._seat)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves, sorted."""
        return self._state.moves(self.seat)

    def sample(self, rng: Any) -> Move:
        """A legal move, drawn uniformly from the listed ones; what it leaves open is drawn, too."""
        return self._state.sample(rng, self.seat)

    def filled(self, move: Move, rng: Any) -> Move | None:
        """A listed move with what it leaves open drawn at random; None if no legal way was found at once."""
        if OPEN not in move.row:
            return move
        row = self._state._filled(rng, self.seat, move.row, FILLINGS)
        return self._state.table.notation.move(self.seat, row) if row is not None else None

    @cached_property
    def foresight(self) -> Foresight:
        """What the seat can work out of its own next moves."""
        table = self._state.table
        return Foresight(table, determinize(table, self._state.vector, self.seat), self.seat)

    @property
    def table(self) -> CompiledGame:
        """The game that is played, which all know."""
        return self._state.table

    @cached_property
    def transcript(self) -> Transcript:
        """All that the seat was told and saw. Raises `NotPlayedTo` for a position that was not played to."""
        return transcript_of(self._state, self._seat)

    @cached_property
    def overheard(self) -> Transcript:
        """What of it a spectator was told and saw, who knows no secrets. Raises `NotPlayedTo` for a position that was
        not played to."""
        return transcript_of(self._state, None)

    @property
    def determinized(self) -> Vector:
        """The position with suppositions in place of what the seat may not see."""
        return determinize(self._state.table, self._state.vector, self.seat)

    @property
    def is_secret(self) -> bool:
        """Whether several choose at once, and nobody is told before all have."""
        return isinstance(self._state.table.flow.nodes[self._state.vector[PC]], SimultaneousDecision)

    def named(self, row: Row) -> Move:
        """A row of numbers as a move of the seat."""
        return self._state.table.notation.move(self.seat, row)

    @property
    def points(self) -> tuple[int, ...]:
        """The points by seat as they stand, as far as the seat can see."""
        table = self._state.table
        return table.engine.scores(masked(table, self._state.vector, self.seat))

    @cached_property
    def known(self) -> Vector | None:
        """The position with everything blotted out that the seat may not see; None where others have
        chosen in secret, as a last answer would reveal them."""
        table = self._state.table
        if isinstance(table.flow.nodes[self._state.vector[PC]], SimultaneousDecision):
            return None
        return masked(table, self._state.vector, self._seat)

    @property
    def number(self) -> int:
        """How many decisions and falls of chance came before."""
        last = self._state.last
        return last.length if last is not None else 0

    def known_after(self, move: Move) -> Vector | None:
        """`known`, after a move; None if the seat cannot know, or chance falls first."""
        trial, table = self._tried(move), self._state.table
        if trial is None or isinstance(table.flow.nodes[trial[PC]], ChanceNode):
            return None
        return masked(table, trial, self._seat)

    def after(self, move: Move) -> tuple[int, ...] | None:
        """How well the seats stand after a move, the more the better, as far as the seat can see: up to the next
        decision or draw of chance, and counting of others only what lies open. None if it cannot know."""
        trial = self._tried(move)
        try:
            return self._worth(trial) if trial is not None else None
        except FAULTS as fault:
            noted(fault)
            return None

    def view_after(self, move: Move, wanted: Wanted | None = None) -> dict[str, Any] | None:
        """What the seat would see after a move, of what it sees now; None if it cannot know. `wanted` leaves fields
        out."""
        trial = self._tried(move)
        return view(self._state.table.flow, trial, self._seat, wanted) if trial is not None else None

    def promise(self, move: Move) -> int:
        """The greatest lead that the seat could reach by going on greedily after a move, until somebody else decides or
        chance is drawn. 0 if it cannot know."""
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
        """The ending that comes if the seat passes and nobody else does more than they must, as far as it can know.
        None if there is none before it decides again, where something is drawn first that it may not see, where the end
        turns on such a thing, and for a move that is no pass."""
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
        """Whether the seat may see all that the ending turns on: what is blotted out counts as empty, and would end
        games that go on."""
        table = self._state.table
        code, endings = table.engine.over(v), table.flow.endings
        if not 0 < code <= len(endings):
            return True
        return not perspective_at(table, self._seat).hides(endings[code - 1].condition, v, {})

    def _ending_of(self, v: Vector) -> str:
        """The title of the ending that came true; "" where a rule stopped the game."""
        table = self._state.table
        code, endings = table.engine.over(v), table.flow.endings
        if not 0 < code <= len(endings):
            return ""
        about = endings[code - 1].about
        return about.title or about.name.replace("_", " ")

    def _played(self, v: Vector, row: Row) -> Vector:
        ahead = v[:]
        self._state.table.engine.apply(ahead, self.seat, row)
        return ahead

    def _lead(self, v: Vector) -> int:
        """How much better the seat stands than the best rival."""
        points = self._worth(v)
        return points[self.seat] - max((p for seat, p in enumerate(points) if seat != self.seat), default=0)

    def _worth(self, v: Vector) -> tuple[int, ...]:
        """What the seats strive for, the more the better: points, or few of them where the fewest win; in a game
        without a scoring, what the ranking asks first."""
        engine, model = self._state.table.engine, self._state.table.flow.model
        if not model.score and model.ranking:
            return tuple(-standing[0] for standing in engine.standings(v))
        asked = next((key for key in model.ranking if _is_score(key.by)), None)
        sign = 1 if asked is None or asked.most else -1
        return tuple(sign * points for points in engine.scores(v))

    def _tried(self, move: Move) -> Vector | None:
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


# ---------------------------------------------------------------- blotting out


def masked(table: CompiledGame, v: Vector, seat: int | None) -> Vector:
    """Return a copy of a position in which the stretches that a seat may not see have their start values."""
    known = v[:]
    for base, width, value in _blots(table, seat):
        known[base : base + width] = [value] * width
    return known


def with_placeholders(covered: list[FieldEntry], known: Vector, v: Vector) -> Vector:
    """A copy of a blotted position in which so much lies covered again as does, all of the first sort."""
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
    """The places of which a seat sees how much they hold, and not what."""
    return [
        FieldEntry(run, entry)
        for run in flow.layout.runs.values() if not run.field.builtin and isinstance(run.storage, HolderForm)
        for entry, (owner, keys) in enumerate(run.combinations())
        if (sees := may_see(run.field, owner, keys, seat)) == "count" or (sees != "all" and run.storage.size_is_open)
    ]  # fmt: skip


def _blots(table: CompiledGame, seat: int | None) -> list[tuple[int, int, int]]:
    """Return the stretches to overwrite for a seat, each with the value that it gets. They are kept with the table."""
    key = (_blots, seat)
    if key not in table.cache:
        table.cache[key] = _worked_out(table.flow, seat)
    found: list[tuple[int, int, int]] = table.cache[key]
    return found


def _worked_out(flow: Flow, seat: int | None) -> list[tuple[int, int, int]]:
    found = []
    for run in flow.layout.runs.values():
        if run.field.builtin:
            continue
        for entry, (owner, keys) in enumerate(run.combinations()):
            if may_see(run.field, owner, keys, seat) != "all":
                found.append((run.base[entry], run.widths[entry], run.storage.start_value(run)))
    return found
