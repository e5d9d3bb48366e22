"""Operations that generated code delegates to the reference interpreter.

These operations are rare, or generated code would not make them faster. The operations execute program parts whose
class name begins with `Interpreted`, and move pieces between holders that have uncommon forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl import model as m
from dsl.source import Span
from interpreter.flow import nodes as f
from interpreter.optimizer import Interpretation
from interpreter.optimizer import instructions as i
from interpreter.position import FieldEntry, PlayFault, Refused, Row, Store, Vector, drop_member, keep_members
from interpreter.reference import Stopped, Walker

Holder = tuple[Any, int]
"""The form in which generated code passes a holder: the field, and the index of one of its entries."""


class Fallback:
    """Gives generated code access to the reference interpreter.

    `named` maps the function names that generated code uses to these methods.
    """

    def __init__(self, walker: Walker) -> None:
        self._walker = walker
        self.named: dict[str, object] = {
            "X": self.statement, "N": self.expression, "ROWS": self.rows, "PICKED": self.picked, "LISTED": walker.moves,
            "ANSWERED": self.answered, "MOVE": self.transfer, "MOVEALL": self.transfer_all, "KEEP": keep,
            "DROP": drop_member,
        }  # fmt: skip

    def statement(self, statement: m.Statement, v: Vector, env: dict[int, Any]) -> int:
        """Execute a statement, and return the code of the `stop` that ended it, or 0 if none did."""
        performer = self._walker.performer
        performer.steps, performer.about = 0, None
        try:
            performer.do_all((statement,), v, env)
        except Stopped as stop:
            return stop.code
        return 0

    def expression(self, what: Interpretation, v: Vector, env: dict[int, Any]) -> Any:
        if what.many:
            return self._walker.evaluator.members(what.expression, v, env)
        return self._walker.evaluator.value(what.expression, v, env)

    def rows(self, option: f.Play | f.Pick, v: Vector, seat: int) -> Iterator[Row]:
        """Yield the rows of an option."""
        return self._walker.legality.rows_of(option, v, seat)

    def picked(self, option: f.Pick, v: Vector, seat: int, row: Row) -> None:
        self._walker.take_option(option, v, seat, row)

    def answered(self, node: f.SimultaneousDecision, v: Vector, seat: int, row: Row) -> None:
        try:
            self._walker.answer(node, v, seat, row)
        except Refused as refusal:
            raise PlayFault(str(refusal), node.span, node.about) from None

    def transfer(self, v: Vector, source: Holder, target: Holder, amounts: dict[int, int], of: i.Transfer) -> None:
        performer = self._walker.performer
        try:
            if of.under:
                performer.transfer_under(FieldEntry(*source), FieldEntry(*target), amounts, v)
            else:
                performer.transfer(FieldEntry(*source), FieldEntry(*target), amounts, v)
        except Refused as refusal:
            raise PlayFault(str(refusal), of.span, of.about) from None

    def transfer_all(self, v: Vector, source: Holder, target: Holder, of: i.TransferAll) -> None:
        performer, holders = self._walker.performer, self._walker.evaluator.holders
        try:
            if of.under:
                things = holders.members(v, FieldEntry(*source))
                performer.transfer_under(FieldEntry(*source), FieldEntry(*target), things, v)
            else:
                holders.move_all(v, FieldEntry(*source), FieldEntry(*target))
        except Refused as refusal:
            raise PlayFault(str(refusal), of.span) from None


def keep(v: Vector, store: Store, members: list[int], span: Span) -> None:
    """Store members in a frozen set.

    A set stored as a list is written directly if the members fit.

    Raises:
        PlayFault: if the members do not fit.
    """
    if store.form == "list" and len(members) < store.width:
        gap = store.width - 1 - len(members)
        v[store.base : store.base + store.width] = [len(members), *members, *[0] * gap]
        return
    try:
        keep_members(v, store, members)
    except Refused as refusal:
        raise PlayFault(str(refusal), span) from None
