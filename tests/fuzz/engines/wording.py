"""Words for players made by chance: display names of things, labels of fields, and book-keeping."""

from __future__ import annotations

from tests.fuzz.engines.choosing import Choices
from tests.fuzz.engines.sentences import Sentences

BLOCKS = ("kind", "each", "game")
"""First words of the declarations whose indented lines are fields."""
LABELS = ('"crate"', '"ox/oxen"', '"rank/rank"')
FLAG_LABELS = ('"is ready" / "is not ready"', '"has a letter" / "has no letter"')


def worded(author: Sentences, lines: list[str]) -> list[str]:
    """Return lines of declarations, with words for players on some kinds and fields."""
    found, block = [], ""
    for line in lines:
        if line[:1].strip():
            block = line.split()[0]
        if block == "kind" and line[:1].strip() and author.c.chance(0.25):
            line = f"{line} called {author.display_name(line.split()[1].rstrip(',:'))}"
        elif block in BLOCKS and line[:1] == " ":
            line = f"{line}{_words(author.c, ': flag' in line)}"
        found.append(line)
    return found


def _words(choices: Choices, is_flag: bool) -> str:
    """Return a label, `internal` or nothing for the end of a field."""
    match choices.rare("words", ("label", "internal", "", "", "")):
        case "label":
            return f" {choices.one(FLAG_LABELS if is_flag else LABELS)}"
        case "internal":
            return " internal"
    return ""
