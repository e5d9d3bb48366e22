"""Tests that stages import only from earlier stages, without cycles, and never bypass an `__init__`."""

import ast

import pytest

from tests.architecture.import_graph import (
    FLOORS,
    ROOT,
    STAGES,
    circles,
    folder_circles,
    handed_out,
    modules,
    stage_faults,
)

TWO = ("dsl.one", "dsl.two")
FACES = {"dsl.one": '__all__ = ["shown"]', "dsl.one.inside": "", "dsl.two": ""}


def test_imports_go_from_stage_to_stage() -> None:
    files = modules()
    assert len(files) > 200
    assert not (faults := stage_faults(files)), "\n".join(faults)


def test_no_circle_between_files() -> None:
    assert not (found := circles(modules())), "\n".join(found)


def test_no_circle_between_folders() -> None:
    assert not (found := folder_circles(modules())), "\n".join(found)


def test_every_folder_is_a_stage_and_every_stage_a_folder() -> None:
    folders = {
        f"{floor}.{path.name}"
        for floor in FLOORS
        for path in (ROOT / floor).iterdir()
        if path.is_dir() and (path / "__init__.py").is_file()
    }
    assert folders == set(STAGES) - {"mercatoria.api", "mercatoria.highlight"}


@pytest.mark.parametrize("stage", sorted(set(STAGES) - {"mercatoria.api", "mercatoria.highlight", "mercatoria.cli"}))
def test_a_face_is_an_essay_and_a_list_of_names(stage: str) -> None:
    source = modules()[stage]
    tree = ast.parse(source)
    said = ast.get_docstring(tree) or ""
    assert len(said.split()) > 20, f"{stage} does not say what comes in, what goes out, and what it knows nothing of"
    assert handed_out(source), f"{stage} hands out nothing"
    code = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert set(code) <= {"__getattr__"}, "the only code of a face imports its parts on first use"


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("dsl.two.late", "from dsl.one.inside import hidden", "reaches past"),
        ("dsl.two.late", "import dsl.one.inside", "reaches past"),
        ("dsl.two.late", "from dsl.one import hidden", "does not hand this out"),
        ("dsl.two.late", "from dsl.one import inside", "does not hand this out"),
        ("dsl.one.early", "from dsl.two import shown", "stands before"),
        ("dsl.one.early", "if TYPE_CHECKING:\n    from dsl.two import shown", "stands before"),
        ("dsl.one.early", "def f():\n    import dsl.two", "stands before"),
        ("dsl.stray", "", "belongs to no stage"),
        ("dsl.two.late", "from dsl.stray import x", "belongs to no stage"),
    ],
)
def test_forbidden_arrow_is_found(module: str, source: str, fault: str) -> None:
    found = stage_faults({**FACES, module: source}, TWO)
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("interpreter.play.late", "from interpreter.explain import Questions"),
        ("interpreter.play.late", "from interpreter.game import State"),
        ("interpreter.explain.late", "from interpreter.game import State"),
    ],
)
def test_play_comes_before_its_explanation_and_both_before_the_game(module: str, source: str) -> None:
    (fault,) = stage_faults({**modules(), module: source})
    assert "stands before" in fault


def test_forbidden_arrow_between_groups_is_found() -> None:
    files = {"dsl.zero": "", **FACES, "dsl.two.late": "from dsl.one import shown"}
    assert not stage_faults(files, ("dsl.zero", *TWO), ({"dsl.zero", "dsl.one"}, {"dsl.other"}))
    (fault,) = stage_faults(files, ("dsl.zero", *TWO), ({"dsl.zero", "dsl.one"}, {"dsl.two"}))
    assert "are kept apart" in fault


@pytest.mark.parametrize("source", ["from dsl.one import shown", "from dsl import one", "import dsl.one"])
def test_allowed_arrow_is_not_a_fault(source: str) -> None:
    assert stage_faults({**FACES, "dsl.two.late": source}, TWO) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("from dsl.one.b import x", "from dsl.one.a import y"),
        ("from dsl.one import b", "from dsl.one import a"),
        ("if TYPE_CHECKING:\n    from dsl.one.b import x", "def f():\n    from dsl.one.a import y"),
    ],
)
def test_circle_is_found(lines: tuple[str, str]) -> None:
    assert circles({"dsl.one.a": lines[0], "dsl.one.b": lines[1]}, TWO) == ["dsl.one.a → dsl.one.b → dsl.one.a"]


def test_a_file_that_imports_its_own_face_is_a_circle() -> None:
    files = {"dsl.one": "from dsl.one.a import x", "dsl.one.a": "from dsl.one import y"}
    assert circles(files, TWO) == ["dsl.one → dsl.one.a → dsl.one"]


def test_circle_between_folders_is_found() -> None:
    files = {
        "dsl.one": "", "dsl.one.a": "", "dsl.one.b": "", "dsl.one.a.x": "from dsl.one.b.y import z", "dsl.one.a.w": "",
        "dsl.one.b.y": "", "dsl.one.b.v": "from dsl.one.a import w",
    }  # fmt: skip
    assert folder_circles(files) == ["dsl.one.a → dsl.one.b → dsl.one.a"]
    assert folder_circles({**files, "dsl.one.b.v": "from dsl.one.b import y"}) == []
