"""Reads the folder of an exercise.

    text.md             the task, below a heading; quoted sentences in it are the clause that hints repeat
    rulebook.rules      the rules with which a pupil begins; the folder may also contain `variants/` and a board
    accepted/*.rules    readings of the task; the comment in the first line of each file says why it is right
    scenarios/goal.rules    positions that a right answer handles
    positions.rules     optional: further positions to compare, each a scenario with only `given`
    exercise.yaml       optional: how answers are compared
    slips.yaml          optional: words for kinds of slips

An answer or a reading contains the declarations that it changes: a whole rulebook, variants, or scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from dsl import ast
from dsl.board import Datum, read_yaml
from dsl.diagnostics import Diagnostic, RulebookError, Sink
from dsl.folder import GameFolder, read_folder, read_source
from dsl.source import Source
from dsl.syntax import parse
from interpreter.testing import read_clauses
from mercatoria.teaching.settings import (
    SETTINGS,
    SLIPS,
    ExerciseError,
    Settings,
    SlipWords,
    read_settings,
    read_slips,
)

TEXT, RULEBOOK, ACCEPTED, GOALS, POSITIONS = "text.md", "rulebook.rules", "accepted", "scenarios", "positions.rules"
BEGINNING_FORMS = ("players", "with", "option", "setup", "seed", "given")
"""Forms of the lines of a scenario that make up its position."""

QUOTED = re.compile(r'"([^"]+[.!?])"')
COMMENT = re.compile(r"\s*#\s*(?P<why>\S[^\n]*)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """A right answer that the teacher accepts, with the reason why it is right."""

    name: str
    why: str
    folder: GameFolder


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise as read from its folder.

    `begin` is the game with which pupils begin. `scenarios` are its goals, and `positions` are scenarios without moves.
    """

    path: Path
    title: str
    text: str
    begin: GameFolder
    readings: tuple[Reading, ...]
    positions: tuple[ast.Scenario, ...]
    settings: Settings
    slips: tuple[SlipWords, ...]

    @property
    def name(self) -> str:
        return self.path.resolve().name

    @property
    def goals(self) -> tuple[ast.Scenario, ...]:
        return tuple(self.begin.scenarios)

    @property
    def asks_for_scenarios(self) -> bool:
        """True if an answer consists of scenarios and leaves the rules alone."""
        return all(reading.folder.declarations == self.begin.declarations
                   and reading.folder.variants == self.begin.variants for reading in self.readings)  # fmt: skip

    @property
    def clauses(self) -> tuple[str, ...]:
        """The sentences that a right answer must follow, taken from the text of the exercise."""
        cited = [node.clause for goal in self.goals for node in ast.walk(goal) if isinstance(node, ast.Cite)]
        known = read_clauses(self.begin, Sink())
        found = [" ".join(known[cite].rule.split()) for cite in dict.fromkeys(cited) if cite in known]
        plain = " ".join(FENCED.sub("", self.text).split())
        quoted = [sentence for sentence in QUOTED.findall(plain) if sentence.count(" ") > 1]
        return tuple(found or quoted or [f"{goal.title.rstrip('.')}." for goal in self.goals])


def read_exercise(path: Path) -> Exercise:
    """Read an exercise. Raises `ExerciseError` for a broken folder, and `RulebookError` for errors in its files."""
    if not path.is_dir():
        raise ExerciseError(f"there is no exercise `{path}`; name the folder of an exercise")
    for file in (TEXT, RULEBOOK):
        if not (path / file).is_file():
            raise ExerciseError(f"`{path}` is not an exercise, because it has no `{file}`; write this file")
    begin = read_folder(path, str(path))
    _refuse(begin.reading.errors)
    text = _source(path / TEXT, path).text
    heading, _, body = text.partition("\n")
    if not heading.startswith("# ") or not body.strip():
        raise ExerciseError(f"`{path}/{TEXT}` needs a heading, such as `# A small cart`, and the task below it")
    positions = _scenarios(path / POSITIONS, path) if (path / POSITIONS).is_file() else ()
    if played := [each for each in positions if {part.form for part in each.parts} - {*BEGINNING_FORMS}]:
        raise ExerciseError(f"the position `{played[0].name.text}` in `{path}/{POSITIONS}` has moves or expectations; "
                            "write only `players`, `with` and `given`")  # fmt: skip
    settings, slips = read_settings(_yaml(path / SETTINGS, path)), read_slips(_yaml(path / SLIPS, path))
    return Exercise(path, heading[2:].strip(), body.strip(), begin, _readings(path, begin), positions, settings, slips)


def _refuse(faults: list[Diagnostic]) -> None:
    if faults:
        raise RulebookError(faults)


def _source(file: Path, home: Path | None) -> Source:
    """Read a file. Raises `RulebookError` if it is not text, or leads out of the folder."""
    sink = Sink()
    source = read_source(file, str(file), sink, home)
    if source is None:
        raise RulebookError(sink.errors)
    return source


def _yaml(file: Path, home: Path) -> Datum | None:
    if not file.is_file():
        return None
    sink = Sink()
    found = read_yaml(_source(file, home), sink)
    _refuse(sink.errors)
    return found


def _readings(path: Path, begin: GameFolder) -> tuple[Reading, ...]:
    files = sorted((path / ACCEPTED).glob("*.rules"))
    if not files:
        raise ExerciseError(f"`{path}` has no accepted answer; write one to `{ACCEPTED}/first.rules`")
    found = []
    for file in files:
        comment = COMMENT.match(_source(file, path).text)
        if comment is None:
            raise ExerciseError(f"`{file}` does not say why it is right; begin it with a comment, "
                                "such as `# The cart must have room for one more.`")  # fmt: skip
        folder = answered(begin, read_rules(file, path))
        book = folder.rulebook
        if book is None:
            raise ExerciseError(f"`{path}/{RULEBOOK}` has no line `rulebook …`; begin it with this line")
        _refuse(folder.check(book.least, lints=False)[1].errors)
        found.append(Reading(file.stem, comment["why"], folder))
    return tuple(found)


def _scenarios(file: Path, home: Path) -> tuple[ast.Scenario, ...]:
    return tuple(each for each in read_rules(file, home) if isinstance(each, ast.Scenario))


# ---------------------------------------------------------------- answers


def read_rules(file: Path, home: Path | None = None) -> tuple[ast.Declaration, ...]:
    """Read a file of rules. Raises `RulebookError` if it has errors."""
    sink = Sink()
    found = parse(_source(file, home), sink)
    _refuse(sink.errors)
    return found


def read_answer(exercise: Exercise, path: Path) -> GameFolder:
    """Return the exercise's game as an answer changes it. The answer is a file, or a folder with a game.

    Raises `RulebookError` if the answer cannot be read.
    """
    if not path.is_dir():
        return answered(exercise.begin, read_rules(path))
    folder = read_folder(path, str(path))
    _refuse(folder.reading.errors)
    goals = {goal.name.text for goal in exercise.goals}
    own = [each for each in folder.scenarios if each.name.text not in goals]
    return answered(exercise.begin, (*folder.declarations, *folder.variants.values(), *own))


def answered(begin: GameFolder, declarations: Iterable[ast.Declaration]) -> GameFolder:
    """Return a game in which the declarations of an answer replace those of the game.

    A rulebook replaces the rulebook, and a variant the variant of the same name. Scenarios are added.
    """
    found = tuple(declarations)
    variants: Mapping[str, ast.Variant] = {each.name.text: each for each in found if isinstance(each, ast.Variant)}
    scenarios = [each for each in found if isinstance(each, ast.Scenario)]
    rules = tuple(each for each in found if not isinstance(each, (ast.Variant, ast.Scenario)))
    own = any(isinstance(each, ast.Rulebook) for each in rules)
    return replace(
        begin, declarations=rules if own else (*begin.declarations, *rules), variants={**begin.variants, **variants},
        scenarios=[*begin.scenarios, *scenarios], tables={}, boards={}, reading=Sink(),
    )  # fmt: skip


def position_of(scenario: ast.Scenario) -> ast.Scenario:
    """Return a scenario without its moves and expectations."""
    parts: list[ast.ScenarioPart] = []
    for part in scenario.parts:
        if part.form not in BEGINNING_FORMS:
            break
        parts.append(part)
    return replace(scenario, parts=tuple(parts))
