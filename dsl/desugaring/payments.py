"""Writes each way of paying into the actions that it serves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink, did_you_mean


def spell_out_payments(
    declarations: Sequence[ast.Declaration], sink: Sink, kept: Kept[ast.Declaration]
) -> list[ast.Declaration]:  # fmt: skip
    """Add the substitutes of each payment to its actions, below the action's own substitutes.

    Each substitute takes over the citations of its payment. The payments stay in the list to reserve their names.
    Report a payment for an action that does not exist.
    """
    payments = [decl for decl in declarations if isinstance(decl, ast.Payment)]
    actions = {decl.name.text for decl in declarations if isinstance(decl, ast.Action)}
    served: dict[str, tuple[ast.Accept, ...]] = {}
    for payment in payments:
        accepted = tuple(replace(line, cites=payment.cites + line.cites) for line in payment.costs)
        for action in payment.actions:
            if action.text not in actions:
                sink.add("E315", f"there is no action `{action.text}`", action.span, "unknown",
                         hint=did_you_mean(action.text, actions) or f"declare it: `action {action.text}`")  # fmt: skip
            served[action.text] = served.get(action.text, ()) + accepted
    return kept.each(declarations, served, lambda decl, _: _with_costs(decl, served), sink)


def _with_costs(decl: ast.Declaration, served: Mapping[str, tuple[ast.Accept, ...]]) -> ast.Declaration:
    if isinstance(decl, ast.Action) and decl.name.text in served:
        return replace(decl, costs=decl.costs + served[decl.name.text])
    return decl
