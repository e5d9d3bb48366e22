"""A pool of worlds that is carried on from entry to entry.

Resample and move (Gilks and Berzuini, 2001): each world lives the next entry; those that cannot die. If too few are
left, what was hidden right before is guessed anew from what came out (`guided_proposals`); survivors take the places of
the dead, by weight, and when all is heard copies are changed step by step (`changes`). If none is left, one is looked
for (`rejuvenation`).

What this does not do. Nothing is concluded from what others chose, beyond that they could. A number that chance throws
in secret among many is guessed again and again, not worked out. Where two or three pieces must change places at once,
the search may find no world: then the pool has none, and says since when; nothing is made up instead. Worlds found by a
search are few and alike at first; `stir` makes them fairer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from interpreter.position import Vector
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
"""Worlds of a pool."""

ENOUGH = 0.6
"""The part of a pool that must count alike; else the pool is filled up again."""

STEPS = 3
"""Changes that each copy goes through when all is heard."""


class ParticleFilter:
    """Worlds that a seat cannot rule out. What they are follows from the seed and from what was heard, and when."""

    def __init__(
        self, table: CompiledGame, seat: int | None, seed: int, size: int = SIZE, patience: int = MOST_LIVED
    ) -> None:
        """`patience` is how many entries may be lived in a search for a world where all others have died."""
        self.size = size
        self._patience = patience
        self.lost = 0
        """The number of the entry that no world could be found for, from 1; 0 as long as there are worlds."""
        self._stream = Stream(seed, f"worlds of {seat}")
        self._seat = seat
        self._unseen = HiddenHolders(table.flow, seat)
        self._changes = Changes(ParticleStepper(table, seat), self._unseen)
        self._naming = PieceMentions(table, seat)
        self._start = table.start()
        self._start_seen = SeatObserver(table, seat).sees(self._start)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forgets everything."""
        self._heard: tuple[ObservedEntry, ...] = ()
        self.settled = 0
        """Entries that need not be lived again, as they led to one position that is known."""
        self._begin_at(self._start)

    def _begin_at(self, v: Vector) -> None:
        """All worlds begin from one position."""
        self._changes.forget(0)
        self.worlds = [Particle([v], [], []) for _ in range(self.size)]
        self._copied = False
        """Whether copies were made that are to be changed yet."""

    @property
    def possible(self) -> list[Particle]:
        """The worlds that have lived all that was heard; none if the pool is lost."""
        return [] if self.lost else self.worlds

    @property
    def positions(self) -> list[Vector]:
        """The positions that the worlds have come to, each to be counted by its weight; none if the pool is lost."""
        return [world.now for world in self.possible]

    @property
    def weights(self) -> list[float]:
        """How much each world counts; they sum to 1."""
        return weights_of(self.possible) if self.possible else []

    @property
    def weighed(self) -> list[tuple[Vector, float]]:
        """The positions with their weights."""
        return list(zip(self.positions, self.weights, strict=True))

    def hear(self, transcript: Transcript) -> None:
        """Goes on to the end of a transcript of the seat; what was told otherwise before is lived again. Where no world
        is found, the next hearing tries again."""
        if transcript.seat != self._seat:
            raise ValueError(f"these are worlds of seat {self._seat}, not of {transcript.seat}")
        self._go_on(transcript)
        if self.lost and self.settled:  # what was taken for settled may have been only what all worlds had in common
            self._begin_anew()
            self._go_on(transcript)

    def _go_on(self, transcript: Transcript) -> None:
        """Lives what is new in a transcript, or up to the first entry that no world lives."""
        self._go_back(_alike(self._heard, transcript.entries))
        self.lost = 0
        for number in range(len(self._heard), len(transcript.entries)):
            told = transcript.entries[number]
            before = transcript.entries[number - 1].sight if number else self._start_seen
            named = self._naming.named(told, before)
            self._changes.hear(told, named)
            if not self._carry(named):
                self.lost = number + 1
                self._changes.forget(number - self.settled)
                break
            if self._is_settled():
                self.settled = number + 1
                self._begin_at(self.worlds[0].now)
        if self._copied and not self.lost:
            self._part()
        self._heard = transcript.entries[: self.lost - 1] if self.lost else transcript.entries

    def _go_back(self, length: int) -> None:
        """Forgets all but the first so many entries."""
        if length < self.settled:
            self._begin_anew()
        elif length < len(self._heard):
            self._heard = self._heard[:length]
            self._changes.forget(length - self.settled)
            self.worlds = [world.upto(length - self.settled) for world in self.worlds]

    def stir(self, steps: int = 1) -> None:
        """Changes each world by so many steps."""
        for _ in range(0 if self.lost else steps):
            self.worlds = [self._changes.step(world, self._stream) for world in self.worlds]

    def _carry(self, named: Sequence[Piece]) -> bool:
        """Goes on by the last entry heard, which names these pieces; whether any world is found."""
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
        """Whether too few worlds are left, or a few of them outweigh the others."""
        return not worlds or 1 / sum([share * share for share in weights_of(worlds)]) < ENOUGH * self.size

    def _living(self) -> list[Particle]:
        """The worlds that live the last entry. Where nothing is hidden, equal positions are lived once."""
        told, lived, alive = self._changes.entries[-1], dict[tuple[int, ...], Step | None](), list[Particle]()
        for world in self.worlds:
            mark = tuple(world.now) if told.is_whole else ()
            if mark and mark in lived:
                step = lived[mark]
            else:
                step = lived[mark] = self._changes.living.step(world.now, told, None, self._stream)
            if step is not None:
                world.add(step)
                world.weight += step.chance if told.is_whole else 0.0
                alive.append(world)
        return alive

    def _fill_up(self, shares: list[float]) -> None:
        """Fills the pool with copies of its worlds, each as often as its share of the weight says."""
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
        """Changes worlds that have come to the same position as another."""
        self._copied = False
        taken = set[tuple[int, ...]]()
        for at, world in enumerate(self.worlds):
            for _ in range(STEPS if tuple(world.now) in taken else 0):
                world = self._changes.step(world, self._stream)
            taken.add(tuple(world.now))
            self.worlds[at] = world

    def _mended(self, named: Sequence[Piece]) -> list[Particle]:
        """Worlds that live the last entry, where none of the pool does; [] if none is found."""
        search = Rejuvenation(self._changes, self._unseen, named, self._stream, self._patience)
        found = search.found(self.worlds)
        for world in found:
            world.weight = 0.0
        return found

    def _is_settled(self) -> bool:
        """Whether all worlds have come to one position, and it leaves no other deal open."""
        if self._changes.entries[-1].sealed or not self._changes.hidden:
            return False
        first = self.worlds[0]
        if any(world.now != first.now for world in self.worlds) or self._unseen.may_differ(first.now):
            return False
        return self._changes.hides_pieces_only(first)


def _alike(one: Sequence[ObservedEntry], other: Sequence[ObservedEntry]) -> int:
    """How many entries two transcripts have in common from their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(one), len(other)))


def weights_of(worlds: Sequence[Particle]) -> list[float]:
    """How much each world counts; they sum to 1."""
    most = max(world.weight for world in worlds)
    weights = [exp(world.weight - most) for world in worlds]
    total = sum(weights)
    return [weight / total for weight in weights]
