"""Tests the position, the underlined words and the message of each syntax error.

A corpus file contains texts separated by `---`. Below each text are its errors in order, each as
`>>> line:column code underlined words | message`. The number of blocks that the parser could read follows. Underlined
spaces are written as `␣`.
"""

import os
import re
from pathlib import Path

import pytest
from golden import write_anew

from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import Diagnostic, Sink, render
from dsl.folder.files import read_source
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

FOLDER = Path(__file__).parent / "corpus"
LONGEST = 40
OPENING = 'rulebook ferries "Ferries"\n    players 2 to 4\n'

# Codes that are tested separately, because they need bytes, sizes or files.
NOT_BY_TEXT = {"E002", "E003", "E014", "E017", "E020"}


def chunks() -> list[tuple[str, str]]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        _, *texts = path.read_text(encoding="utf-8").split("---\n")
        found += [(f"{path.stem}-{number}", text) for number, text in enumerate(texts, 1)]
    return found


def renewed(chunk: str) -> str:
    """Return a chunk with the actual errors in place of the expected ones."""
    text, _ = divided(chunk)
    faults, blocks = read(text)
    return text + "".join(f">>> {line}\n" for line in (*map(told, faults), f"{blocks} read"))


def divided(chunk: str) -> tuple[str, list[str]]:
    lines = chunk.splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(">>> "))
    return text, [line.removeprefix(">>> ").rstrip("\n") for line in lines if line.startswith(">>> ")]


def underlined(text: str) -> str:
    if not text.strip(" "):
        return text[:LONGEST].replace(" ", "␣")
    return text[:LONGEST].replace("\t", "\\t").replace("\n", "\\n").replace("\u00a0", "\\u00a0")


def told(fault: Diagnostic) -> str:
    said = [fault.title, *(part for part in (fault.label, fault.hint) if part)]
    return f"{fault.span.line}:{fault.span.column} {fault.code} {underlined(fault.span.text)} | {' | '.join(said)}"


def read(text: str) -> tuple[list[Diagnostic], int]:
    sink = Sink()
    blocks = parse(Source("faulty.rules", text), sink)
    return sink.found, len(blocks)


@pytest.mark.parametrize(("name", "chunk"), chunks())
def test_fault_is_told_at_its_place(name: str, chunk: str, update_golden: bool) -> None:
    if update_golden:
        file, _, number = name.rpartition("-")
        write_anew(FOLDER / f"{file}.txt", "---\n", int(number), renewed(chunk))
    text, expected = divided(chunk)
    found, blocks = read(text)
    assert [*(told(fault) for fault in found), f"{blocks} read"] == expected


@pytest.mark.parametrize(("name", "chunk"), chunks())
def test_messages_are_in_the_authors_words(name: str, chunk: str) -> None:
    for fault in read(divided(chunk)[0])[0]:
        said = f"{fault.title} {fault.label} {fault.hint}"
        assert not re.search(r"\b(NAME|TITLE|INT|STRING|CITE|COMPARISON|LPAR|[A-Z]*SQB|_?NL|token|lark)\b", said), said
        assert not fault.title.endswith(".")
        assert render(fault)


def test_expectations_can_be_written_anew() -> None:
    assert renewed("number a = 3\n>>> 1:1 E001 number | something else\n") == "number a = 3\n>>> 1 read\n"
    assert renewed("number a 3\n").splitlines()[1].startswith(">>> 1:10 E005 3 | ")


def test_most_chunks_have_a_fault() -> None:
    """Most chunks must test an error message."""
    assert sum(bool(read(divided(chunk)[0])[0]) for _, chunk in chunks()) > 60


def test_every_code_of_reading_is_shown() -> None:
    shown = set(re.findall(r"^>>> \d+:\d+ (E\d+) ", "".join(chunk for _, chunk in chunks()), re.MULTILINE))
    assert {code for code in CATALOGUE if code.startswith("E0")} - NOT_BY_TEXT == shown


def test_a_broken_block_gives_one_fault_and_leaves_the_others_whole() -> None:
    broken = 'action sail "Sail\n    neds a: (\n   then then\n\tmove\n'
    found, blocks = read(f"{OPENING}\nnumber one = 1\n\n{broken}\nnumber two = 2\n")
    assert len(found) == 1
    assert blocks == 3


# ---------------------------------------------------------------- sizes and bytes


def test_a_line_of_five_million_characters_is_refused() -> None:
    (fault,), blocks = read("number fare = " + "1" * 5_000_000)
    assert (fault.code, fault.span.line, blocks) == ("E003", 1, 0)
    assert len(render(fault)) < 1000


def test_a_long_line_is_named() -> None:
    (fault,), blocks = read(f"{OPENING}\n# {'x' * 3000}\nnumber fare = 3\n")
    assert (fault.code, fault.span.line, blocks) == ("E003", 4, 0)


def test_deep_brackets_do_not_break_the_reader() -> None:
    found, _ = read(f"number fare = {'(' * 900}1{')' * 900}\n")
    assert {fault.code for fault in found} <= {"E005", "E009"}


@pytest.mark.parametrize("junk", [b"\x89PNG\r\n\x1a\n\x00\x00\x00", b"\xff\xfe\x00r\x00u", OPENING.encode() + b"\x00"])
def test_bytes_that_are_no_text_are_refused(junk: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rulebook.rules"
    file.write_bytes(junk)
    sink = Sink()
    source = read_source(file, "rulebook.rules", sink)
    assert source is None
    assert [fault.code for fault in sink.found] == ["E002"]


@pytest.mark.parametrize("text", [f"{OPENING}\0", f"{OPENING}\ufffd\n"])
def test_a_text_with_bytes_that_are_no_letters_is_refused_at_their_place(text: str) -> None:
    (fault,), blocks = read(text)
    assert (fault.code, fault.span.line, blocks) == ("E002", 3, 0)


@pytest.mark.parametrize("missing", ["nothing.rules", "."])
def test_a_file_that_is_not_there_is_a_fault(missing: str, tmp_path: Path) -> None:
    sink = Sink()
    assert read_source(tmp_path / missing, missing, sink) is None
    assert [fault.code for fault in sink.found] == ["E014"]


@pytest.mark.parametrize("ending", ["\n", "", "\n\n    \n", "\n# the end", f"{os.linesep}"])
def test_any_ending_will_do(ending: str) -> None:
    found, blocks = read(f"number fare = 3{ending}")
    assert (found, blocks) == ([], 1)
