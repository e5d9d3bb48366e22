"""`coverage GAME`: which printed clauses the rules carry out, and what of the rules the scenarios exercise.

Four shares are told, here and by `test`: rules, ways of branches, clauses, variants. `--require` asks for a share.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from mercatoria.cli import arguments as asking
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
    typer.Option("--require", metavar="[KIND=]SHARE", help="Exit code 1 below it: 90, or branches=85; repeatable."),
]


def coverage(game: asking.GameName, require: Required = None, as_json: asking.Json = False) -> int:
    """Compare the rules of a game with its printed clauses and its scenarios."""
    from interpreter.testing import coverage as measured
    from mercatoria.console import output as shown

    wanted = wanted_shares(require)
    data = measured(asking.folder_of(game)).to_data()
    short = below(data, wanted)
    if as_json:
        shown.as_json(data | {"below": short})
        return int(bool(short))
    console = shown.out()
    for line in [*told(data), *shares(data), *lists(data), *short]:
        console.print(line, markup=False, soft_wrap=True)
    return int(bool(short))


def told(data: dict[str, Any]) -> list[str]:
    """The numbers in words."""
    if not data["clauses"]:
        return ["this game has no clauses.yaml; there is nothing to compare with"]
    applicable = data["clauses"] - data["not_applicable"]
    return [
        (
            f"{data['clauses']} printed clauses, {data['not_applicable']} of them not applicable: "
            f"{data['formalised']} of {applicable} formalised, {data['exercised']} exercised by a scenario"
        )
    ]


def shares(data: dict[str, Any]) -> list[str]:
    """One line for each kind of coverage that the game has anything of: `branches   96 of 102    94 %`."""
    found = []
    for kind in KINDS:
        covered, of = data["shares"][kind]["covered"], data["shares"][kind]["of"]
        if of:
            found.append(f"{kind:10}{covered:4} of {of:3}   {_percent(covered, of):3} %")
    return found


def lists(data: dict[str, Any]) -> list[str]:
    """What is missing, if anything is."""
    found = [
        f"{HEADINGS.get(name, name)}: {', '.join(names)}" for name, names in data.get("lists", {}).items() if names
    ]
    if data["ways_not_taken"]:
        found += ["branches that go one way only in the scenarios:", *ways(data)]
    if data["failed"]:
        found.append(f"scenarios that fail, and so exercise nothing: {', '.join(data['failed'])}")
    return found or ["nothing is missing"]


def ways(data: dict[str, Any]) -> list[str]:
    """The ways that no scenario goes, each with its place; a branch that goes neither is told once."""
    found: dict[str, list[str]] = {}
    for way in data["ways_not_taken"]:
        branch = f"   {Path(way['file']).name}:{way['line']}  {way['rule']} %s: {way['text']}"
        found.setdefault(branch, []).append(way["told"])
    return [branch.replace("%s", told[0] if len(told) == 1 else "never looked at", 1) for branch, told in found.items()]


# ---------------------------------------------------------------- what is asked for


def wanted_shares(given: Iterable[str] | None) -> dict[str, int]:
    """`["90", "branches=85"]` as a share for each kind."""
    found: dict[str, int] = {}
    for text in given or ():
        kind, equals, share = text.rpartition("=")
        number = share.strip().removesuffix("%").strip()
        if not number.isdecimal() or int(number) > 100 or (equals and kind.strip() not in KINDS):
            known = ", ".join(KINDS)
            raise errors.misuse(f"`{text}` is no share to require; write 90, or branches=90 (of {known})")
        found.update(dict.fromkeys([kind.strip()] if equals else KINDS, int(number)))
    return found


def below(data: dict[str, Any], wanted: dict[str, int]) -> list[str]:
    """Which kinds of coverage are less than was asked for, in words."""
    return [
        f"{kind}: {_percent(share['covered'], share['of'])} % are covered, {wanted[kind]} % are required"
        for kind, share in data["shares"].items()
        if share["of"] and 100 * share["covered"] < wanted.get(kind, 0) * share["of"]
    ]


def _percent(covered: int, of: int) -> int:
    """Rounded down, so that 100 means all."""
    return 100 * covered // of
