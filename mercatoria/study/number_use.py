"""Finds the moves of a game that need a greater number than the printed rules allow.

If a variant changes only numbers, its flowchart has the same nodes as that of the base. Each position can then be
tested under both rule sets: a move may be legal only with the new number, and a loop may offer one decision more.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from dsl.model import Expr, Int, Let, Statement, Var
from interpreter.flow import AnyNode, Branch, Decision, Flow, Pick, Play, nodes
from interpreter.position import PC, PlayFault, Row, Vector
from interpreter.reference import Walker

NEEDED, ALLOWED = "needed", "allowed"
"""Ways in which a changed number matters to a move.

- `NEEDED`: the base forbids this move in the same position. Each move of the same action is a chance.
- `ALLOWED`: the base would not have asked for this move. Each question that the base would not ask is a chance.
"""


def is_comparable(flow: Flow, base: Flow) -> bool:
    """Return True if both flowcharts have the same nodes, moves and slots, so that positions fit both."""
    places, others = ([(run.field.name, run.base) for run in each.layout.runs.values()] for each in (flow, base))
    return (
        places == others
        and [type(node) for node in flow.nodes] == [type(node) for node in base.nodes]
        and [kind.name for kind in flow.move_kinds] == [kind.name for kind in base.move_kinds]
    )


class NumberTrace:
    """Records the moves that only the new numbers of a variant permit, by seat."""

    def __init__(self, flow: Flow, base: Flow) -> None:
        self.times: dict[str, list[int]] = {}
        self.chances: dict[str, int] = {}
        self._flow, self._base = flow, Walker(base)
        self._own = Walker(flow).evaluator
        self._asks_more = False
        self._ahead: dict[int, tuple[Var, int]] = {}
        """Local variables of the base that hold another number, such as the repetitions left.

        Keyed by the base's id of the variable, with the variant's variable and the number to add to its value.
        """

    def entered(self, node: AnyNode, v: Vector) -> None:
        """Note where a loop counts from another number, and whether the base would leave a loop here."""
        if isinstance(node, nodes.Effect):
            self._note_numbers(node.body, v)
        elif isinstance(node, Branch) and not self._asks_more:
            self._asks_more = self._is_left_by_base(node, v)

    def _note_numbers(self, body: Sequence[Statement], v: Vector) -> None:
        other = self._base.flow.nodes[v[PC]]
        if not isinstance(other, nodes.Effect):
            return
        for new, old in zip(body, other.body, strict=False):
            if not isinstance(new, Let) or not isinstance(old, Let):
                continue
            self._ahead.pop(old.var.uid, None)
            if new.value != old.value and isinstance(new.var.type, Int):
                with suppress(PlayFault):
                    more = self._base.evaluator.number(old.value, v, {}) - self._own.number(new.value, v, {})
                    self._ahead[old.var.uid] = new.var, more

    def _is_left_by_base(self, node: Branch[Expr], v: Vector) -> bool:
        """Return True if a condition holds under the variant, but would not hold under the base."""
        other = self._base.flow.nodes[v[PC]]
        if not isinstance(other, Branch) or (other.when == node.when and not self._ahead):
            return False
        try:
            return bool(self._own.value(node.when, v, {})) and not self._base.evaluator.value(
                other.when, v, self._numbers(v)
            )
        except PlayFault:
            return False

    def _numbers(self, v: Vector) -> dict[int, int]:
        """Return the values that the base would have in its local variables, where they differ."""
        found: dict[int, int] = {}
        for uid, (var, more) in self._ahead.items():
            with suppress(PlayFault):  # the loop is over
                found[uid] = self._own.number(var, v, {}) + more
        return found

    def moved(self, v: Vector, seat: int, row: Row) -> None:
        """Note whether a move in this position needs the new numbers."""
        kind = self._flow.move_kinds[row[0]]
        asks_more, self._asks_more = self._asks_more, False
        if not isinstance(self._flow.nodes[v[PC]], Decision):
            return
        if asks_more:
            self._note(ALLOWED, self._asked(v), seat, kind.action is not None)
        elif kind.action is not None:
            self._note(NEEDED, kind.name, seat, not self._is_printed(v, seat, row))

    def _asked(self, v: Vector) -> str:
        """Return the name of the first move that the present decision offers."""
        node = self._flow.nodes[v[PC]]
        assert isinstance(node, Decision)
        return next(
            self._flow.move_kinds[each.kind].name for each in node.options if isinstance(each, (Pick, Play))
        )

    def _is_printed(self, v: Vector, seat: int, row: Row) -> bool:
        try:
            return self._base.is_legal(v, seat, row)
        except PlayFault:
            return False

    def _note(self, way: str, move: str, seat: int, holds: bool) -> None:
        key = f"{way} {move}"
        self.chances[key] = self.chances.get(key, 0) + 1
        if holds:
            self.times.setdefault(key, [0] * (self._flow.model.players + 1))[seat] += 1
