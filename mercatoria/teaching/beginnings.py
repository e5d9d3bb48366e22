"""Finds the positions from which a comparison of rules begins.

From the start of a game alone, many slips never show: in three days no player fills a cart of three. So a comparison
also begins in the positions of the goals and in those of `positions.rules`. Further beginnings are made by rule: each
number of the first two seats is set to 0, 1 and 2, in the first and the second round. Perhaps no play reaches these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dsl import ast, model
from dsl.diagnostics import RulebookError, Sink
from dsl.folder import GameFolder
from dsl.source import NOWHERE, Source
from dsl.syntax import parse
from interpreter.position import PLAYER, PlayFault
from interpreter.table import CompiledGame
from interpreter.testing import checked_table, run_scenario
from mercatoria.teaching.exercise import Exercise, position_of
from mercatoria.teaching.position_graph import (
    FieldName,
    PositionGraph,
    Reached,
    Seen,
    fast_table,
    fields_of,
)

TABLE_FORMS = ("players", "with", "option")
STRESS_VALUES, STRESS_ROUNDS, STRESSED_SEATS = (0, 1, 2), (1, 2), 2
START = "start"


@dataclass(frozen=True, slots=True)
class Beginning:
    """A position from which a comparison begins.

    `form` is "start" for the start of a game, "goal" for a position that the teacher wrote, or "stress" for one that
    was made by rule. If `form` is "start", the scenario contains only the players, variants and options.
    """

    form: str
    scenario: ast.Scenario

    @property
    def given(self) -> str:
        """The lines of `given` as the author writes them."""
        parts = [part for part in self.scenario.parts if part.form == "given"]
        return "\n".join(part.span.text.rstrip() for part in parts)


@dataclass(slots=True)
class RuleSet:
    """The rules of an answer or a reading, and the graphs of their positions at each table."""

    folder: GameFolder
    names: tuple[FieldName, ...]
    graphs: dict[int, PositionGraph] = field(default_factory=dict)
    _begun: dict[Beginning, tuple[PositionGraph, Reached]] = field(default_factory=dict)

    def begin(self, beginning: Beginning) -> tuple[PositionGraph, Reached]:
        """Return the position of a beginning, with the graph of its table.

        The position is a fault if these rules do not know what the beginning names. Raises `RulebookError` if the rules
        have errors at this table.
        """
        if beginning not in self._begun:
            self._begun[beginning] = self._made(beginning)
        return self._begun[beginning]

    def _made(self, beginning: Beginning) -> tuple[PositionGraph, Reached]:
        result = run_scenario(self.folder, beginning.scenario)
        if not result.playable:
            raise RulebookError(result.faults)
        if result.state is None:
            table = self.table(replace(beginning.scenario, parts=_table_parts(beginning.scenario)))
            graph = self._graph(table)
            return graph, Seen("fault", ((result.faults[0].title if result.faults else "", ""),))
        graph = self._graph(result.state.table)
        if beginning.form != START:
            return graph, graph.begin(result.state.vector)
        try:
            return graph, graph.begin(graph.table.engine.start())
        except PlayFault as fault:
            return graph, Seen("fault", ((fault.message, fault.about.name if fault.about else ""),))

    def table(self, scenario: ast.Scenario) -> CompiledGame:
        """Return the compiled game for the players, variants and options of a scenario."""
        laid = checked_table(self.folder, scenario)
        return fast_table(laid.edition, laid.checked, laid.flow)

    def _graph(self, table: CompiledGame) -> PositionGraph:
        if id(table.flow) not in self.graphs:
            fast = fast_table(table.edition, table.checked, table.flow)
            self.graphs[id(table.flow)] = PositionGraph(fast, self.names)
        return self.graphs[id(table.flow)]


def _table_parts(scenario: ast.Scenario) -> tuple[ast.ScenarioPart, ...]:
    return tuple(part for part in scenario.parts if part.form in TABLE_FORMS)


def teachers(exercise: Exercise) -> tuple[Beginning, ...]:
    """Return the start of each table of the goals and positions, and each position that the teacher wrote."""
    written = [position_of(each) for each in (*exercise.goals, *exercise.positions)]
    tables = {ast.bare(_table_parts(each)): replace(each, parts=_table_parts(each)) for each in written}
    if not tables:
        empty = ast.Scenario(NOWHERE, ast.Word(NOWHERE, START), "", (), None, ())
        tables = {"": empty}
    starts = [Beginning(START, each) for each in tables.values()]
    return (*starts, *(Beginning("goal", each) for each in written if any(p.form == "given" for p in each.parts)))


def stressed(rules: RuleSet, starts: Iterable[Beginning]) -> Iterator[Beginning]:
    """Yield the beginnings that are made by rule, for each table that one of the starts describes."""
    for start in starts:
        if start.form != START:
            continue
        graph, _ = rules.begin(start)
        made = graph.table.flow.model
        owned = {name: each for (kind, name), each in fields_of(made).items() if kind == PLAYER}
        numbers = [name for name, each in owned.items()
                   if isinstance(each.type, model.Int) and not (each.keys or each.lifetime)]  # fmt: skip
        for number in STRESS_ROUNDS:
            for name in numbers:
                for value in STRESS_VALUES:
                    for seat in _seats(start, made)[:STRESSED_SEATS]:
                        yield _given(start, (f"set round.number to {number}", f"set {seat}.{name} to {value}"))


def _seats(start: Beginning, made: model.Model) -> list[str]:
    named = [word.text for part in start.scenario.parts if part.form == "players" for word in part.words]
    return named or list(made.seats)


def _given(start: Beginning, lines: tuple[str, ...]) -> Beginning:
    text = "\n".join(['scenario stress "made by rule"', "    given", *(f"        {line}" for line in lines), ""])
    (made,) = parse(Source("positions made by rule", text), Sink())
    assert isinstance(made, ast.Scenario)
    return Beginning("stress", replace(made, parts=(*start.scenario.parts, *made.parts)))
