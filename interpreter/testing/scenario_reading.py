"""Finds errors in a scenario without playing it: wrong names, types, seats and moves."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from dsl import ast, model
from dsl.checking import expression_checker, statement_checker
from dsl.diagnostics import Diagnostic, ErrorReported, Sink
from dsl.folder import GameFolder
from dsl.source import Span
from interpreter.position import LayoutError
from interpreter.table import Notation
from interpreter.testing.scenario_checks import with_outcomes
from interpreter.testing.scenario_start import (
    Progress,
    ScenarioAborted,
    ScenarioTable,
    move_called,
    seat_called,
    table_of,
)


def scenario_faults(folder: GameFolder, scenario: ast.Scenario) -> list[Diagnostic]:
    """Return the errors in a scenario that can be found without playing it.

    If the rulebook itself has errors, the result is empty.
    """
    return read_scenario(folder, scenario)[0]


def read_scenario(folder: GameFolder, scenario: ast.Scenario) -> tuple[list[Diagnostic], Mapping[Span, Span]]:
    """Return the errors in a scenario, and the place of the declaration that each name in its conditions means."""
    progress = Progress(Sink(), scenario.name.span)
    if folder.rulebook is None:
        return [], {}
    try:
        laid = table_of(folder, scenario, progress, to_play=False)
    except (ScenarioAborted, LayoutError):
        return [] if progress.rules_faulty else progress.sink.errors, {}
    meant = laid.checked.names.meant = {}
    for part in scenario.parts:
        with suppress(ScenarioAborted, ErrorReported):
            _read(part, laid, progress)
    return progress.sink.errors, meant


def _read(part: ast.ScenarioPart, laid: ScenarioTable, progress: Progress) -> None:
    """Check one statement of a scenario.

    Raises `ScenarioAborted` or `ErrorReported` after an error.
    """
    names, notation = laid.checked.names, Notation(laid.flow)
    names.sink = progress.sink
    progress.here = part.span
    match part.form:
        case "given":
            statement_checker(names, in_given=True).sequence(part.statements, laid.scope.inner())
        case "play" | "refused" | "allowed":
            for played in part.played:
                if played.chance is None:
                    with suppress(ScenarioAborted):
                        move_called(played, notation, laid.scope, progress)
        case "expect":
            for condition, _ in part.expected:
                with suppress(ErrorReported):
                    put = with_outcomes(condition, lambda expr: _some_outcome(expr, laid, progress))
                    expression_checker(names).flag(put, laid.scope)
        case "hidden" | "shown":
            assert part.value is not None
            if not isinstance(expression_checker(names).check(part.value, laid.scope), model.Slot):
                progress.sink.add("E507", "only a field can be hidden or shown", part.value.span)
            seat_called(part.words[0], laid.scope, progress)


def _some_outcome(expr: ast.Expr, laid: ScenarioTable, progress: Progress) -> ast.Expr | None:
    """Return a placeholder for an expression whose value is known only during play."""
    match expr:
        case ast.Name(span, "over") | ast.Call(span, ast.Name(_, "ended"), (ast.Name(),)):
            return ast.BooleanLiteral(span, False)
        case ast.Call(span, ast.Name(_, "placed" | "decides" as asked), (ast.Name(at, seat),)):
            seat_called(ast.Word(at, seat), laid.scope, progress)
            return ast.Integer(span, 1) if asked == "placed" else ast.BooleanLiteral(span, False)
    return None
