"""Rejuvenation moves, which replace a particle with another course of the game that the seat cannot rule out.

Each change is a Metropolis-Hastings step. A step redraws a hidden part or swaps two unseen things, replays all later
entries, and accepts or rejects the new particle. Each particle therefore appears in proportion to its probability.
After enough steps, the particles are fair samples, whatever particles the filter started with. The steps use only the
transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

from dsl.model import Ref
from interpreter.flow import PieceDraw
from interpreter.log import CHANCE
from interpreter.position import PC, Row, Vector
from interpreter.rng import Stream
from mercatoria.worlds.fast_replay import FastReplay
from mercatoria.worlds.observed_entries import ObservedEntry
from mercatoria.worlds.particle_step import ParticleStepper
from mercatoria.worlds.seat_observations import Piece
from mercatoria.worlds.unseen import HiddenHolders, Pair
from mercatoria.worlds.world import Particle

PRECISE = 1 << 30
"""Number of equal steps into which acceptance probabilities from 0 to 1 are divided."""


@dataclass(slots=True)
class Change:
    """New moves or outcomes for hidden entries, keyed by entry index."""

    rows: dict[int, Row]
    odds: float = 0.0
    """Logarithm of the proposal ratio: the probability of proposing the reverse change, divided by that of proposing
    this change.
    """


@dataclass(slots=True)
class Changes:
    """Rejuvenation moves for the particles of one growing transcript."""

    stepper: ParticleStepper
    unseen: HiddenHolders
    relived: FastReplay = field(init=False)
    entries: list[ObservedEntry] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    """Indices of the entries with hidden parts."""
    _named: dict[Piece, list[int]] = field(default_factory=dict)
    """Indices of the entries that name a piece or show its arrival or departure, keyed by piece."""

    _roots: dict[int, str | None] = field(default_factory=dict)
    """Root kind of each chance node's outcome, or None if the outcome is not a piece."""

    def __post_init__(self) -> None:
        self.relived = FastReplay(self.stepper)

    def hear(self, observed: ObservedEntry, named: Sequence[Piece]) -> None:
        """Append an entry.

        `named` contains the pieces that the entry names or that the seat saw move.
        """
        number = len(self.entries)
        if not observed.is_whole:
            self.hidden.append(number)
        self.entries.append(observed)
        for piece in named:
            self._named.setdefault(piece, []).append(number)

    def forget(self, length: int) -> None:
        """Drop all entries after the first `length`."""
        del self.entries[length:]
        self.relived.forget(length)
        self.hidden = [at for at in self.hidden if at < length]
        self._named = {piece: [at for at in named if at < length] for piece, named in self._named.items()}

    def hides_pieces_only(self, world: Particle) -> bool:
        """Return True if each entry with hidden parts hides exactly one piece or thing."""
        return all(self.piece(world, at, world.rows[at]) is not None for at in self.hidden)

    # ------------------------------------------------------------ a step

    def step(self, world: Particle, stream: Stream) -> Particle:
        """Return the particle after one Metropolis-Hastings step.

        If the step is rejected, the result is `world` itself. Half of the steps swap two unseen things in different
        holders, if the particle has such a pair. The other steps redraw one hidden entry. `world` must have replayed
        all entries.
        """
        if not self.hidden:
            return world
        pair = self.unseen.pair(world.now, stream) if stream.randrange(2) else None
        return self._swapped(world, pair, stream) if pair is not None else self._drawn_anew(world, stream)

    def _drawn_anew(self, world: Particle, stream: Stream) -> Particle:
        """Redraw one hidden entry of a particle."""
        at = stream.choice(self.hidden)
        first = self.stepper.step(world.positions[at], self.entries[at], None, stream)
        if first is None or first.row == world.rows[at]:
            return world
        change = self.exchange(world, at, first.row, stream)
        other = self.lived_on(world, {at: first.row, **change.rows}, stream)
        return self._taken(world, other, at + 1, change.odds, stream)

    def _swapped(self, world: Particle, pair: Pair, stream: Stream) -> Particle:
        """Swap two unseen things in a particle."""
        rows = self.swap(world, *pair)
        other = self.lived_on(world, rows, stream) if rows else None
        back = self.unseen.chance_of(pair, other.now) if other is not None else 0.0
        if not back:
            return world
        return self._taken(world, other, min(rows), log(back / self.unseen.chance_of(pair, world.now)), stream)

    def _taken(self, world: Particle, other: Particle | None, since: int, odds: float, stream: Stream) -> Particle:
        if other is None:
            return world
        gain = sum(other.chances[since:]) - sum(world.chances[since:]) + odds
        return other if gain >= 0 or stream.randrange(PRECISE) < exp(gain) * PRECISE else world

    def lived_on(self, world: Particle, rows: Mapping[int, Row], stream: Stream) -> Particle | None:
        """Change some moves or outcomes of a particle, and replay the particle to its end.

        Returns None if the replay is impossible.

        Args:
            rows: New moves or outcomes, keyed by entry index; must not be empty.
        """
        other, last = world.upto(min(rows)), max(rows)
        for number in range(min(rows), len(world.rows)):
            row = rows.get(number, world.rows[number])
            step = self.relived.step(number, other.now, self.entries[number], row, stream)
            if step is None:
                return None
            other.add(step)
            if number >= last and step.after == world.positions[number + 1]:
                other.positions += world.positions[number + 2 :]
                other.rows += world.rows[number + 1 :]
                other.chances += world.chances[number + 1 :]
                break
        return other

    # ------------------------------------------------------------ swapped pieces

    def swap(self, world: Particle, one: Piece, other: Piece) -> dict[int, Row]:
        """Swap two pieces in the hidden entries, and return the new rows by entry index.

        Only entries after both pieces were last seen or named are changed, so everything the seat saw remains true.
        """
        named = (*self._named.get(one, ()), *self._named.get(other, ()))
        since = 1 + max((at for at in named if at < len(world.rows)), default=-1)
        instead = {one: other[1], other: one[1]}
        return {
            at: self.with_piece(at, world, instead[piece])
            for at in self.hidden
            if since <= at < len(world.rows) and (piece := self.piece(world, at, world.rows[at])) in instead
        }

    def exchange(self, world: Particle, at: int, row: Row, stream: Stream) -> Change:
        """Return the changes to later entries that replacing the row of entry `at` requires.

        If the entry hides a unique thing, the old and the new thing swap in all later hidden entries. If the entry
        hides an interchangeable piece, at most one later entry changes: a random entry with the new sort takes the old
        sort. If the old or the new row does not hide exactly one piece, the change is empty.
        """
        old, new = self.piece(world, at, world.rows[at]), self.piece(world, at, row)
        if old is None or new is None or old == new:
            return Change({})
        lived = [each for each in self.hidden if at < each < len(world.rows)]
        later = [(each, self.piece(world, each, world.rows[each])) for each in lived]
        if not self.stepper.table.flow.model.kinds[old[0]].fungible:
            other = {old: new[1], new: old[1]}
            return Change({each: self.with_piece(each, world, other[piece]) for each, piece in later if piece in other})
        same = [each for each, piece in later if piece == new]
        pick = stream.randrange(len(same) + 1)
        others = sum(piece == old for _, piece in later) + (pick < len(same))
        rows = {same[pick]: self.with_piece(same[pick], world, old[1])} if pick < len(same) else {}
        return Change(rows, log((1 + len(same)) / (1 + others)))

    def piece(self, world: Particle, at: int, row: Row) -> Piece | None:
        """Return the piece or thing that an entry hides.

        Returns None if the entry hides anything else or several pieces.
        """
        observed = self.entries[at]
        if observed.form == CHANCE:
            return self._drawn(world.positions[at], row[0])
        if observed.words.count(None) != 1:
            return None
        place, start = observed.words.index(None), 1
        for _, of in self.stepper.table.flow.move_kinds[row[0]].params:
            if start == place and isinstance(of, Ref):
                return self.stepper.table.flow.model.kinds[of.kind].root, row[place]
            start += self.stepper.table.notation.rows.width(of)
        return None

    def _drawn(self, v: Vector, outcome: int) -> Piece | None:
        number = v[PC]
        if number not in self._roots:
            self._roots[number] = self._root(number)
        root = self._roots[number]
        return (root, outcome) if root is not None else None

    def _root(self, number: int) -> str | None:
        node = self.stepper.table.flow.nodes[number]
        if isinstance(node, PieceDraw) and isinstance(node.outcome_type, Ref):
            return self.stepper.table.flow.model.kinds[node.outcome_type.kind].root
        return None

    def with_piece(self, at: int, world: Particle, piece: int) -> Row:
        """Return the row of entry `at` with its hidden piece replaced."""
        words = self.entries[at].words
        return tuple([piece if word is None else here for here, word in zip(world.rows[at], words, strict=True)])
