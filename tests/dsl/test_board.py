"""Faults of a board file are told at the exact place, in the words of the table, each once."""

from pathlib import Path
from typing import NamedTuple

import pytest

from dsl.board import BoardData, merge_boards, read_board
from dsl.diagnostics import Sink, render
from dsl.loading import LARGEST_FILE, read_source
from dsl.parsing import parse
from dsl.references import check_references
from dsl.schema import derive_schema
from dsl.schema_faults import validate
from dsl.source import Source

BOARDS = Path(__file__).parent / "boards"
RULES = parse(Source("ferries.rules", (BOARDS / "ferries.rules").read_text(encoding="utf-8")), Sink())
SCHEMA = derive_schema(RULES)
WHOLE = (BOARDS / "ferries.yaml").read_text(encoding="utf-8")


class Case(NamedTuple):
    """A slip: `old` of the good board is written as `new`. Each fault is code, line, column, text and title."""

    old: str
    new: str
    faults: list[tuple[str, int, int, str, str]]


CASES = {
@@TABLE@@
}


def checked(text: str) -> tuple[BoardData | None, Sink]:
    sink = Sink()
    board = read_board(Source("board.yaml", text), sink)
    if board is not None:
        validate(board, SCHEMA, sink)
        check_references(RULES, board, sink)
    return board, sink


def told(sink: Sink) -> list[tuple[str, int, int, str, str]]:
    return [(f.code, f.span.line, f.span.column, f.span.text, f.title) for f in sink.in_order()]


@pytest.mark.parametrize("name", CASES)
def test_slip_is_told_where_it_is(name: str) -> None:
    case = CASES[name]
    assert case.old in WHOLE
    _, sink = checked(WHOLE.replace(case.old, case.new, 1))
    assert told(sink) == case.faults
    shown = "\n".join(map(render, sink.found))
    assert not any(word in shown for word in ("Error", "dict", "None", "null", "additionalProp", "str", "<class"))


# ---------------------------------------------------------------- a sound board


def test_sound_board_has_no_faults() -> None:
    board, sink = checked(WHOLE)
    assert not sink.found
    assert board is not None
    assert (board.title, board.reconstructed, board.note) == ("Ferries", True, "")
    assert board.sources == {"T": "printed", "I": "invented"}
    assert {kind: list(rows) for kind, rows in board.kinds.items()} == {
        "Archipelago": ["North"],
        "Harbour": ["Lund", "Visby"],
        "Shoal": ["Reef"],
        "Ferry": ["LundVisby", "VisbyReef"],
        "Barrel": ["Cask"],
    }


def test_row_knows_values_marks_and_places() -> None:
    board, _ = checked(WHOLE)
    assert board is not None
    row = board.kinds["Harbour"]["Lund"]
    assert (row.span.text, str(row.span)) == ("Lund", "board.yaml:10:3")
    assert row.at == (1, 2)
    assert {name: datum.value for name, datum in row.values.items()} == {
        "of": "North", "depth": 3, "sells": ["Salt", "Cloth"], "tolls": {"Salt": 1}, "customs": True,
        "rival": "none", "rates": {"Salt": 1, "Amber_Wax": 0, "Cloth": 2}, "dues": 4,
    }  # fmt: skip
    assert row.values["sells"].parts[1].span.text == "Cloth"
    assert row.values["tolls"].parts["Salt"].key.text == "Salt"
    assert set(row.marks.values()) == {"T"}
    assert set(row.marks) == {*row.values, "at"}
    ferry = board.kinds["Ferry"]["LundVisby"]
    assert ferry.marks == {"ends": "T", "fare": "I"}
    assert ferry.mark_spans["fare"].text == "fare"


def test_umlauts_and_comments_do_not_shift_places() -> None:
    text = "# Gräfin\nboard: {title: 'Ö', reconstructed: no}\nArchipelago:\n  Överö: {größe: 3}\n"
    _, sink = checked(text)
    (fault,) = [f for f in sink.found if f.code == "E231"]
    assert (fault.span.line, fault.span.column, fault.span.text) == (4, 11, "größe")


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("depth: 9", "depth: 10").replace("\n", "\r\n").encode())
    sink = Sink()
    source = read_source(path, "board.yaml", sink)
    assert source is not None
    _, sink = checked(source.text)
    assert [(f.code, f.span.line, f.span.text) for f in sink.found] == [("E233", 11, "10")]


def test_without_a_legend_no_marks_are_asked_for() -> None:
    _, sink = checked("board: {title: X, reconstructed: no}\nArchipelago: {North: {}}\n")
    assert {f.code for f in sink.found} == {"E232"}


def test_several_faults_in_one_run() -> None:
    text = WHOLE.replace("depth: 9", "depth: 10").replace("fare: 3", "fair: 3").replace("depth: 1,", "depth: deep,")
    _, sink = checked(text)
    assert [f.code for f in sink.in_order()] == ["E233", "E233", "E231"]


# ---------------------------------------------------------------- a second file


def board_of(text: str) -> BoardData:
    board = read_board(Source("second.yaml", text), Sink())
    assert board is not None
    return board


def test_second_file_adds_rows_and_kinds() -> None:
    first, sink = checked(WHOLE)
    assert first is not None
    second = board_of(
        "board: {title: More, reconstructed: no, note: N, sources: {X: x}}\n"
        "Shoal:\n  Bank: {of: North, depth: 1, source: X}\nIsle: {Fårö: {}}\n"
    )
    merged = merge_boards(first, second, sink)
    assert not sink.found
    assert (merged.title, merged.reconstructed, merged.note) == ("Ferries", True, "N")
    assert list(merged.kinds["Shoal"]) == ["Reef", "Bank"]
    assert list(merged.kinds["Isle"]) == ["Fårö"]
    assert merged.sources == {"T": "printed", "I": "invented", "X": "x"}
    validate(merged, SCHEMA, sink)
    assert [(f.title, str(f.span)) for f in sink.found] == [
        ("`Isle` is not a kind that the board lists", "second.yaml:4:1")
    ]


def test_second_file_cannot_change_a_row() -> None:
    first, sink = checked(WHOLE)
    assert first is not None
    merged = merge_boards(first, board_of("Shoal:\n  Reef: {depth: 2}\n"), sink)
    (fault,) = sink.found
    assert (fault.code, fault.span.text, str(fault.span)) == ("E211", "Reef", "second.yaml:2:3")
    assert str(fault.related[0][0]) == "board.yaml:13:3"
    assert merged.kinds["Shoal"]["Reef"].values["depth"].value == 1


# ---------------------------------------------------------------- reading files


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"board:\n  \xff\xd8\xff\xe0", "E002", (2, 3)),
        (b"board:\0", "E002", (1, 7)),
        (b"x" * (LARGEST_FILE + 1), "E003", (1, 1)),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, code: str, place: tuple[int, int]) -> None:
    path = tmp_path / "board.yaml"
    path.write_bytes(content)
    sink = Sink()
    assert read_source(path, "board.yaml", sink) is None
    (fault,) = sink.found
    assert (fault.code, (fault.span.line, fault.span.column)) == (code, place)
    assert render(fault)


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b", "x" * 5000])
def test_what_cannot_be_opened_is_refused(tmp_path: Path, name: str) -> None:
    sink = Sink()
    assert read_source(tmp_path / name, "board.yaml", sink) is None
    (fault,) = sink.found
    assert fault.code == "E014"
    assert fault.title.startswith("`board.yaml` ")


@pytest.mark.parametrize(
    "text",
    [
        "", "\ufeff", "{", "}", "[", "]", ":", "- ", "?", "? a\n: b", "&", "*", "!", "%", "|", ">", "'", '"', "@", "`",
        "a: |\n  x", "{a: {[1]: 2}}", "a: [{}, []]", "\r", "\u2028a: 1", "\x85", "---", "...", "%YAML 9\n---\na: 1",
        "a: 1\n...\nb: 2", "\ud800", "a: &x [*x]", "a: " + "9" * 6000, "a: 'x\n\n", "board: 1\nKind: [[[]]]",
        "{" * 3000, "- " * 3000, "Ferry: {A: {ends: {x: 1}, fare: [1]}}", "Ferry: {A: {ends: [[1], {}], source: []}}",
        "Harbour: {A: {sells: {Salt: 1}, tolls: [Salt], rates: 3, rival: [], of: {}, at: {}, source: {of: [T]}}}",
        "board: {sources: [T]}\nFerry: {A: 1}", "board: {sources: {T: [1]}}\nFerry: {A: {source: {T: }}}",
        ": x", "'': x", "a: {: x}", "<<: {a: 1}", "? \n: b", "a: !!python/object:os.system x",
    ],
)  # fmt: skip
def test_junk_gives_faults_and_never_an_exception(text: str) -> None:
    _, sink = checked(text)
    assert sink.errors
    assert all(render(fault) for fault in sink.found)
