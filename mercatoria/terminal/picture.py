"""The picture of a game, read for use in the terminal."""

from __future__ import annotations

from dsl.diagnostics import Sink
from mercatoria import State
from mercatoria.console import output
from mercatoria.picture import Picture, read_picture


def picture_of(state: State) -> Picture:
    """Return the picture of a game. Errors in the picture file are printed to stderr.

    If there are errors, the default picture is returned.
    """
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    output.diagnostics(sink.in_order(), output.err())
    return picture
