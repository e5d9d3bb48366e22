"""A report as Markdown: the same sentences and tables, without figures."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.study.report.content import Report, Table


def as_markdown(told: Report) -> str:
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Report) -> Iterator[str]:
    studied = told.studied
    yield f"# {studied.title}: a study"
    yield ""
    yield f"Players: {', '.join(studied.players)}."
    for name, text in studied.amendments.items():
        yield from ("", f"`{name}`:", "", "```rules", text.rstrip(), "```")
    yield ""
    for sentence in told.summary:
        yield f"- {sentence}"
    for section in told.sections:
        yield from ("", f"## {section.title}")
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
