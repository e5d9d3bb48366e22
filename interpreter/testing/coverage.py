"""Measures how completely the rules cover the clauses, and how much of the rules the scenarios exercise.

`clauses.yaml` lists the clauses of a game's printed rules. Each clause has an id, a section, a paraphrase and a status.
The status is `formalised`, or `not applicable` with a reason. A clause counts as formalised if any rule cites it. A
clause counts as exercised if a passing scenario cites it and also runs a rule that cites it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dsl import ast, model
from dsl.board import Datum, read_yaml
from dsl.diagnostics import Sink
from dsl.folder import GameFolder, is_of_play
from dsl.source import Span
from interpreter.table import one_line
from interpreter.testing.branches import Branch, branches_of
from interpreter.testing.scenarios import ScenarioResult, run_scenario

CLAUSES = "clauses.yaml"
NOT_APPLICABLE, FORMALISED = "not applicable", "formalised"
STATUSES = (FORMALISED, NOT_APPLICABLE)


@dataclass(frozen=True, slots=True)
class Clause:
    """A paraphrased clause of the printed rules."""

    id: str
    section: str
    rule: str
    status: str
    reason: str
    span: Span
    kind: str = ""
    """The topic of the clause, such as `setup` or `movement`."""


@dataclass(slots=True)
class Coverage:
    """Coverage of a game's rules and clauses by its scenarios.

    Lists follow the order of the clause file or the rulebook.
    """

    clauses: dict[str, Clause]
    without_rule: list[str] = field(default_factory=list)
    rules_without_clause: list[str] = field(default_factory=list)
    not_exercised: list[str] = field(default_factory=list)
    unknown: list[tuple[str, Span]] = field(default_factory=list)
    """Cited clauses that the clause file does not list, with the position of the citation."""
    formalised: int = 0
    exercised: int = 0
    not_applicable: int = 0
    rules_not_exercised: list[str] = field(default_factory=list)
    rules: int = 0
    branches: list[Branch] = field(default_factory=list)
    ways_not_taken: list[tuple[Branch, bool]] = field(default_factory=list)
    """Branch outcomes that no passing scenario reaches."""
    variants: list[str] = field(default_factory=list)
    variants_not_played: list[str] = field(default_factory=list)
    results: list[ScenarioResult] = field(default_factory=list)

    def shares(self) -> dict[str, tuple[int, int]]:
        """Return the number of covered items and the total, for each kind of coverage."""
        ways, applicable = 2 * len(self.branches), len(self.clauses) - self.not_applicable
        return {
            "rules": (self.rules - len(self.rules_not_exercised), self.rules),
            "branches": (ways - len(self.ways_not_taken), ways),
            "clauses": (self.exercised, applicable),
            "variants": (len(self.variants) - len(self.variants_not_played), len(self.variants)),
        }

    def to_data(self) -> dict[str, Any]:
        """Return the data for `coverage --json`."""
        return {
            "clauses": len(self.clauses), "formalised": self.formalised, "exercised": self.exercised,
            "not_applicable": self.not_applicable, "rules_without_clause": len(self.rules_without_clause),
            "lists": {
                "clauses_without_rule": self.without_rule, "rules_without_clause": self.rules_without_clause,
                "clauses_not_exercised": self.not_exercised, "rules_not_exercised": self.rules_not_exercised,
                "variants_not_played": self.variants_not_played,
            },
            "shares": {kind: {"covered": covered, "of": of} for kind, (covered, of) in self.shares().items()},
            "ways_not_taken": [_way_as_data(branch, holds) for branch, holds in self.ways_not_taken],
            "scenarios": len(self.results), "failed": [r.name for r in self.results if not r.passed],
        }  # fmt: skip


def _way_as_data(branch: Branch, holds: bool) -> dict[str, Any]:
    return {
        "rule": branch.rule, "form": branch.form, "way": branch.way(holds), "told": branch.never(holds),
        "file": branch.span.source.path, "line": branch.span.line, "text": one_line(branch.span.text),
    }  # fmt: skip


def read_clauses(folder: GameFolder, sink: Sink) -> dict[str, Clause]:
    """Return a game's clauses by id. If there is no clause file, the result is empty.

    Errors in the file are reported to the sink.
    """
    path: Path = folder.path / CLAUSES
    if not folder.reader.exists(path):
        return {}
    source = folder.reader.source(path, f"{folder.shown}/{CLAUSES}", sink, folder.path)
    root = read_yaml(source, sink) if source is not None else None
    listed = root.parts.get("clauses") if root is not None else None
    if listed is None or not isinstance(listed.value, list):
        if root is not None:
            sink.add("E510", "this file has no list of `clauses`", root.span)
        return {}
    found: dict[str, Clause] = {}
    for entry in listed.parts.values():
        clause = _clause(entry, sink)
        if clause is not None:
            if clause.id in found:
                sink.add("E510", f"clause {clause.id} is listed twice", clause.span,
                         related=[(found[clause.id].span, "first listed here")])  # fmt: skip
            found[clause.id] = clause
    return found


def read_rulings(folder: GameFolder) -> dict[str, str]:
    """Return the answers in a game's clause file to questions that the printed rules leave open, by number."""
    path: Path = folder.path / CLAUSES
    source = folder.reader.source(path, f"{folder.shown}/{CLAUSES}", Sink(), folder.path)
    root = read_yaml(source, Sink()) if source is not None and folder.reader.exists(path) else None
    listed = root.parts.get("rulings") if root is not None else None
    entries = listed.parts.values() if listed is not None else ()
    return {
        str(entry.parts["id"].value): str(entry.parts["ruling"].value)
        for entry in entries
        if {"id", "ruling"} <= entry.parts.keys()
    }


def _clause(datum: Datum, sink: Sink) -> Clause | None:
    if not isinstance(datum.value, dict):
        return None
    texts = {str(name): str(part.value) for name, part in datum.parts.items()}
    status, reason = texts.get("status", ""), texts.get("reason", "")
    span = datum.parts["id"].span if "id" in datum.parts else datum.span
    if "id" not in texts:
        sink.add("E510", "a clause needs an `id`", span)
        return None
    if status not in STATUSES:
        label = "write `status: formalised` or `status: not applicable`"
        sink.add("E510", f"clause {texts['id']} has no status", span, label)
    if status == NOT_APPLICABLE and not reason:
        sink.add("E510", f"clause {texts['id']} is not applicable, but no `reason:` is given", span)
    return Clause(texts["id"], texts.get("section", ""), texts.get("rule", ""), status, reason, span,
                  texts.get("kind", ""))  # fmt: skip


RULES = (ast.Value, ast.Action, ast.Payment, ast.Phase, ast.Rule, ast.Trigger, ast.End)
"""Declarations that should cite the clause that they formalise."""


def _cites(node: ast.Node) -> set[str]:
    return {part.clause for part in ast.walk(node) if isinstance(part, ast.Cite)}


def coverage(folder: GameFolder, results: Iterable[ScenarioResult] | None = None, sink: Sink | None = None) -> Coverage:
    """Measure how far a game's scenarios cover its rulebook, variants and clauses.

    Args:
        results: Results of all scenarios, or None to run them now.
        sink: Sink that receives errors in the clause file.
    """
    found = Coverage(read_clauses(folder, sink if sink is not None else Sink()))
    found.results = list(results) if results is not None else [run_scenario(folder, s) for s in folder.scenarios]
    declared = [*filter(is_of_play, folder.declarations), *folder.variants.values()]
    cited = {cite for decl in declared for cite in _cites(decl)}
    exercised = {cite for result in found.results if result.passed for cite in result.exercised}
    bore = {rule for result in found.results if result.passed for rule in result.rules}
    for clause in found.clauses.values():
        if clause.status == NOT_APPLICABLE:
            found.not_applicable += 1
            continue
        if clause.id in cited:
            found.formalised += 1
        else:
            found.without_rule.append(clause.id)
        if clause.id in exercised:
            found.exercised += 1
        else:
            found.not_exercised.append(clause.id)
    _rules(folder, found, bore)
    _branches(folder, found)
    _variants(folder, found)
    found.unknown = unknown_citations(folder, found.clauses)
    return found


def unknown_citations(folder: GameFolder, clauses: Mapping[str, Clause]) -> list[tuple[str, Span]]:
    """Return the citations of clauses that the clause file does not list.

    If there is no clause file, the result is empty.
    """
    declared = [*folder.declarations, *folder.variants.values(), *folder.scenarios] if clauses else []
    cites = [node for decl in declared for node in ast.walk(decl) if isinstance(node, ast.Cite)]
    return [(cite.clause, cite.span) for cite in cites if cite.clause not in clauses]


def _rules(folder: GameFolder, found: Coverage, bore: set[str]) -> None:
    for decl in folder.declarations:
        if not isinstance(decl, RULES) or not is_of_play(decl):
            continue
        name = decl.name.text
        if not _cites(decl):
            found.rules_without_clause.append(name)
        if isinstance(decl, ast.End):
            continue  # endings are covered as branches
        names = _rule_names(decl)
        found.rules += len(names)
        found.rules_not_exercised += [each for each in names if each not in bore]


def _rule_names(decl: ast.Declaration) -> list[str]:
    """Return the full names of a rule and its lines. The lines of a payment belong to the actions that it serves."""
    name = decl.name.text
    if isinstance(decl, ast.Payment):
        return [f"{action.text}.{line.name.text}" for action in decl.actions for line in decl.costs]
    parts = (*decl.needs, *decl.costs) if isinstance(decl, ast.Action) else ()
    return [name, *(f"{name}.{part.name.text}" for part in parts)]


def _branches(folder: GameFolder, found: Coverage) -> None:
    """Add all branches, and the outcomes that no passing scenario reaches."""
    gone = {way for result in found.results if result.passed for way in result.ways}
    branches = {branch.place: branch for made in _models(folder) for branch, _ in branches_of(made)}
    found.branches = sorted(branches.values(), key=lambda branch: branch.place)
    found.ways_not_taken = [
        (branch, holds) for branch in found.branches for holds in (True, False) if (branch.place, holds) not in gone
    ]


def _models(folder: GameFolder) -> Iterator[model.Model]:
    """Yield models that together contain all rules of a game.

    There are models for the smallest and the largest player count, without variants and with each variant. Each variant
    comes with the variants that it requires.
    """
    if folder.rulebook is None:
        return
    counts = (folder.rulebook.least, folder.rulebook.most)
    tables: list[tuple[int, list[str]]] = [(players, []) for players in dict.fromkeys(counts)]
    tables += [(players, folder.with_required(name)) for name in folder.variants for players in counts]
    for players, names in tables:
        checked, _ = folder.check(players, names, lints=False)
        if checked is not None and checked.model is not None:
            yield checked.model


def _variants(folder: GameFolder, found: Coverage) -> None:
    played = {name for result in found.results if result.passed for name in result.variants}
    found.variants = list(folder.variants)
    found.variants_not_played = [name for name in folder.variants if name not in played]
