"""Plays a move in a copy of the position, and tracks the effects that the asker may know.

If an operation uses hidden information, its results become unknown to the asker, even in visible fields. The trial
stops before the first step that depends on hidden information.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model as m
from interpreter.explain.may_fail import bounds, lies_in, may_fail
from interpreter.flow import internal
from interpreter.log import MOVE, LogEntry
from interpreter.position import PC, FieldEntry, PlayFault, Vector
from interpreter.reference import Env, Operation, Walker
from interpreter.table import CompiledGame, Move
from interpreter.trace import HiddenDependency, Perspective, StateChange, StepTracer, quantities, slots_of

COUNT = m.Int(0, m.MONEY_LIMIT)


def _evaluated(operation: Operation) -> Iterator[m.Expr]:
    """Yield the expressions that an operation evaluates, with the arguments of the rules that it calls."""
    if isinstance(operation, m.ModelNode):
        yield from m.with_role(operation, m.Role.READS)
        for calls in m.with_role(operation, m.Role.CALLS):
            yield from (arg for _, args in calls for arg in args)


class TrialPlay:
    """A trial of one move, played up to the next decision or chance node.

    `after` is the position at the end of the trial. `cut` is True if the trial stopped early because the asker cannot
    know how play continues.
    """

    def __init__(self, table: CompiledGame, asker: int | None, v: Vector, move: Move) -> None:
        self._tracer = StepTracer(table, asker, breaks_off=True)
        self.after = v[:]
        self.cut = False
        self.once_unknown: set[int] = set()
        """Slots that were unknown to the asker at some time during the trial. Answers do not report operations on these
        slots.
        """
        observer = replace(self._tracer.observer, began=self._began)
        walker = Walker(table.flow, observer, stops_at_chance=True)
        self._tracer.recall(self.after)
        self._tracer.begin_choice(LogEntry(None, MOVE, move.seat, move.row, v[PC], 1), self.after)
        try:
            walker.apply(self.after, move.seat, move.row)
            self._tracer.arrived(self.after)
        except (HiddenDependency, PlayFault):
            self.cut = True

    @property
    def perspective(self) -> Perspective:
        """Perspective of the asker at the end of the trial."""
        return self._tracer.perspective

    @property
    def changes(self) -> list[StateChange]:
        return self._tracer.trace.changes

    def _began(self, operation: Operation, v: Vector, env: Env) -> None:
        if self._may_fail_unseen(operation, v, env):
            raise HiddenDependency
        self._spread(operation, v, env)
        if isinstance(operation, m.Pay):
            self._let_be_enough(operation, v, env)
        self._tracer.began(operation, v, env)

    def _spread(self, operation: Operation, v: Vector, env: Env) -> None:
        """Mark the target of an operation as unknown if the operation uses unknown values."""
        if isinstance(operation, internal.Reset):
            self._begin_again(operation.fields, v)
        elif isinstance(operation, m.ModelNode) and m.changes_at_once(type(operation)):
            read = quantities(operation)
            # The old content of an adjusted slot counts too, and so do the pieces of a move without a number.
            used = (*read, *m.with_role(operation, m.Role.ADJUSTS, *(() if read else (m.Role.GIVES,))))
            closed = any(self.perspective.hides(e, v, env) for e in used)
            anew = any(m.with_role(operation, m.Role.SETS, m.Role.ADJUSTS))
            self._mark([*m.changed_slots(operation)], closed, v, env, anew=anew)

    def _begin_again(self, fields: tuple[m.StateField, ...], v: Vector) -> None:
        """Mark the fields of a reset as unknown if their initial values are hidden, otherwise as known."""
        for of in fields:
            run = self.perspective.evaluator.layout.runs[of]
            for entry, (owner, _) in enumerate(run.combinations()):
                env: Env = {of.owner.uid: owner} if of.owner is not None else {}
                self._note(FieldEntry(run, entry), self.perspective.hides(of.initial, v, env), anew=True)

    # ------------------------------------------------------------ operations that may fail

    def _may_fail_unseen(self, operation: Operation, v: Vector, env: Env) -> bool:
        """Return True if hidden information may decide whether an operation fails.

        A failed operation ends the trial. The trial must therefore stop before the operation, because continuing would
        reveal that it succeeded.
        """
        model = self.perspective.evaluator.model
        if any(may_fail(e, model) and self._hides(e, v, env) for e in _evaluated(operation)):
            return True
        if isinstance(operation, m.MovePieces) and self._may_be_full(operation.target, v, env):
            return True
        match operation:
            case m.Assign(target=m.Slot(type=m.Int() as of), value=value):
                return self._hides(value, v, env) and not lies_in(bounds(value), (of.low, of.high))
            case m.Adjust(target=m.Slot(type=m.Int() as of) as target, by=by, bound=""):
                if not (self._hides(by, v, env) or self._hides(target, v, env)):
                    return False
                low, high = self._possible(target, v, env)
                less, more = self._possible(by, v, env)
                return not lies_in((low - more, high - less) if operation.down else (low + less, high + more),
                                   (of.low, of.high))  # fmt: skip
            case m.Pay(source=source, amount=amount) if self._hides(amount, v, env):
                least, most = bounds(amount)
                purse = self.perspective.evaluator.place(source, v, env)
                seen = self.perspective.visibility.of(purse) == "all"
                return least < 0 or (seen and most > v[purse.base] - purse.run.low)
            case m.MovePieces(source=source) if quantities(operation):
                unknown = any(self._hides(e, v, env) for e in (source, *quantities(operation)))
                return unknown and not (source.field.builtin and self._has_enough(operation, v, env))
        return False

    def _has_enough(self, move: m.MovePieces, v: Vector, env: Env) -> bool:
        """Return True if the asker knows that the supply or the box contains the pieces of a move."""
        evaluator, number = self.perspective.evaluator, move.number
        if number is None or move.sort is None or self._possible(number, v, env)[0] < 0:
            return False
        run = evaluator.place(move.source, v, env).run
        seen = self.perspective.look(move.sort, v, env)
        assert run.kind is not None
        sorts = [seen.value] if seen.known else range(run.kind.first, run.kind.first + run.kind.size)
        if all(evaluator.holders.is_endless(run, sort) for sort in sorts):
            return True
        there = evaluator.amounts(move.source, v, env)
        most = self._possible(number, v, env)[1]
        return not self._hides(move.source, v, env) and all(there.get(sort, 0) >= most for sort in sorts)

    def _may_be_full(self, target: m.Slot, v: Vector, env: Env) -> bool:
        """Return True if the asker cannot know whether a holder has room for another piece."""
        of = target.field.type
        if target.field.builtin or not isinstance(of, m.Holder):
            return False
        if of.traits.one_at_most:
            return self._hides(target, v, env)
        return target.field.capacity is not None and self._hides(m.Size(target, type=COUNT, span=target.span), v, env)

    def _hides(self, e: m.Expr, v: Vector, env: Env) -> bool:
        return self.perspective.hides(e, v, env)

    def _possible(self, e: m.Expr, v: Vector, env: Env) -> tuple[int, int]:
        """Return the least and the greatest value that an expression may have, as far as the asker knows."""
        seen = self.perspective.look(e, v, env)
        return (seen.value, seen.value) if seen.known else bounds(e)

    def _let_be_enough(self, payment: m.Pay, v: Vector, env: Env) -> None:
        """Put enough money for a payment into a hidden purse, so that the trial does not reveal how much the purse
        contains.
        """
        evaluator = self.perspective.evaluator
        purse = evaluator.place(payment.source, v, env)
        if self.perspective.visibility.of(purse) != "all":
            v[purse.base] = max(v[purse.base], purse.run.low + evaluator.value(payment.amount, v, env))

    def _mark(self, slots: list[m.Slot], closed: bool, v: Vector, env: Env, anew: bool = False) -> None:
        """Mark the fields that an operation changes: as unknown if `closed` is True, or as known again if `anew` is
        True.
        """
        perspective = self.perspective
        for slot in slots:
            if perspective.hides_place(slot, v, env):
                raise HiddenDependency
            self._note(perspective.evaluator.place(slot, v, env), closed, anew)

    def _note(self, place: FieldEntry, closed: bool, anew: bool) -> None:
        if closed:
            self.perspective.unknown.update(slots_of(place))
            self.once_unknown.update(slots_of(place))
        elif anew:
            self.perspective.unknown.difference_update(slots_of(place))
