"""Warns about choices that leak hidden information when the engine skips them.

The engine skips a choice marked `unless there is only one` if there is a single option. The other players see that the
choice was skipped, and learn that there was no alternative. The size of a counted holder and the height of a stack are
public.
"""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def leaking_prompts(made: model.Model, sink: Sink) -> None:
    """Report choices with `unless there is only one` whose options are not public."""
    for part in made.those_in(model.Choose, *made.with_statements):
        if part.unless_one:
            slot = _closed((part.domain, part.where), made)
            if slot is not None:
                sink.add("W416", "skipping this choice may reveal hidden information", part.domain.span,
                         f"this depends on `{slot.field.name}`, which is not public",
                         hint="remove `, unless there is only one`, so that the player is always asked")  # fmt: skip


def _closed(asked: object, made: model.Model) -> model.Slot | None:
    """Return a hidden field that an expression reads, directly or through computed values, or None."""
    waiting, known = [asked], set[str]()
    while waiting:
        parts = list(model.parts(waiting.pop()))
        sizes = {id(part.of) for part in parts if isinstance(part, model.Size)}
        for part in parts:
            if isinstance(part, model.Slot) and part.field.visibility != "open":
                if id(part) not in sizes or not part.field.has_public_size:
                    return part
            elif isinstance(part, model.CallValue) and part.name in made.values and part.name not in known:
                known.add(part.name)
                waiting.append(made.values[part.name])
    return None
