"""Scenarios: positions, moves and expectations written in the language, carried out on the walker.

A scenario begins at the first turn of the first round, with nothing set up but what its `given` says; `from setup`
plays the set-up instead. Chance falls as `chance` lines say, else by the scenario's seed. A scenario that does not
come out gives diagnostics at its own lines, like any fault of a rulebook; with it comes what it exercised: the
clauses of the rules that were carried out, and those that it cites itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking import Checked, Scope, expression_checker, fit_options, statement_checker
from dsl.diagnostics import Diagnostic, ErrorReported, Sink
from dsl.folder import GameFolder
from dsl.source import Span
from interpreter.explain import Reason, Refusal
from interpreter.flow import OVER, PC, PLAYER, Call, ChanceNode, Decision, Flow, LayoutError, PlayFault
from interpreter.lowering import lower
from interpreter.play import State
from interpreter.reference import Stopped, Walker, first_position
from interpreter.table import CompiledGame, Edition, Move, NotAMove, Notation, may_see, rng
from interpreter.testing.branches import SourcePlace
from interpreter.testing.rule_trace import RuleTrace, declared_cites


@dataclass(slots=True)
class ScenarioResult:
    """How a scenario came out. `faults` is empty if it passed."""

    name: str
    title: str
    span: Span
    faults: list[Diagnostic]
    exercised: set[str] = field(default_factory=set)
    """Clauses that it cites and that a rule carried out in it cites too."""
    rules: set[str] = field(default_factory=set)
    """Names of the rules, needs and endings that were carried out or tested."""
    ways: set[tuple[SourcePlace, bool]] = field(default_factory=set)
    """Branches by their place, and whether their condition held."""
    places: set[SourcePlace] = field(default_factory=set)
    """Places of the rulebook that were evaluated or carried out."""
    variants: frozenset[str] = frozenset()
    """The variants that it was played with, also those that come in by themselves."""
    state: State | None = None
    playable: bool = True
    """Whether there was a table to play it at; if not, `faults` are those of the rules."""

    @property
    def passed(self) -> bool:
        return not self.faults


def run_scenario(folder: GameFolder, scenario: ast.Scenario) -> ScenarioResult:
    """Carries a scenario out. Never raises for what the scenario or the rulebook says."""
    run = _Run(folder, scenario)
    result = ScenarioResult(scenario.name.text, scenario.title, scenario.name.span, [])
    try:
        run.prepare()
        if run.table is not None:
            run.play()
    except PlayFault as fault:
        run.sink.add("E503", fault.message, fault.span, f"in `{fault.about.name}`" if fault.about else "",
                     related=[(run.here, "while this was played")] if run.here != fault.span else [])  # fmt: skip
    except LayoutError as fault:
        run.sink.add("E503", fault.message, fault.span)
    except (ErrorReported, _GivenUp):
        pass
    result.faults, result.playable = run.sink.errors, not run.rules_faulty
    if run.trace is not None:
        bore = run.trace.cites | run.still
        result.rules = set(run.trace.rules)
        result.exercised = run.cited & bore if result.passed else set()
        result.ways, result.places, result.variants = run.trace.ways, run.trace.places, run.variants
    result.state = run.state
    return result


class _GivenUp(Exception):
    """The scenario cannot go on; why was reported."""


class _Run:
    """One scenario being carried out."""

    def __init__(self, folder: GameFolder, scenario: ast.Scenario) -> None:
        self.folder, self.scenario = folder, scenario
        self.sink = Sink()
        self.table: CompiledGame | None = None
        self.state: State | None = None
        self.trace: RuleTrace | None = None
        self.scope = Scope()
        self.here = scenario.name.span
        self.cited = {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
        self.still: set[str] = set()
        self.variants: frozenset[str] = frozenset()
        self.rules_faulty = False

    def parts(self, form: str) -> list[ast.ScenarioPart]:
        return [part for part in self.scenario.parts if part.form == form]

    # ------------------------------------------------------------ the table

    def prepare(self) -> None:
        """Makes the table: players, variants, options, and the position of `given`."""
        rulebook = self.folder.rulebook
        if rulebook is None:
            return
        named = [word for part in self.parts("players") for word in part.words]
        players = len(named) or rulebook.least
        if not rulebook.least <= players <= rulebook.most:
            self.sink.add("E501", f"{players} players are not {rulebook.least} to {rulebook.most}", self.here)
            raise _GivenUp
        variants = [word.text for part in self.parts("with") for word in part.words]
        options = self.options(variants)
        checked, flow = self.made(players, variants, options)
        self.still = declared_cites(self.folder.declarations)
        chosen = self.folder.chosen(players, variants, options, Sink())
        self.still |= declared_cites(chosen)
        self.variants = frozenset(variant.name.text for variant in chosen)
        self.seat_names(checked, named)
        self.trace = RuleTrace(flow)
        walker = Walker(flow, self.trace.observer)
        edition = Edition(self.folder, tuple(variants), options)
        self.table = CompiledGame(edition, checked, flow, walker, Notation(flow), "", walker)
        self.begin(walker)

    def made(self, players: int, variants: list[str], options: dict[str, int]) -> tuple[Checked, Flow]:
        """The table, checked and lowered once for all scenarios that are played at it."""
        key = (players, frozenset(variants), frozenset(options.items()))
        if key not in self.folder.tables:
            checked, sink = self.folder.check(players, variants, options)
            if checked is None or checked.model is None:
                self.sink.found += sink.errors
                self.rules_faulty = True
                raise _GivenUp
            self.folder.tables[key] = (checked, lower(checked.model))
        found = self.folder.tables[key]
        assert isinstance(found, tuple)
        return found

    def options(self, variants: list[str]) -> dict[str, int]:
        """The options that the scenario chooses."""
        parts = self.parts("option")
        if not parts:
            return {}
        asked = self.folder.may_ask(variants)
        chosen: dict[str, int] = {}
        for part in parts:
            value = part.value
            word = value.text if isinstance(value, ast.Name) else value.span.text if value is not None else ""
            fitted, wrong = fit_options({part.words[0].text: word}, asked, self.folder.kinds(asked))
            if wrong:
                self.sink.add("E501", wrong[0], part.span)
                raise _GivenUp
            chosen |= fitted
        return chosen

    def seat_names(self, checked: Checked, named: list[ast.Word]) -> None:
        """The names a scenario gives its seats; they may differ from the rulebook's."""
        for index, word in enumerate(named):
            self.scope.names[word.text] = model.Const(index, type=model.Ref(PLAYER), span=word.span)
        if not named:
            for index, name in enumerate(checked.model.seats if checked.model else ()):
                self.scope.names[name] = model.Const(index, type=model.Ref(PLAYER), span=self.here)

    def begin(self, engine: Walker) -> None:
        assert self.table is not None
        seed = next((p.value.value for p in self.parts("seed") if isinstance(p.value, ast.Integer)), 1)
        if self.parts("setup"):
            v = engine.start()
            self.state = State(self.table, v, seed, True, rng.seeded(seed))
            self.draw()
            return
        v = _before_first_round(engine)
        self.state = State(self.table, v, seed, True, rng.seeded(seed))
        number = engine.layout.runs[engine.model.field_named("round_number")].base[0]
        v[number] = 1
        for part in self.parts("given"):
            self.given(part, engine, v)
        v[number] -= 1
        engine.advance(v)

    def given(self, part: ast.ScenarioPart, engine: Walker, v: list[int]) -> None:
        assert self.table is not None and self.trace is not None
        names = self.table.checked.names
        names.sink = self.sink
        statements = statement_checker(names, in_given=True).sequence(part.statements, self.scope.inner())
        if self.sink.errors:
            raise _GivenUp
        trace = self.trace
        cites, rules, ways = set(trace.cites), set(trace.rules), set(trace.ways)
        for statement in statements:
            self.here = statement.span
            try:
                engine.performer.do_all((statement,), v, {})
            except Stopped:
                self.sink.add("E502", "a position cannot stop anything", statement.span)
        trace.cites, trace.rules, trace.ways = cites, rules, ways

    # ------------------------------------------------------------ playing

    def play(self) -> None:
        for part in self.scenario.parts:
            self.here = part.span
            match part.form:
                case "play":
                    for played in part.played:
                        self.played(played)
                case "expect":
                    for condition, _ in part.expected:
                        self.expect(condition)
                case "refused" | "allowed":
                    self.judged(part)
                case "hidden" | "shown":
                    self.seen(part)

    def played(self, played: ast.Played) -> None:
        self.here = played.span
        assert self.state is not None and self.table is not None
        if played.chance is not None and played.outcome is not None:
            self.chance(played.chance, played.outcome)
            return
        self.draw()
        move = self.move(played)
        if not self.state.is_legal(move):
            why = "; ".join(str(reason).replace("\n", "; ") for reason in self.reasons(move))
            self.sink.add("E504", "this move is not allowed", played.span, why)
            raise _GivenUp
        self.state.apply(move)

    def reasons(self, move: Move) -> list[Reason]:
        """Why a move is refused; which move would be allowed instead is not looked for."""
        assert self.state is not None and self.table is not None
        return list(Refusal(self.table, self.state.vector, move, move.seat).reasons())

    def move(self, played: ast.Played) -> Move:
        assert self.table is not None and played.seat is not None and played.call is not None
        seat = self.seat(played.seat)
        args = tuple(self.renamed(arg) for arg in played.call.args)
        call = ast.RoutineCall(played.call.span, played.call.name, args)
        try:
            return self.table.notation.from_call(seat, call)
        except NotAMove as fault:
            self.sink.add("E505", str(fault), played.call.span)
            raise _GivenUp from None

    def renamed(self, arg: ast.Expr) -> ast.Expr:
        """A seat named by the scenario, under the rulebook's name."""
        assert self.table is not None
        known = self.scope.names.get(arg.text) if isinstance(arg, ast.Name) else None
        if isinstance(known, model.Const):
            return ast.Name(arg.span, self.table.flow.model.seats[known.value])
        return arg

    def seat(self, word: ast.Word) -> int:
        found = self.scope.names.get(word.text)
        if not isinstance(found, model.Const):
            self.sink.add("E505", f"nobody called `{word.text}` plays in this scenario", word.span)
            raise _GivenUp
        return found.value

    def chance(self, what: ast.Expr, outcome: ast.Expr) -> None:
        assert self.state is not None and self.table is not None
        node = self.table.flow.nodes[self.state.vector[PC]]
        label = what.span.text.rpartition(".")[2]
        if not isinstance(node, ChanceNode) or node.label.rpartition(".")[2] != label:
            stands = "nothing is left to chance here"
            hint = "a stack lies in order until it is shuffled, so draws from it are no chance"
            if isinstance(node, ChanceNode):
                stands, hint = f"it stands at `{node.label}`", ""
            self.sink.add("E506", f"play does not stand at the chance of `{label}`", what.span, stands, hint=hint)
            raise _GivenUp
        wanted = outcome.span.text
        for found, _ in self.state.chance_outcomes():
            if str(found) == wanted or (found is True and wanted == "yes") or (found is False and wanted == "no"):
                self.state.resolve(found)
                return
        self.sink.add("E506", f"chance cannot bring `{wanted}` here", outcome.span)
        raise _GivenUp

    def draw(self) -> None:
        """Lets chance that the scenario does not speak of fall by its seed."""
        assert self.state is not None
        self.state.manual = False
        self.state._draw()
        self.state.manual = True

    # ------------------------------------------------------------ what holds

    def expect(self, condition: ast.Expr) -> None:
        assert self.table is not None and self.state is not None
        names = self.table.checked.names
        names.sink = self.sink
        evaluator = self.table.walker.evaluator
        expressions = expression_checker(names)
        try:
            checked = expressions.flag(self.with_outcomes(condition), self.scope)
        except ErrorReported:
            return
        v = self.state.vector
        if not evaluator.value(checked, v, {}):
            self.sink.add("E507", "this does not hold", condition.span, self.because(checked))

    def because(self, checked: model.Expr) -> str:
        """The sides of a comparison that failed, with their values."""
        assert self.table is not None and self.state is not None
        evaluator, notation, v = self.table.walker.evaluator, self.table.notation, self.state.vector
        if not isinstance(checked, model.Compare):
            return ""
        parts = []
        for side in (checked.left, checked.right):
            if not isinstance(side, model.Const) and not isinstance(side.type, (model.Bag, model.Many, model.Holder)):
                shown = notation.plain(evaluator.value(side, v, {}), side.type)
                parts.append(f"{' '.join(side.span.text.split())} is {'none' if shown is None else shown}")
        return ", ".join(parts)

    def with_outcomes(self, expr: ast.Expr) -> ast.Expr:
        """`over`, `ended(name)` and `placed(seat)` are known only to scenarios; they are put in as plain values."""
        match expr:
            case ast.Name(span, "over"):
                return ast.Truth(span, bool(self.position[OVER]))
            case ast.Call(span, ast.Name(_, "ended"), (ast.Name(_, ending),)):
                return ast.Truth(span, self.state is not None and self.state.ended_by == ending)
            case ast.Call(span, ast.Name(_, "placed"), (ast.Name(at, seat),)):
                return ast.Integer(span, self.place_of(self.seat(ast.Word(at, seat))))
            case ast.Call(span, ast.Name(_, "decides"), (ast.Name(at, seat),)):
                decides = self.state is not None and self.seat(ast.Word(at, seat)) in self.state.deciders
                return ast.Truth(span, decides)
            case ast.Not(span, of):
                return ast.Not(span, self.with_outcomes(of))
            case ast.And(span, left, right):
                return ast.And(span, self.with_outcomes(left), self.with_outcomes(right))
            case ast.Or(span, left, right):
                return ast.Or(span, self.with_outcomes(left), self.with_outcomes(right))
            case ast.Compare(span, op, left, right):
                return ast.Compare(span, op, self.with_outcomes(left), self.with_outcomes(right))
        return expr

    @property
    def position(self) -> list[int]:
        assert self.state is not None
        return self.state.vector

    def place_of(self, seat: int) -> int:
        assert self.state is not None and self.table is not None
        assert self.trace is not None
        self.trace.cites |= self.still
        return next(place for place, seats in enumerate(self.state.ranking, 1) if seat in seats)

    def judged(self, part: ast.ScenarioPart) -> None:
        assert self.state is not None and self.table is not None
        self.draw()
        move = self.move(part.played[0])
        legal = self.state.is_legal(move)
        trace = self.trace
        assert trace is not None
        if part.form == "allowed":
            if not legal:
                self.sink.add("E504", "this move is not allowed", part.span, "; ".join(map(str, self.reasons(move))))
            else:
                self.note_judged(trace, move, None)
            return
        reason = ".".join(word.text for word in part.words)
        if legal:
            self.sink.add("E508", "this move is allowed, but should be refused", part.played[0].span, f"by `{reason}`")
            return
        reasons = self.reasons(move)
        names = [found.rule for found in reasons] + [found.name for found in reasons]
        if reason not in names:
            known = ", ".join(f"`{found.name}`" for found in reasons)
            title = f"this move is refused, but not because of `{reason}`"
            self.sink.add("E509", title, part.words[0].span, f"it is {known}")
            return
        self.note_judged(trace, move, {found.rule for found in reasons})
        for found in reasons:
            trace.rules.add(found.rule)
            trace.cites.update(found.cites)

    def note_judged(self, trace: RuleTrace, move: Move, refused: set[str] | None) -> None:
        """What a tested move brings to bear: the action with its needs and costs, and the phase that offers it."""
        assert self.table is not None and self.state is not None
        node = self.table.flow.nodes[self.state.vector[PC]]
        trace.note(node.phase)
        action = self.table.flow.move_kinds[move.row[0]].action
        if action is not None and isinstance(node, Decision):
            if refused is None:
                trace.note_taken(action)
            else:
                trace.note_refused(action, refused)

    def seen(self, part: ast.ScenarioPart) -> None:
        """Whether a seat may see a field, by its declared visibility."""
        assert self.table is not None and part.value is not None
        names = self.table.checked.names
        names.sink = self.sink
        try:
            found = expression_checker(names).check(part.value, self.scope)
        except ErrorReported:
            return
        if not isinstance(found, model.Slot):
            self.sink.add("E507", "only a field can be hidden or shown", part.value.span)
            return
        evaluator = self.table.walker.evaluator
        owner = evaluator.value(found.owner, self.position, {}) if found.owner is not None else -1
        keys = tuple(evaluator.value(key, self.position, {}) for key in found.keys)
        sees = may_see(found.field, owner, keys, self.seat(part.words[0]))
        if (sees == "all") != (part.form == "shown"):
            words = {"all": "sees it", "count": "sees only how many", "nothing": "sees nothing of it"}
            self.sink.add("E507", "this does not hold", part.value.span, f"{part.words[0].text} {words[sees]}")


def _before_first_round(engine: Walker) -> list[int]:
    """The position after the first placement, with play standing before the first round: nothing is set up."""
    v = first_position(engine.performer)
    back = [node.back for node in engine.flow.nodes if isinstance(node, Call) and node.name == "setup"]
    v[PC] = back[0] if back else engine.flow.begin
    return v
