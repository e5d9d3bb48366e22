"""What is on the table, as values: the table as one seat sees it, the `Drawing`; what a thing is for; moves by their
titles, and what rules did; the final scores.

In: a picture (`mercatoria.picture`), what stands still at its table (`mercatoria.static_scene`), a state. Out: values
without columns, characters and pixels, which a terminal, a browser or a screen reader shows. Knows nothing of them.
"""

from mercatoria.drawing.arguments import arguments_told, move_told
from mercatoria.drawing.bargains import sides, standing_offer
from mercatoria.drawing.deeds_told import DeedTeller, teller_of
from mercatoria.drawing.draw import Sight, draw
from mercatoria.drawing.drawn import Area, Drawing, Entry, Guest, Hand, Holding, Item, Line, Offer, Piece, Place, Table
from mercatoria.drawing.effects import effects, end_in_words, news_of_numbers
from mercatoria.drawing.final_scores import FinalScores, TieBreak, final_scores
from mercatoria.drawing.hints_told import ASSUMED, HintTold, hints_told
from mercatoria.drawing.known_values import KnownValues
from mercatoria.drawing.lying import UNKNOWN
from mercatoria.drawing.moves import Numbers, changes, numbers_after, numbers_of, subjects, title_of
from mercatoria.drawing.points import AT_LEAST, UNSURE
from mercatoria.drawing.steps_told import StepTold, log_told, step_told
from mercatoria.drawing.telling import Telling, tellings
from mercatoria.drawing.things import place_called, plain_words, things_called

__all__ = [
    "ASSUMED", "AT_LEAST", "UNKNOWN", "UNSURE", "Area", "DeedTeller", "Drawing", "Entry", "FinalScores", "Guest",
    "Hand", "HintTold", "Holding", "Item", "KnownValues", "Line", "Numbers", "Offer", "Piece", "Place", "Sight",
    "StepTold", "Table", "Telling", "TieBreak", "arguments_told", "changes", "draw", "effects", "end_in_words",
    "final_scores", "hints_told", "log_told", "move_told", "news_of_numbers", "numbers_after", "numbers_of",
    "place_called", "plain_words", "sides", "standing_offer", "step_told", "subjects", "teller_of", "tellings",
    "things_called", "title_of",
]  # fmt: skip
