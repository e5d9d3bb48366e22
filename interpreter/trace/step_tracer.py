"""Observes one step from the perspective of one asker.

A `StepTracer` records each operation that changed something as a `StateChange`, and each tested condition as a
`TestedCondition`. If a condition depends on information hidden from the asker, the trace shows only the combined effect
of the statements that depend on the condition. If hidden information decides which node comes next, the trace shows
only the combined effect of the rest of the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from dsl import model as m
from interpreter.flow import EffectAnalysis, blocks, internal, own_parts, statements
from interpreter.flow import nodes as f
from interpreter.log import LogEntry
from interpreter.position import MACHINERY, PC, Vector, once
from interpreter.reference import Env, Observer, Operation
from interpreter.table import CompiledGame
from interpreter.trace.authored_conditions import AuthoredConditions
from interpreter.trace.closed_reads import ClosedReads
from interpreter.trace.found_players import found_from_answers
from interpreter.trace.lookalikes import move_at
from interpreter.trace.step_trace import FoundPlayer, StateChange, StepTrace, TestedCondition
from interpreter.trace.taint import reads_only_public, taint_at
from interpreter.trace.visibility import NOTHING_WATCHED, Perspective, visibility_at


class HiddenDependency(Exception):
    """Raised when the rest of a step depends on information hidden from the asker."""


@dataclass(slots=True)
class _Open:
    """An operation that has begun but not ended.

    If `before` is set, all changes during the operation count as one change. `operation` is the cause of the combined
    change, or None if the asker may not see the cause.
    """

    operation: Operation | None
    before: Vector | None = None
    closed: bool = False
    holding: bool = False
    """True if the operation's condition was added to `_since`."""
    waking: bool = False
    """True if the operation's rule was added to `_chain`."""


class StepTracer:
    """Records what a walker does, as far as an asker may know it.

    If `breaks_off` is True, the tracer raises `HiddenDependency` when hidden information decides how play continues.
    The tracer does not evaluate the conditions of the branches in `passes`.
    """

    def __init__(
        self, table: CompiledGame, asker: int | None, breaks_off: bool = False, passes: frozenset[int] = frozenset()
    ) -> None:  # fmt: skip
        self.flow = table.flow
        self.perspective = Perspective(table.flow, visibility_at(table, asker))
        self._conditions = AuthoredConditions.at(table)
        self._legality = table.walker.legality
        self._secrets = taint_at(table)
        self._facts = EffectAnalysis(table.flow.model)
        self._breaks_off, self._passes = breaks_off, passes
        self._finding = once(table, found_from_answers)
        self._loops: dict[int, bool] = {}
        """True for each loop condition that reads only public information in every position, keyed by object id."""
        self.forget()

    def forget(self) -> None:
        """Start a new trace, which may be of a different step. The previous trace stays valid."""
        self.trace = StepTrace()
        self.perspective.forget()
        self._chain: list[m.Clauses] = []
        self._since: list[TestedCondition] = []
        self._open: list[_Open] = []
        self._closed_depth = 0
        self._kind, self._is_mistakable = 0, False
        """Kind of the current move, and whether the asker may mistake the current node for another."""
        self._lost: Vector | None = None
        """Position after which the asker could no longer follow play, or None."""

    @property
    def observer(self) -> Observer:
        return Observer(
            entered=self.entered, taken=self.taken, began=self.began, ended=self.ended,
            rule_began=self.rule_began, rule_ended=self.rule_ended,
        )  # fmt: skip

    def arrived(self, v: Vector) -> None:
        """Handle the end of the step, when play waits at a new node.

        If the asker may have mistaken the previous node for another, the new node is secret. In that case, the method
        raises `HiddenDependency` if `breaks_off` is True.
        """
        if self._is_mistakable and self._lost is None:
            self._lose(v)

    def finish(self, v: Vector) -> None:
        """End the step. If the asker lost track of play, record the combined effect of the operations since then."""
        self.arrived(v)
        self._note_apart()
        if self._lost is not None:
            node = self.flow.nodes[self._lost[PC]]
            self.trace.changes.append(StateChange((node.phase,), None, self._lost, v[:], {}, NOTHING_WATCHED, ()))
            self._lost = None

    def _note_apart(self) -> None:
        """Record in the trace whether the latest reads depended on information that only some askers have.

        Reads that the asker cannot notice do not count: those inside a hidden block, and those after the asker has lost
        track of play.
        """
        if not self._closed_depth and self._lost is None:
            self.trace.same_for_all &= not self.perspective.tells_apart
        self.perspective.tells_apart = False

    def recall(self, v: Vector) -> None:
        """Mark local variables as known if they contain chance outcomes that the asker received."""
        perspective = self.perspective
        for node in self.flow.nodes:
            if isinstance(node, f.ChanceNode) and node.whose is not None and isinstance(node.target, m.Var):
                seat = perspective.see(partial(node.receiver, perspective.evaluator, v))
                if seat.known and seat.value == perspective.visibility.asker:
                    perspective.untainted.add(node.target.uid)

    def begin_choice(self, entry: LogEntry, v: Vector) -> None:
        """Mark parameters as tainted if another player chose their values in secret or from a hidden holder."""
        node, self._kind = self.flow.nodes[v[PC]], entry.row[0]
        if not isinstance(node, f.Decision):
            return
        option = self._legality.option_for(v, entry.seat, entry.row)
        own = entry.seat == self.perspective.visibility.asker
        if isinstance(option, f.Play):
            self.trace.same_for_all &= not entry.untold
            for at, param in enumerate(option.action.params):
                self._taint(param.var, not own and at in entry.untold)
        elif isinstance(option, f.Pick):
            self.trace.same_for_all &= not (option.secret or entry.untold)
            self._taint(option.var, not own and (option.secret or bool(entry.untold)))

    # ------------------------------------------------------------ path of play

    def entered(self, node: f.AnyNode, v: Vector) -> None:
        self._chain = _chain(node)
        if isinstance(node, f.WAITING):
            self._is_mistakable = (v[PC], move_at(node, self._kind)) in self._secrets.lookalikes
            return
        if self._is_mistakable or (isinstance(node, f.GoalCheck) and v[PC] in self._secrets.branches):
            self._lose(v)
        if not isinstance(node, f.Branch) or v[PC] in self._passes:
            return
        seen = self.perspective.look(node.when, v, {})
        if not seen.known:
            self._lose(v)
        elif id(node.when) in self._conditions.written and not self._lost:
            form, about = self._conditions.of_branch(node)
            self.trace.conditions.append(self._tested(form, about, node.when, v, {}, bool(seen.value)))

    def taken(self, option: f.Play, v: Vector) -> None:
        self._chain = [self.flow.nodes[v[PC]].phase, option.action.about]

    def rule_began(self, routine: m.Routine) -> None:
        self._chain.append(routine.about)

    def rule_ended(self, routine: m.Routine) -> None:
        self._chain.pop()

    def _lose(self, v: Vector) -> None:
        """Stop recording operations.

        From this point, the asker may know only the combined effect of all operations.
        """
        if self._breaks_off:
            raise HiddenDependency
        self._note_apart()
        if self._lost is None and not self._closed_depth:
            self._lost = v[:]

    # ------------------------------------------------------------ operations

    def began(self, operation: Operation, v: Vector, env: Env) -> None:
        opened = _Open(operation)
        match operation:
            case m.Cost(about=about):
                self._chain.append(about)
                opened.before = v[:]
            case f.ChanceNode():
                self._chain = _chain(operation)
                opened.before = v[:]
                if operation.hidden and isinstance(operation.target, m.Var):
                    seat = operation.receiver(self.perspective.evaluator, v)
                    self._taint(operation.target, seat < 0 or seat != self.perspective.visibility.asker)
            case m.IfDo():
                self._begin_if(opened, operation, v, env)
            case _ if self._turns_on_closed(operation, v, env):
                self._close(opened, operation, v)
            case _:
                self._spread_taint(operation, v, env)
                if isinstance(operation, m.ModelNode) and m.changes_at_once(type(operation)):
                    opened.before = v[:]
        self._open.append(opened)

    def ended(self, operation: Operation, v: Vector, env: Env) -> None:
        opened = self._open.pop()
        if opened.closed:
            self._note_apart()
            self._closed_depth -= 1
        if opened.before is not None:
            self._note_change(opened.operation, opened.before, v, env)
        if isinstance(operation, m.Let) and operation.var.uid in self._finding:
            self._note_found(operation.var, v, env)
        if opened.closed:
            for var in _assigned(operation):
                self._taint(var, True)
        if opened.holding:
            self._since.pop()
        if opened.waking or isinstance(operation, m.Cost):
            self._chain.pop()

    def _note_change(self, operation: Operation | None, before: Vector, v: Vector, env: Env) -> None:
        if self._closed_depth or self._lost is not None or before[MACHINERY:] == v[MACHINERY:]:
            return
        chain = tuple(self._chain) or (self.flow.nodes[v[PC]].phase,)
        change = StateChange(chain, operation, before, v[:], dict(env), self.perspective.watched, tuple(self._since))
        self.trace.changes.append(change)

    def _note_found(self, var: m.Var, v: Vector, env: Env) -> None:
        if self._closed_depth or self._lost is not None:
            return
        seen = self.perspective.look(var, v, env)
        if seen.known and seen.value is not None:
            self.trace.found.append(FoundPlayer(self._chain[-1], var.name, seen.value))

    # ------------------------------------------------------------ blocks

    def _turns_on_closed(self, s: Operation, v: Vector, env: Env) -> bool:
        """Return True if hidden information decides how often a loop runs, or over which members."""
        perspective = self.perspective
        match s:
            case m.ForEach(var=var, domain=domain, where=where):
                return perspective.hides(domain, v, env) or perspective.hides_some(var, domain, where, v, env)
            case m.Repeat(times=times, condition=condition):
                if perspective.hides(times, v, env) or perspective.hides(condition, v, env):
                    return True
                perspective.tells_apart |= condition is not None and not self._stays_open(condition)
                return False
            case m.Statement() if any(blocks(s)):
                return self._reads_closed(s, v, env)
        return False

    def _reads_closed(self, s: m.Statement, v: Vector, env: Env) -> bool:
        """Return True if a statement reads hidden information outside its nested blocks."""
        return any(self.perspective.hides(part, v, env) for part in own_parts(s) if isinstance(part, m.Expr))

    def _stays_open(self, condition: m.Expr) -> bool:
        """Return True if a loop condition never depends on hidden information, not even in later iterations.

        Otherwise, the number of iterations could be hidden, and so could every read within the loop.
        """
        if id(condition) not in self._loops:
            closed = self.perspective.visibility.possibly_tainted
            self._loops[id(condition)] = reads_only_public(ClosedReads(self.flow), closed, condition)
        return self._loops[id(condition)]

    def _close(self, opened: _Open, s: Operation, v: Vector) -> None:
        """Begin a hidden block. The trace shows only the block's combined effect."""
        if self._breaks_off:
            raise HiddenDependency
        if isinstance(s, m.Statement) and self._facts.stops(s):
            self._lose(v)
        opened.operation, opened.before, opened.closed = None, v[:], True
        self._note_apart()
        self._closed_depth += 1

    def _begin_if(self, opened: _Open, s: m.IfDo, v: Vector, env: Env) -> None:
        when, conditions = s.when, self._conditions
        seen = self.perspective.look(when, v, env)
        if not seen.known:
            self._close(opened, s, v)
            return
        about = self._chain[-1] if self._chain else self.flow.nodes[v[PC]].about
        if isinstance(when, m.And) and id(when.left) in conditions.wakes:
            about, when = conditions.wakes[id(when.left)], when.left
        is_trigger, holds = id(when) in conditions.wakes, bool(seen.value)
        if s.about is not None:
            about, is_trigger = s.about, True
            if isinstance(when, m.Const):
                self._chain.append(about)
                opened.waking = True
                return
        if not is_trigger and id(when) not in conditions.written:
            return
        form = "trigger" if is_trigger else "end" if id(when) in conditions.ends else "if"
        tested = self._tested(form, conditions.ends.get(id(when), about), when, v, env, holds)
        held_before = id(when) in conditions.wakes and not holds and self.perspective.look(when, v, env).value
        if not held_before and not self._closed_depth and self._lost is None:
            self.trace.conditions.append(tested)
        if holds:
            self._since.append(tested)
            opened.holding = True
            if is_trigger:
                self._chain.append(about)
                opened.waking = True

    def _tested(
        self, form: str, about: m.Clauses, when: m.Expr, v: Vector, env: Env, holds: bool
    ) -> TestedCondition:  # fmt: skip
        return TestedCondition(form, about, when, v[:], dict(env), self.perspective.watched, holds)

    # ------------------------------------------------------------ local names

    def _spread_taint(self, s: Operation, v: Vector, env: Env) -> None:
        """Mark local variables as tainted if an operation computes them from hidden information."""
        hides = self.perspective.hides
        match s:
            case m.Adjust(target=m.Var() as var, by=by):
                self._taint(var, hides(by, v, env) or hides(var, v, env))
            case m.Do(calls=calls):
                for name, args in calls:
                    for var, arg in zip(self.flow.model.routines[name].params, args, strict=True):
                        self._taint(var, hides(arg, v, env))
            case internal.Freeze(into=into, var=var, domain=domain, where=where):
                some = hides(domain, v, env) or self.perspective.hides_some(var, domain, where, v, env)
                self._taint(into, some)
            case internal.Take(var=var, kept=kept):
                self._taint(var, hides(kept, v, env))
            case m.ForEach(var=var):  # if the loop depended on hidden information, it would be a hidden block
                self._taint(var, False)
            case internal.Clear() | internal.Reset() | internal.Finish():
                pass
            case m.Statement():
                for var in m.bound_locals(s):
                    self._taint(var, self._reads_closed(s, v, env))

    def _taint(self, var: m.Var, closed: bool) -> None:
        perspective = self.perspective
        if closed or self._closed_depth:
            perspective.tainted.add(var.uid)
            perspective.untainted.discard(var.uid)
        else:
            perspective.tainted.discard(var.uid)
            perspective.untainted.add(var.uid)


def _chain(node: f.AnyNode) -> list[m.Clauses]:
    return [node.phase] if node.phase.name == node.about.name else [node.phase, node.about]


def _assigned(block: object) -> Iterator[m.Var]:
    """Yield the locals that a block sets."""
    return (var for s in statements(block) for var in m.bound_locals(s))
