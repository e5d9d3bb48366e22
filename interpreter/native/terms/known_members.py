"""Finds the members of a sequence when the module is written."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.optimizer import Term


def known_members(of: Term) -> Sequence[int] | None:
    """Return the members of a sequence in order, or None unless they are known."""
    if of.op == "span" and all(arg.known for arg in of.args):
        low, high = (arg.value for arg in of.args)
        return range(low, high + 1, of.value) if of.value > 0 else range(high, low - 1, of.value)
    if of.op == "fixed" and of.args[0].known:
        return of.rows[of.args[0].value]
    return None
