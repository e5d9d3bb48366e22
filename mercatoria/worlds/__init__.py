"""Positions consistent with what one seat knows, sampled for any game.

In: the `Transcript` of a seat, the only thing taken from a true game. Out: a `ParticleFilter` of weighted positions,
updated entry by entry. The rules reach each position in a way that agrees with the seat's knowledge. Nothing is
specific to one game. This stage knows no players; they decide how to use the positions.
"""

from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.particle_filter import SIZE, ParticleFilter
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver, holds_secret
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "EntryObserver", "NotPlayedTo", "ObservedEntry", "ParticleFilter", "SeatObservation", "SeatObserver",
    "Transcript", "holds_secret", "transcript_of",
]  # fmt: skip
