"""How a game looks, as values: the picture of `picture.yaml`, and what one seat sees of the table.

In: `picture.yaml`, board data, a view. Out: values without columns or colours, which a renderer draws. Knows nothing
of terminals.
"""

from mercatoria.drawing.picture import PLAYER, Chart, Column, Mark, Picture
from mercatoria.drawing.reading import picture_of, read_picture
from mercatoria.drawing.table_view import AT_LEAST, UNSURE, Sight, plain, sight
from mercatoria.drawing.texts import text_of

__all__ = [
    "AT_LEAST", "PLAYER", "UNSURE", "Chart", "Column", "Mark", "Picture", "Sight", "picture_of", "plain",
    "read_picture", "sight", "text_of",
]  # fmt: skip
