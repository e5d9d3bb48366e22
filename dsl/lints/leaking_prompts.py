"""The lint about choices that are not asked where there is only one thing to choose, if not all may know that there is
only one: whoever sees that nobody was asked knows it.

How many there are in a counted holder, and how high a stack is, everybody sees.
"""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def leaking_prompts(made: model.Model, sink: Sink) -> None:
    """Choices `unless there is only one` out of what is not open."""
    for part in model.parts((*made.routines.values(), *made.actions.values(), *made.wakes, *made.listeners)):
        if isinstance(part, model.Choose) and part.unless_one:
            slot = _closed((part.domain, part.where), made)
            if slot is not None:
                sink.add("W416", "whether he is asked may tell what not all can see", part.domain.span,
                         f"this turns on `{slot.field.name}`, which is not open",
                         hint="ask in any case: leave out `, unless there is only one`")  # fmt: skip


def _closed(asked: object, made: model.Model) -> model.Slot | None:
    """A field that is looked at, also by way of values, and is not open to all."""
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
