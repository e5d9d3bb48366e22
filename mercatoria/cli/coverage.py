"""`coverage GAME`: which printed clauses the rules carry out, and which of them a scenario exercises."""

from __future__ import annotations

from typing import Any

from mercatoria.cli import asking

HEADINGS = {
    "clauses_without_rule": "clauses that no rule cites",
    "clauses_not_exercised": "clauses that no scenario exercises",
    "rules_without_clause": "rules that cite no clause",
    "rules_not_exercised": "rules that no scenario exercises",
}


def coverage(game: asking.GameName, as_json: asking.Json = False) -> int:
    """Compare the rules of a game with its printed clauses, both ways."""
    from interpreter.coverage import coverage as measured
    from mercatoria.cli import shown
    from mercatoria.cli.test import folder_of

    data = measured(folder_of(game)).to_data()
    if as_json:
        shown.as_json(data)
        return 0
    console = shown.out()
    for line in [*told(data), *lists(data)]:
        console.print(line, markup=False, soft_wrap=True)
    return 0


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


def lists(data: dict[str, Any]) -> list[str]:
    """What is missing, if anything is."""
    found = [
        f"{HEADINGS.get(name, name)}: {', '.join(names)}" for name, names in data.get("lists", {}).items() if names
    ]
    if data["failed"]:
        found.append(f"scenarios that fail, and so exercise nothing: {', '.join(data['failed'])}")
    return found or ["nothing is missing"]
