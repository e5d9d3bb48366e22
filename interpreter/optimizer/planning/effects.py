"""Plans statements as instructions.

A statement that cannot be translated becomes a single `Interpreted` instruction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl import model as m
from dsl.source import Span
from interpreter.flow import internal, mentions
from interpreter.flow import nodes as f
from interpreter.optimizer.passes.passes import PassRunner, Searched
from interpreter.optimizer.planning.fields import FieldPlanner
from interpreter.optimizer.planning.movement import MovementPlanner
from interpreter.optimizer.planning.variables import VariablePlanner
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.steps import Bind, Compute, Emit, Search, declared
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.substitution import unchecked
from interpreter.optimizer.terms.terms import Fault, Gathering, Term
from interpreter.optimizer.translation.locations import Env, Location, Meaning, NotTranslatable
from interpreter.optimizer.translation.translation import Translator
from interpreter.payments import bills
from interpreter.position import OVER, STOPPING, ItemListStorage, Store, faults


class EffectPlanner:
    """Plans statements that cannot pause.

    Throughout, `env` holds the values of locals.
    """

    def __init__(
        self, translator: Translator, builder: BlockBuilder, passes: PassRunner, variables: VariablePlanner,
        fields: FieldPlanner, movement: MovementPlanner,
    ) -> None:  # fmt: skip
        self._translator = translator
        self._arena = translator.arena
        self._stores = translator.stores
        self._builder = builder
        self._passes = passes
        self._variables = variables
        self._fields = fields
        self._movement = movement

    def statements(self, body: Iterable[m.Statement], env: dict[int, Meaning]) -> None:
        """Add the instructions for statements to the current block."""
        for statement in body:
            try:
                with self._builder.attempt():
                    self._statement(internal.closed_statement(statement), env)
            except NotTranslatable:
                self._leave_over(statement, env, may_stop=True)

    def block(self, body: Iterable[m.Statement], env: dict[int, Meaning]) -> i.Block:
        with self._builder.block() as found:
            self.statements(body, env)
        return tuple(found)

    def _leave_over(self, s: m.Statement, env: Env, may_stop: bool) -> None:
        found: list[tuple[int, Term | tuple[tuple[int, Term], ...]]] = []
        for uid in sorted(mentions((s,)) & env.keys()):
            meaning = env[uid]
            found.append((uid, tuple(meaning.items()) if isinstance(meaning, dict) else meaning))
        self._builder.add(i.Interpreted(s, tuple(found), may_stop))

    def _statement(self, s: internal.FlowStatement, env: dict[int, Meaning]) -> None:
        translator = self._translator
        match s:
            case m.Let(var=var, value=value) | m.Assign(target=m.Var() as var, value=value):
                self._variables.bind(var, translator.local(value, var.type, env), env, s.span)
            case m.Assign():
                self._assign(s, env)
            case m.Adjust():
                self._adjust(s, env)
            case m.Pay():
                source, target = translator.addresses.entry(s.source, env), translator.addresses.entry(s.target, env)
                self._fields.pay(source, target, translator.term(s.amount, env), s.span)
            case m.MovePieces():
                self._movement.move(s, env)
            case m.Shuffle(stack=stack):
                place = translator.addresses.entry(stack, env)
                assert isinstance(place.run.storage, ItemListStorage)
                self._builder.add(i.Shuffle(place.base, place.run.storage.header))
            case m.Reveal():
                return
            case m.IfDo():
                self._if_do(s, env)
            case m.ForEach():
                self._for_each(s, env)
            case m.Repeat():
                self._repeat(s, env)
            case m.Do(calls=calls):
                for name, args in calls:
                    self._do(name, args, env)
            case m.Stop():
                self._builder.add(i.Stop(f.stop_code(s.out_of, translator.model.endings)))
            case bills.PaymentChoice(body=body):
                self.statements(body, env)
            case internal.Clear(vars=variables):
                self._clear(self._stores[var.uid] for var in variables)
            case internal.Reset(fields=fields):
                self._reset(s, fields, env)
            case internal.Freeze():
                self._freeze(s, env)
            case internal.Take(var=var, kept=kept):
                taken = self._arena.fresh(-HUGE, HUGE)
                self._builder.add(i.TakeFirst(taken, self._stores[kept.uid]))
                self._variables.bind(var, taken, env, s.span)
            case internal.Finish(code=code):
                size = translator.layout.machinery.size
                self._builder.add(i.Fill(STOPPING, (0,) * (size - STOPPING)))
                self._builder.add(i.Write(self._arena.num(OVER), self._arena.num(code)))
            case (
                m.Draw() | m.Random() | m.Act() | m.Choose() | m.Secretly() | m.Window() | m.Turn() | m.FollowedBy()
            ):  # statements in which play waits are nodes of the flowchart
                self._leave_over(s, env, may_stop=False)
            case _:
                assert_never(s)

    # ------------------------------------------------------------ fields

    def _assign(self, s: m.Assign, env: Env) -> None:
        assert isinstance(s.target, m.Slot)
        of = s.target.field
        there = self._translator.addresses.entry(s.target, env)
        if there.run.form == "set":
            self._mark(there, self._translator.members(s.value, env), s.span)
            return
        if there.run.form != "number" or (isinstance(of.type, m.Int) and of.type.money and not of.builtin):
            self._leave_over(s, env, may_stop=False)
            return
        self._fields.write(there, self._translator.term(s.value, env), s.span)

    def _mark(self, of: Location, members: Term, span: Span) -> None:
        """Plan the assignment of a set of references.

        A member of the wrong kind is an error. Errors in the computation of the address are raised first.
        """
        arena, kind = self._arena, of.run.holds
        last, place = kind.first + kind.size - 1, of.base
        of = self._builder.addressed_before(of, members, kind.first, last)
        if not kind.first <= members.low <= members.high <= last:
            given = arena.fresh_list(members.low, members.high)
            self._builder.add(Compute(given, members))
            members, each = given, arena.fresh(members.low, members.high)
            outside = arena.negate(arena.between(each, kind.first, last))
            words = Fault(faults.wrong_place("\0", of.run.words), span, (kind.name,))
            which = arena.gather(Gathering("first", each.value, True, False), members, outside)
            some = arena.gather(Gathering("any", each.value, True, False), members, outside)
            self._builder.fail_if(some, words, which)
        changed = self._changed(place, members)
        if changed is None:
            self._builder.add(i.MarkMembers(of.base, kind.first, kind.size, members))
            return
        base, one = self._builder.held(of.base), self._builder.held(changed)
        at = arena.math("+", base, arena.math("-", one, arena.num(kind.first)))
        write, there = i.Write(at, arena.num(members.op == "join")), arena.between(one, kind.first, last)
        self._builder.add(write if there.known and there.value else i.If(there, (write,), ()))

    def _changed(self, place: Term, members: Term) -> Term | None:
        """Return the member that the assignment of a set at an address adds or removes, or None unless it is just one.

        The address and the value check the same numbers, but raise different errors.
        """
        if members.op not in ("join", "less") or members.args[0].op != "marks":
            return None
        (there,), others = members.args[0].args, members.args[1]
        if unchecked(self._arena, there) is not unchecked(self._arena, place):
            return None
        if others.op == "fixed" and others.args[0].known and len(others.rows[others.args[0].value]) == 1:
            return self._arena.num(others.rows[others.args[0].value][0])
        return others.args[0] if others.op == "list" and len(others.args) == 1 else None

    def _adjust(self, s: m.Adjust, env: dict[int, Meaning]) -> None:
        arena = self._arena
        by = self._translator.term(s.by, env)
        by = arena.math("-", arena.num(0), by) if s.down else by
        if not isinstance(s.target, m.Var):
            self._fields.adjust(s, by, env)
            return
        value = arena.math("+", self._translator.term(s.target, env), by)
        if isinstance(s.target.type, m.Int) and s.bound:
            value = self._fields.bounded(value, s.target.type.low, s.target.type.high, s.bound)
        self._variables.bind(s.target, value, env, s.span)

    # ------------------------------------------------------------ branches, loops and calls

    def _if_do(self, s: m.IfDo, env: dict[int, Meaning]) -> None:
        if s.about is None:
            self._if(self._translator.term(s.when, env), s.then, s.otherwise, env)
            return
        with self._builder.block() as body:
            self._if(self._translator.term(s.when, env), s.then, s.otherwise, env)
        if body:
            self._builder.add(i.InRule(s.about, tuple(body)))

    def _if(
        self, when: Term, then: tuple[m.Statement, ...], otherwise: tuple[m.Statement, ...], env: dict[int, Meaning]
    ) -> None:
        if when.known:
            self.statements(then if when.value else otherwise, env)
        else:
            self._builder.add(i.If(when, self.block(then, dict(env)), self.block(otherwise, dict(env))))

    def _for_each(self, s: m.ForEach, env: dict[int, Meaning]) -> None:
        sequence = self._translator.members(s.domain, env)
        changes = s.var.uid in self._builder.changing
        name = self._arena.name(s.var.uid, *((-HUGE, HUGE) if changes else (sequence.low, sequence.high)))
        members = sequence if s.where is None else self._filtered(s.var, sequence, s.where, env)
        self._builder.add(i.ForEach(name, members, self.block(s.body, {**env, s.var.uid: name})))

    def _filtered(self, var: m.Var, sequence: Term, where: m.Expr, env: Env) -> Term:
        """Return the members that satisfy the condition, as a list computed at this point."""
        arena = self._arena
        name = arena.name(var.uid, sequence.low, sequence.high)
        test = self._translator.term(where, {**env, var.uid: name})
        search = Search(declared([Bind(name, sequence), test], Emit((name,))))
        of = Searched("members of a loop", uid=var.uid)
        steps = self._passes.run((search,), (test.free | sequence.free) - {name}, of)
        found = arena.fresh_list(sequence.low, sequence.high)
        self._builder.add(i.Collect(found, steps))
        return found

    def _repeat(self, s: m.Repeat, env: dict[int, Meaning]) -> None:
        inner = dict(env)
        times = self._translator.term(s.times, env)
        test = self._translator.term(s.condition, inner) if s.condition is not None else self._arena.num(1)
        fault = Fault(faults.TOO_MUCH_WORK, s.span)
        self._builder.add(i.Repeat(times, test, fault, self.block(s.body, inner)))

    def _do(self, name: str, args: tuple[m.Expr, ...], env: Env) -> None:
        """Inline the body of a rule that cannot pause."""
        routine, translator = self._translator.model.routines[name], self._translator
        given = [translator.local(arg, var.type, env) for var, arg in zip(routine.params, args, strict=True)]
        inner: dict[int, Meaning] = {}
        # The arguments are computed outside the rule, so their errors are attributed to the calling rule.
        for var, meaning in zip(routine.params, given, strict=True):
            self._variables.name(var, meaning, inner)
        with self._builder.block() as body:
            self.statements(routine.body, inner)
        if body:
            self._builder.add(i.InRule(routine.about, tuple(body)))

    # ------------------------------------------------------------ machinery

    def _clear(self, stores: Iterable[Store]) -> None:
        """Plan the reset of stored locals, with one instruction per run of adjacent slots."""
        stretches: list[list[int]] = []
        for store in sorted(stores, key=lambda store: store.base):
            if stretches and stretches[-1][1] == store.base:
                stretches[-1][1] += store.width
            else:
                stretches.append([store.base, store.base + store.width])
        self._builder.add(*(i.Fill(low, (0,) * (high - low)) for low, high in stretches))

    def _reset(self, s: m.Statement, fields: tuple[m.StateField, ...], env: Env) -> None:
        """Plan the reset of fields to their initial values, with one instruction per run of adjacent constants."""
        pieces: list[tuple[int, tuple[int, ...]]] = []
        filled = (of for of in fields if self._translator.layout.runs[of].base)  # a field may have no entries
        for of in sorted(filled, key=lambda of: self._translator.layout.runs[of].first):
            known = self._start_values(of)
            run = self._translator.layout.runs[of]
            if known is None:
                self._leave_over(internal.Reset((of,), span=s.span), env, may_stop=False)
            elif known and pieces and pieces[-1][0] + len(pieces[-1][1]) == run.first:
                pieces[-1] = (pieces[-1][0], pieces[-1][1] + known)
            elif known:
                pieces.append((run.first, known))
        self._builder.add(*(i.Fill(base, values) for base, values in pieces))

    def _start_values(self, of: m.StateField) -> tuple[int, ...] | None:
        """Return the initial values of a field's slots, or None if they are not constant.

        The result is () for a holder, because a reset keeps the contents of holders.
        """
        run, arena = self._translator.layout.runs[of], self._arena
        if run.form not in ("number", "set", "counts"):
            return ()
        if run.form != "number":
            empty = of.initial is None or (isinstance(of.initial, m.Listed) and not of.initial.items)
            return (0,) * run.width if empty else None
        found = []
        for owner, _ in run.combinations():
            if of.initial is None:
                value = arena.num(run.storage.start_value(run))
            else:
                env = {of.owner.uid: arena.num(owner)} if of.owner is not None else {}
                value = self._translator.term(of.initial, env)
            if not value.known or (of.initial is not None and not run.low <= value.value <= run.high):
                return None
            found.append(value.value)
        return tuple(found)

    def _freeze(self, s: internal.Freeze, env: Env) -> None:
        """Plan the copying of a domain's members to a frozen set.

        Constant members need only one instruction.
        """
        store, members = self._stores[s.into.uid], self._translator.members(s.domain, env)
        if s.where is None and members.op == "fixed" and members.args[0].known and store.form == "list":
            known = members.rows[0]
            if len(known) < store.width:
                self._builder.add(i.Fill(store.base, (len(known), *known, *(0,) * (store.width - 1 - len(known)))))
                return
        kept = members if s.where is None else self._filtered(s.var, members, s.where, env)
        self._builder.add(i.KeepMembers(store, kept, s.span))
