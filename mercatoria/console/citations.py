"""Quotation of the printed rules behind an answer: the id, heading and text of each cited clause."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Sink
from interpreter.table import one_line
from mercatoria import State

MOST_TOLD = 3
"""Maximum number of clauses to quote below an answer."""


def clauses(state: State, cites: Iterable[str]) -> list[dict[str, str]]:
    """Return the cited clauses as dictionaries with the keys `id`, `section` and `rule`, without unknown ids."""
    from interpreter.testing import read_clauses

    known = read_clauses(state.edition.folder, Sink())
    found = [known[cite] for cite in cites if cite in known]
    return [{"id": each.id, "section": each.section, "rule": one_line(each.rule)} for each in found]


def in_words(state: State, cites: Iterable[str]) -> list[str]:
    """Trade”: You may …`."""
    found = clauses(state, cites)[:MOST_TOLD]
    return [f"{each['id']}, “{each['section']}”: {each['rule']}" for each in found]
