"""What generated source leaves to the plain interpreter: what is rare, or would gain nothing by being written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl import model as m
from dsl.source import Span
from interpreter.codegen.local_names import Held
from interpreter.flow import Place, PlayFault, Refused, Row, Store, Vector, drop_member, keep_members
from interpreter.flow import nodes as f
from interpreter.optimizer import Asked
from interpreter.reference import Stopped, Walker

Holder = tuple[Any, int]
"""A holder as generated source names it: its run, and the index of its entry."""


class Plainly:
    """`named` are the names by which generated source calls it."""

    def __init__(self, walker: Walker) -> None:
        self._walker = walker
        self.named: dict[str, object] = {
            "X": self.statement, "N": self.expression, "ROWS": self.rows, "TAKEN": self.taken, "LISTED": walker.moves,
            "ANSWERED": self.answered, "MOVE": self.transfer, "MOVEALL": self.transfer_all, "Y": keep, "V": drop,
        }  # fmt: skip

    def statement(self, held: Held, v: Vector, env: dict[int, Any]) -> int:
        """Does a statement; the code of a `stop` in it, or 0."""
        assert isinstance(held.of, m.Statement)
        performer = self._walker.performer
        performer.steps, performer.about = 0, None
        try:
            performer.do_all((held.of,), v, env)
        except Stopped as stop:
            return stop.code
        return 0

    def expression(self, asked: Asked, v: Vector, env: dict[int, Any]) -> Any:
        if asked.many:
            return self._walker.evaluator.members(asked.expression, v, env)
        return self._walker.evaluator.value(asked.expression, v, env)

    def rows(self, held: Held, v: Vector, seat: int) -> Iterator[Row]:
        """The rows of one option."""
        assert isinstance(held.of, (f.Play, f.Pick))
        return self._walker.legality.rows_of(held.of, v, seat)

    def taken(self, held: Held, v: Vector, seat: int, row: Row) -> None:
        assert isinstance(held.of, f.Pick)
        self._walker.take_option(held.of, v, seat, row)

    def answered(self, held: Held, v: Vector, seat: int, row: Row) -> None:
        assert isinstance(held.of, f.SecretChoice)
        try:
            self._walker.answer(held.of, v, seat, row)
        except Refused as refusal:
            raise PlayFault(str(refusal), held.of.span, held.of.about) from None

    def transfer(self, v: Vector, source: Holder, target: Holder, amounts: dict[int, int], blame: Any) -> None:
        try:
            self._walker.performer.transfer(Place(*source), Place(*target), amounts, v)
        except Refused as refusal:
            raise _blamed(refusal, blame) from None

    def transfer_all(self, v: Vector, source: Holder, target: Holder, blame: Held) -> None:
        try:
            self._walker.evaluator.contents.move_all(v, Place(*source), Place(*target))
        except Refused as refusal:
            raise _blamed(refusal, blame) from None


def _blamed(refusal: Refused, blame: Held | m.Clauses) -> PlayFault:
    """A refusal as a fault at the place of a statement, or of the rule that wants to be paid."""
    if isinstance(blame, m.Clauses):
        return PlayFault(str(refusal), blame.span, blame)
    assert isinstance(blame.of, Span)
    return PlayFault(str(refusal), blame.of)


def keep(v: Vector, held: Held, members: list[int], where: Held) -> None:
    """Keeps members in a store; a list that fits goes into its slots as one piece."""
    store = held.of
    assert isinstance(store, Store)
    assert isinstance(where.of, Span)
    if store.form == "list" and len(members) < store.width:
        gap = store.width - 1 - len(members)
        v[store.base : store.base + store.width] = [len(members), *members, *[0] * gap]
        return
    try:
        keep_members(v, store, members)
    except Refused as refusal:
        raise PlayFault(str(refusal), where.of) from None


def drop(v: Vector, held: Held, member: int) -> None:
    assert isinstance(held.of, Store)
    drop_member(v, held.of, member)
