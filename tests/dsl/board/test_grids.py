"""Tests grids in a board file: derived facts, names, and positions of errors."""

from __future__ import annotations

from collections import Counter

import pytest
from jsonschema import Draft202012Validator

from dsl.board.board_data import BoardData, read_board
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.board.yaml_data import read_yaml
from dsl.diagnostics.diagnostic import Sink, render
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

RULES = parse(
    Source(
        "heath.rules",
        """
kind Hex from board
    gives: 0 to 9 = 0
    posts: set of Post
    rim: set of Path
kind Marsh is Hex from board
kind Post from board
    hexes: set of Hex
kind Farm is Post from board
    wells: 0 to 2 = 0
kind Path from board between Post
    wet: flag = no
    parts: set of Hex
kind Hedge from board between Hex
""",
    ),
    Sink(),
)
HEATH = """board: {title: Heath, reconstructed: yes, sources: {T: printed, I: invented}}
Hex:
  grid: hex
  source: I
  corners: {kind: Post, fact: posts, back: hexes}
  edges: {kind: Path, fact: rim, back: parts}
  neighbours: {kind: Hedge}
  rows:
    - [Ling, Moor, .]
    - [Carr, Fen, Holm]
  Ling: {gives: 3, source: T}
  Moor: {gives: 1, source: {gives: T}}
Marsh:
  Fen: {source: I}
Farm:
  Ash: {corner: [Moor, S], wells: 2, source: {wells: T, corner: T}}
  Birk: {corner: [Fen, N], source: I}
Path:
  Ash_NW: {wet: yes, source: {wet: T}}
  Ford: {edge: [Carr, SW], source: I}
"""


def checked(text: str) -> tuple[BoardData | None, Sink]:
    sink = Sink()
    board = read_board(Source("board.yaml", text), sink)
    if board is not None:
        validate(board, derive_schema(RULES), sink)
        check_references(RULES, board, sink)
    return board, sink


def sound(text: str) -> BoardData:
    board, sink = checked(text)
    assert [render(fault) for fault in sink.found] == []
    assert board is not None
    return board


def square(rows: str, more: str = "") -> str:
    return (
        "board: {title: Heath, reconstructed: no}\nHex:\n  grid: square\n"
        "  corners: {kind: Post, fact: posts, back: hexes}\n"
        "  edges: {kind: Path, fact: rim, back: parts}\n  neighbours: {kind: Hedge}\n"
        f"  rows: {rows}\nMarsh: {{Bog: {{posts: [], rim: []}}}}\n{more}"
    )


# ---------------------------------------------------------------- what follows


def test_cells_corners_and_edges_of_hexagons() -> None:
    """In one connected region, corners − edges + cells = 1 (Euler's formula)."""
    board = sound(HEATH)
    numbers = {kind: len(rows) for kind, rows in board.kinds.items()}
    assert numbers == {"Hex": 4, "Marsh": 1, "Farm": 2, "Post": 18, "Path": 24, "Hedge": 6}
    assert numbers["Farm"] + numbers["Post"] - numbers["Path"] + numbers["Hex"] + numbers["Marsh"] == 1
    posts = {**board.kinds["Post"], **board.kinds["Farm"]}
    touched = Counter(len(row.values["hexes"].value) for row in posts.values())  # type: ignore[arg-type]
    assert touched == {1: 12, 2: 6, 3: 2}
    for name, cell in {**board.kinds["Hex"], **board.kinds["Marsh"]}.items():
        assert len(set(cell.values["posts"].value)) == len(set(cell.values["rim"].value)) == 6  # type: ignore[arg-type]
        for post in cell.values["posts"].value:  # type: ignore[union-attr]
            assert name in posts[post].values["hexes"].value  # type: ignore[operator]


def test_edges_join_corners_of_all_their_cells() -> None:
    board = sound(HEATH)
    cells = {**board.kinds["Hex"], **board.kinds["Marsh"]}
    for row in board.kinds["Path"].values():
        for cell in row.values["parts"].value:  # type: ignore[union-attr]
            assert set(row.values["ends"].value) <= set(cells[cell].values["posts"].value)  # type: ignore[arg-type]


def test_names_that_a_person_can_read() -> None:
    board = sound(HEATH)
    assert board.kinds["Farm"]["Ash"].values["hexes"].value == ["Moor", "Carr", "Fen"]
    assert board.kinds["Path"]["Ash_Birk"].values["ends"].value == ["Ash", "Birk"]
    assert board.kinds["Path"]["Ash_NW"].values["parts"].value == ["Moor", "Carr"]
    assert board.kinds["Path"]["Ling_Carr"].values["ends"].value == ["Ling_S", "Ling_SE"]
    assert board.kinds["Path"]["Ling_side_W"].values["ends"].value == ["Ling_NW", "Ling_SW"]
    assert board.kinds["Path"]["Ford"].values["parts"].value == ["Carr"]
    assert board.kinds["Post"]["Ling_SE"].values["hexes"].value == ["Ling", "Moor", "Carr"]
    assert board.kinds["Hedge"]["Ling_by_Moor"].values["ends"].value == ["Ling", "Moor"]
    assert "Ling_by_Fen" not in board.kinds["Hedge"]


def test_places_fit_together() -> None:
    """Each edge is half-way between its ends, each cell is in the middle of its corners, and all coordinates are at
    least 0.
    """
    board = sound(HEATH)
    at = {row.name: row.at for _, row in board.rows() if row.at is not None}
    assert min(min(place) for place in at.values()) >= 0
    assert len(set(at.values())) == len(at)
    for row in board.kinds["Path"].values():
        one, other = (at[str(end)] for end in row.values["ends"].value)  # type: ignore[union-attr]
        assert at[row.name] == ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    for row in board.kinds["Hex"].values():
        corners = [at[str(post)] for post in row.values["posts"].value]  # type: ignore[union-attr]
        assert row.at == (sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)


def test_texts_of_a_thing_follow_its_marks() -> None:
    board = sound(HEATH)
    row = board.kinds["Path"]["Ash_NW"]
    assert row.values["wet"].value is True
    assert row.marks == {"wet": "T", "ends": "I", "parts": "I", "at": "I"}
    assert str(row.span) == "board.yaml:19:3"
    assert board.kinds["Farm"]["Ash"].marks == {"wells": "T", "hexes": "T", "at": "T"}
    assert board.kinds["Hex"]["Ling"].marks["at"] == "T"
    assert board.kinds["Hex"]["Moor"].marks == {"gives": "T", "posts": "I", "rim": "I", "at": "I"}
    assert str(board.kinds["Post"]["Moor_N"].span) == "board.yaml:9:14"


def test_squares() -> None:
    board = sound(square("[[A, B], [., D]]", "Farm: {Inn: {corner: [A, SE]}}\n"))
    assert list(board.kinds["Path"]) == [
        "A_side_N", "Inn_N", "Inn_W", "A_side_W", "B_side_N", "B_side_E", "Inn_E", "D_side_E", "D_side_S", "Inn_S",
    ]  # fmt: skip
    assert board.kinds["Farm"]["Inn"].values["hexes"].value == ["A", "B", "D"]
    assert list(board.kinds["Hedge"]) == ["A_by_B", "B_by_D"]
    assert board.kinds["Post"]["A_NW"].at == (0, 0)
    assert len(board.kinds["Post"]) == 7


def test_cells_alone() -> None:
    root = read_board(Source("b.yaml", "Hex: {grid: square, rows: [[A, B]], A: {gives: 2}}\n"), Sink())
    assert root is not None
    assert [(row.name, row.at) for _, row in root.rows()] == [("A", (2, 2)), ("B", (6, 2))]


# ---------------------------------------------------------------- the schema for editors


def test_schema_describes_the_file_as_it_is_written() -> None:
    board = sound(HEATH)
    schema = derive_schema(RULES, board.grids)
    Draft202012Validator.check_schema(schema)
    written = read_yaml(Source("board.yaml", HEATH), Sink())
    assert written is not None
    validator = Draft202012Validator(schema)
    assert list(validator.iter_errors(written.value)) == []
    assert schema["required"] == ["board", "Hex", "Marsh", "Farm"]
    for old, new in (
        ("grid: hex", "grid: hax"), ("[Moor, S]", "[Moor, E]"), ("gives: 3", "gives: 30"), ("  rows:", "  rowes:"),
        ("{wet: yes,", "{wat: yes,"), ("back: hexes", "back: 3"),
    ):  # fmt: skip
        slip = read_yaml(Source("board.yaml", HEATH.replace(old, new)), Sink())
        assert slip is not None
        assert list(validator.iter_errors(slip.value)), new


def test_schema_of_a_board_without_grids_is_what_it_was() -> None:
    assert derive_schema(RULES, ()) == derive_schema(RULES)


# ---------------------------------------------------------------- faults

CASES = {
    "shape": ("grid: hex", "grid: hax", ("E233", 3, 9, "hax", "`grid` must be `hex` or `square`, not `hax`")),
    "word": ("  rows:", "  rowes:", ("E231", 8, 3, "rowes", "a grid has no entry `rowes`")),
    "no rows": ("  rows:\n    - [Ling, Moor, .]\n    - [Carr, Fen, Holm]\n", "",
                ("E232", 3, 3, "grid", "the grid of `Hex` has no `rows`")),
    "row": ("    - [Ling, Moor, .]", "    - Ling", ("E233", 9, 7, "Ling", "a row of a grid must be a list of names")),
    "rows": ("rows:\n    - [Ling, Moor, .]\n    - [Carr, Fen, Holm]", "rows: Ling",
             ("E233", 8, 9, "Ling", "a row of a grid must be a list of names")),
    "number": ("Moor, .]", "7, .]", ("E233", 9, 14, "7", "a cell of a grid must be a name or `.`")),
    "twice": ("Fen, Holm]", "Fen, Ling]", ("E205", 10, 19, "Ling", "`Ling` appears twice in the grid")),
    "name": ("Fen, Holm]", "Fen, holm]", ("E236", 10, 19, "holm", "`holm` is not a valid cell name")),
    "no cell": ("rows:\n    - [Ling, Moor, .]\n    - [Carr, Fen, Holm]", "rows: [[., .]]",
                ("E232", 8, 3, "rows", "the grid of `Hex` has no cells")),
    "part": ("{kind: Hedge}", "Hedge",
             ("E233", 7, 15, "Hedge", "`neighbours` of a grid must contain names with values, like `{kind: …}`")),
    "word of a part": ("back: parts", "bark: parts",
                       ("E231", 6, 34, "bark", "`edges` of a grid has no entry `bark`")),
    "kind of a part": ("{kind: Hedge}", "{}", ("E232", 7, 3, "neighbours", "`neighbours` has no `kind`")),
    "value of a part": ("fact: rim", "fact: [rim]", ("E233", 6, 29, "[rim]", "`fact` must be a name")),
    "edges of nothing": ("  corners: {kind: Post, fact: posts, back: hexes}\n", "",
                         ("E232", 5, 3, "edges", "the grid of `Hex` has `edges` but no `corners`")),
    "mark": ("  source: I\n", "  source: [I]\n", ("E233", 4, 11, "[I]", "`source` of a grid must be a single mark")),
    "no mark": ("  source: I\n", "",
                ("E245", 3, 3, "grid", "the grid of `Hex` has no source mark")),
    "strange mark": ("  source: I\n", "  source: X\n", ("E246", 4, 11, "X", "the legend has no source mark `X`")),
    "cell of a corner": ("[Moor, S]", "[More, S]", ("E250", 16, 18, "More", "the grid has no `More`")),
    "side of a corner": ("[Moor, S]", "[Moor, E]",
                         ("E233", 16, 24, "E",
                          "the side of a cell must be `N`, `NE`, `SE`, `S`, `SW` or `NW`, not `E`")),
    "corner in words": ("[Moor, S]", "Moor",
                        ("E233", 16, 17, "Moor", "`corner` must be a cell and one of its sides, like `[Lea, NE]`")),
    "corner twice": ("[Fen, N]", "[Carr, NE]", ("E250", 17, 18, "[Carr, NE]", "`Birk` is in the same place as `Ash`")),
    "no such edge": ("Ash_NW:", "Ash_SE:", ("E250", 19, 3, "Ash_SE", "the grid has no `Path` named `Ash_SE`")),
    "no such cell": ("  Moor: {", "  Moore: {", ("E250", 12, 3, "Moore", "the grid has no `Hex` named `Moore`")),
    "fact": ("gives: 3", "gives: 30",
             ("E233", 11, 17, "30", "`gives` must be a whole number from 0 to 9, not 30")),
    "fact of an edge": ("wet: yes", "wet: 3", ("E233", 19, 17, "3", "`wet` must be `yes` or `no`, not 3")),
    "no kind": ("{kind: Hedge}", "{kind: Hodge}",
                ("E231", 7, 22, "Hodge", "the rulebook has no kind `Hodge` on the board")),
    "no fact": ("posts, back", "poste, back", ("E231", 5, 31, "poste", "a `Hex` has no `poste`")),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_fault_is_told_at_its_place(case: str) -> None:
    old, new, expected = CASES[case]
    assert old in HEATH
    _, sink = checked(HEATH.replace(old, new, 1))
    found = [(f.code, f.span.line, f.span.column, f.span.text, f.title) for f in sink.in_order()]
    assert expected in found
    assert len(found) == (2 if case == "no fact" else 1)
    assert all(render(fault) for fault in sink.found)


def test_too_many_cells() -> None:
    row = ", ".join(f"C{number}" for number in range(4_001))
    _, sink = checked(square(f"[[{row}]]"))
    assert [fault.code for fault in sink.found] == ["E213"]


JUNK = [
    "grid: hex", "grid: [hex]", "grid: hex, rows: 3", "grid: hex, rows: [[[]]]", "grid: hex, rows: []",
    "grid: hex, rows: [[A]], corners: 3", "grid: hex, rows: [[A]], corners: {kind: Hex}", "grid:",
    "grid: hex, rows: [[A]], A: 5", "grid: hex, rows: [[a b]], edges: {}, neighbours: []", "grid: hex, rows: {A: B}",
    "grid: hex, rows: [[Post]], corners: {kind: Path}, edges: {kind: Path}, neighbours: {kind: Path}",
    "grid: hex, rows: [[A, none, yes]]",
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
@pytest.mark.parametrize("more", ["", "Path: 5\n", "Post: {A: {corner: [A]}}\n", "Post: {A: 7}\nFarm: [A]\n"])
def test_junk_gives_faults_and_never_an_exception(text: str, more: str) -> None:
    _, sink = checked(f"Hex: {{{text}}}\n{more}")
    assert sink.errors
    assert all(render(fault) for fault in sink.found)
