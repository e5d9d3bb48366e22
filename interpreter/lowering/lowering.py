"""Lowers statements, routines and the structure of the whole game.

A game consists of its set-up and an endless loop of rounds, which only an ending or a `stop` leaves. If a routine or
action can wait, lowering builds its nodes once and inserts calls to them. A local variable has slots only if play may
wait before a later statement of its block uses the variable. The slots are cleared after the last statement that uses
the variable. Other modules of this package lower decisions, chance events, triggers and endings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import EffectAnalysis, internal, mentions, walk
from interpreter.flow import nodes as f
from interpreter.lowering.builder import Context, finished
from interpreter.lowering.decisions import Decisions, no_circle
from interpreter.lowering.move_kinds import move_kinds
from interpreter.lowering.payment_choices import with_settled_actions
from interpreter.lowering.steps import single
from interpreter.lowering.trigger_instrumentation import instrument_triggers
from interpreter.payments import bills
from interpreter.position import lay_out

NOBODY = m.Clauses("game", "The game", (), NOWHERE)

LASTING_SCOPES = ("phase", "turn", "round")
"""Scopes whose `stop` ends the round or the set-up if it is used outside the scope."""


def lower(model: m.Model) -> f.Flow:
    """Lower a model to its flowchart and memory layout.

    Raises:
        LayoutError: Raised if the layout cannot reserve a fixed number of slots for a field.
        LoweringError: Raised if a flowchart cannot express the rules.
    """
    return Lowering(*instrument_triggers(model)).whole()


class Lowering(Decisions):
    def __init__(self, model: m.Model, fired: tuple[f.LoggedTrigger, ...]) -> None:
        super().__init__(model)
        self._logged = fired
        self.model = with_settled_actions(model, self.new_var)
        if self.model is not model:
            self.facts = EffectAnalysis(self.model)
        self._drawn: dict[tuple[str, bool, bool, bool, int], int] = {}
        self._frames: dict[str, m.Var] = {}
        self._under_way: list[str] = []

    def whole(self) -> f.Flow:
        self.kinds += move_kinds(self.model)
        begin = self._game()
        nodes, stops, begin = finished(self.nodes, begin)
        facts = self.facts
        pure = {name for name in self.model.routines if not facts.routine_waits(name)}
        pure |= {name for name, action in self.model.actions.items() if not facts.action_waits(action)}
        layout = lay_out(self.model, self.machinery)
        return f.Flow(self.model, layout, nodes, stops, begin, tuple(self.kinds), frozenset(pure), self._logged)

    def _game(self) -> int:
        routines = self.model.routines
        about = routines["round"].about if "round" in routines else NOBODY
        circle = self.reserve()
        context = Context(about, about, watching=True, anytime=True, up=circle)
        self.put(self.end, f.End(origin=context.origin(about.span)))
        after = self.endings("round", circle, context)
        context = context.within(exits=dict.fromkeys(LASTING_SCOPES, after))
        played = self._call("round", (), about.span, after, context) if "round" in routines else self.finish(
            len(self.model.endings) + 1, context)  # fmt: skip
        number = self.model.field_named("round_number")
        counter = m.Slot(number, None, (), type=number.type, span=about.span)
        fresh = self.facts.lifetime("round")
        count = [
            m.Adjust(counter, self.number(1), False, "", span=about.span),
            *self._fresh(fresh, about.span),
        ]
        begun = self.after_step(frozenset({number}) | fresh, played, context)
        self.put(circle, f.Effect(tuple(count), begun, origin=context.origin(about.span)))
        to = self.effect(self.watch_begins(), self.endings("once", circle, context), context)
        if "setup" not in routines:
            return to
        setup = routines["setup"].about
        before = Context(setup, setup, watching=False, anytime=False, exits=dict.fromkeys(LASTING_SCOPES, to))
        return self._call("setup", (), setup.span, to, before)

    def _fresh(self, fields: frozenset[m.StateField], span: Span) -> list[m.Statement]:
        ordered = tuple(of for of in self.model.fields if of in fields)
        return [internal.Reset(ordered, span=span)] if ordered else []

    # ------------------------------------------------------------ blocks

    def block(self, body: Sequence[m.Statement], to: int, context: Context) -> int:
        """Build the nodes of a block.

        Statements that never wait share a node where possible. Tests of triggers and endings follow each group of
        statements that requires them.
        """
        pieces = self._pieces([one for statement in body for one in single(statement)], context)
        leaving = self._lifetimes(pieces, context)
        for piece, (gone, asked) in zip(reversed(pieces), reversed(leaving), strict=True):
            if asked:
                to = self.effect([internal.Reset(tuple(asked), span=piece[0].span)], to, context)
            to = self.clear(gone, to, context)
            if self.facts.waits(piece):
                to = self.statement(piece[0], to, context)
            else:
                to = self.stopping(self.facts.stops(piece), to, context)
                to = self.after_step(self.facts.writes(piece), to, context)
                to = self.effect(piece, to, context)
        return to

    def _pieces(self, body: list[m.Statement], context: Context) -> list[tuple[m.Statement, ...]]:
        """Split a block into groups of statements.

        A statement that can wait forms its own group. Other statements share a group, which ends after a statement that
        requires tests.
        """
        pieces: list[tuple[m.Statement, ...]] = []
        joined: list[m.Statement] = []
        for statement in body:
            waits = self.facts.waits(statement)
            if waits and joined:
                pieces.append(tuple(joined))
                joined = []
            joined.append(statement)
            tested = context.watching and self.watched(self.facts.writes(statement))
            if waits or tested or self.facts.stops(statement):
                pieces.append(tuple(joined))
                joined = []
        return [*pieces, tuple(joined)] if joined else pieces

    def _lifetimes(
        self, pieces: list[tuple[m.Statement, ...]], context: Context
    ) -> list[tuple[list[m.Var], list[m.StateField]]]:
        """Return, for each group of statements, the variables and secret choices that no later group uses.

        Allocate slots for local variables that a later group uses.
        """
        leaving: list[tuple[list[m.Var], list[m.StateField]]] = [([], []) for _ in pieces]
        used: dict[int, set[int]] = {}  # uids used in each group, computed on demand
        for at, piece in enumerate(pieces):
            for statement in piece:
                var = _declared(statement)
                if var is not None:
                    last = at
                    for n in range(len(pieces) - 1, at, -1):
                        if n not in used:
                            used[n] = mentions(pieces[n])
                        if var.uid in used[n]:
                            last = n
                            break
                    if last > at or isinstance(statement, m.ChanceStatement):
                        self.keep(var, context)
                        leaving[last][0].append(var)
                if isinstance(statement, m.Secretly):
                    of = statement.field
                    last = max((n for n, later in enumerate(pieces) if n >= at and _names(later, of)), default=at)
                    leaving[last][1].append(of)
        return leaving

    def statement(self, waiting: m.Statement, to: int, context: Context) -> int:
        """Build the nodes of a statement that can wait."""
        s = cast("m.WaitingStatement | bills.PaymentChoice", waiting)
        match s:
            case m.Act():
                return self.act(s, to, context)
            case m.Choose():
                return self.choose(s, to, context)
            case m.Secretly():
                return self.secretly(s, to, context)
            case m.Window():
                return self.window(s, to, context)
            case m.Draw() | m.Random():
                return self.chance(s, to, context)
            case m.Do(calls=calls):
                ((name, args),) = calls
                return self._call(name, args, s.span, to, context)
            case m.IfDo(then=then, about=m.Clauses() as about):
                there = self.block(then, to, context.within(about=about, phase=about))
                return there if isinstance(s.when, m.Const) else self.branch(s.when, there, to, context)
            case m.IfDo(when=when, then=then, otherwise=otherwise):
                return self.branch(when, self.block(then, to, context), self.block(otherwise, to, context), context)
            case m.ForEach():
                return self._for(s, to, context)
            case m.Repeat():
                return self._repeat(s, to, context)
            case m.Turn():
                return self._turn(s, to, context)
            case m.FollowedBy():
                after = self.block(s.after, to, context)
                return self._stoppable(s.scope, s.body, after, after, s.span, context)
            case bills.PaymentChoice(body=body, about=about):
                return self.block(body, to, context.within(about=about, anytime=False))
            case _:
                assert_never(s)

    # ------------------------------------------------------------ loops

    def _for(self, s: m.ForEach, to: int, context: Context) -> int:
        kept = self._kept_members(s.var, s.domain, context)
        self.keep(s.var, context)
        to = self.clear([s.var], to, context)
        loop = self.reserve()
        body = self.block(s.body, loop, context)
        taken = self.effect([internal.Take(s.var, kept, span=s.span)], body, context)
        if s.order_by is not None:
            number = self.reserve()
            kind = self.kind_of(s.var.name, s.var.type)
            self.choice(number, s.order_by, [f.Pick(kind, s.var, kept, None, kept, body)], True, s.span, context)
            taken = self.branch(self.some_left(kept, 1, s.span), number, taken, context)
        self.put(loop, f.Branch(self.some_left(kept, span=s.span), taken, to, origin=context.origin(s.span)))
        return self.effect([internal.Freeze(kept, s.var, s.domain, s.where, span=s.span)], loop, context)

    def _kept_members(self, var: m.Var, domain: m.Expr, context: Context) -> m.Var:
        assert not isinstance(var.type, m.Holder)
        kept = self.new_var(f"{var.name} to come", m.Many(var.type))
        self.keep(kept, context, domain)
        return kept

    def _repeat(self, s: m.Repeat, to: int, context: Context) -> int:
        left = self.new_var("passes left", m.Int(0, m.MONEY_LIMIT))
        self.keep(left, context)
        to = self.clear([left], to, context)
        loop = self.reserve()
        body = self._stoppable("repeat", s.body, loop, to, s.span, context)
        body = self.effect([self.count_down(left, s.span)], body, context)
        if s.condition is not None:
            body = self.branch(s.condition, body, to, context)
        self.put(loop, f.Branch(self.positive(left), body, to, origin=context.origin(s.span)))
        return self.effect([m.Let(left, s.times, span=s.span)], loop, context)

    def _stoppable(
        self, scope: str, body: Sequence[m.Statement], to: int, stopped: int, span: Span, context: Context
    ) -> int:  # fmt: skip
        """Build the nodes of statements that a `stop` can end early.

        After a `stop` of the given scope, the flowchart clears the statements' variables and continues at `stopped`.
        Without a `stop`, the flowchart continues at `to`.
        """
        cut_short, before = self.reserve(), list(context.frame)
        drawn = self.block(body, to, context.within(exits={**context.exits, scope: cut_short}))
        inside = tuple(var for var in context.frame if var not in before)
        self.put(cut_short, self.effect_node(internal.Clear(inside, span=span), stopped, context))
        return drawn

    def _turn(self, s: m.Turn, to: int, context: Context) -> int:
        """Build a loop that gives each member of a domain a turn.

        Each turn tests `where` only when it begins, because earlier turns may change the position.
        """
        kept = self._kept_members(s.var, s.domain, context)
        self.keep(s.var, context)
        notes, after = self._after_turns(s, context)
        to = self.clear([s.var], self.effect(after, to, context), context)
        loop, cut_short = self.reserve(), self.reserve()
        over = self.endings("turn", loop, context)
        before = list(context.frame)
        exits = {scope: self.effect(after, there, context) for scope, there in context.exits.items()}
        inner = context.within(exits={**exits, "turn": cut_short}, up=self.effect(after, context.up, context))
        body = self.block(s.body, over, inner)
        inside = tuple(var for var in context.frame if var not in before)
        self.put(cut_short, self.effect_node(internal.Clear(inside, span=s.span), over, context))
        fresh = self.facts.lifetime("turn")
        begun = self.after_step(frozenset({self.player.field}) | fresh, body, context)
        begins = [m.Assign(self.player, s.var, span=s.span), *self._fresh(fresh, s.span)]
        taken = self.effect(begins, begun, context)
        if s.where is not None:
            taken = self.branch(s.where, taken, loop, context)
        taken = self.effect([internal.Take(s.var, kept, span=s.span)], taken, context)
        self.put(loop, f.Branch(self.some_left(kept, span=s.span), taken, to, origin=context.origin(s.span)))
        return self.effect([*notes, internal.Freeze(kept, s.var, s.domain, None, span=s.span)], loop, context)

    def _after_turns(self, s: m.Turn, context: Context) -> tuple[list[m.Statement], list[m.Statement]]:
        """Return the statements that save the player whose turn it is before the turns and restore that player after
        them. After turns directly in a round, no player has the turn. After nested turns, the player of the outer turn
        has the turn again.
        """
        outer = self.model.routines.get("round")
        if outer is not None and context.about is outer.about and "turn" not in context.exits:
            nobody = m.Const(m.NONE, type=self.player.type, span=s.span)
            return [], [m.Assign(self.player, nobody, span=s.span)]
        before = self.new_var("player before", self.player.type)
        self.keep(before, context)
        notes: list[m.Statement] = [m.Let(before, self.player, span=s.span)]
        return notes, [m.Assign(self.player, before, span=s.span), internal.Clear((before,), span=s.span)]

    # ------------------------------------------------------------ routines

    def _call(self, name: str, args: tuple[m.Expr, ...], span: Span, to: int, context: Context) -> int:
        routine = self.model.routines[name]
        to = self.stopping(self.facts.routine_stops(name), to, context)
        entry = self._routine(name, context)
        frame = self._frame(name, context)
        call = self.add(f.Call(entry, to, frame, name, origin=context.origin(span)))
        lets = [m.Let(var, arg, span=span) for var, arg in zip(routine.params, args, strict=True)
                if var.uid in self.machinery.stores]  # fmt: skip
        return self.effect(lets, call, context)

    def _frame(self, name: str, context: Context) -> m.Var:
        if name not in self._frames:
            self._frames[name] = var = self.new_var(f"return from {name}", m.Int(0, m.MONEY_LIMIT))
            self.keep(var, context.within(frame=[]))
        return self._frames[name]

    def _routine(self, name: str, context: Context) -> int:
        routine = self.model.routines[name]
        bound_for = context.bound_for
        key = name, context.watching, context.anytime, context.closing, bound_for.uid if bound_for is not None else -1
        no_circle(name, self._under_way)
        if key in self._drawn:
            return self._drawn[key]
        self._under_way.append(name)
        of = self.model.routines.get(self.facts.phase_of(name), routine)
        leave = self.reserve()
        own = {"phase": "phase", "round": "round"}.get(routine.form)
        inner = Context(routine.about, of.about, context.watching, context.anytime, {own: leave} if own else {}, leave,
                        bound_for=bound_for, closing=context.closing)  # fmt: skip
        self._keep_params(routine.params, (routine.body, tuple(skip[0] for skip in routine.skips)), inner)
        entry = self.block(routine.body, leave, inner)
        if routine.form == "phase":
            fresh = self.facts.lifetime("phase")
            if fresh:
                entry = self.after_step(fresh, entry, inner)
                entry = self.effect(self._fresh(fresh, routine.about.span), entry, inner)
        for condition, _, _ in reversed(routine.skips):
            entry = self.branch(condition, leave, entry, inner)
        self._leave(leave, self._frame(name, context), inner)
        self._under_way.pop()
        self._drawn[key] = entry
        return entry

    def action_entry(self, action: m.Action, context: Context) -> tuple[int, m.Var]:
        name = action.about.name
        anytime = context.anytime and not action.anytime
        bound_for = self.bound_for(action, context)
        key = name, False, anytime, context.closing, bound_for.uid if bound_for is not None else -1
        no_circle(name, self._under_way)
        frame = self._frame(name, context)
        if key not in self._drawn:
            self._under_way.append(name)
            leave = self.reserve()
            inner = Context(
                action.about, action.about, False, anytime, {}, leave, bound_for=bound_for, closing=context.closing
            )
            noted = tuple(note.var for note in action.notes if isinstance(note, m.Let))
            self._keep_params((action.you, *(param.var for param in action.params), *noted), action.then, inner)
            if bound_for is action.you:
                self.keep(bound_for, inner)
            self._drawn[key] = self.block(action.then, leave, inner)
            self._leave(leave, frame, inner)
            self._under_way.pop()
        return self._drawn[key], frame

    def _keep_params(self, params: tuple[m.Var, ...], body: object, context: Context) -> None:
        used = mentions(body)
        for var in params:
            if var.uid in used:
                self.keep(var, context)

    def _leave(self, leave: int, frame: m.Var, context: Context) -> None:
        """Build a routine's only exit, which clears the routine's variables and returns."""
        origin = context.origin(context.about.span)
        if not context.frame:
            self.put(leave, f.Return(frame, origin=origin))
            return
        back = self.add(f.Return(frame, origin=origin))
        clear = internal.Clear(tuple(context.frame), span=context.about.span)
        self.put(leave, f.Effect((clear,), back, origin=origin))


def _declared(statement: m.Statement) -> m.Var | None:
    """Return the variable that a statement declares for the rest of its block, or None."""
    match statement:
        case m.Let(var=var) | m.ChanceStatement(target=m.Var() as var):
            return var
        case m.Choose(var=var, optional=False, then=()):
            return var
    return None


def _names(part: object, of: m.StateField) -> bool:
    return any(isinstance(each, m.Slot) and each.field is of for each in walk(part))
