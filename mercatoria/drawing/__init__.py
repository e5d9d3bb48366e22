"""What is on the table, as values: the picture of `picture.yaml`, the table as one seat sees it, moves by their titles,
the final scores.

In: `picture.yaml`, board data, a state. Out: values without columns and characters, which a terminal or a browser
draws. Knows nothing of either.
"""

from mercatoria.drawing.final_scores import FinalScores, TieBreak, final_scores
from mercatoria.drawing.grid_view import GridThing, GridView, grid_of, where_seat_is
from mercatoria.drawing.moves import Numbers, changes, numbers_after, numbers_of, subjects, title_of
from mercatoria.drawing.on_map import is_dim, marks_of, pieces_at, token_at, visitors_at
from mercatoria.drawing.picture import PLAYER, Chart, Column, Mark, Picture
from mercatoria.drawing.points import AT_LEAST, UNSURE, Points
from mercatoria.drawing.reading import read_picture
from mercatoria.drawing.table_view import TableView, Visitor, table_view
from mercatoria.drawing.texts import text_of
from mercatoria.drawing.things import fact_names, fields_with, find, find_place, lying_open, neighbours, plain_words

__all__ = [
    "AT_LEAST", "PLAYER", "UNSURE", "Chart", "Column", "FinalScores", "GridThing", "GridView", "Mark", "Numbers",
    "Picture", "Points", "TableView", "TieBreak", "Visitor", "changes", "fact_names", "fields_with", "final_scores",
    "find", "find_place", "grid_of", "is_dim", "lying_open", "marks_of", "neighbours", "numbers_after", "numbers_of",
    "pieces_at", "plain_words", "read_picture", "subjects", "table_view", "text_of", "title_of", "token_at",
    "visitors_at", "where_seat_is",
]  # fmt: skip
