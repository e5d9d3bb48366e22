"""Positions consistent with what one seat knows, sampled for any game.

Input: the `Transcript` of a seat, the only thing taken from a true game. Output: a `ParticleFilter` of weighted
positions, updated entry by entry. The rules reach each position by a course of play that agrees with the transcript.
Nothing is specific to one game. Players import this stage and decide how to use the positions.
"""

from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.particle_filter import SIZE, ParticleFilter
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver, holds_secret
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "EntryObserver", "NotPlayedTo", "ObservedEntry", "ParticleFilter", "SeatObservation", "SeatObserver",
    "Transcript", "holds_secret", "transcript_of",
]  # fmt: skip
