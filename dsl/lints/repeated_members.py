"""Warns about random choices that treat a set as a bag, such as `random x in {1, 1, 2}`."""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def repeated_members(made: model.Model, sink: Sink) -> None:
    """Report members that a set lists twice, if the rulebook chooses from the set at random.

    Listing a member twice does not make it more likely.
    """
    bodies = (*made.routines.values(), *made.actions.values(), *made.wakes)
    for part in made.those_in(model.Random, *bodies):
        if isinstance(part.domain, model.Listed):
            seen: dict[str, model.Expr] = {}
            for item in part.domain.items:
                words = f"{item.value}" if isinstance(item, model.Const) else " ".join(item.span.text.split())
                first = seen.setdefault(words, item)
                if first is not item:
                    shown = " ".join(item.span.text.split())
                    hint = "write `random die in 1 to 3` and say what each number means, or draw from a bag"
                    sink.add("W415", f"`{shown}` is listed twice here, but is no more likely than the other members",
                             item.span, "a set contains each member only once",
                             related=[(first.span, "first listed here")], hint=hint)  # fmt: skip
