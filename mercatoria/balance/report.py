"""The result of a search, as sentences, as a Markdown table, and as data for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from mercatoria.balance.evidence import OPEN, Finding, recommended
from mercatoria.balance.goals import Goal
from mercatoria.balance.parameters import Change
from mercatoria.balance.search import Candidate
from mercatoria.study import Estimate

PRINTED = "no change"

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def report(findings: Sequence[Finding], tried: Sequence[Candidate], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the result.

    Args:
        findings: Evidence for the frontier of the search, beginning with the rules without a change.
        tried: All candidates of the search.
        titles: Title of each parameter and variant, by name.
    """
    found = recommended(findings)
    if found is not None and not found.changes:
        yield "The game reaches every goal without a change."
    elif found is not None:
        yield f"Smallest change that reaches every goal: {_in_words(found.changes, titles)}."
    else:
        best = min(findings, key=lambda each: each.misfit)
        if best.changes:
            yield f"No change that was tried reaches every goal. Nearest: {_in_words(best.changes, titles)}."
        else:
            yield "No change that was tried comes nearer the goals than the rules as they are."
    shown = found or min(findings, key=lambda each: each.misfit)
    if any(each == OPEN for each in shown.verdicts):
        yield "Some intervals still reach beyond a goal's tolerance; --games with a larger number narrows them."
    faults = Counter(each.fault for each in tried if each.fault)
    if faults:
        (reason, _), number = faults.most_common(1)[0], sum(faults.values())
        yield f"{number} of {len(tried)} sets of changes cannot be played; the most frequent reason: {reason}"
    yield ""
    yield from _table(findings)


def _in_words(changes: Sequence[Change], titles: Mapping[str, str]) -> str:
    return ", and ".join(_change_in_words(each, titles.get(each.target, each.target)) for each in changes)


def _change_in_words(change: Change, title: str) -> str:
    if change.source:
        return f"the variant “{title}”"
    return f"“{title}”: {change.after} instead of {change.before}"


def change_lines(changes: Sequence[Change]) -> str:
    """Return changes as lines of a variant, in one line of text."""
    return "; ".join(line for each in changes for line in each.lines) or PRINTED


def _table(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a Markdown table with a row for each finding of the frontier, smallest change first.

    Scores have a column if a goal is a win rate.
    """
    goals, scored = findings[0].goals, findings[0].score is not None
    rows = [["change", *map(_heading, goals), "distance", *(["score"] if scored else [])]]
    rows.append(["---"] * len(rows[0]))
    for each in findings:
        cells = [_cell(goal, estimate) for goal, estimate in zip(goals, each.estimates, strict=True)]
        points = [f"{each.score:.0f}"] if each.score is not None else []
        rows.append([change_lines(each.changes), *cells, each.fault or f"{each.misfit:.1f}", *points])
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _heading(goal: Goal) -> str:
    return f"{goal.title}: {goal.wanted}"


def _cell(goal: Goal, found: Estimate) -> str:
    if not isfinite(found.radius):
        return goal.shown(found.mean)
    low, high = goal.shown(found.low).removesuffix(" %"), goal.shown(found.high)
    return f"{goal.shown(found.mean)} ({low} to {high})"


def as_data(findings: Sequence[Finding], tried: Sequence[Candidate]) -> dict[str, Json]:
    """Return the result as data: goals, the frontier with its evidence, and how many sets of changes were tried."""
    found = recommended(findings)
    goals: list[Json] = [
        {"goal": goal.title, "measure": goal.measure, "low": goal.low, "high": goal.high, "tolerance": goal.tolerance}
        for goal in findings[0].goals
    ]
    return {
        "goals": goals,
        "tried": len(tried),
        "unplayable": sum(bool(each.fault) for each in tried),
        "recommended": findings.index(found) if found is not None else None,
        "frontier": [_finding(each) for each in findings],
    }


def _finding(found: Finding) -> dict[str, Json]:
    changes: list[Json] = [
        {"target": each.target, "before": each.before, "after": each.after, "variant": bool(each.source)}
        for each in found.changes
    ]
    values: list[Json] = [
        {
            "mean": each.mean,
            "low": _finite(each.low),
            "high": _finite(each.high),
            "deals": each.number,
            "verdict": verdict,
        }
        for each, verdict in zip(found.estimates, found.verdicts, strict=True)
    ]
    return {"changes": changes, "values": values, "distance": found.misfit, "score": found.score, "fault": found.fault}


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
