"""Makes links of citations, to the printed clauses, and of the names of files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mercatoria.editor.definitions import CLAUSE
from mercatoria.editor.positions import Json, units, uri_of
from mercatoria.editor.workspace import View

QUOTED_FILE = re.compile(r'"([\w./-]+\.(?:yaml|rules|json))"')


def links(view: View, _: Mapping[str, Json]) -> Sequence[Json]:
    """Return the links of a file of rules."""
    if view.file.suffix != ".rules":
        return []
    return [link for number, line in enumerate(view.text.split("\n")) for link in _of_line(view, number, line)]


def _of_line(view: View, number: int, line: str) -> Iterator[Json]:
    for found in CLAUSE.finditer(line):
        clause = view.game.clauses.get(found[0])
        if clause is not None:
            target = f"{uri_of(Path(clause.span.source.path))}#L{clause.span.line}"
            yield _link(number, line, found.span(), target, clause.rule)
    for found in QUOTED_FILE.finditer(line):
        places = (up / found[1] for up in (view.file.parent, view.game.desk.home))
        file = next((place for place in places if place.is_file()), None)
        if file is not None:
            yield _link(number, line, found.span(1), uri_of(file), "")


def _link(number: int, line: str, ends: tuple[int, int], target: str, tooltip: str) -> Json:
    start, end = ({"line": number, "character": units(line[:at])} for at in ends)
    return {"range": {"start": start, "end": end}, "target": target} | ({"tooltip": tooltip} if tooltip else {})
