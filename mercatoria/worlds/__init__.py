"""What a seat cannot rule out: whole positions, drawn from what it was told and saw, for any game.

In: the `Transcript` of a seat, which is all that is taken from a true game. Out: a `Pool` of positions with weights,
carried on from entry to entry, each reached by the rules in a way that agrees with all that the seat knows. Nothing is
written for one game. Knows no players: what they make of the positions is theirs.
"""

from mercatoria.worlds.pool import SIZE, Pool
from mercatoria.worlds.sights import Onlooker, Sight, holds_secret
from mercatoria.worlds.told import Teller, Told
from mercatoria.worlds.transcript import NotPlayedTo, Transcript, transcript_of

__all__ = [
    "SIZE", "NotPlayedTo", "Onlooker", "Pool", "Sight", "Teller", "Told", "Transcript", "holds_secret", "transcript_of",
]  # fmt: skip
