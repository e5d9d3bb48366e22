"""Reads the picture file for the terminal, and prints any errors in it."""

from __future__ import annotations

from dsl.diagnostics import Sink
from mercatoria import State
from mercatoria.console import output
from mercatoria.picture import Picture, read_picture


def picture_of(state: State) -> Picture:
    """Return the picture of a game, and print errors in the picture file to stderr.

    If the file has errors, return the default picture.
    """
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    output.diagnostics(sink.in_order(), output.err())
    return picture
