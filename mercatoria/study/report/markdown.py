"""Renders reports as Markdown, with the same sentences and tables as in HTML.

The only figures are the plots of points over time, as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mercatoria.study.report.content import DETAILS, Report, Section, Table, Tracks
from mercatoria.study.report.text_plots import as_text


def as_markdown(told: Report) -> str:
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Report) -> Iterator[str]:
    studied = told.studied
    yield f"# {escaped(studied.title)}: a study"
    for seats in studied.seats:
        yield from ("", f"{len(seats)} players: {', '.join(map(escaped, seats))}.")
    for verdict in told.verdicts:
        yield from ("", f"## {escaped(verdict.title)}", "", f"**{prose(verdict.short)}**")
        groups = (f"- {group.label}: {prose(' '.join(group.sentences))}" for group in verdict.groups)
        yield from ("", *groups)
        if verdict.details:
            yield from ("", f"{DETAILS}:", "", *(f"- {prose(sentence)}" for sentence in verdict.details))
    for name, text in studied.amendments.items():
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        yield from ("", f"Text of **{escaped(name)}**:", "", f"{fence}rules", text.rstrip(), fence)
    if told.summary:
        yield ""
    for sentence in told.summary:
        yield f"- {prose(sentence)}"
    for part in told.parts:
        if part.title:
            yield from ("", f"## {escaped(part.title)}")
        for section in part.sections:
            yield from _section(section, "###" if part.title else "##")


def _section(section: Section, sign: str) -> Iterator[str]:
    yield from ("", f"{sign} {escaped(section.title)}")
    for sentence in section.sentences:
        yield from ("", prose(sentence))
    for figure in section.figures:
        if isinstance(figure, Tracks):
            yield from ("", "```text", *as_text(figure), "```")
    for table in section.tables:
        yield ""
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield _row(table.heading)
    yield "|" + " --- |" * len(table.heading)
    for row in table.rows:
        yield _row(row)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(map(escaped, cells)) + " |"


def prose(sentence: str) -> str:
    """Escape a sentence for Markdown, but leave the code between backticks as it is."""
    parts = re.split("(`[^`]*`)", sentence)
    return _beginning("".join(part if part.startswith("`") else _signs(part) for part in parts))


def escaped(text: str) -> str:
    """Escape all special characters of Markdown and HTML in a text."""
    return _beginning(_signs(text))


def _signs(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", re.sub(r"\s", " ", text)).replace("&", "&amp;")


def _beginning(line: str) -> str:
    """Escape a character that would turn a line into a heading or a list item."""
    return re.sub(r"^(\d*)([#.)+-])(?= )", r"\1\\\2", line)
