"""Builds nodes for decisions and chance events.

The module handles the statements `may`, `must`, `chooses` and `secretly`, as well as windows, draws and rolls.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from dsl import model as m
from dsl.source import Span
from interpreter.flow import chance, internal, mentions
from interpreter.flow import nodes as f
from interpreter.lowering.builder import WIDEST_SET, Context
from interpreter.lowering.move_kinds import sort_of_answer
from interpreter.lowering.steps import Steps
from interpreter.position import LoweringError


class Decisions(Steps):
    """Builds nodes at which play waits for a player or for chance."""

    @abstractmethod
    def action_entry(self, action: m.Action, context: Context) -> tuple[int, m.Var]:
        """Return the first node of an action's `then` block, and the variable that stores the node to return to. The
        action must be one that can wait.
        """

    def kind_of(self, name: str, of: m.Type) -> int:
        """Return the move kind of a choice that belongs to no action.

        Choices with the same name and type share a move kind.
        """
        sort = sort_of_answer(self.model, of)
        for number, kind in enumerate(self.kinds):
            is_choice = kind.action is None and kind.params and kind.name == name
            if is_choice and sort_of_answer(self.model, kind.params[0][1]) == sort:
                return number
        raise AssertionError(f"there is no move kind for `{name}`")

    # ------------------------------------------------------------ offers

    def play(
        self, action: m.Action, bound: tuple[m.Expr, ...], to: int, context: Context, anytime: bool = False
    ) -> f.Play:
        """Build an option to take an action after which play continues at `to`.

        Before `to`, the flowchart tests the triggers that the action can fire and handles any `stop` in the action.
        """
        to = self.stopping(self.facts.action_stops(action), to, context)
        to = self.after_step(self.facts.action_writes(action), to, context)
        kind = next(n for n, kind in enumerate(self.kinds) if kind.action is action)
        unseen = anytime and any(of.visibility != "open" and not of.builtin for of in self.facts.action_reads(action))
        if not self.facts.action_waits(action):
            return f.Play(kind, action, bound, to, anytime, -1, None, (), False, unseen)
        begins = self.facts.begins_series(action)
        if begins:
            to = self.add(f.Goal(to, origin=context.origin(action.about.span)))
        entry, frame = self.action_entry(action, context)
        lives_on = mentions(action.then)
        if self.bound_for(action, context) is action.you:
            lives_on |= {action.you.uid}
        stored = tuple(var for var in (action.you, *(p.var for p in action.params)) if var.uid in lives_on)
        return f.Play(kind, action, bound, to, anytime, entry, frame, stored, begins, unseen)

    def bound_for(self, action: m.Action, context: Context) -> m.Var | None:
        """Return the variable that contains the player who must reach the next goal during an action, or None."""
        if context.in_series:
            return action.you
        return context.bound_for or (action.you if self.facts.begins_series(action) else None)

    def anytime_plays(self, to: int, offered: set[str], context: Context) -> list[f.Option]:
        """Build options for the actions that may be taken at any decision.

        After an `anytime` action, play continues at `to`, which offers the decision again.
        """
        if not context.anytime:
            return []
        open_now = [a for a in self.model.actions.values() if a.anytime and a.about.name not in offered]
        if context.in_series or context.bound_for is not None:
            # An action that begins a series is not offered inside another series.
            open_now = [action for action in open_now if not self.facts.begins_series(action)]
        return [self.play(action, (), to, context, anytime=True) for action in open_now]

    def choice(
        self, number: int, who: m.Expr, options: Sequence[f.Option], must: bool, span: Span, context: Context,
        series: m.Act | None = None, again: int | None = None, or_pass: bool = False,
    ) -> int:  # fmt: skip
        """Build a decision under a reserved node number.

        The decision also offers the actions that may be taken at any time. After an `anytime` action, play continues at
        `again`, which may test whether the decision is still due. By default, `again` is the decision itself.
        """
        offered = {option.action.about.name for option in options if isinstance(option, f.Play)}
        every = (*options, *self.anytime_plays(number if again is None else again, offered, context))
        node = f.Decision(
            who, tuple(sorted(every, key=_kind)), must, context.bound_for if series is None else series.who,
            None if series is None else series.until, or_pass, origin=context.origin(span),
        )  # fmt: skip
        return self.put(number, node)

    def act(self, s: m.Act, to: int, context: Context) -> int:
        if s.until is not None:
            return (self._series if s.series else self._go_on)(s, s.until, to, context)
        number = self.reserve()
        if s.or_pass:
            return self._or_pass(s, number, to, context)
        if s.times is not None:
            return self._act_times(s, s.times, number, to, context)
        again = number
        if s.repeatedly and s.must:
            available = internal.Available(number, type=m.Flag(), span=s.span)
            again = self.branch(available, number, to, context)
        back = again if s.repeatedly else to
        self.choice(number, s.who, self._options(s, back, to, context), s.must, s.span, context, again=again)
        return again if s.repeatedly else number

    def _or_pass(self, s: m.Act, number: int, to: int, context: Context) -> int:
        """Build a decision that a player may leave by a pass only if no offered action is legal.

        The pass belongs to a second decision. This decision offers the same actions, although none of them is legal, so
        that explanations can say what forbids each of them. An `anytime` action may make them legal again.
        """
        stuck = self.reserve()
        again = self.branch(internal.Available(number, type=m.Flag(), span=s.span), number, stuck, context)
        options = self._options(s, to, to, context)
        self.choice(number, s.who, options, True, s.span, context, again=again, or_pass=True)
        passing: list[f.Option] = [f.Pass(to, s.passing), *options]
        self.choice(stuck, s.who, passing, False, s.span, context, again=again)
        return again

    def _series(self, s: m.Act, until: m.Expr, to: int, context: Context) -> int:
        """Build a decision that repeats until the goal of its series is reached."""
        number, again = self.reserve(), self.reserve()
        reached = self.add(f.Goal(to, origin=context.origin(s.span)))
        options = self._options(s, again, to, context.within(in_series=True))
        self.choice(number, s.who, options, True, s.span, context.within(in_series=True), s, again)
        origin = context.origin(s.span)
        self.put(again, f.Branch(until, reached, number, origin=origin))
        if not s.otherwise:
            return again
        way = self.add(f.GoalCheck(number, self.block(s.otherwise, to, context), origin=origin))
        return self.branch(until, reached, way, context)

    def _go_on(self, s: m.Act, until: m.Expr, to: int, context: Context) -> int:
        """Build a decision that repeats until a condition is true.

        The condition is not a goal, so no search tests whether it can be reached.
        """
        number, again = self.reserve(), self.reserve()
        self.choice(number, s.who, self._options(s, again, to, context), True, s.span, context, again=again)
        return self.put(again, f.Branch(until, to, number, origin=context.origin(s.span)))

    def _options(self, s: m.Act, played: int, passed: int, context: Context) -> list[f.Option]:
        options: list[f.Option] = [] if s.must else [f.Pass(passed, s.passing)]
        for offer in s.offers:
            options.append(self.play(self.model.actions[offer.action], offer.bound, played, context))
        return options

    def _act_times(self, s: m.Act, times: m.Expr, number: int, to: int, context: Context) -> int:
        left = self.new_var("times left", m.Int(0, m.MONEY_LIMIT))
        self.keep(left, context)
        to = self.clear([left], to, context)
        asked = self.branch(self.positive(left), number, to, context)
        played = self.effect([self.count_down(left, s.span)], asked, context)
        self.choice(number, s.who, self._options(s, played, to, context), s.must, s.span, context)
        return self.effect([m.Let(left, times, span=s.span)], asked, context)

    # ------------------------------------------------------------ choices

    def choose(self, s: m.Choose, to: int, context: Context) -> int:
        if mentions((s.then,)) & {s.var.uid}:
            self.keep(s.var, context)
        number = self.reserve()
        kind = self.kind_of(s.var.name, s.var.type)
        picked = self.block(s.then, self.clear([s.var], to, context) if s.then else to, context)
        options: list[f.Option] = [f.Pick(kind, s.var, s.domain, s.where, None, picked, s.secret, s.says)]
        if s.optional:
            options.append(f.Pass(self.block(s.otherwise, to, context), s.passing))
        self.choice(number, s.who, options, not s.optional, s.span, context)
        return self._unless_one(s, number, picked, context) if s.unless_one else number

    def _unless_one(self, s: m.Choose, asked: int, picked: int, context: Context) -> int:
        """Build a branch that, if there is only one member, takes it without asking the player."""
        members = m.AggregateExpr("count", s.var, s.domain, s.where, None, (), type=m.Int(0, WIDEST_SET), span=s.span)
        one = m.Compare("=", members, self.number(1), type=m.Flag(), span=s.span)
        only = m.AggregateExpr("first", s.var, s.domain, s.where, None, (), type=s.var.type, span=s.span)
        taken = self.effect([m.Let(s.var, only, span=s.span)], picked, context)
        return self.branch(one, taken, asked, context)

    def secretly(self, s: m.Secretly, to: int, context: Context) -> int:
        pending = self.new_var("pending", m.Many(m.Ref("Player")))
        self.keep(pending, context)
        kind = self.kind_of(s.name, s.field.type)
        secret = self.add(
            f.SimultaneousDecision(kind, pending, s.you, to, s.domain, s.field, s.says, origin=context.origin(s.span))
        )
        asked = self.branch(self.some_left(pending, span=s.span), secret, to, context)
        ask = internal.Freeze(pending, s.you, s.everyone, None, span=s.span)
        return self.effect([internal.Reset((s.field,), span=s.span), ask], asked, context)

    def window(self, s: m.Window, to: int, context: Context) -> int:
        """Build a window, which asks seats in turn until every seat has passed in succession.

        After each action, the window asks all seats again.
        """
        asking = self.new_var("asking", m.Many(m.Ref("Player")))
        self.keep(asking, context, s.domain)
        self.keep(s.var, context)
        begin, asked, number = self.reserve(), self.reserve(), self.reserve()
        ask_next = self.effect([internal.Take(s.var, asking, span=s.span)], number, context)
        done = self.clear([s.var], to, context)
        self.put(
            begin, self.effect_node(internal.Freeze(asking, s.var, s.domain, s.where, span=s.span), asked, context)
        )
        self.put(asked, f.Branch(self.some_left(asking, span=s.span), ask_next, done, origin=context.origin(s.span)))
        options: list[f.Option] = [f.Pass(asked, s.passing)]
        options += [self.play(self.model.actions[o.action], o.bound, begin, context) for o in s.offers]
        self.choice(number, s.var, options, False, s.span, context)
        return begin

    # ------------------------------------------------------------ chance

    def chance(self, s: m.Draw | m.Random, to: int, context: Context) -> int:
        """Build the nodes of a draw or a roll."""
        match s:
            case m.Draw():
                return self._draw(s, to, context)
            case m.Random():
                return self._random(s, to, context)

    def _draw(self, s: m.Draw, to: int, context: Context) -> int:
        to = self.after_step(self.facts.writes(s), to, context)
        used: list[m.Var] = []
        fixed: list[m.Statement] = []
        source = self._steady(s.source, used, fixed, context)
        target = self._steady(s.target, used, fixed, context)
        refill = self._steady(s.reshuffling, used, fixed, context) if s.reshuffling else None
        left = self.new_var("draws left", m.Int(0, m.MONEY_LIMIT))
        self.keep(left, context)
        to = self.clear([left, *used], to, context)
        wanted = self.reserve()
        counted = self.effect([self.count_down(left, s.span)], wanted, context)
        of = s.target.field
        label = s.target.span.text if of.builtin else of.name
        origin = context.origin(s.span)
        draw = chance.PieceDraw(
            source=source, target=target, to=counted, label=label, always_told=self._sorts_are_closed(source.field),
            origin=origin,
        )  # fmt: skip
        one = self.add(draw)
        some = self.branch(
            self.some_left(source, span=s.span), one, self._refill(source, refill, one, to, context), context
        )
        self.put(wanted, f.Branch(self.positive(left), some, to, origin=origin))
        return self.effect([*fixed, m.Let(left, s.number, span=s.span)], wanted, context)

    def _sorts_are_closed(self, of: m.StateField) -> bool:
        """Return True if players may not know how many different outcomes a draw has.

        A stack of unique things is an exception, because every player can see its height.
        """
        assert isinstance(of.type, m.Holder)
        things_in_stack = of.type.traits.shuffled and not self.model.kinds[of.type.kind].fungible
        return of.visibility != "open" and not things_in_stack

    def _refill(self, source: m.Slot, refill: m.Slot | None, one: int, to: int, context: Context) -> int:
        """Return the node at which play continues if the source of a draw is empty. If there is a holder for refills,
        that node first moves the holder's pieces into the source, and shuffles the source if it is a stack.
        """
        if refill is None:
            return to
        moved: list[m.Statement] = [m.MovePieces(refill, source, span=source.span)]
        if isinstance(source.field.type, m.Holder) and source.field.type.traits.shuffled:
            moved.append(m.Shuffle(source, span=source.span))
        return self.branch(self.some_left(refill, span=source.span), self.effect(moved, one, context), to, context)

    def _random(self, s: m.Random, to: int, context: Context) -> int:
        to = self.after_step(self.facts.writes(s), to, context)
        used: list[m.Var] = []
        fixed: list[m.Statement] = []
        target: m.Slot | m.Var = s.target
        name = self.chance_names[target.uid] if isinstance(target, m.Var) else None
        if isinstance(target, m.Var):
            self.keep(target, context)
            label = target.name
        else:
            target = self._steady(target, used, fixed, context)
            label = target.field.name
        to = self.clear(used, to, context)
        hidden, whose = (name.flow.is_hidden, name.whose) if name is not None else (False, None)
        fall = chance.RandomValue(
            target=target, domain=s.domain, var=s.var, weight=s.weight, to=to, label=label, hidden=hidden,
            whose=whose, always_told=self._turns_on_closed(s), origin=context.origin(s.span),
        )  # fmt: skip
        return self.effect(fixed, self.add(fall), context)

    def _turns_on_closed(self, s: m.Random) -> bool:
        """Return True if hidden fields or local variables may affect the possible outcomes."""
        asked, own = (s.domain, s.weight), {s.var.uid} if s.var is not None else set[int]()
        bound = own | {each.var.uid for each in m.parts(asked) if isinstance(each, m.AggregateExpr)}
        return bool(mentions(asked) - bound) or any(of.visibility != "open" for of in self.facts.reads(asked))

    def _steady(self, of: m.Slot, used: list[m.Var], fixed: list[m.Statement], context: Context) -> m.Slot:
        """Store a slot's owner and keys in variables, so that earlier chance events cannot change which entry the slot
        denotes.
        """

        def steady(part: m.Expr) -> m.Expr:
            if isinstance(part, (m.Const, m.Var)):
                return part
            var = replace(self.new_var("fixed", part.type), span=part.span)
            self.keep(var, context)
            used.append(var)
            fixed.append(m.Let(var, part, span=part.span))
            return var

        owner = steady(of.owner) if of.owner is not None else None
        return replace(of, owner=owner, keys=tuple(steady(key) for key in of.keys))


def _kind(option: f.Option) -> int:
    return 0 if isinstance(option, f.Pass) else option.kind


def no_circle(name: str, under_way: list[str]) -> None:
    """Raise `LoweringError` if a routine calls itself, directly or through others."""
    if name in under_way:
        raise LoweringError(f"`{name}` would call itself: {' → '.join([*under_way, name])}")
