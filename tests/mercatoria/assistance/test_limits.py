"""Limits of an assistant: it cannot leave the folder, write other files, or use up time, memory or patience."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mercatoria.assistance import TOOLS
from tests.mercatoria.assistance.conftest import Assistant

OUTSIDE = [
    "../secret.rules", "pig/../../secret.rules", "/etc/passwd", "~/secret.rules", "C:\\secret.rules",
    "..\\secret.rules",
    "pig\\..\\..\\secret.rules", "\\\\host\\share\\a.rules", "//host/a.rules", "link/rulebook.rules", "away.rules",
    "pig/away.rules", "loop/rulebook.rules", "a\0.rules", "", " ", "x" * 5000, "file:///etc/passwd",
    "merkator/../../a.md",
]  # fmt: skip
"""Names of files that are outside the named folder, or no names at all."""


@pytest.fixture
def linked(assistant: Assistant) -> Assistant:
    """Return an assistant with a secret next to its folder, and links to it."""
    outside = assistant.folder.parent / "outside"
    outside.mkdir()
    for name in ("rulebook.rules", "text.md"):
        (outside / name).write_text("secret\n")
    (assistant.folder.parent / "secret.rules").write_text("secret\n")
    (assistant.folder / "link").symlink_to(outside)
    (assistant.folder / "away.rules").symlink_to(outside / "rulebook.rules")
    (assistant.folder / "pig/away.rules").symlink_to(outside / "rulebook.rules")
    (assistant.folder / "loop").symlink_to(assistant.folder / "loop")
    return assistant


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_leads_out_of_the_folder(linked: Assistant, name: str) -> None:
    before = everything(linked.folder.parent)
    for tool, given in (
        ("read", {"file": name}), ("write", {"file": name, "text": "x"}), ("check", {"game": name}),
        ("run_scenarios", {"game": name}), ("coverage", {"game": name}), ("show_position", {"game": name}),
        ("simulate", {"game": name}), ("study", {"game": name, "without_rules": ["a"]}),
        ("grade", {"exercise": name, "answer": "cart"}), ("grade", {"exercise": "cart", "answer": name}),
        ("show_position", {"game": "pig", "variants": [name]}),
        ("study", {"game": "pig", "with_variants": [name]}), ("study", {"game": "pig", "without_rules": [name]}),
    ):  # fmt: skip
        assert "secret\n" not in linked.refused(tool, **given)
    assert everything(linked.folder.parent) == before


def everything(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("name", [
    "pig/README.md", "pig/run.py", "pig/.git/config", "pig/scenarios/deep/a.rules", "pig/scenarios/.rules",
    "PIG/board.yaml",
    "pig/board.schema.json", "pig/words/de.yaml", "rulebook.rules", "pig/variants/ä.rules",
    "pig/scenarios/../board.yaml",
    "pig/records/a.json", "pig", "pig/", "pig/scenarios/a.rules/b.rules", "pig/board.yaml\n",
])  # fmt: skip
def test_only_files_of_a_game_are_written(assistant: Assistant, name: str) -> None:
    before = everything(assistant.folder)
    assert "was not written" in (told := assistant.refused("write", file=name, text="x")) or "leads out" in told
    assert everything(assistant.folder) == before


def test_nothing_is_written_through_a_link_inside_the_folder(assistant: Assistant) -> None:
    (assistant.folder / "other").mkdir()
    (assistant.folder / "other/board.yaml").write_text("kept")
    (assistant.folder / "pig/board.yaml").symlink_to(assistant.folder / "other/board.yaml")
    (assistant.folder / "pig/variants").symlink_to(assistant.folder / "other")
    for name in ("pig/board.yaml", "pig/variants/a.rules"):
        assert "is a link or no ordinary file" in assistant.refused("write", file=name, text="x")
    assert [file.name for file in (assistant.folder / "other").iterdir()] == ["board.yaml"]
    assert (assistant.folder / "other/board.yaml").read_text() == "kept"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this computer has no pipes with names")
def test_a_pipe_is_refused_at_once(assistant: Assistant) -> None:
    os.mkfifo(assistant.folder / "pig/board.yaml")
    assert "no ordinary file" in assistant.refused("write", file="pig/board.yaml", text="x")
    assert "there is no file" in assistant.refused("read", file="pig/board.yaml")


def test_a_huge_text_is_refused_and_not_repeated(assistant: Assistant) -> None:
    huge = "x" * 1_000_001
    assert assistant.refused("write", file="pig/board.yaml", text=huge) == (
        "Refused: `text` is too long; at most 1,000,000 characters are read."
    )
    assert "at most 1,000,000 bytes" in assistant.refused("write", file="pig/board.yaml", text="ä" * 600_000)
    assert "half a character" in assistant.refused("write", file="pig/board.yaml", text="\ud800")
    for tool in TOOLS:
        names = TOOLS[tool].asks["properties"]
        for name in names:
            assert (
                len(assistant.refused(tool, **{**dict.fromkeys(TOOLS[tool].asks["required"], "pig"), name: huge})) < 400
            )


def test_many_faults_are_counted_and_not_listed(assistant: Assistant) -> None:
    text = (assistant.folder / "pig/rulebook.rules").read_text()
    text += "".join(f"\nvalue v{number}: 0 to 9 = wrong{number}\n" for number in range(90))
    reply = assistant.asks("write", file="pig/rulebook.rules", text=text)
    assert len(reply.data["faults"]) == 40 and "further faults are not listed" in reply.text
    assert len(reply.text) < 20_000


def test_rules_that_do_not_end_are_stopped(assistant: Assistant) -> None:
    old = "        raise decisions by 1\n        random"
    text = (assistant.folder / "pig/rulebook.rules").read_text()
    line = text[: text.index(old)].count("\n") + 3
    endless = text.replace(
        old, old.replace("\n", "\n        repeat longest_game * 100 times\n            set pot to 1\n")
    )
    assert assistant.asks("write", file="pig/rulebook.rules", text=endless).data["playable"]
    reply = assistant.asks("simulate", game="pig", players=2, games=2)
    told = f"A rule failed in play in `roll` [PIG-003] at pig/rulebook.rules, line {line}: this decision needs too much"
    assert told in reply.text and reply.data["finished"] == 0
    moved = assistant.refused("show_position", game="pig", players=2, moves=["Seat1: roll"])
    assert moved.startswith("A rule failed in play in `roll`")


def test_a_game_has_a_limited_number_of_files(assistant: Assistant) -> None:
    for number in range(300):
        (assistant.folder / f"pig/{number}").touch()
    assert "at most 300 files" in assistant.refused("write", file="pig/board.yaml", text="")


@pytest.mark.parametrize("given", [
    {}, {"game": None}, {"game": ["pig"]}, {"game": {"a": 1}}, {"game": "pig", "games": 0},
    {"game": "pig", "games": 1e99},
    {"game": "pig", "games": True}, {"game": "pig", "seed": 2**70}, {"game": "pig", "variants": ["a"] * 21},
    {"game": "pig", "more": 1}, {"game": "pig", "options": {"a": 1}}, {"game": "pig", "bots": "no_such_bot"},
    {"game": "pig", "players": -1}, {"game": "pig\u202e"}, {"game": "pig", "bots": "random," * 30},
])  # fmt: skip
def test_a_broken_request_gets_one_sentence(assistant: Assistant, given: dict[str, object]) -> None:
    told = assistant.refused("simulate", **given)
    assert told.startswith("Refused: ") and "\n" not in told and "\u202e" not in told and len(told) < 400


def test_an_unknown_tool(assistant: Assistant) -> None:
    assert "there is no tool `chek`; did you mean `check`?" in assistant.refused("chek")
