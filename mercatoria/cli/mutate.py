"""The command `mutate GAME`, which runs mutation tests on a game's scenarios.

A mutation test makes one small change to the rules and runs the scenarios. If all scenarios still pass, either they do
not test the changed rule, or the change has no effect.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dsl.diagnostics import did_you_mean
from dsl.folder import GameFolder, read_folder
from dsl.mutations import Mutant
from interpreter.rng import Stream
from interpreter.testing import NOTICED, REFUSED, MutationTest, ScenarioCoverage, mutants_of
from mercatoria.cli.test import scenario_results
from mercatoria.console import arguments, errors, output, progress
from mercatoria.simulation import REFERENCE, map_in_processes

FOUND = dict[str, Any]


def mutate(
    game: arguments.GameName,
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help="Change only this rule, value or variant.")] = "",
    sample: Annotated[int, arguments.number("--sample", "-n", help="Test a random sample of N mutants (0: all).")] = 0,
    seed: arguments.Seed = 0,
    require: Annotated[
        int,
        arguments.number(
            "--require", metavar="SHARE", help="Exit with code 1 if less than this percentage of mutants is caught."
        ),
    ] = 0,
    jobs: Annotated[int, arguments.number("--jobs", "-j", help="Number of processes; 0: one per core.")] = 0,
    engine: arguments.Engine = None,
    as_json: arguments.Json = False,
) -> int:
    """Test the scenarios by breaking the rules.

    Change one rule at a time, and list the changes that make no scenario fail.
    """
    if sample < 0 or jobs < 0 or not 0 <= require <= 100:
        raise errors.misuse("--sample and --jobs must be at least 0, --require from 0 to 100")
    engine = engine or REFERENCE  # the fastest engine here, because all others generate code for every mutant
    arguments.engine_maker(engine)
    folder = arguments.folder_of(game)
    known = mutants_of(folder)
    wanted = _wanted(folder, known, rule, sample, seed)
    coverage = _coverage(folder)
    found: list[FOUND] = []
    stopped = _try(_results(folder, coverage, wanted, jobs or _cores(), engine), len(wanted), found, as_json)
    data = _counted(game, found, len(wanted)) | {"engine": engine}
    if as_json:
        output.as_json(data)
    else:
        _show(data, [known[each["number"]] for each in found], found)
    if stopped:
        return 130
    return int(data["share"] < require)


def _wanted(folder: GameFolder, known: Sequence[Mutant], rule: str, sample: int, seed: int) -> list[int]:
    """Return the indices of the mutants to test, after applying `--rule` and `--sample`."""
    numbers = [at for at, slip in enumerate(known) if not rule or (slip.rule + ".").startswith(rule + ".")]
    if rule and not numbers:
        hint = did_you_mean(rule, {slip.rule.partition(".")[0] for slip in known})
        raise errors.misuse(f"there is nothing to mutate in `{rule}`" + (f"; {hint}" if hint else ""))
    if 0 < sample < len(numbers):
        numbers = sorted(Stream(seed, "slips").sample(numbers, sample))
    return numbers


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _coverage(folder: GameFolder) -> ScenarioCoverage:
    """Run all scenarios and return the rules that each scenario exercises. A scenario that already fails under the
    unchanged rules raises a usage error.
    """
    results = scenario_results(folder)
    failed = [result.name for result in results if not result.passed]
    if failed:
        raise errors.misuse(f"these scenarios fail without any mutation: {', '.join(failed)}; see `mercatoria test`")
    if not results:
        raise errors.misuse("this game has no scenarios that could catch a mutant")
    return ScenarioCoverage.of(results, folder)


# ---------------------------------------------------------------- trying


def _try(results: Iterator[FOUND], asked: int, found: list[FOUND], quiet: bool) -> bool:
    """Test the mutants. Return True if the user stopped the command."""
    try:
        with progress("testing mutants", asked, quiet) as advance:
            for each in results:
                found.append(each)
                advance()
    except KeyboardInterrupt:
        return True
    return False


def _results(
    folder: GameFolder, coverage: ScenarioCoverage, wanted: list[int], jobs: int, engine: str
) -> Iterator[FOUND]:  # fmt: skip
    about = (str(folder.path), folder.shown, coverage, engine)
    if jobs > 1 and len(wanted) > jobs:
        return map_in_processes(_result, wanted, min(jobs, len(wanted)), _begin, about)
    _begin(*about)
    return map(_result, wanted)


_AT: dict[str, Any] = {}


def _begin(path: str, shown: str, coverage: ScenarioCoverage, engine: str) -> None:
    folder = read_folder(Path(path), shown)
    test = MutationTest(folder, coverage, None if engine == REFERENCE else arguments.engine_maker(engine))
    _AT.update(test=test, mutants=mutants_of(folder))


def _result(number: int) -> FOUND:
    test: MutationTest = _AT["test"]
    result = test.result_of(_AT["mutants"][number])
    slip = result.mutant
    return {
        "number": number, "rule": slip.rule, "form": slip.form, "file": slip.span.source.path, "line": slip.span.line,
        "column": slip.span.column, "before": slip.before, "after": slip.after, "outcome": result.outcome,
        "by": result.by,
    }  # fmt: skip


# ---------------------------------------------------------------- telling


def _counted(game: str, found: list[FOUND], asked: int) -> FOUND:
    """Return the totals. A rejected mutant cannot be played, so it does not count towards the share of noticed
    mutants.
    """
    noticed = sum(each["outcome"] == NOTICED for each in found)
    counted = sum(each["outcome"] != REFUSED for each in found)
    return {
        "game": game, "asked": asked, "tried": counted, "refused": len(found) - counted, "noticed": noticed,
        "share": 100 * noticed // counted if counted else 100,
        "slips": [each for each in found if each["outcome"] not in (NOTICED, REFUSED)],
    }  # fmt: skip


def _show(data: FOUND, made: list[Mutant], found: list[FOUND]) -> None:
    console = output.out()
    lines = {each["number"]: _line(slip) for each, slip in zip(found, made, strict=True)}
    rule = None
    for each in data["slips"]:
        if each["rule"] != rule:
            rule = each["rule"]
            console.print(f"[bold]{rule}[/]", highlight=False)
        seen = "" if each["outcome"] == "unnoticed" else f"   ({each['outcome']})"
        console.print(f"   {each['file']}:{each['line']}  {lines[each['number']]}{seen}", markup=False, soft_wrap=True)
    console.print(
        f"{output.counted(data['tried'], 'mutant')}: {data['noticed']} noticed by a scenario ({data['share']} %), "
        f"{data['tried'] - data['noticed']} not; {data['refused']} more were rejected by the checker "
        f"({data['engine']} engine)",
        soft_wrap=True,
    )
    if len(found) < data["asked"]:
        console.print(f"stopped after {len(found)} of {data['asked']}")


def _line(slip: Mutant) -> str:
    """Return the changed line of the rulebook with the mutation marked, as in
    `costs letter: ⟦1 → 2⟧ of Ticket to box`.
    """
    change = f"⟦{slip.before} → {slip.after}⟧" if slip.after else f"⟦{slip.before}⟧ left out"
    span = slip.span
    line = span.source.line_text(span.line)
    start, end = span.column - 1, span.column - 1 + span.end - span.start
    whole = not line[:start].strip() or end > len(line)
    return change if whole else " ".join(f"{line[:start]}{change}{line[end:]}".split())
