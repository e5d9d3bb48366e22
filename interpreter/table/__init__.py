"""One game made ready for one table: the compiled rules of a player count, moves in words, what a seat sees.

In: an `GameConfig` (a folder with chosen variants and options), its model, flow and engine. Out: the `CompiledGame`
that joins them, with the streams of chance it draws from, `Move`s and their notation, `view`s, and names as people
write them. `views` is where hidden
information is masked: views, explanations and bots ask its `may_see` who may see what. Keeps no play and no log.
"""

from interpreter.table.compiled import CompiledGame, TableError
from interpreter.table.game_config import GameConfig
from interpreter.table.moves import LEFT_OPEN, Among, Move, NotAMove, Notation, Plain, plain_of, written
from interpreter.table.names import called, counted, is_plural, listed, plural, sentence, spaced, titled, value_in_words
from interpreter.table.points import Points, Score, as_number, points_of, score_of
from interpreter.table.repetition import WATCHED, Made, endless_hint
from interpreter.table.views import CachedView, Wanted, contents, may_see, size_of, view

__all__ = [
    "LEFT_OPEN", "WATCHED", "Among", "CachedView", "CompiledGame", "GameConfig", "Made", "Move", "NotAMove", "Notation",
    "Plain", "Points", "Score", "TableError", "Wanted", "as_number", "called", "contents", "counted", "endless_hint",
    "is_plural", "listed", "may_see", "plain_of", "plural", "points_of", "score_of", "sentence", "size_of", "spaced",
    "titled", "value_in_words", "view", "written",
]  # fmt: skip
