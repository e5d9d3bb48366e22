"""The command `coverage GAME`, which reports untested rules and unimplemented clauses of the printed rules."""

from __future__ import annotations

from interpreter import testing
from mercatoria.console import arguments, coverage_report, output


def coverage(
    game: arguments.GameName, require: coverage_report.Required = None, as_json: arguments.Json = False
) -> int:
    """Report clauses and rules that have no coverage.

    The report lists clauses of the printed rules that no rule implements, and rules and branches that no scenario
    tests.
    """
    required = coverage_report.required_shares(require)
    data = testing.coverage(arguments.folder_of(game)).to_data()
    below = coverage_report.below(data, required)
    if as_json:
        output.as_json(data | {"below": below})
        return int(bool(below))
    console = output.out()
    lines = [coverage_report.clause_line(data), *coverage_report.shares(data), *coverage_report.missing(data), *below]
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)
    return int(bool(below))
