"""Prepares a scenario: builds its table, and creates the position that its `given` describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from dsl import ast, model
from dsl.checking import Checked, Scope, fit_options, statement_checker
from dsl.diagnostics import RulebookError, Sink, wording
from dsl.folder import GameFolder
from dsl.source import Span
from interpreter.flow import AnyNode, Call, Flow
from interpreter.lowering import lower, outlined
from interpreter.play import Chance, Playthrough
from interpreter.position import PC, PLAYER, Engine, Vector
from interpreter.reference import Evaluator, Stopped, Walker, first_position
from interpreter.table import CompiledGame, GameConfig, Move, NotAMove, Notation, plain_of, written
from interpreter.testing.rule_trace import RuleTrace, declared_cites

EngineOf = Callable[[Flow], Engine]
"""Function that creates an engine to run a scenario instead of the walker.

Such an engine does not record which rules the scenario exercises.
"""


OUTLINE = "outline"
"""The first part of the key of a table that is lowered without nodes."""


class ScenarioAborted(Exception):
    """Raised when a scenario cannot continue, after the reason has been reported."""


@dataclass(slots=True)
class Progress:
    """Progress of a scenario: the errors found so far, and the line being played."""

    sink: Sink
    here: Span
    rules_faulty: bool = False
    """True if the rulebook has errors, so that the scenario cannot be played."""

    def give_up(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> ScenarioAborted:
        """Report why the scenario cannot continue, and return an exception for the caller to raise."""
        self.sink.add(code, title, span, label, hint=hint)
        return ScenarioAborted()


@dataclass(frozen=True, slots=True)
class ScenarioRun:
    """A scenario in progress: its table, its game state, and the trace of its rules.

    `variants` includes variants that the game adds automatically. `standing_cites` contains the clauses that
    declarations such as kinds and fields cite.
    """

    table: CompiledGame
    state: Playthrough
    trace: RuleTrace
    scope: Scope
    variants: frozenset[str]
    standing_cites: set[str]

    @property
    def evaluator(self) -> Evaluator:
        return self.table.walker.evaluator

    @property
    def vector(self) -> Vector:
        return self.state.vector

    def seat(self, word: ast.Word, progress: Progress) -> int:
        """Return the seat with this name in the scenario.

        Raises `ScenarioAborted` if there is no such seat.
        """
        return seat_called(word, self.scope, progress)

    def draw(self) -> None:
        """Draw pending chance outcomes with the scenario's seed."""
        self.state.chance.manual = False
        self.state.draw()
        self.state.chance.manual = True


def seat_called(word: ast.Word, scope: Scope, progress: Progress) -> int:
    """Return the seat with this name in the scenario.

    Raises `ScenarioAborted` if there is no such seat.
    """
    known = scope.names.get(word.text)
    if not isinstance(known, model.Const):
        raise progress.give_up("E505", f"there is no player called `{word.text}` in this scenario", word.span)
    return known.value


def renamed(arg: ast.Expr, notation: Notation, scope: Scope) -> ast.Expr:
    """Convert a seat name in the scenario to the rulebook's name for the seat."""
    known = scope.names.get(arg.text) if isinstance(arg, ast.Name) else None
    return ast.Name(arg.span, notation.flow.model.seats[known.value]) if isinstance(known, model.Const) else arg


def move_called(played: ast.Played, notation: Notation, scope: Scope, progress: Progress) -> Move:
    """Return the move that a line of a scenario describes.

    Raises `ScenarioAborted` if the line does not describe a valid move.
    """
    assert played.seat is not None and played.call is not None
    seat = seat_called(played.seat, scope, progress)
    args = tuple(renamed(arg, notation, scope) for arg in played.call.args)
    call = ast.RoutineCall(played.call.span, played.call.name, args)
    try:
        return notation.from_call(seat, call)
    except NotAMove as fault:
        raise progress.give_up("E505", str(fault), played.call.span) from None


def parts_of(scenario: ast.Scenario, form: str) -> list[ast.ScenarioPart]:
    """Return the parts of this form in a scenario, in order."""
    return [part for part in scenario.parts if part.form == form]


def variants_with(scenario: ast.Scenario) -> tuple[str, ...]:
    """Return the variants that a scenario applies."""
    return tuple(word.text for part in parts_of(scenario, "with") for word in part.words)


@dataclass(frozen=True, slots=True)
class ScenarioTable:
    """The checked and lowered rules for a scenario, and the names of its seats."""

    edition: GameConfig
    checked: Checked
    flow: Flow
    players: int
    scope: Scope


def table_of(
    folder: GameFolder, scenario: ast.Scenario, progress: Progress, edition: GameConfig | None = None, *,
    to_play: bool = True,
) -> ScenarioTable:  # fmt: skip
    """Check and lower the rules for a scenario's players, variants and options.

    Args:
        edition: Variants and options to use instead of those of the scenario, or None.
        to_play: False if the flowchart needs no nodes, because the scenario is only read.

    Raises `ScenarioAborted` or `LayoutError` if this is impossible.
    """
    assert folder.rulebook is not None
    least, most = folder.rulebook.least, folder.rulebook.most
    named = [word for part in parts_of(scenario, "players") for word in part.words]
    players = len(named) or least
    if not least <= players <= most:
        allowed = wording.number_of_players(least, most)
        raise progress.give_up("E501", f"this game is for {allowed}, not {players}", progress.here)
    if edition is None:
        variants = variants_with(scenario)
        edition = GameConfig(folder, variants, _options(folder, scenario, variants, progress))
    checked, flow = _lowered(folder, players, edition.variants, edition.options, progress, to_play)
    scope = _seat_names(checked, named, progress.here)
    return ScenarioTable(edition, checked, flow, players, scope)


def setting_of(
    folder: GameFolder, scenario: ast.Scenario, progress: Progress, engine_of: EngineOf | None = None,
    edition: GameConfig | None = None,
) -> ScenarioRun:  # fmt: skip
    """Start a scenario in the position that its `given` describes.

    Args:
        edition: Variants and options to use instead of those of the scenario, or None.
        engine_of: Function that creates an engine to run the rest of the scenario. By default, the walker runs the rest
            of the scenario.

    Raises:
        ScenarioAborted: Raised if the scenario's player count, variants or position are invalid.
        PlayFault: Raised if a rule fails during the set-up or in `given`.
        LayoutError: Raised if the layout cannot reserve a fixed number of slots for a field.
    """
    laid = table_of(folder, scenario, progress, edition)
    chosen = folder.chosen(laid.players, laid.edition.variants, laid.edition.options, Sink())
    trace = RuleTrace(laid.flow)
    given, moment = parts_of(scenario, "given"), EndOfSetUp(_after_setup(laid.flow), trace.note_node)
    walker = Walker(laid.flow, replace(trace.observer, entered=moment.entered))
    table = CompiledGame(laid.edition, laid.checked, laid.flow, walker, Notation(laid.flow), "", walker)
    seed = next((p.value.value for p in parts_of(scenario, "seed") if isinstance(p.value, ast.Integer)), 1)
    state = Playthrough(table, first_position(walker.performer), Chance(seed, True, table.chance_of(seed)))
    standing = declared_cites(folder.declarations) | declared_cites(chosen)
    names = frozenset(variant.name.text for variant in chosen)
    setting = ScenarioRun(table, state, trace, laid.scope, names, standing)
    if parts_of(scenario, "setup"):
        _play_set_up(setting, given, moment, progress)
    else:
        _begin_first_round(setting, given, progress)
    if engine_of is not None:
        table.engine = engine_of(laid.flow)
    return setting


def checked_table(folder: GameFolder, scenario: ast.Scenario) -> ScenarioTable:
    """Return the rules for a scenario, without playing them. Raises `RulebookError` if they have errors."""
    progress = Progress(Sink(), scenario.name.span)
    try:
        return table_of(folder, scenario, progress)
    except ScenarioAborted:
        raise RulebookError(progress.sink.errors) from None


def _options(
    folder: GameFolder, scenario: ast.Scenario, variants: Sequence[str], progress: Progress
) -> dict[str, int]:  # fmt: skip
    """Return the option values that a scenario chooses."""
    parts = parts_of(scenario, "option")
    if not parts:
        return {}
    declarations = folder.may_ask(variants)
    kinds = folder.kinds(declarations)
    chosen: dict[str, int] = {}
    for part in parts:
        assert part.value is not None
        try:
            word = written(plain_of(part.value))
        except NotAMove as fault:
            raise progress.give_up("E501", str(fault), part.span) from None
        fitted, wrong = fit_options({part.words[0].text: word}, declarations, kinds)
        if wrong:
            raise progress.give_up("E501", wrong[0], part.span)
        chosen |= fitted
    return chosen


def _lowered(
    folder: GameFolder, players: int, variants: Sequence[str], options: dict[str, int], progress: Progress,
    to_play: bool,
) -> tuple[Checked, Flow]:
    """Check and lower the rules for a player count, variants and options.

    Scenarios with the same choices share the result.
    """
    key = (players, frozenset(variants), frozenset(options.items()))
    whole, outline = folder.tables.get(key), folder.tables.get((OUTLINE, *key))
    made = whole or (outline if not to_play else None)
    if made is None:
        checked, sink = folder.check(players, variants, options, lints=False)
        if checked is None or checked.model is None:
            progress.sink.found += sink.errors
            progress.rules_faulty = True
            raise ScenarioAborted
        made = checked, lower(checked.model) if to_play else outlined(checked.model)
        folder.tables[key if to_play else (OUTLINE, *key)] = made
    assert isinstance(made, tuple)
    return made


def _seat_names(checked: Checked, named: list[ast.Word], here: Span) -> Scope:
    """Map the seat names of a scenario to seats. If the scenario gives no seat names, use the rulebook's names."""
    scope = Scope()
    given = [(word.text, word.span) for word in named]
    seats = given or [(name, here) for name in (checked.model.seats if checked.model else ())]
    for index, (name, span) in enumerate(seats):
        scope.names[name] = model.Const(index, type=model.Ref(PLAYER), span=span)
    return scope


# ---------------------------------------------------------------- the first position


def _after_setup(flow: Flow) -> int:
    """Return the number of the node after the set-up, which begins the first round."""
    return next((node.back for node in flow.nodes if isinstance(node, Call) and node.name == "setup"), flow.begin)


@dataclass(slots=True)
class EndOfSetUp:
    """Copies the position at the end of the set-up.

    `told` is called for every node that play enters.
    """

    node: int
    told: Callable[[AnyNode, Vector], None]
    position: Vector | None = None

    def entered(self, node: AnyNode, v: Vector) -> None:
        """Copy the position if the set-up has just ended, then call `told`."""
        if self.position is None and v[PC] == self.node:
            self.position = v[:]
        self.told(node, v)


def _play_set_up(setting: ScenarioRun, given: list[ast.ScenarioPart], moment: EndOfSetUp, progress: Progress) -> None:
    """Play the set-up, execute the statements of `given`, and continue to the first decision."""
    setting.table.walker.advance(setting.vector)
    setting.draw()
    if not given:
        return
    if moment.position is None:
        title, hint = "the set-up waits for a decision", "omit `from setup`, and put the whole position in `given`"
        raise progress.give_up("E502", title, given[0].span, "this cannot be applied before the decision", hint)
    setting.vector[:] = moment.position
    _begin_first_round(setting, given, progress)


def _begin_first_round(setting: ScenarioRun, given: Iterable[ast.ScenarioPart], progress: Progress) -> None:
    """Execute the statements of `given` at the start of the first round, and continue to the first decision."""
    walker, v = setting.table.walker, setting.vector
    number = walker.layout.runs[walker.model.field_named("round_number")].base[0]
    v[PC], v[number] = _after_setup(setting.table.flow), 1
    walker.performer.about = None  # statements in `given` belong to no rule
    for part in given:
        _set_up(setting, part, progress)
    v[number] -= 1
    walker.advance(v)
    setting.state.draw()  # in manual mode, this resolves only chance events with a single outcome


def _set_up(setting: ScenarioRun, part: ast.ScenarioPart, progress: Progress) -> None:
    """Execute the statements of a `given`. The rules that these statements run do not count as exercised."""
    names, trace = setting.table.checked.names, setting.trace
    names.sink = progress.sink
    statements = statement_checker(names, in_given=True).sequence(part.statements, setting.scope.inner())
    if progress.sink.errors:
        raise ScenarioAborted
    if (waits := _waiting(setting, statements)) is not None:
        title, hint = "`given` cannot wait for a decision or for chance", "write its result: `set …`, `move …`"
        raise progress.give_up("E502", title, waits, "here the game would stop and wait", hint)
    cites, rules, ways = set(trace.cites), set(trace.rules), set(trace.ways)
    for statement in statements:
        progress.here = statement.span
        try:
            setting.table.walker.performer.do_all((statement,), setting.vector, {})
        except Stopped:
            progress.sink.add("E502", "`given` cannot contain a `stop`", statement.span)
    trace.cites, trace.rules, trace.ways = cites, rules, ways


def _waiting(setting: ScenarioRun, statements: Iterable[model.Statement]) -> Span | None:
    """Return the span of the first statement in a `given` that can wait, or None.

    The search includes the rules that a statement calls.
    """
    performer, routines = setting.table.walker.performer, setting.table.flow.model.routines
    seen: set[str] = set()
    for statement in statements:
        waiting: list[object] = [statement]
        while waiting:
            for part in model.parts(waiting.pop()):
                if isinstance(part, model.Statement) and not performer.carries_out(part):
                    return statement.span
                called = {name for name, _ in part.calls} if isinstance(part, model.Do) else set()
                waiting += [routines[name].body for name in called - seen if name in routines]
                seen |= called
    return None
