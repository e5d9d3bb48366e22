"""Represents a game compiled for one player count, with its moves and views.

A `GameConfig` describes a game folder with chosen variants and options. A `CompiledGame` combines this configuration
with the model, the flowchart and an engine, and assigns random streams to chance events. The package also translates
moves to and from text, computes views of a position, and formats names for display. `views` removes hidden information
from positions, and `interpreter.log` removes it from the log. `views.may_see` decides which fields a seat may see;
explanations and bots use it too. This package stores no games in progress and no logs.
"""

from interpreter.table.compiled import CompiledGame, TableError, TentativeSteps
from interpreter.table.game_config import Beginning, GameConfig, WrittenScenario
from interpreter.table.moves import LEFT_OPEN, Among, Move, NotAMove, Notation, Plain, plain_of, written
from interpreter.table.names import (
    NOTHING,
    called,
    counted,
    listed,
    one_line,
    plain_words,
    sentence,
    spaced,
    times,
    titled,
    value_in_words,
)
from interpreter.table.points import Points, Score, as_number, points_of, score_of
from interpreter.table.repetition import WATCHED, Made, endless_hint
from interpreter.table.views import CachedView, Wanted, contents, masked, may_see, size_of, view

__all__ = [
    "LEFT_OPEN", "NOTHING", "WATCHED", "Among", "Beginning", "CachedView", "CompiledGame", "GameConfig", "Made", "Move",
    "NotAMove", "Notation", "Plain", "Points", "Score", "TableError", "TentativeSteps", "Wanted", "WrittenScenario",
    "as_number", "called", "contents", "counted", "endless_hint", "listed", "masked", "may_see", "one_line", "plain_of",
    "plain_words", "points_of", "score_of", "sentence", "size_of", "spaced", "times", "titled", "value_in_words",
    "view", "written",
]  # fmt: skip
