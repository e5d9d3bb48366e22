"""Plans decisions: the deciding seat, the legal rows, and the effect of each kind of move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.optimizer.passes.passes import PassRunner, Searched
from interpreter.optimizer.planning.arguments import ArgumentPlanner
from interpreter.optimizer.planning.costs import CostPlanner
from interpreter.optimizer.planning.effects import EffectPlanner
from interpreter.optimizer.planning.queries import Queries, Query, is_left_over, open_parameters
from interpreter.optimizer.planning.variables import VariablePlanner
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program import planned_functions as pf
from interpreter.optimizer.program import planned_moves as pm
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.steps import Search, Steps, declared
from interpreter.optimizer.terms.terms import FRESH, Term
from interpreter.optimizer.translation.locations import Env, NotTranslatable
from interpreter.optimizer.translation.parameters import Parameters
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import BITS, OPEN, FieldLayout, Rows

NO_ARGUMENTS = pm.Arguments(None, (), ())


class DecisionPlanner:
    """Plans decisions."""

    def __init__(
        self, translator: Translator, builder: BlockBuilder, passes: PassRunner, rows: Rows, parameters: Parameters,
        queries: Queries, arguments: ArgumentPlanner, variables: VariablePlanner, costs: CostPlanner,
        effects: EffectPlanner,
    ) -> None:  # fmt: skip
        self._translator = translator
        self._arena = translator.arena
        self._builder = builder
        self._passes = passes
        self._rows = rows
        self._parameters = parameters
        self._queries = queries
        self._arguments = arguments
        self._variables = variables
        self._costs = costs
        self._effects = effects
        self._listings: dict[object, pm.Listing] = {}
        self.seat = self._arena.name(FRESH, 0, len(translator.model.seats) - 1)
        """Variable for the seat whose rows are listed or tested."""

    def decision(self, node: f.Decision) -> p.Decision:
        options = [option for option in node.options if not isinstance(option, f.Pass)]
        planned = [(option, self._query(option)) for option in options]
        left_over = [option for option, query in planned if query is None]
        queries = [query for _, query in planned if query is not None]
        listing = self._listing(node, queries, left_over)
        is_open = bool(left_over) or any(term.known and term.value == OPEN for q in queries for term in q.row.terms[1:])
        who = self._translator.thing(node.who, {})
        moves = tuple(self._move(option, who if is_open else None) for option in node.options)
        moves = tuple(
            self._told_apart(move, option, moves[at + 1 :])
            for at, (move, option) in enumerate(zip(moves, node.options, strict=True))
        )
        return p.Decision(who, moves, listing, is_open, origin=node.origin)

    def _query(self, option: f.Play | f.Pick) -> Query | None:
        """Return the query that finds the rows of an option, or None if the reference interpreter must list them."""
        if is_left_over(option):
            return None
        try:
            if isinstance(option, f.Pick):
                return self._queries.pick(option, {})
            return self._queries.play(option, self.seat)
        except NotTranslatable:
            return None

    # ------------------------------------------------------------ the legal rows

    def _listing(self, node: f.Decision, queries: list[Query], left_over: list[f.Play | f.Pick]) -> pm.Listing:
        """Return the listing of a decision, which equal decisions share."""
        who = self._translator.term(node.who, {})
        passes = any(isinstance(option, f.Pass) for option in node.options)
        key = (who, tuple((query.items, query.row) for query in queries), passes, tuple(map(id, left_over)))
        if key not in self._listings:
            self._listings[key] = self._planned_listing(node.about, who, passes, queries, left_over)
        return self._listings[key]

    def _planned_listing(
        self, rule: m.Clauses, who: Term, passes: bool, queries: list[Query], left_over: list[f.Play | f.Pick]
    ) -> pm.Listing:
        """Plan a new listing.

        The searches of all options are optimised together, so that they can share loops and tests.
        """
        searches = (Search(declared(query.items, query.row), free=query.sorted) for query in queries)
        steps = self._passes.run(searches, frozenset((self.seat,)), Searched("legal moves", rule))
        kinds = [query.row.terms[0] for query in queries]
        ordered = not left_over and all(query.sorted for query in queries) and len(set(kinds)) == len(kinds)
        return pm.Listing(who, self.seat, passes, steps, tuple(map(pm.InterpretedRows, left_over)), ordered)

    def available(self, node: f.Decision) -> pf.Available:
        """Plan a test that is true if the seat can take any of the offered actions, apart from `anytime` actions."""
        plays = [option for option in node.options if isinstance(option, f.Play) and not option.anytime]
        offers = tuple(pf.Offer(option.action.about, self._offer(option)) for option in plays)
        return pf.Available(self._translator.thing(node.who, {}), self.seat, offers)

    def _offer(self, option: f.Play) -> pm.InterpretedRows | Steps:
        query = self._query(option)
        if query is None:
            return pm.InterpretedRows(option)
        of = Searched("possible or not", option.action.about)
        return self._passes.run((Search(declared(query.items, query.row)),), frozenset((self.seat,)), of)

    # ------------------------------------------------------------ playing

    def _move(self, option: f.Option, asked: Term | None) -> pm.Move:
        """Plan a move.

        If the decision has open parameters, `asked` is the deciding seat, and the plan includes the legality test and
        the ranges.
        """
        match option:
            case f.Pass(to):
                return pm.Move(0, None, 1, NO_ARGUMENTS, (), to, -1, -1, None, None)
            case f.Pick():
                return self._pick(option)
        legality: pm.Legality | pm.InterpretedLegality | None = None
        ranges: pm.Ranges | pm.InterpretedRanges | None = None
        if asked is not None:
            legality = self._legality(option, asked)
            ranges = self._ranges(option) if open_parameters(option) else None
        return self._play(option, legality, ranges)

    def _told_apart(self, move: pm.Move, option: f.Option, behind: Sequence[pm.Move]) -> pm.Move:
        """Return a move with the tests that distinguish it from later moves of the same kind."""
        if all(other.kind != move.kind for other in behind):
            return move
        tests: tuple[Term, ...] = ()
        arguments = NO_ARGUMENTS
        if isinstance(option, f.Play):
            try:
                arguments, env = self._arguments.of(option.action, sure=False)
                tests = tuple(self._queries.bound(option, env))
            except NotTranslatable:
                return move
        return replace(move, meant=pm.Meaning(arguments, tests))

    def _pick(self, option: f.Pick) -> pm.Move:
        stores, width = self._translator.stores, self._rows.width(option.var.type)
        if is_left_over(option):
            body: i.Block = (i.InterpretedPick(option),)
            return pm.Move(option.kind, None, 1 + width, NO_ARGUMENTS, body, option.to, -1, -1, None, None)
        name = self._arena.fresh(*self._arena_range(option))
        body = ()
        if option.kept is not None:
            body = (i.DropMember(stores[option.kept.uid], name),)
        if option.var.uid in stores:
            body = (*body, i.Write(self._arena.num(stores[option.var.uid].base), name))
        arguments = pm.Arguments(None, (name,), ()) if body else NO_ARGUMENTS
        return pm.Move(option.kind, None, 1 + width, arguments, body, option.to, -1, -1, None, None)

    def _arena_range(self, option: f.Pick) -> tuple[int, int]:
        members = self._translator.members(option.domain, {})
        return members.low, members.high

    def _play(
        self, option: f.Play, legality: pm.Legality | pm.InterpretedLegality | None,
        ranges: pm.Ranges | pm.InterpretedRanges | None,
    ) -> pm.Move:  # fmt: skip
        action, arena = option.action, self._arena
        arguments, env = self._arguments.of(action)
        with self._builder.block() as body:
            self._effects.statements(action.notes, env)
            self._costs.pay(action, env)
            if action.limit is not None:
                seat = env[action.you.uid]
                assert isinstance(seat, Term)
                self._builder.add(i.Increase(self._queries.uses(action, seat), arena.num(1)))
            if option.entry < 0:
                self._effects.statements(action.then, env)
            for var in option.stored if option.entry >= 0 else ():
                self._variables.bind(var, env[var.uid], env, action.about.span)
        length = 1 + len(arguments.places)
        to, frame, back = option.to, -1, -1
        if option.entry >= 0:
            assert option.frame is not None
            to, frame, back = option.entry, self._translator.stores[option.frame.uid].base, option.to
        return pm.Move(option.kind, action.about, length, arguments, tuple(body), to, frame, back, legality, ranges,
                      opposed=self._rows.opposed(action) if ranges is not None else ())  # fmt: skip

    # ------------------------------------------------------------ open rows

    def _legality(self, option: f.Play, who: Term) -> pm.Legality | pm.InterpretedLegality:
        if is_left_over(option):
            return pm.InterpretedLegality()
        try:
            arguments, env = self._arguments.of(option.action, sure=False)
            tests = tuple(test for test in self._queries.tests(option, env) if not (test.known and test.value))
        except NotTranslatable:
            return pm.InterpretedLegality()
        return pm.Legality(arguments, who, tests)

    def _ranges(self, option: f.Play) -> pm.Ranges | pm.InterpretedRanges:
        """Return the ranges of the open parameters in a listed row.

        The ranges must not depend on the placeholders that the row holds for open parameters.
        """
        if is_left_over(option):
            return pm.InterpretedRanges()
        opened = open_parameters(option)
        try:
            arguments, env = self._arguments.of(option.action)
            bound = {uid: meaning for uid, meaning in env.items() if uid not in opened}
            left = [param for param in option.action.params if param.var.uid in opened]
            places = [place for param in left for place in self._arguments.ranges(param, bound, opened)]
            sizes = self._arguments.sizes(left, bound)
        except NotTranslatable:
            return pm.InterpretedRanges()
        return pm.Ranges(arguments, tuple(places), sizes)

    # ------------------------------------------------------------ secret choices

    def secret(self, node: f.SimultaneousDecision) -> p.SimultaneousDecision:
        pending = self._translator.stores[node.pending.uid]
        arguments, body = self._answer(node)
        answers = self._answers(node, {node.seat.uid: self.seat})
        return p.SimultaneousDecision(
            node.kind, pending, self.seat, node.to, 1 + self._rows.width(node.field.type), answers, arguments, body,
            origin=node.origin,
        )  # fmt: skip

    def _answers(
        self, node: f.SimultaneousDecision, env: Env
    ) -> p.AnswerSeveral | p.AnswerMembers | p.InterpretedAnswers:
        if isinstance(node.domain, m.Bags):
            return p.AnswerSeveral(self._parameters.bags(node.domain, env))
        if isinstance(node.domain, m.Subsets):
            return p.AnswerSeveral(self._parameters.subsets(node.domain, node.field.type, env))
        if isinstance(node.field.type, (m.Int, m.Ref, m.Flag)):
            return p.AnswerMembers(self._translator.members(node.domain, env))
        return p.InterpretedAnswers()

    def _answer(self, node: f.SimultaneousDecision) -> tuple[pm.Arguments, i.Block]:
        """Return the variables of a secret answer, and the block that stores the answer and marks the seat as done."""
        arena, translator = self._arena, self._translator
        run, of = translator.layout.runs[node.field], node.field.type
        seat = arena.name(node.seat.uid, 0, translator.model.players - 1)
        among = isinstance(of, (m.Int, m.Ref, m.Flag)) and translator.members(node.domain, {node.seat.uid: seat})
        misfits = among and not run.low <= among.low <= among.high <= run.high
        if misfits or run.form not in ("number", "counts", "set"):
            return NO_ARGUMENTS, (i.InterpretedAnswer(node),)
        low, high = (0, (1 << BITS) - 1) if run.form == "set" else (run.low, run.high)
        places = tuple(arena.fresh(low, high) for _ in range(self._rows.width(of)))
        write = self._written(run, of, arena.pick(run.base, seat), places)
        pending = translator.stores[node.pending.uid]
        return pm.Arguments(seat, places, ()), (write, i.DropMember(pending, seat))

    def _written(self, run: FieldLayout, of: m.Type, base: Term, places: tuple[Term, ...]) -> i.Instruction:
        """Return the instruction that stores an answer in the field at `base`."""
        if run.form == "set":
            return i.MarkMembers(base, run.holds.first, run.holds.size, self._parameters.chosen(places, of))
        return i.Write(base, places[0]) if run.form == "number" else i.WriteRun(base, places)
