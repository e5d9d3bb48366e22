"""The command `test PATH…`, which runs scenarios and replays golden records.

`mercatoria.storage.golden` describes golden records.
"""

# ruff: noqa: PT028 - a command called `test`, not a test

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from dsl.folder import GameFolder
from interpreter import testing
from mercatoria.console import arguments, claims_report, coverage_report, errors, output
from mercatoria.storage import golden


def test(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Game folders or shipped games.")],
    only: Annotated[str, typer.Option("--only", "-k", metavar="TEXT", help="Run only scenarios with this name.")] = "",
    require: coverage_report.Required = None,
    update: Annotated[
        bool, typer.Option("--update-golden", help="Rewrite golden records whose results differ.")
    ] = False,
    claims: Annotated[
        str,
        typer.Option(
            "--claims",
            metavar="BUDGET",
            help="Test the claims of each game as well: 10s, 2m, or a number of positions.",
        ),
    ] = "",
    as_json: arguments.Json = False,
) -> int:
    """Run scenarios and golden records.

    With `--claims`, the command also searches for positions that break a claim of the rulebook, and writes a scenario
    for each one to `scenarios/found`. The exit code is 1 if a test fails, if a claim is broken, or if coverage is below
    the percentage given with `--require`.
    """
    required = coverage_report.required_shares(require)
    if only and required:
        raise errors.misuse("`--require` measures the coverage of all scenarios together; leave out `--only`")
    if claims:
        claims_report.budget_of(claims)
    reports = [_report(arguments.folder_of(path), only, required, update, claims) for path in paths]
    if as_json:
        output.as_json([_plain(report) for report in reports])
    else:
        for report in reports:
            _show(report, output.out())
    broken = any(table.broken for report in reports for table in report["claims"])
    return int(broken or any(report["failed"] or report["below"] for report in reports))


def scenario_results(folder: GameFolder, only: str = "") -> list[testing.ScenarioResult]:
    """Run the scenarios whose names contain `only`, and return their results."""
    return [testing.run_scenario(folder, each) for each in folder.scenarios if only in each.name.text]


def _report(folder: GameFolder, only: str, required: dict[str, int], update: bool, claims: str) -> dict[str, Any]:
    results = scenario_results(folder, only)
    records = []
    for file in [] if only else golden.files(folder):
        fault, written = golden.fault(folder, file, update)
        records.append({"name": file.name, "fault": fault, "updated": written})
    failed = sum(not result.passed for result in results) + sum(bool(each["fault"]) for each in records)
    covered = testing.coverage(folder, results).to_data()
    return {
        "game": folder.shown, "scenarios": results, "records": records, "failed": failed,
        "passed": len(results) + len(records) - failed, "coverage": covered,
        "below": coverage_report.below(covered, required), "partial": bool(only),
        "claims": list(claims_report.reports(folder, claims_report.budget_of(claims))) if claims else [],
    }  # fmt: skip


def _plain(report: dict[str, Any]) -> dict[str, Any]:
    scenarios = [
        {
            "name": result.name, "title": result.title, "passed": result.passed,
            "file": result.span.source.path, "line": result.span.line,
            "faults": [fault.as_data() for fault in result.faults],
        }
        for result in report["scenarios"]
    ]  # fmt: skip
    return report | {"scenarios": scenarios, "claims": [table.as_data() for table in report["claims"]]}


def _show(report: dict[str, Any], console: Console) -> None:
    unplayable = [result for result in report["scenarios"] if not result.playable]
    _rules_faulty(unplayable, console)
    for result in report["scenarios"]:
        if not result.passed and result.playable:
            console.print(f"[bold red]failed[/] {result.name} ({result.title})", highlight=False)
            output.diagnostics(result.faults, console)
    for each in report["records"]:
        if each["fault"]:
            console.print(f"failed {each['name']}: {each['fault']}", style="red", markup=False, soft_wrap=True)
        elif each["updated"]:
            console.print(f"rewritten: {each['name']}", markup=False)
    scenarios, records = (
        output.counted(len(report[what]), what.removesuffix("s")) for what in ("scenarios", "records")
    )
    console.print(f"{report['game']}: {scenarios}, {records}: {report['passed']} passed, {report['failed']} failed",
                  markup=False, soft_wrap=True)  # fmt: skip
    for table in report["claims"]:
        claims_report.show(table, console)
    if report["partial"]:
        return
    data = report["coverage"]
    for line in [*([coverage_report.clause_line(data)] if data["clauses"] else []), *coverage_report.shares(data)]:
        console.print(f"   {line}", markup=False, soft_wrap=True)
    for line in report["below"]:
        console.print(f"   {line}", style="red", markup=False)
    if any(line.startswith("branches") for line in report["below"]):
        for line in coverage_report.branches_not_taken(data):
            console.print(line, markup=False, soft_wrap=True)


def _rules_faulty(unplayable: list[testing.ScenarioResult], console: Console) -> None:
    """Print each error in the rules once, then the names of all scenarios that the errors make unplayable."""
    if not unplayable:
        return
    faults = {output.one_line(fault): fault for result in unplayable for fault in result.faults}
    output.diagnostics(faults.values(), console)
    names = ", ".join(result.name for result in unplayable)
    console.print(f"the rules have errors, so these scenarios cannot be played: {names}\n", style="red", markup=False)
