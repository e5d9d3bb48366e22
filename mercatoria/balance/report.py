"""The result of a search, as sentences, as a Markdown table, and as data for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from mercatoria.balance.evidence import MISSED, OPEN, Finding, recommended
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
        if missed := [goal.title for goal, each in zip(best.goals, best.verdicts, strict=True) if each == MISSED]:
            yield f"It misses: {', '.join(missed)}." if best.changes else f"The game misses: {', '.join(missed)}."
    shown = found or min(findings, key=lambda each: each.misfit)
    if unsure := shown.verdicts.count(OPEN):
        goals = "1 goal is" if unsure == 1 else f"{unsure} goals are"
        yield f"After these games, {goals} neither certainly reached nor certainly missed; a larger --games tells more."
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
    """Yield a Markdown table with a row for each goal and a column for each finding, smallest change first.

    Scores have a row if a goal is a win rate.
    """
    goals = findings[0].goals
    rows = [["goal", *(change_lines(each.changes) for each in findings)], ["---"] * (len(findings) + 1)]
    for at, goal in enumerate(goals):
        rows.append([_heading(goal), *(_cell(goal, each.estimates[at], each.verdicts[at]) for each in findings)])
    rows.append(["distance", *(each.fault or f"{each.misfit:.1f}" for each in findings)])
    if findings[0].score is not None:
        rows.append(["score", *(f"{each.score or 0:.0f}" for each in findings)])
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
    yield "The distance counts tolerances: at 1 or less, the goals are near enough on average."


def _heading(goal: Goal) -> str:
    return f"{goal.title}: {goal.wanted}"


def _cell(goal: Goal, found: Estimate, verdict: str) -> str:
    if not isfinite(found.radius):
        return goal.shown(found.mean)
    low, high = goal.shown(found.low).removesuffix(" %"), goal.shown(found.high)
    return f"{goal.shown(found.mean)} ({low} to {high}){f', {MISSED}' if verdict == MISSED else ''}"


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
