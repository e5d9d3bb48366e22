"""One game compiled for one table: rules for a player count, notation of moves, views of seats.

Input: a `GameConfig` (a folder with chosen variants and options), its model, flow and engine. Output: the
`CompiledGame` that combines them with the random streams it draws from, `Move`s and their notation, `view`s, and names
for display. `views` masks hidden information: views, explanations and bots ask its `may_see` what each seat may see.
This stage stores no play and no log.
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
