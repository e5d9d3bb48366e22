"""What is on the table, as values: the picture of `picture.yaml`, the table as one seat sees it, moves by their titles,
the final scores; and all of it together, the `Drawing`.

In: `picture.yaml`, board data, a state. Out: values without columns, characters and pixels, which a terminal, a browser
or a screen reader shows. Knows nothing of them.
"""

from mercatoria.drawing.draw import draw
from mercatoria.drawing.drawn import (
    CELL,
    CORNER,
    MEDALLION,
    STOP,
    Area,
    Drawing,
    Entry,
    Guest,
    Hand,
    Holding,
    Item,
    Line,
    Offer,
    Piece,
    Place,
    Point,
    Table,
)
from mercatoria.drawing.effects import effects, end_in_words, news_of_numbers
from mercatoria.drawing.final_scores import FinalScores, TieBreak, final_scores
from mercatoria.drawing.grid_view import GridThing, GridView, grid_of, where_seat_is
from mercatoria.drawing.moves import Numbers, changes, numbers_after, numbers_of, subjects, title_of
from mercatoria.drawing.on_map import is_dim, marks_of, pieces_at, token_at, visitors_at
from mercatoria.drawing.picture import HUES, PLAYER, SIGNS, TINTS, Chart, Column, Icon, Mark, Picture
from mercatoria.drawing.points import AT_LEAST, UNSURE, Points
from mercatoria.drawing.reading import read_picture
from mercatoria.drawing.table_view import TableView, Visitor, table_view
from mercatoria.drawing.texts import text_of
from mercatoria.drawing.things import fact_names, fields_with, find, find_place, lying_open, neighbours, plain_words
from mercatoria.drawing.tracks import occupants_of, steps_of
from mercatoria.drawing.written import DOUBTS, NOTHING, UNKNOWN, columns_of, written

__all__ = [
    "AT_LEAST", "CELL", "CORNER", "DOUBTS", "HUES", "MEDALLION", "NOTHING", "PLAYER", "SIGNS", "STOP", "TINTS",
    "UNKNOWN", "UNSURE", "Area", "Chart", "Column", "Drawing", "Entry", "FinalScores", "GridThing", "GridView",
    "Guest", "Hand", "Holding", "Icon", "Item", "Line", "Mark", "Numbers", "Offer", "Picture", "Piece", "Place",
    "Point", "Points", "Table", "TableView", "TieBreak", "Visitor", "changes", "columns_of", "draw", "effects",
    "end_in_words", "fact_names", "fields_with", "final_scores", "find", "find_place", "grid_of", "is_dim",
    "lying_open", "marks_of", "neighbours", "news_of_numbers", "numbers_after", "numbers_of",
    "occupants_of", "pieces_at", "plain_words", "read_picture", "steps_of", "subjects", "table_view",
    "text_of", "title_of", "token_at", "visitors_at", "where_seat_is", "written",
]  # fmt: skip
