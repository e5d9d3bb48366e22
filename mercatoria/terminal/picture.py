"""The picture of a game, for drawing it on the screen."""

from __future__ import annotations

from dsl.diagnostics import Sink
from mercatoria import State
from mercatoria.console import output
from mercatoria.picture import Picture, read_picture


def picture_of(state: State) -> Picture:
    """The picture of a game. Its faults are printed on stderr; with any, the game is drawn in the general way."""
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    output.diagnostics(sink.in_order(), output.err())
    return picture
