"""Warns about moves that name a piece by its position in a row, but take the oldest piece of its sort."""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def oldest_pieces(made: model.Model, sink: Sink) -> None:
    """Report each `move nth(n, ROW) from ROW`."""
    for part in made.those_in(model.MovePieces, *made.with_statements):
        match part:
            case model.MovePieces(position=None, source=source, sort=model.Nth(of=model.Slot(field=of), number=number)):
                first = isinstance(number, model.Const) and number.value == 1
                if of is source.field and not of.builtin and not first:
                    label = "another piece of this sort may be older"
                    sink.add("W425", "the oldest piece of this sort moves", part.span, label,
                             hint=f"to move the piece itself, write `move piece {number.span.text} of "
                                  f"{source.span.text} to …`")  # fmt: skip
