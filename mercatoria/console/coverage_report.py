"""Coverage reports for the commands `coverage` and `test`, and the minimum percentages given by `--require`.

The reports cover four things: rules, both outcomes of each branch, printed clauses, and variants.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from dsl.source import whole_number
from mercatoria.console import errors

HEADINGS = {
    "clauses_without_rule": "clauses that no rule cites",
    "clauses_not_exercised": "clauses that no scenario exercises",
    "rules_without_clause": "rules that cite no clause",
    "rules_not_exercised": "rules that no scenario exercises",
    "variants_not_played": "variants that no scenario plays",
}
KINDS = ("rules", "branches", "clauses", "variants")

Required = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        metavar="[KIND=]SHARE",
        help="Minimum coverage in per cent: 90, or branches=85. If coverage is lower, the exit code is 1. Repeatable.",
    ),
]


def clause_line(data: dict[str, Any]) -> str:
    """Return a line that counts the printed clauses and says how many are formalised and exercised."""
    if not data["clauses"]:
        return "this game has no clauses.yaml, so no clauses can be covered"
    applicable = data["clauses"] - data["not_applicable"]
    return (
        f"{data['clauses']} printed clauses, {data['not_applicable']} of them not applicable: "
        f"{data['formalised']} of {applicable} formalised, {data['exercised']} exercised by a scenario"
    )


def shares(data: dict[str, Any]) -> list[str]:
    """Return one line for each kind of coverage that applies to the game, such as `branches 96 of 102 94 %`."""
    lines = []
    for kind in KINDS:
        covered, of = data["shares"][kind]["covered"], data["shares"][kind]["of"]
        if of:
            lines.append(f"{kind:10}{covered:4} of {of:3}   {_percent(covered, of):3} %")
    return lines


def missing(data: dict[str, Any]) -> list[str]:
    """Return the parts of the game that are not covered, one line per kind."""
    lines = [
        f"{HEADINGS.get(name, name)}: {', '.join(names)}" for name, names in data.get("lists", {}).items() if names
    ]
    if data["ways_not_taken"]:
        lines += ["branches that the scenarios take in one direction only:", *branches_not_taken(data)]
    if data["failed"]:
        lines.append(f"scenarios that fail, and so exercise nothing: {', '.join(data['failed'])}")
    return lines or ["nothing is missing"]


def branches_not_taken(data: dict[str, Any]) -> list[str]:
    """Return the branches with an outcome that no scenario covers, with their files and lines."""
    branches: dict[str, list[str]] = {}
    for way in data["ways_not_taken"]:
        branch = f"   {Path(way['file']).name}:{way['line']}  {way['rule']} %s: {way['text']}"
        branches.setdefault(branch, []).append(way["told"])
    return [
        branch.replace("%s", ways[0] if len(ways) == 1 else "never looked at", 1) for branch, ways in branches.items()
    ]


# ---------------------------------------------------------------- required coverage


def required_shares(given: Iterable[str] | None) -> dict[str, int]:
    """Return requirements such as `["90", "branches=85"]` as a percentage for each kind of coverage.

    Raises a usage error for any other form.
    """
    shares: dict[str, int] = {}
    for text in given or ():
        kind, equals, share = text.rpartition("=")
        number = whole_number(share.strip().removesuffix("%").strip())
        if number is None or not 0 <= number <= 100 or (equals and kind.strip() not in KINDS):
            known = ", ".join(KINDS)
            raise errors.misuse(f"`{text}` is not a percentage; write 90, or branches=90 (other kinds: {known})")
        shares.update(dict.fromkeys([kind.strip()] if equals else KINDS, number))
    return shares


def below(data: dict[str, Any], required: dict[str, int]) -> list[str]:
    """Return a line for each kind of coverage that is below the required percentage."""
    return [
        f"{kind}: {_percent(share['covered'], share['of'])} % are covered, {required[kind]} % are required"
        for kind, share in data["shares"].items()
        if share["of"] and 100 * share["covered"] < required.get(kind, 0) * share["of"]
    ]


def _percent(covered: int, of: int) -> int:
    """Return a percentage, rounded down so that only full coverage gives 100."""
    return 100 * covered // of
