"""The printed rules on which an answer is based: id, heading and text of each cited clause."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Sink
from mercatoria import State

MOST_TOLD = 3
"""Maximum number of clauses that are quoted below an answer."""


def clauses(state: State, cites: Iterable[str]) -> list[dict[str, str]]:
    """Return the clauses with these ids as `id`, `section` and `rule`; unknown ids are left out."""
    from interpreter.testing import read_clauses

    known = read_clauses(state.edition.folder, Sink())
    found = [known[cite] for cite in cites if cite in known]
    return [{"id": each.id, "section": each.section, "rule": " ".join(each.rule.split())} for each in found]


def in_words(state: State, cites: Iterable[str]) -> list[str]:
    """Return the first cited clauses as text, such as `AB-12, “2. Trade”: You may …`."""
    found = clauses(state, cites)[:MOST_TOLD]
    return [f"{each['id']}, “{each['section']}”: {each['rule']}" for each in found]
