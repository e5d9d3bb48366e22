"""Samples positions that are consistent with what one seat knows, for any game.

The only input from the real game is a seat's `Transcript`. The output is a `ParticleFilter`: weighted positions that
are updated with each transcript entry. Each position can be reached by legal moves that agree with the transcript.
Computer players use this package and decide how to use the positions.
"""

from mercatoria.worlds.dealing import Courses, redealt
from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.particle_filter import SIZE, ParticleFilter
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver, holds_secret
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "Courses", "EntryObserver", "NotPlayedTo", "ObservedEntry", "ParticleFilter", "SeatObservation",
    "SeatObserver", "Transcript", "holds_secret", "redealt", "transcript_of",
]  # fmt: skip
