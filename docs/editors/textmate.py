"""Writes the TextMate grammar for editors, from the terminals of our grammar and its keywords.

`python docs/editors/textmate.py` writes the file again. A test checks that it is up to date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from dsl.shipped import data_folder
from mercatoria.highlight import CALLED, TYPES, VALUES, headings, keywords

FILE = Path(__file__).parent / "vscode" / "syntaxes" / "rules.tmLanguage.json"
TERMINAL = re.compile(r"^(?P<name>[A-Z_]+)(?:\.\d+)?: /(?P<pattern>.+)/$", re.MULTILINE)


def terminals() -> dict[str, str]:
    """Return the pattern of each terminal, by its name."""
    text = (data_folder("grammars") / "terminals.lark").read_text(encoding="utf-8")
    return {found["name"]: found["pattern"] for found in TERMINAL.finditer(text)}


def words(listed: Iterable[str]) -> str:
    """Return a pattern of whole words that are not the name of a member."""
    return rf"(?<![.\w])(?:{'|'.join(sorted(listed))})\b"


def grammar() -> dict[str, object]:
    """Return the grammar as data. The first pattern that fits a place counts."""
    of = terminals()
    cite, name = of["CITE"], of["NAME"]
    patterns = [
        {"name": "comment.line.number-sign.rules", "match": "#.*$"},
        {"name": "string.quoted.double.rules", "begin": '"', "end": '"|$', "patterns": [{
            "name": "variable.other.rules", "match": r"\{[^}\"]*\}"}]},
        {"name": "constant.other.reference.rules", "match": rf"\[{cite}(?:, *{cite})*\]"},
        {"match": rf"^( *new )?({words(headings())}) +(?!(?:has|of|by)\b)({name})(?=[ (:]|$)", "captures": {
            "1": {"name": "keyword.control.rules"}, "2": {"name": "storage.type.rules"},
            "3": {"name": "entity.name.function.rules"}}},
        {"name": "storage.type.rules", "match": rf"^{words(headings())}"},
        {"name": "support.function.rules", "match": rf"{words(CALLED)}(?=\()"},
        {"name": "variable.other.property.rules", "match": rf"(?<=\.){name}"},
        {"name": "entity.name.label.rules", "match": rf"(?<![.\w]){name}(?=:)"},
        {"name": "constant.language.rules", "match": words(VALUES)},
        {"name": "storage.type.rules", "match": rf"{words(TYPES)}(?! *[=<>!])"},
        {"name": "keyword.control.rules", "match": rf"{words(keywords())}(?![(])"},
        {"name": "entity.name.type.rules", "match": rf"(?<!\w){of['TITLE']}"},
        {"name": "constant.numeric.rules", "match": rf"(?<!\w)(?:{of['FRACTION']}|{of['INT']})"},
        {"name": "keyword.operator.rules", "match": rf"{of['COMPARISON']}|[=+*/-]"},
    ]  # fmt: skip
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Lex Mercatoria rules", "scopeName": "source.rules", "fileTypes": ["rules"], "patterns": patterns,
    }  # fmt: skip


def text() -> str:
    return json.dumps(grammar(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
