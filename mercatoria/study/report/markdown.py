"""A report as Markdown: the same sentences and tables, without figures."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.study.report.content import Report, Section, Table


def as_markdown(told: Report) -> str:
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Report) -> Iterator[str]:
    studied = told.studied
    yield f"# {studied.title}: a study"
    for seats in studied.seats:
        yield from ("", f"{len(seats)} players: {', '.join(seats)}.")
    for name, text in studied.amendments.items():
        yield from ("", f"**{name}**, as it is written:", "", "```rules", text.rstrip(), "```")
    yield ""
    for sentence in told.summary:
        yield f"- {sentence}"
    for part in told.parts:
        if part.title:
            yield from ("", f"## {part.title}")
        for section in part.sections:
            yield from _section(section, "###" if part.title else "##")


def _section(section: Section, sign: str) -> Iterator[str]:
    yield from ("", f"{sign} {section.title}")
    for sentence in section.sentences:
        yield from ("", sentence)
    for table in section.tables:
        yield ""
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield _row(table.heading)
    yield "|" + " --- |" * len(table.heading)
    for row in table.rows:
        yield _row(row)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
