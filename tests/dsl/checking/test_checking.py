"""Tests the errors that the checker reports, with small faulty rulebooks that mark the expected errors.

A corpus file contains rulebooks separated by `---`. `### E304 "text"` at the end of a line means that the checker
reports this error on the line, with the text in its title, label or hint. The test fails if an error is missing or
unexpected.

`frame.txt` adds a board, some kinds and fields, a round and an end to each rulebook. A round, end, rulebook or scoring
section in the rulebook itself replaces that of the frame. `#! without end` leaves out a part of the frame, and
`#! board X: …` adds a line to its board.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from golden import EXPECTED, marked, meets, write_anew

from dsl import ast
from dsl.board.board_data import read_board
from dsl.checking import of_type
from dsl.checking.expressions.built_ins import BUILT_INS
from dsl.checking.expressions.expressions import FORMS as EXPRESSIONS
from dsl.checking.statements.statements import FORMS as STATEMENTS
from dsl.checking.statements.statements import LONG_FORMS
from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import Diagnostic, Sink, render
from dsl.folder.game_folder import SPARE, GameFolder
from dsl.source.spans import Source
from dsl.syntax import FUNCTIONS
from dsl.syntax.parsing import parse

FOLDER = Path(__file__).parent / "corpus"
ONE_OF_EACH = {"rulebook": ast.Rulebook, "round": ast.Round, "end": ast.End, "scoring": ast.Scoring}
PLAYERS = 2


@dataclass(frozen=True)
class Chunk:
    """A faulty rulebook, the file that contains it, and the expected errors."""

    file: str
    line: int
    text: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}-{self.line}"

    @property
    def expected(self) -> set[tuple[int, str, str]]:
        lines = enumerate(self.text.splitlines(), 1)
        return {(line, *found) for line, text in lines for found in EXPECTED.findall(text)}

    @property
    def source(self) -> Source:
        return Source(f"{self.file}-{self.line}", self.text)


def chunks() -> list[Chunk]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem == "frame":
            continue
        line = 1
        for number, text in enumerate(path.read_text(encoding="utf-8").split("---\n")):
            found.append(Chunk(path.stem, line, text, number))
            line += text.count("\n") + 1
    return found


def frame() -> tuple[ast.Declaration, ...]:
    sink = Sink()
    found = parse(Source("frame.txt", (FOLDER / "frame.txt").read_text(encoding="utf-8")), sink)
    assert not sink.found
    return found


def framed(chunk: Chunk, own: tuple[ast.Declaration, ...]) -> tuple[ast.Declaration, ...]:
    """Return the declarations of the rulebook, and all frame declarations that it does not replace."""
    without = re.findall(r"^#! without (\w+)", chunk.text, re.MULTILINE)
    left_out = [kind for name, kind in ONE_OF_EACH.items() if name in without or of_type(own, kind)]
    rest = [decl for decl in frame() if not isinstance(decl, tuple(left_out))]
    plain = [decl for decl in own if not isinstance(decl, ast.Variant)]
    return (*plain, *rest) if "rulebook" in without else (*rest, *plain)


@cache
def faults(chunk: Chunk) -> list[Diagnostic]:
    """Return the faults of a chunk. Two tests look at them."""
    sink = Sink()
    own = parse(chunk.source, sink)
    if sink.errors:
        return sink.found
    more = "".join(f"{line}\n" for line in re.findall(r"^#! board (.*)", chunk.text, re.MULTILINE))
    board_source = Source("frame.yaml", (FOLDER / "frame.yaml").read_text(encoding="utf-8") + more)
    variants = {decl.name.text: decl for decl in of_type(own, ast.Variant)}
    game = GameFolder(FOLDER, "frame", framed(chunk, own), read_board(board_source, sink), variants, [], sink)
    named = [name for name, variant in variants.items() if not any(p.verb == "applies" for p in variant.amendments)]
    _, found = game.check(PLAYERS, named)
    return [f for f in found.found if f.span.source.path != "frame.txt" or f.code not in SPARE]


def at(line: int, fault: Diagnostic, code: str, text: str) -> bool:
    return fault.span.line == line and meets(fault, code, text)


@pytest.mark.parametrize("chunk", chunks(), ids=str)
def test_faults_are_found_where_they_are(chunk: Chunk, update_golden: bool) -> None:
    found = faults(chunk)
    if update_golden:
        write_anew(FOLDER / f"{chunk.file}.txt", "---\n", chunk.number, marked(chunk.text, found))
    shown = "\n".join(render(fault) for fault in found)
    missing = [want for want in chunk.expected if not any(at(want[0], fault, *want[1:]) for fault in found)]
    assert not missing, f"missing: {missing}\nfound:\n{shown}"
    unexpected = [f for f in found if not any(at(want[0], f, *want[1:]) for want in chunk.expected)]
    assert not unexpected, "\n".join(render(fault) for fault in unexpected)


@pytest.mark.parametrize("chunk", chunks(), ids=str)
def test_messages_read_well(chunk: Chunk) -> None:
    for fault in faults(chunk):
        first = fault.title.split()[0]
        assert first[0] in "`0123456789" or first.islower() or first in fault.span.text, fault.title
        assert not fault.title.endswith(".")
        said = f"{fault.title} {fault.label} {fault.hint}"
        assert not re.search(r"\b(ast|model|Ref|Many|Int|NAME|TITLE|_NL|None|NoneType)\b", said), said


def test_marks_can_be_written_anew() -> None:
    """`--update-golden` keeps correct marks, removes wrong marks and marks all other errors."""
    text = 'number a = b     ### E301 "nothing is called" ### W403\nnumber c = d\n'
    first, second, _ = marked(text, faults(Chunk("chunk", 1, text, 0))).split("\n")
    assert first == 'number a = b     ### E301 "nothing is called"'
    assert second == 'number c = d     ### E301 "nothing is called `d`"'


def test_every_form_of_the_language_is_checked() -> None:
    """The checker must have a function for each form of expression and statement, and for each built-in word."""
    nodes = [node for name in ast.__all__ if isinstance(node := getattr(ast, name), type)]
    assert EXPRESSIONS.keys() == {node for node in nodes if issubclass(node, ast.Expr)} - {ast.Expr}
    statements = {node for node in nodes if issubclass(node, ast.Statement)} - {ast.Statement}
    assert STATEMENTS.keys() | LONG_FORMS.keys() == statements
    assert BUILT_INS.keys() == FUNCTIONS.keys()


def test_every_code_of_the_checker_is_shown() -> None:
    shown = {code for chunk in chunks() for _, code, _ in chunk.expected}
    wanted = {code for code in CATALOGUE if code[1] in "34"}
    assert sorted(wanted - shown) == []
