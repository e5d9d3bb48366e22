"""A drawing of the table for one seat, and texts that depend on its picture.

The package combines a picture file (`mercatoria.picture`), the fixed part of the table (`mercatoria.static_scene`) and
a game state. A `Drawing` contains only data, without screen columns, characters or pixels. The terminal, the browser
and the screen-reader text all render the same drawing, and its moves. The package knows no bots: a caller passes the
function that looks a move ahead.
"""

from mercatoria.drawing.draw import DOUBT_LEGEND, Sight, draw
from mercatoria.drawing.drawing_model import Area, Drawing, Line, MovingPiece, Offer, Piece, Place, PlayerPanel
from mercatoria.drawing.effect_text import EffectText, teller_of
from mercatoria.drawing.effects import effect_words, effects, number_changes, numbers_changed, price_tag
from mercatoria.drawing.field_contents import UNKNOWN
from mercatoria.drawing.final_scores import FinalScores, TieBreak, final_scores
from mercatoria.drawing.holdings import (
    CardsArea,
    ChartArea,
    Entry,
    Face,
    GridArea,
    Holding,
    Item,
    MapArea,
    StageArea,
    Table,
)
from mercatoria.drawing.log_text import full_log
from mercatoria.drawing.moves import Foresee, Numbers, changes, numbers_after, numbers_at, numbers_of, subjects
from mercatoria.drawing.offers import MovesAt
from mercatoria.drawing.points import AT_LEAST, UNSURE, points_at
from mercatoria.drawing.things import actions_called, place_called, things_called
from mercatoria.drawing.tooltips import Tooltip, tellings
from mercatoria.drawing.visible_values import VisibleValues
from mercatoria.drawing.where import NOWHERE, Whereabouts, goal_of, standing_at, where
from mercatoria.drawing.words import TableWords, words_of

__all__ = [
    "AT_LEAST", "DOUBT_LEGEND", "NOWHERE", "UNKNOWN", "UNSURE", "Area", "CardsArea", "ChartArea", "Drawing",
    "EffectText", "Entry", "Face", "FinalScores", "Foresee", "GridArea", "Holding", "Item", "Line", "MapArea",
    "MovesAt", "MovingPiece", "Numbers", "Offer", "Piece", "Place", "PlayerPanel", "Sight", "StageArea", "Table",
    "TableWords", "TieBreak", "Tooltip", "VisibleValues", "Whereabouts", "actions_called", "changes", "draw",
    "effect_words", "effects", "final_scores", "full_log", "goal_of", "number_changes", "numbers_after", "numbers_at",
    "numbers_changed", "numbers_of", "place_called", "points_at", "price_tag", "standing_at", "subjects", "teller_of",
    "tellings", "things_called", "where", "words_of",
]  # fmt: skip
