"""A game compiled for one player count: its rules, moves and views.

A `GameConfig` is a folder with chosen variants and options. From it and its model, flowchart and engine, this stage
builds the `CompiledGame`, which also provides the random streams of the game. It provides moves and their notation,
views of a position, and names for display. `views` masks hidden information in positions, and `interpreter.log` masks
it in the log. For views, explanations and bots, `views.may_see` decides which fields each seat may see. This stage
stores neither plays nor logs.
"""

from interpreter.table.compiled import CompiledGame, TableError
from interpreter.table.game_config import GameConfig
from interpreter.table.moves import LEFT_OPEN, Among, Move, NotAMove, Notation, Plain, plain_of, written
from interpreter.table.names import (
    NOTHING,
    called,
    counted,
    is_plural,
    listed,
    plural,
    sentence,
    spaced,
    titled,
    value_in_words,
)
from interpreter.table.points import Points, Score, as_number, points_of, score_of
from interpreter.table.repetition import WATCHED, Made, endless_hint
from interpreter.table.views import CachedView, Wanted, contents, may_see, size_of, view

__all__ = [
    "LEFT_OPEN", "NOTHING", "WATCHED", "Among", "CachedView", "CompiledGame", "GameConfig", "Made", "Move",
    "NotAMove", "Notation", "Plain", "Points", "Score", "TableError", "Wanted", "as_number", "called", "contents",
    "counted", "endless_hint", "is_plural", "listed", "may_see", "plain_of", "plural", "points_of", "score_of",
    "sentence", "size_of", "spaced", "titled", "value_in_words", "view", "written",
]  # fmt: skip
