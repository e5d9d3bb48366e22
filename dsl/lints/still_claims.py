"""Warns about claims whose condition uses nothing that changes during play."""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def still_claims(made: model.Model, sink: Sink) -> None:
    """Report claims about board data and constants only. A suspended claim causes no warning."""
    for claim in made.claims:
        if not isinstance(claim.condition, model.Const) and not _changes(claim.condition, made):
            sink.add("W432", f"the claim `{claim.about.name}` is not about play", claim.condition.span,
                     "nothing here changes during play", hint="write it as a `law`")  # fmt: skip


def _changes(condition: model.Expr, made: model.Model) -> bool:
    """Return True if a condition, or a value that it calls, reads a field or asks about play, as `can` does."""
    waiting: list[object] = [condition]
    seen = set[str]()
    while waiting:
        for part in model.parts(waiting.pop()):
            if isinstance(part, model.Slot) or (isinstance(part, model.CallValue) and part.name not in made.values):
                return True
            if isinstance(part, model.CallValue) and part.name not in seen:
                seen.add(part.name)
                waiting.append(made.values[part.name])
    return False
