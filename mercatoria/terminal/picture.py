"""Picture of a game, for the screen."""

from __future__ import annotations

from dsl.diagnostics import Sink
from mercatoria import State
from mercatoria.console import output
from mercatoria.picture import Picture, read_picture


def picture_of(state: State) -> Picture:
    """Return the picture of a game. Its errors are printed to stderr; with any, the default drawing is used."""
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    output.diagnostics(sink.in_order(), output.err())
    return picture
