"""The files for editors fit the language: the TextMate grammar, the extension, and the set-up lines of the page."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import mercatoria
from mercatoria.editor import METHODS, RUN

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "docs" / "editors" / "vscode"
PAGE = ROOT / "docs" / "editor.md"


@pytest.fixture(scope="module")
def textmate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("textmate", ROOT / "docs" / "editors" / "textmate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_grammar_is_up_to_date(textmate: ModuleType) -> None:
    assert textmate.FILE.read_text(encoding="utf-8") == textmate.text(), "run python docs/editors/textmate.py"


def scopes(textmate: ModuleType, line: str) -> dict[str, str]:
    """Return the scope of each coloured part of a line: that of the first pattern that fits."""
    found, at = {}, 0
    while at < len(line):
        for pattern in textmate.grammar()["patterns"]:
            match = re.compile(pattern.get("match") or pattern["begin"]).match(line, at)
            if match is not None and match.end() > at:
                for group, of in pattern.get("captures", {}).items():
                    found[match[int(group)]] = of["name"]
                found.setdefault(match[0], pattern.get("name", ""))
                at = match.end() - 1
                break
        at += 1
    return found


@pytest.mark.parametrize(
    ("line", "part", "scope"),
    [
        ("action buy(ware: Ware)", "action", "storage.type.rules"),
        ("action buy(ware: Ware)", "buy", "entity.name.function.rules"),
        ("action buy(ware: Ware)", "Ware", "entity.name.type.rules"),
        ("    needs enough: you.purse >= 2", "needs", "keyword.control.rules"),
        ("    needs enough: you.purse >= 2", "enough", "entity.name.label.rules"),
        ("    needs enough: you.purse >= 2", "you", "constant.language.rules"),
        ("    needs enough: you.purse >= 2", "purse", "variable.other.property.rules"),
        ("    needs enough: you.purse >= 2", ">=", "keyword.operator.rules"),
        ("    needs enough: you.purse >= 26½", "26½", "constant.numeric.rules"),
        ("number price = 2   [FAR-003, FAR-004]", "[FAR-003, FAR-004]", "constant.other.reference.rules"),
        ("    if any(p in Player)  # why", "any", "support.function.rules"),
        ("    if any(p in Player)  # why", "# why", "comment.line.number-sign.rules"),
        ("    raise stall.number by 1", "number", "variable.other.property.rules"),
    ],
)
def test_a_line_is_coloured(textmate: ModuleType, line: str, part: str, scope: str) -> None:
    assert scopes(textmate, line)[part] == scope


def test_the_extension_belongs_to_this_version() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    code = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    assert package["version"] == mercatoria.__version__
    commands = {each["command"] for each in package["contributes"]["commands"]}
    assert commands == set(re.findall(r'"(mercatoria\.\w+)": ', code)) and RUN not in commands
    assert set(re.findall(r'sendRequest\("([^"]+)"', code)) <= set(METHODS)
    for name in ("main", "contributes"):
        assert name in package
    assert (EXTENSION / package["contributes"]["grammars"][0]["path"]).is_file()


def test_the_page_names_every_request_of_ours() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{method}`" in text for method in METHODS if method.startswith("mercatoria/"))


def test_the_lines_for_helix_are_toml() -> None:
    (lines,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (language,) = tomllib.loads(lines)["language"]
    assert language["file-types"] == ["rules"]
