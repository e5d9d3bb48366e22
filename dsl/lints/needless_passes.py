"""Warns about a pass that no player will ever need, because another move is always possible."""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def needless_passes(made: model.Model, sink: Sink) -> None:
    """Report each `must …, or else pass` that offers an action without any condition."""
    for part in made.those_in(model.Act, *made.with_statements):
        if part.or_pass:
            free = next((offer.action for offer in part.offers if _is_free(made.actions[offer.action])), None)
            if free is not None:
                sink.add("W417", "this pass never happens", part.span, f"`{free}` is always possible",
                         hint="remove `, or else pass`; if players may pass anyway, write `may`")  # fmt: skip


def _is_free(action: model.Action) -> bool:
    """Return True if a player can always take an action."""
    return not (action.params or action.needs or action.payments or action.limit)
