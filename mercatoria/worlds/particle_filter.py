"""A particle filter over the positions that a seat cannot rule out.

It follows the "resample and move" scheme (Gilks and Berzuini, 2001). Each particle replays the next entry, and
particles that cannot replay it are rejected. If too few particles remain, the preceding hidden entries are redrawn to
fit what the new entry reveals (`guided_proposals`). Copies of the surviving particles replace the rejected ones, in
proportion to the survivors' weights. At the end of the transcript, rejuvenation moves make the copies differ
(`changes`). If no particle remains, `rejuvenation` searches for one.

Limits. The filter learns nothing from the choices of other players, except that they were legal. To find a number drawn
in secret from a large range, the filter samples repeatedly instead of deducing the number. The search may fail if only
two or three simultaneous swaps would lead to a possible position. If the search fails, the filter is empty and reports
the entry at which it failed. The filter never invents a position. Particles found by a search are few and similar at
first. Calling `stir` makes the particles more representative.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from interpreter.position import Row, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.worlds.changes import PRECISE, Changes
from mercatoria.worlds.guided_proposals import GuidedProposals
from mercatoria.worlds.naming import PieceMentions
from mercatoria.worlds.observed_entries import ObservedEntry
from mercatoria.worlds.particle_step import ParticleStepper, Step
from mercatoria.worlds.rejuvenation import MOST_LIVED, Rejuvenation
from mercatoria.worlds.seat_observations import Piece, SeatObserver
from mercatoria.worlds.transcript import Transcript
from mercatoria.worlds.unseen import HiddenHolders
from mercatoria.worlds.world import Particle

SIZE = 32
"""Default number of particles."""

ENOUGH = 0.6
"""Minimum effective sample size, as a fraction of the pool size.

Below this limit, the pool is resampled.
"""

STEPS = 3
"""Number of rejuvenation moves for each copy at the end of the transcript."""


class ParticleFilter:
    """A pool of weighted particles. Every particle agrees with everything that a seat knows.

    The particles depend only on the seed, the transcripts passed to `hear` and the calls to `stir`.
    """

    def __init__(
        self, table: CompiledGame, seat: int | None, seed: int, size: int = SIZE, patience: int = MOST_LIVED
    ) -> None:
        """Create a filter at the start of the game, for one seat, or for a spectator if the seat is None.

        Args:
            seed: Seed of the filter's random stream, which is independent of the game's seed.
            size: Number of particles.
            patience: Maximum number of entries to replay in a search after all particles were rejected.
        """
        self.size = size
        self._patience = patience
        self.lost = 0
        """Number of the entry, counted from 1, that no particle could replay.

        The value is 0 while there are particles.
        """
        self._stream = Stream(seed, f"worlds of {seat}")
        self._seat = seat
        self._unseen = HiddenHolders(table.flow, seat)
        self._changes = Changes(ParticleStepper(table, seat), self._unseen)
        self._naming = PieceMentions(table, seat)
        self._start = table.start()
        self._start_seen = SeatObserver(table, seat).sees(self._start)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget all entries."""
        self._heard: tuple[ObservedEntry, ...] = ()
        self.settled = 0
        """Number of initial entries that never need to be replayed, because they determine the position completely."""
        self._settled_rows: list[Row] = []
        self._begin_at(self._start)

    def _begin_at(self, v: Vector) -> None:
        """Start all particles from one position."""
        self._changes.forget(0)
        self.worlds = [Particle([v], [], []) for _ in range(self.size)]
        self._copied = False
        """True if some particles are copies that no rejuvenation move has changed yet."""

    @property
    def possible(self) -> list[Particle]:
        """Particles that agree with the whole transcript.

        The list is empty if no particle could replay an entry; see `lost`.
        """
        return [] if self.lost else self.worlds

    @property
    def positions(self) -> list[Vector]:
        """Current position of each particle; an empty list if no particle remains."""
        return [world.now for world in self.possible]

    @property
    def weights(self) -> list[float]:
        """Weight of each particle, in the same order as `positions`; the weights sum to 1."""
        return weights_of(self.possible) if self.possible else []

    @property
    def weighed(self) -> list[tuple[Vector, float]]:
        """One pair of position and weight for each particle."""
        return list(zip(self.positions, self.weights, strict=True))

    def rows(self, world: Particle) -> list[Row]:
        """Return the move or chance outcome of each entry from the beginning of the game to a particle's position."""
        return self._settled_rows + world.rows

    def hear(self, transcript: Transcript) -> None:
        """Advance the filter to the end of its seat's transcript.

        If the transcript differs from the previous one, for example after an undo, the filter replays the entries that
        differ. If no particle can replay an entry, the filter sets `lost`, and the next call tries again from that
        entry.

        Raises:
            ValueError: The transcript belongs to another seat.
        """
        if transcript.seat != self._seat:
            raise ValueError(f"this filter belongs to seat {self._seat}, not to {transcript.seat}")
        self._go_on(transcript)
        if self.lost and self.settled:
            # Perhaps the particles only happened to agree on entries that were treated as settled.
            self._begin_anew()
            self._go_on(transcript)

    def _go_on(self, transcript: Transcript) -> None:
        """Process the new entries of a transcript, up to the first that no particle can replay."""
        self._go_back(_alike(self._heard, transcript.entries))
        self.lost = 0
        for number in range(len(self._heard), len(transcript.entries)):
            observed = transcript.entries[number]
            before = transcript.entries[number - 1].sight if number else self._start_seen
            named = self._naming.named(observed, before)
            self._changes.hear(observed, named)
            if not self._carry(named):
                self.lost = number + 1
                self._changes.forget(number - self.settled)
                break
            if self._is_settled():
                self.settled = number + 1
                self._settled_rows += self.worlds[0].rows
                self._begin_at(self.worlds[0].now)
        if self._copied and not self.lost:
            self._part()
        self._heard = transcript.entries[: self.lost - 1] if self.lost else transcript.entries

    def _go_back(self, length: int) -> None:
        """Keep only the first `length` entries."""
        if length < self.settled:
            self._begin_anew()
        elif length < len(self._heard):
            self._heard = self._heard[:length]
            self._changes.forget(length - self.settled)
            self.worlds = [world.upto(length - self.settled) for world in self.worlds]

    def stir(self, steps: int = 1) -> None:
        """Apply `steps` rejuvenation moves to each particle.

        If no particle remains, do nothing.
        """
        for _ in range(0 if self.lost else steps):
            self.worlds = [self._changes.step(world, self._stream) for world in self.worlds]

    def _carry(self, named: Sequence[Piece]) -> bool:
        """Process the last entry, which names the pieces `named`; return False if no particle remains."""
        alive = self._living()
        if not self._is_thin(alive):
            self.worlds = alive
            return True
        guessed = GuidedProposals(self._changes, self._stream).found(self.worlds, named)
        alive = max(alive, guessed, key=len) or self._mended(named)
        if not alive:
            return False
        self.worlds = alive
        self._fill_up(weights_of(alive))
        return True

    def _is_thin(self, worlds: Sequence[Particle]) -> bool:
        """Return True if too few particles remain, or if a few of them have most of the weight."""
        return not worlds or 1 / sum([share * share for share in weights_of(worlds)]) < ENOUGH * self.size

    def _living(self) -> list[Particle]:
        """Return the particles that can replay the last entry.

        If nothing in the entry is hidden, particles with equal positions share one replay.
        """
        observed, lived, alive = self._changes.entries[-1], dict[tuple[int, ...], Step | None](), list[Particle]()
        for world in self.worlds:
            mark = tuple(world.now) if observed.is_whole else ()
            if mark and mark in lived:
                step = lived[mark]
            else:
                step = lived[mark] = self._changes.stepper.step(world.now, observed, None, self._stream)
            if step is not None:
                world.add(step)
                world.weight += step.chance if observed.is_whole else 0.0
                alive.append(world)
        return alive

    def _fill_up(self, shares: list[float]) -> None:
        """Resample the pool, so that each particle gets copies in proportion to its weight."""
        worlds, point, total, at = list[Particle](), self._stream.randrange(PRECISE) / PRECISE, shares[0], 0
        for number in range(self.size):
            while total < (number + point) / self.size and at < len(shares) - 1:
                at += 1
                total += shares[at]
            world = self.worlds[at].upto(len(self._changes.entries))
            world.weight = 0.0
            worlds.append(world)
        self.worlds = worlds
        self._copied = True

    def _part(self) -> None:
        """Change each particle whose position equals an earlier particle's position."""
        self._copied = False
        taken = set[tuple[int, ...]]()
        for at, world in enumerate(self.worlds):
            for _ in range(STEPS if tuple(world.now) in taken else 0):
                world = self._changes.step(world, self._stream)
            taken.add(tuple(world.now))
            self.worlds[at] = world

    def _mended(self, named: Sequence[Piece]) -> list[Particle]:
        """Search for particles that agree with the last entry, after all particles were rejected; the list may be
        empty.
        """
        search = Rejuvenation(self._changes, self._unseen, named, self._stream, self._patience)
        found = search.found(self.worlds)
        for world in found:
            world.weight = 0.0
        return found

    def _is_settled(self) -> bool:
        """Return True if all particles have the same position and no other deal is possible."""
        if self._changes.entries[-1].sealed or not self._changes.hidden:
            return False
        first = self.worlds[0]
        if any(world.now != first.now for world in self.worlds) or self._unseen.may_differ(first.now):
            return False
        return self._changes.hides_pieces_only(first)


def _alike(one: Sequence[ObservedEntry], other: Sequence[ObservedEntry]) -> int:
    """Return the length of the common prefix of two transcripts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(one), len(other)))


def weights_of(worlds: Sequence[Particle]) -> list[float]:
    """Return the weights of the particles, scaled so that they sum to 1.

    Raises:
        ValueError: The list of particles is empty.
    """
    most = max(world.weight for world in worlds)
    weights = [exp(world.weight - most) for world in worlds]
    total = sum(weights)
    return [weight / total for weight in weights]
