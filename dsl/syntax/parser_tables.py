"""Caches the tables of the parser between runs.

Computing the tables takes about a second; loading them takes a tenth of a second. The cache is a JSON file, so reading
it executes no code. The file is in a folder to which only the user can write. If a file belongs to another user, is
writable by others or cannot be read, the program computes the tables again. If the program cannot write a cache, it
computes the tables in every run. See `docs/decisions/0018-parser-tables.md`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

from dsl.cache import TextCache

OPTIONS: dict[str, Any] = {
    "parser": "lalr", "lexer": "contextual", "start": ["item", "call", "expr"], "maybe_placeholders": True,
    "propagate_positions": True,
}  # fmt: skip

TABLES = TextCache("parser-", largest=10_000_000, most=5)
"""The kept tables, which need less than one million bytes. A user may alternate between versions of the program."""


def parser(grammar: str, layout: PostLex) -> Lark:
    """Return the parser of a grammar, with cached or newly computed tables."""
    key = _key(grammar)
    if (text := TABLES.read(key)) is not None and (found := _from_text(text, layout)) is not None:
        return found
    made = Lark(grammar, postlex=layout, **OPTIONS)
    TABLES.keep(key, _as_text(made))
    return made


def _key(grammar: str) -> str:
    """Return the key of the tables for a grammar, which depends on the version of lark and on the parser options."""
    mark = hashlib.sha256(f"{lark.__version__}\n{sorted(OPTIONS.items())}\n{grammar}".encode()).hexdigest()
    return mark[:32]


def _as_text(made: Lark) -> str:
    """Convert the tables to JSON, which turns numeric keys into strings."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    return json.dumps({"data": data, "memo": memo}, separators=(",", ":"))


def _from_text(text: str, layout: PostLex) -> Lark | None:
    """Load a parser from cached tables, or return None if the cache is invalid."""
    try:
        kept = json.loads(text)
        memo = _numbered(kept["memo"])
        table = kept["data"]["parser"]["parser"]
        table["tokens"] = _numbered(table["tokens"])
        table["states"] = {int(state): _numbered(actions) for state, actions in table["states"].items()}
        found: Lark = Lark._load_from_dict(kept["data"], memo, postlex=layout)  # type: ignore[no-untyped-call]
        return found
    except Exception:  # noqa: BLE001 - whatever is wrong with the file, the tables can be computed again
        return None


def _numbered(names: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in names.items()}
