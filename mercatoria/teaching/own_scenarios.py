"""Grades answers that consist of scenarios: all must pass, and together they must exercise every rule and clause."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.diagnostics import Diagnostic, RulebookError
from dsl.folder import GameFolder
from interpreter.testing import coverage


@dataclass(frozen=True, slots=True)
class Missing:
    """A list of everything that the scenarios of an answer do not show.

    `lines` are sentences for the pupil, and `faults` the errors of scenarios that fail.
    """

    lines: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """Rules, in our words, that no scenario exercises."""
    faults: tuple[Diagnostic, ...] = ()


def missing_in(answer: GameFolder) -> Missing:
    """Return what the scenarios of an answer do not show. Raises `RulebookError` if its rules have errors."""
    found = coverage(answer)
    for result in found.results:
        if not result.playable:
            raise RulebookError(result.faults)
    failed = [result for result in found.results if not result.passed]
    lines = [f"The scenario `{result.name}` fails." for result in failed]
    lines += [f"No scenario exercises the clause {each}." for each in found.not_exercised]
    lines += [f"No scenario exercises `{each}`." for each in found.rules_not_exercised]
    lines += [f"In `{branch.rule}`, `{branch.span.text}` {branch.never(way)}." for branch, way in found.ways_not_taken]
    clauses = [" ".join(found.clauses[each].rule.split()) for each in found.not_exercised if each in found.clauses]
    faults = [fault for result in failed for fault in result.faults]
    return Missing(tuple(lines), tuple(clauses), tuple(faults))
