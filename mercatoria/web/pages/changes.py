"""Pages about changed rules: what has changed since a table began, whether the table can migrate, and faults in files.

The page about a table is for its host, and contains only what spectators may know.
"""

from __future__ import annotations

from dsl.locale import locale_of
from mercatoria.console import citations
from mercatoria.drawing import full_log
from mercatoria.web.pages.table_page import base_of
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import Migration, Table, Unplayable


def changes_page(table: Table, found: Migration, back: str, language: str) -> str:
    """Render the page that tells the host what has changed in the rules, and whether the table can migrate.

    Args:
        table: The table, in the language of the host.
        back: Address of the page to which the host returns.
    """
    state, said, broken = table.course.state, locale_of(language), found.broken
    line, reasons, clauses = "", list[str](), list[dict[str, str]]()
    if broken is not None:
        line = full_log(state, None)[broken.number - 1].text if broken.number else ""
        reasons, cites = broken.reasons(None, said)
        clauses = citations.clauses(broken.state, cites) if broken.state is not None else []
    return filled(
        "changes.html", said=said, title=state.edition.title, table=table.head.table, found=found, back=back,
        base=base_of(table.head.table, None), line=line, reasons=reasons, clauses=clauses,
        alike=found.files.mark == table.head.files, length=len(state.log(None)),
    )  # fmt: skip


def faults_page(found: Unplayable, language: str, back: str = "") -> str:
    """Render the faults in the files of a game, each with its file and line."""
    return filled("faults.html", said=locale_of(language), found=found, back=back)
