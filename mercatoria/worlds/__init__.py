"""What a seat cannot rule out: whole positions, drawn from what it was told and saw, for any game.

In: the `Transcript` of a seat, which is all that is taken from a true game. Out: a `ParticleFilter` of positions with
weights, carried on from entry to entry, each reached by the rules in a way that agrees with all that the seat knows.
Nothing is written for one game. Knows no players: what they make of the positions is theirs.
"""

from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.particle_filter import SIZE, ParticleFilter
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver, holds_secret
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "EntryObserver", "NotPlayedTo", "ObservedEntry", "ParticleFilter", "SeatObservation", "SeatObserver",
    "Transcript", "holds_secret", "transcript_of",
]  # fmt: skip
