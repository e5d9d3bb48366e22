"""Plays a compiled game: compiles it for a player count, and applies moves and chance outcomes to a `Playthrough`.

This stage turns a game's folder, variants, options, a seed and moves into positions, logs and records. It tells legal
from illegal moves, but does not know why a move is illegal. `interpreter.game` adds explanations and views.
"""

from interpreter.play.chance import Chance
from interpreter.play.compiling import compiled
from interpreter.play.laws import broken_laws
from interpreter.play.playthrough import Playthrough
from interpreter.play.records import record_of, recorded_step, saved

__all__ = ["Chance", "Playthrough", "broken_laws", "compiled", "record_of", "recorded_step", "saved"]
