"""`test PATH…`: carries out the scenarios of games and plays their golden records again.

Golden records are those of `mercatoria.storage.golden`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercatoria.cli import arguments as asking
from mercatoria.cli import coverage
from mercatoria.console import errors

if TYPE_CHECKING:
    from rich.console import Console

    from dsl.folder import GameFolder
    from interpreter.testing import ScenarioResult


def run(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Games: folders or shipped ones.")],
    only: Annotated[str, typer.Option("--only", "-k", metavar="TEXT", help="Only scenarios so named.")] = "",
    require: coverage.Required = None,
    update: Annotated[
        bool, typer.Option("--update-golden", help="Write golden records anew that come out differently.")
    ] = False,
    as_json: asking.Json = False,
) -> int:
    """Run the scenarios and golden records of games; exit code 1 if one fails, or too little is covered."""
    from mercatoria.console import output as shown

    wanted = coverage.wanted_shares(require)
    if only and wanted:
        raise errors.misuse("`--require` asks for the coverage by all scenarios; leave out `--only`")
    reports = [_report(asking.folder_of(path), only, wanted, update) for path in paths]
    if as_json:
        shown.as_json([_plain(report) for report in reports])
    else:
        for report in reports:
            _show(report, shown.out())
    return int(any(report["failed"] or report["below"] for report in reports))


def ran(folder: GameFolder, only: str = "") -> list[ScenarioResult]:
    """The scenarios of a game, carried out."""
    from interpreter.testing import run_scenario

    return [run_scenario(folder, each) for each in folder.scenarios if only in each.name.text]


def _report(folder: GameFolder, only: str, wanted: dict[str, int], update: bool) -> dict[str, Any]:
    from interpreter.testing import coverage as measured
    from mercatoria.storage import golden

    results = ran(folder, only)
    records = []
    for file in [] if only else golden.files(folder):
        fault, written = golden.fault(folder, file, update)
        records.append({"name": file.name, "fault": fault, "updated": written})
    failed = sum(not result.passed for result in results) + sum(bool(each["fault"]) for each in records)
    covered = measured(folder, results).to_data()
    return {
        "game": folder.shown, "scenarios": results, "records": records, "failed": failed,
        "passed": len(results) + len(records) - failed, "coverage": covered,
        "below": coverage.below(covered, wanted), "partial": bool(only),
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
    return report | {"scenarios": scenarios}


def _show(report: dict[str, Any], console: Console) -> None:
    from mercatoria.console import output as shown

    unplayable = [result for result in report["scenarios"] if not result.playable]
    _rules_faulty(unplayable, console)
    for result in report["scenarios"]:
        if not result.passed and result.playable:
            console.print(f"[bold red]failed[/] {result.name} ({result.title})", highlight=False)
            shown.diagnostics(result.faults, console)
    for each in report["records"]:
        if each["fault"]:
            console.print(f"failed {each['name']}: {each['fault']}", style="red", markup=False, soft_wrap=True)
        elif each["updated"]:
            console.print(f"written anew: {each['name']}", markup=False)
    kinds = f"{shown.counted(len(report['scenarios']), 'scenario')}, {shown.counted(len(report['records']), 'record')}"
    console.print(f"{report['game']}: {kinds}: {report['passed']} passed, {report['failed']} failed",
                  markup=False, soft_wrap=True)  # fmt: skip
    if report["partial"]:
        return
    data = report["coverage"]
    for line in [*(coverage.told(data) if data["clauses"] else []), *coverage.shares(data)]:
        console.print(f"   {line}", markup=False)
    for line in report["below"]:
        console.print(f"   {line}", style="red", markup=False)
    if any(line.startswith("branches") for line in report["below"]):
        for line in coverage.ways(data):
            console.print(line, markup=False, soft_wrap=True)


def _rules_faulty(unplayable: list[ScenarioResult], console: Console) -> None:
    """Faults of the rules once, however many scenarios come upon them, and which scenarios those are."""
    from mercatoria.console import output as shown

    if not unplayable:
        return
    faults = {shown.one_line(fault): fault for result in unplayable for fault in result.faults}
    shown.diagnostics(faults.values(), console)
    names = ", ".join(result.name for result in unplayable)
    console.print(f"the rules have faults, so these cannot be played: {names}\n", style="red", markup=False)
