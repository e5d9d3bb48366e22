"""Tests amendments: the rulebook before and after each kind of amendment, conflicts, and errors with their lines.

A case contains a few declarations and one or more variants. After `---`, a case lists the new and changed declarations
in canonical form. `### E401 "text"` at the end of a line means that the checker reports this error on the line. The
test applies the variants of a case in every order and expects the same result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import pytest
from golden import EXPECTED, marked, meets, write_anew

import mercatoria
from dsl import ast
from dsl.amendments.amending import amend
from dsl.amendments.conflicts import applies, combination_faults, plain_options, ruled_out
from dsl.amendments.context import Amended
from dsl.amendments.effective import expanded, in_words, parts
from dsl.diagnostics.diagnostic import Sink
from dsl.printing.declarations import printed
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

FOLDER = Path(__file__).parent / "corpus"
RULEBOOK = 'rulebook x "X"\n    players 2 to 4\n\n'


@dataclass(frozen=True)
class Case:
    file: str
    number: int
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.file}-{self.number}"

    @property
    def source(self) -> Source:
        return Source(self.name, RULEBOOK + EXPECTED.sub("", self.before) + "\n")

    @property
    def faults(self) -> set[tuple[int, str, str]]:
        lines = enumerate((RULEBOOK + self.before).splitlines(), 1)
        return {(line, *found) for line, text in lines for found in EXPECTED.findall(text)}


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for number, pair in enumerate(path.read_text(encoding="utf-8").split("\n===\n"), 1):
            before, after = re.split(r"\n---\n?", pair)
            found.append(Case(path.stem, number, before, after.strip("\n")))
    return found


def carried_out(case: Case) -> list[tuple[Amended, Sink, list[ast.Declaration]]]:
    """Return the rulebook of a case after its variants, and check that their order does not matter."""
    reading = Sink()
    declarations = parse(case.source, reading)
    assert not reading.errors, reading.errors
    base = [decl for decl in declarations if not isinstance(decl, ast.Variant)]
    variants = [decl for decl in declarations if isinstance(decl, ast.Variant)]
    found = []
    for ordered in permutations(variants):
        sink = Sink()
        combination_faults(ordered, sink, [variant.name.text for variant in variants])
        found.append((amend(base, ordered, sink), sink, base))
    return found


def changed(amended: Amended, base: list[ast.Declaration]) -> str:
    old = [printed(decl) for decl in base]
    return "\n".join(text for text in map(printed, amended.declarations) if text not in old)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_case(case: Case, update_golden: bool) -> None:
    if update_golden:
        _update(case)
    for amended, sink, base in carried_out(case):
        assert changed(amended, base) == case.after
        assert {(fault.span.line, fault.code) for fault in sink.found} == {wanted[:2] for wanted in case.faults}
        for line, code, words in case.faults:
            assert any(fault.span.line == line and meets(fault, code, words) for fault in sink.found), sink.found


def _update(case: Case) -> None:
    amended, sink, base = carried_out(case)[0]
    path, after = FOLDER / f"{case.file}.txt", changed(amended, base)
    piece = path.read_text(encoding="utf-8").split("\n===\n")[case.number - 1]
    before = marked(case.before, sink.found, RULEBOOK.count("\n"))
    if (before, after) != (case.before, case.after):
        ending = "\n" if piece.endswith("\n") else ""
        piece = f"{before}\n---" + (f"\n{after}" if after else "") + ending
    write_anew(path, "\n===\n", case.number - 1, piece)


@pytest.mark.parametrize("case", [case for case in cases() if "W407" not in case.before], ids=lambda case: case.name)
def test_each_change_knows_where_it_was_written(case: Case) -> None:
    for amended, _, _ in carried_out(case):
        for change in amended.changes:
            assert change.span.text.split()[0] == change.verb.split()[0]
            assert amended.origins[change.target]


def test_a_conflict_shows_both_places() -> None:
    case = next(case for case in cases() if case.name == "together-1")
    for _, sink, _ in carried_out(case):
        (fault,) = sink.errors
        assert [fault.span.text, *(span.text for span, _ in fault.related)] == ["set days to 6", "set days to 5"]
        assert "excludes" in fault.hint


def test_every_verb_has_a_case() -> None:
    grammar = (Path(__file__).parents[3] / "grammars" / "amendments.lark").read_text(encoding="utf-8")
    texts = "\n".join(case.before for case in cases())
    verbs = set(re.findall(r'^ *[|?]?.*?[:|] "([a-z]+)"', grammar, re.MULTILINE)) - {"before", "yes", "variant", "mod"}
    assert verbs >= {"set", "except", "replace", "suspend", "add", "new", "requires", "excludes", "amends"}
    assert [verb for verb in sorted(verbs - {"board"}) if not re.search(rf"^    {verb} ", texts, re.MULTILINE)] == []


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_every_change_can_be_told(case: Case) -> None:
    for amended, _, _ in carried_out(case):
        assert all(change.variant in in_words(change, "") for change in amended.changes)
        assert list(expanded(amended, ""))
        assert {part.key for part in parts(amended)}


# ---------------------------------------------------------------- variants that apply automatically


@pytest.mark.parametrize(
    ("condition", "players", "options", "wanted"),
    [
        ("Player.size = 2", 2, {}, True),
        ("Player.size = 2", 3, {}, False),
        ("long", 2, {}, True),
        ("not long and Player.size < 4", 2, {"long": 0}, True),
        ("days >= 4 or Player.size = 9", 2, {"days": 3}, False),
    ],
)
def test_applies_when(condition: str, players: int, options: dict[str, int], wanted: bool) -> None:
    text = f'option long: flag = yes\noption days: 1 to 9 = 4\nvariant v "V" of x\n    applies when {condition}\n'
    *base, variant = parse(Source("text", text), Sink())
    assert isinstance(variant, ast.Variant)
    assert applies(variant, players, plain_options(base) | options) is wanted


@pytest.mark.parametrize(
    ("condition", "tables"),
    [
        ("Player.size = 2", {2}),
        ("Player.size = 2 or Player.size > 3", {2, 4, 5}),
        ("not Player.size < 4 and long", {4, 5}),
        ("Player.size = 3 or long", {1, 2, 3, 4, 5}),
        ("days > 3", {1, 2, 3, 4, 5}),
        ("not long", {1, 2, 3, 4, 5}),
        ("no", set()),
    ],
)
def test_the_number_of_players_may_rule_a_variant_out(condition: str, tables: set[int]) -> None:
    (variant,) = parse(Source("text", f'variant v "V" of x\n    applies when {condition}\n'), Sink())
    assert isinstance(variant, ast.Variant)
    assert {players for players in range(1, 6) if ruled_out(variant, players) is None} == tables


def test_variants_of_the_shipped_games_stand_with_what_they_require_and_change_something() -> None:
    for slug in mercatoria.shipped():
        game = mercatoria.load(slug)
        for name in game.folder.variants:
            sink = Sink()
            names = game.folder.with_required(name)
            players = max(players for players in game.players if not game.folder.not_for(players, names))
            amended = game.folder.effective(players, names, {}, sink)
            assert not sink.found
            assert any(change.variant == name for change in amended.changes)
