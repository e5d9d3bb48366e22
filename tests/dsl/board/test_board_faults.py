"""Tests that the board reader reports each error once, at the exact position, in terms that an author knows."""

from pathlib import Path
from typing import NamedTuple

import pytest

from dsl.board.board_data import BoardData, merge_boards, read_board
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.diagnostics.diagnostic import Sink, render
from dsl.folder.files import read_source
from dsl.limits import LONGEST_FILE
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

BOARDS = Path(__file__).parent / "ferries"
RULES = parse(Source("ferries.rules", (BOARDS / "ferries.rules").read_text(encoding="utf-8")), Sink())
SCHEMA = derive_schema(RULES)
WHOLE = (BOARDS / "ferries.yaml").read_text(encoding="utf-8")


class Case(NamedTuple):
    """A correct board file in which `new` replaces `old`, and the errors that this causes.

    Each expected error consists of code, line, column, text and title.
    """

    old: str
    new: str
    faults: list[tuple[str, int, int, str, str]]


CASES = {
    "bracket left open": Case(
        "  Reef: {of: North, depth: 1, source: I}",
        "  Reef: {of: North, depth: 1, source: I",
        [("E202", 13, 9, "{", "this `{` is never closed")],
    ),
    "comma missing": Case(
        "depth: 1, source: I}",
        "depth: 1 source: I}",
        [("E201", 13, 30, "source", "a `,` is missing before `source`")],
    ),
    "closed by the wrong bracket": Case(
        "ends: [Visby, Reef]",
        "ends: [Visby, Reef}",
        [("E202", 16, 33, "}", "this `}` does not close the `[`")],
    ),
    "quote left open": Case(
        "title: Ferries", 'title: "Ferries', [("E203", 2, 10, '"', "this quoted text is not closed")]
    ),
    "tab": Case("  Reef:", "\tReef:", [("E204", 13, 1, "\t", "a tab in the indentation")]),
    "kind twice": Case(
        "Shoal:\n", "Harbour:\n", [("E205", 12, 1, "Harbour", "`Harbour` appears twice in the same list")]
    ),
    "thing twice": Case(
        "  Visby: {of", "  Lund: {of", [("E205", 11, 3, "Lund", "`Lund` appears twice in the same list")]
    ),
    "anchor": Case("fare: 12", "fare: &price 12", [("E206", 15, 42, "&price", "an anchor is not supported here")]),
    "alias": Case(
        "fare: 3",
        "fare: *price",
        [("E206", 16, 42, "*price", "a reference to another part of the file is not supported here")],
    ),
    "tag": Case("fare: 3", "fare: !!int 3", [("E206", 16, 42, "!!int", "a tag is not supported here")]),
    "merge": Case("  Reef: {of", "  Reef: {<<: {}, of", [("E206", 13, 10, "<<", "a merge is not supported here")]),
    "second document": Case(
        "Barrel:", "---\nBarrel:", [("E206", 17, 1, "---", "a second document is not supported here")]
    ),
    "indented too far": Case(
        "  sources:\n", "   sources:\n", [("E210", 4, 4, "sources", "this line is indented too far")]
    ),
    "indented in between": Case(
        "  sources:\n", " sources:\n", [("E210", 4, 2, "sources", "the indentation matches no line above")]
    ),
    "colon missing": Case("Shoal:\n", "Shoal\n", [("E201", 12, 1, "Shoal", "a `:` is missing after `Shoal`")]),
    "second colon": Case(
        "title: Ferries", "title: Ferries: a game", [("E201", 2, 17, ":", "this line has a second `:`")]
    ),
    "value begins with a sign": Case(
        "title: Ferries", "title: @Ferries", [("E201", 2, 10, "@", "a value cannot begin with `@`")]
    ),
    "number out of range": Case(
        "depth: 9",
        "depth: 10",
        [("E233", 11, 29, "10", "`depth` must be a whole number from 1 to 9, not 10")],
    ),
    "decimal number": Case(
        "fare: 12",
        "fare: 1.5",
        [("E233", 15, 42, "1.5", "`fare` must be a whole number from 1 to 99, not `1.5`")],
    ),
    "number in quotes": Case(
        "fare: 12",
        "fare: '12'",
        [("E233", 15, 42, "'12'", "`fare` must be a whole number from 1 to 99, not the text '12'")],
    ),
    "misspelt field": Case("fare: 12", "far: 12", [("E231", 15, 36, "far", "a `Ferry` has no `far`")]),
    "unknown field": Case(
        "fare: 12",
        "fare: 12, colour: red",
        [("E231", 15, 46, "colour", "a `Ferry` has no `colour`")],
    ),
    "missing field": Case("fare: 12, ", "", [("E232", 15, 3, "LundVisby", "`LundVisby` has no `fare`")]),
    "missing kind": Case(
        "Barrel:\n  Cask: {pieces: 4, weight: {North: 2}, price: [1, 2, 4, 9], source: T}\n",
        "",
        [("E232", 1, 1, "board", "the board has no `Barrel`")],
    ),
    "misspelt kind": Case(
        "Barrel:\n", "Barel:\n", [("E231", 17, 1, "Barel", "the rulebook has no kind `Barel` on the board")]
    ),
    "thing with a blank in its name": Case(
        "  Reef:",
        "  little reef:",
        [
            ("E236", 13, 3, "little reef", "`little reef` is not a valid name for a `Shoal`"),
            ("E241", 16, 29, "Reef", "there is no `Shore` named `Reef`"),
        ],
    ),
    "empty value": Case(
        "depth: 1, source", "depth: , source", [("E234", 13, 21, "depth", "there is no value after `depth`")]
    ),
    "kind as a list": Case(
        "  Cask: {pieces: 4, weight: {North: 2}, price: [1, 2, 4, 9], source: T}",
        "  - Cask",
        [("E233", 18, 3, "- Cask", "`Barrel` must be followed by names with values, not by a list")],
    ),
    "row as a number": Case(
        "{pieces: 4, weight: {North: 2}, price: [1, 2, 4, 9], source: T}",
        "4",
        [("E233", 18, 9, "4", "`Cask` must be followed by names with values, not by 4")],
    ),
    "kind without things": Case(
        "  Cask: {pieces: 4, weight: {North: 2}, price: [1, 2, 4, 9], source: T}",
        "",
        [("E232", 17, 1, "Barrel", "`Barrel` lists nothing")],
    ),
    "three ends": Case(
        "[Visby, Reef]",
        "[Visby, Reef, Lund]",
        [("E235", 16, 21, "[Visby, Reef, Lund]", "`ends` must name the two places that it joins, not 3")],
    ),
    "set too large": Case(
        "[Salt, Cloth]",
        "[Salt, Cloth, Amber_Wax]",
        [("E235", 10, 38, "[Salt, Cloth, Amber_Wax]", "`sells` has 3 entries; at most 2 are allowed")],
    ),
    "row too short": Case(
        "[1, 2, 4, 9]", "[1, 2, 4]", [("E235", 18, 48, "[1, 2, 4]", "`price` has 3 entries; it must have 4")]
    ),
    "row too long": Case(
        "[1, 2, 4, 9]",
        "[1, 2, 4, 9, 9]",
        [("E235", 18, 48, "[1, 2, 4, 9, 9]", "`price` has 5 entries; it must have 4")],
    ),
    "number of a row too large": Case(
        "[1, 2, 4, 9]",
        "[1, 2, 4, 90]",
        [("E233", 18, 58, "90", "each entry of `price` must be a whole number from 0 to 9, not 90")],
    ),
    "row is one number": Case(
        "[1, 2, 4, 9]", "9", [("E233", 18, 48, "9", "`price` must be a list of 4 entries, like `[…, …]`, not 9")]
    ),
    "twice in a set": Case(
        "[Salt, Cloth]", "[Salt, Salt]", [("E235", 10, 45, "Salt", "`Salt` appears twice in `sells`")]
    ),
    "unknown in a set": Case(
        "[Salt, Cloth]",
        "[Salt, Clot]",
        [
            (
                "E233",
                10,
                45,
                "Clot",
                "each entry of `sells` must be `Salt`, `Amber_Wax` or `Cloth`, not `Clot`",
            )
        ],
    ),
    "unknown in a bag": Case(
        "tolls: {Salt: 1}",
        "tolls: {Salz: 1}",
        [("E231", 10, 61, "Salz", "`Salz` does not belong in `tolls`")],
    ),
    "negative in a bag": Case(
        "tolls: {Salt: 1}",
        "tolls: {Salt: -1}",
        [("E233", 10, 67, "-1", "`Salt` must be a whole number, 0 or more, not -1")],
    ),
    "flag": Case(
        "customs: yes",
        "customs: maybe",
        [("E233", 10, 80, "maybe", "`customs` must be `yes` or `no`, not `maybe`")],
    ),
    "key missing": Case(
        "rates: {Salt: 1, Amber_Wax: 0, Cloth: 2}, dues: 4",
        "rates: {Salt: 1, Amber_Wax: 0}, dues: 4",
        [("E232", 10, 98, "rates", "`rates` has no `Cloth`")],
    ),
    "negative money": Case(
        "dues: 4", "dues: -4", [("E233", 10, 146, "-4", "`dues` must be a whole number, 0 or more, not -4")]
    ),
    "position of one number": Case(
        "at: [1, 2]", "at: [1]", [("E235", 10, 153, "[1]", "`at` must be two numbers, column and row, not 1")]
    ),
    "position in letters": Case(
        "at: [1, 2]",
        "at: [1, x]",
        [("E233", 10, 157, "x", "each entry of `at` must be a whole number, 0 or more, not `x`")],
    ),
    "title is a number": Case(
        "title: Ferries", "title: 1830", [("E233", 2, 10, "1830", "`title` must be text, not 1830")]
    ),
    "title missing": Case("  title: Ferries\n", "", [("E232", 1, 1, "board", "`board` has no `title`")]),
    "title misspelt": Case(
        "  title: Ferries",
        "  titel: Ferries",
        [("E231", 2, 3, "titel", "`titel` is not allowed under `board`")],
    ),
    "reference to nothing": Case(
        "of: North, depth: 1",
        "of: Nord, depth: 1",
        [("E241", 13, 14, "Nord", "there is no `Archipelago` named `Nord`")],
    ),
    "reference to another kind": Case(
        "of: North, depth: 1",
        "of: Lund, depth: 1",
        [("E242", 13, 14, "Lund", "`Lund` is a `Harbour`, not an `Archipelago`")],
    ),
    "optional reference to nothing": Case(
        "rival: Lund", "rival: Lundd", [("E241", 11, 74, "Lundd", "there is no `Harbour` named `Lundd`")]
    ),
    "end that is nowhere": Case(
        "[Visby, Reef]", "[Visby, Reev]", [("E241", 16, 29, "Reev", "there is no `Shore` named `Reev`")]
    ),
    "edge to itself": Case(
        "[Visby, Reef]",
        "[Visby, Visby]",
        [("E244", 16, 29, "Visby", "`VisbyReef` leads from `Visby` to itself")],
    ),
    "parallel edges": Case(
        "[Visby, Reef]",
        "[Visby, Lund]",
        [("W201", 16, 21, "[Visby, Lund]", "`VisbyReef` joins the same two places as `LundVisby`")],
    ),
    "name of another thing": Case(
        "  Cask:", "  Reef:", [("E243", 18, 3, "Reef", "`Reef` is already the name of a `Shoal`")]
    ),
    "name of a kind": Case("  Cask:", "  Ferry:", [("E243", 18, 3, "Ferry", "`Ferry` is already the name of a kind")]),
    "name of a seat": Case("  Cask:", "  Teal:", [("E243", 18, 3, "Teal", "`Teal` is already the name of a seat")]),
    "name of a listed thing": Case(
        "  Cask:", "  Salt:", [("E243", 18, 3, "Salt", "`Salt` is already the name of a `Ware`")]
    ),
    "datum without a mark": Case(
        "source: {ends: T, fare: I}",
        "source: {ends: T}",
        [("E245", 15, 36, "fare", "`fare` of `LundVisby` has no source")],
    ),
    "row without a source": Case(
        ", source: {ends: T, fare: I}",
        "",
        [("E245", 15, 3, "LundVisby", "`LundVisby` has no source mark")],
    ),
    "mark not in the legend": Case(
        "fare: I}", "fare: X}", [("E246", 15, 70, "X", "the legend has no source mark `X`")]
    ),
    "mark for nothing": Case(
        "fare: I}",
        "fare: I, cost: I}",
        [("E246", 15, 73, "cost", "`LundVisby` has no value `cost`, so this source mark has no meaning")],
    ),
    "a word": Case(WHOLE, "hello", [("E208", 1, 1, "h", "a board file begins with a name, not with a single value")]),
    "a list": Case(WHOLE, "- a\n- b\n", [("E208", 1, 1, "-", "a board file begins with a name, not with a list")]),
    "empty": Case(WHOLE, "# nothing\n", [("E207", 1, 1, "#", "the file is empty")]),
    "nested too deep": Case(WHOLE, "a: " + "[" * 50, [("E209", 1, 13, "[", "names are nested too deeply here")]),
    "control character": Case("Ferries", "Fer\x07ries", [("E002", 2, 13, "\x07", "this is not a text file")]),
    "heading only": Case(
        WHOLE,
        "board:\n",
        [
            ("E232", 1, 1, "board", "the board has no `Archipelago`"),
            ("E232", 1, 1, "board", "the board has no `Harbour`"),
            ("E232", 1, 1, "board", "the board has no `Shoal`"),
            ("E232", 1, 1, "board", "the board has no `Ferry`"),
            ("E232", 1, 1, "board", "the board has no `Barrel`"),
            ("E234", 1, 1, "board", "there is no value after `board`"),
        ],
    ),
    "heading is a list": Case(
        WHOLE[: WHOLE.index("Archi")],
        "board: [x]\n",
        [("E233", 1, 8, "[x]", "`board` must be names with values, like `{…: …, …: …}`, not a list")],
    ),
    "key of a board kind missing": Case(
        "weight: {North: 2}",
        "weight: {}",
        [("E247", 18, 21, "weight", "`weight` of `Cask` has no value for `North`")],
    ),
    "field with a default out of range": Case(
        "weight: {North: 2}",
        "weight: {North: 2}, age: 4",
        [("E233", 18, 46, "4", "`age` must be a whole number from 1 to 3, not 4")],
    ),
    "key is no thing": Case(
        "weight: {North: 2}",
        "weight: {Nord: 2}",
        [
            ("E241", 18, 30, "Nord", "there is no `Archipelago` named `Nord`"),
        ],
    ),
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
        ("the rulebook has no kind `Isle` on the board", "second.yaml:4:1")
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
        (b"x" * (LONGEST_FILE + 1), "E003", (1, 1)),
    ],
)
def test_binary_files_are_refused(tmp_path: Path, content: bytes, code: str, place: tuple[int, int]) -> None:
    path = tmp_path / "board.yaml"
    path.write_bytes(content)
    sink = Sink()
    assert read_source(path, "board.yaml", sink) is None
    (fault,) = sink.found
    assert (fault.code, (fault.span.line, fault.span.column)) == (code, place)
    assert render(fault)


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b", "x" * 5000])
def test_unreadable_files_are_refused(tmp_path: Path, name: str) -> None:
    sink = Sink()
    assert read_source(tmp_path / name, "board.yaml", sink) is None
    (fault,) = sink.found
    assert fault.code == "E014"
    assert fault.title.startswith("`board.yaml` ")


JUNK = [
    "", "\ufeff", "{", "}", "[", "]", ":", "- ", "?", "? a\n: b", "&", "*", "!", "%", "|", ">", "'", '"', "@",
    "`", "a: |\n  x", "{a: {[1]: 2}}", "a: [{}, []]", "\r", "\u2028a: 1", "\x85", "---", "...",
    "%YAML 9\n---\na: 1", "a: 1\n...\nb: 2", "\ud800", "a: &x [*x]", "a: " + "9" * 6000, "a: 'x\n\n",
    "board: 1\nKind: [[[]]]",
    "{" * 3000, "- " * 3000, "Ferry: {A: {ends: {x: 1}, fare: [1]}}", ": x", "'': x", "a: {: x}",
    "<<: {a: 1}",
    "Ferry: {A: {ends: [[1], {}], source: []}}", "board: {sources: [T]}\nFerry: {A: 1}", "? \n: b",
    "Harbour: {A: {sells: {Salt: 1}, tolls: [Salt], rates: 3, rival: [], of: {}, at: {}, source: {of: [T]}}}",
    "board: {sources: {T: [1]}}\nFerry: {A: {source: {T: }}}", "a: !!python/object:os.system x",
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
def test_junk_gives_faults_and_never_an_exception(text: str) -> None:
    _, sink = checked(text)
    assert sink.errors
    assert all(render(fault) for fault in sink.found)
