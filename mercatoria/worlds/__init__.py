"""Samples positions that are consistent with what one seat knows, for any game.

The only input from the real game is the `Transcript` of a seat. The output is a `ParticleFilter` of weighted positions
that is updated entry by entry. Each position is reached by a legal course of play that agrees with the transcript.
Nothing in this package is specific to one game. Computer players use this package and decide what to do with the
positions.
"""

from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.particle_filter import SIZE, ParticleFilter
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver, holds_secret
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "EntryObserver", "NotPlayedTo", "ObservedEntry", "ParticleFilter", "SeatObservation", "SeatObserver",
    "Transcript", "holds_secret", "transcript_of",
]  # fmt: skip
