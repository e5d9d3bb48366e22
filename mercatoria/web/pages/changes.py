"""Pages about changed rules: what has changed since a table began, whether the table can migrate, and faults in files.

The page about a table is for its host, and contains only what spectators may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.locale import Locale, locale_of
from interpreter.explain import Reason
from interpreter.table import sentence
from mercatoria import IllegalMove, NotAMove, PlayFault, RulebookError, State, TableError
from mercatoria.console import citations
from mercatoria.drawing import full_log
from mercatoria.web.pages.table_page import base_of
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import Break, Migration, Table, Unplayable, failed_rule


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
        reasons, cites = _reasons(broken, said, language)
        clauses = citations.clauses(broken.state, cites) if broken.state is not None else []
    return filled(
        "changes.html", said=said, title=state.edition.title, table=table.head.table, found=found, back=back,
        base=base_of(table.head.table, None), line=line, reasons=reasons, clauses=clauses,
        alike=found.files.mark == table.head.files, length=len(state.log(None)),
    )  # fmt: skip


def faults_page(found: Unplayable, language: str, back: str = "") -> str:
    """Render the faults in the files of a game, each with its file and line."""
    return filled("faults.html", said=locale_of(language), found=found, back=back)


def _reasons(broken: Break, said: Locale, language: str) -> tuple[list[str], tuple[str, ...]]:
    """Return why a game differs under other rules, as far as spectators may know, and the clauses to cite."""
    state, move = broken.state, broken.move
    match broken.refusal:
        case None:
            return [said("other_outcome")], ()
        case PlayFault() as fault:
            return [said("new_rule_fails", rule=failed_rule(fault))], ()
        case _ if not broken.is_public:
            return [said("secret_reason")], ()
        case NotAMove() as fault:
            return [sentence(str(fault))], ()
        case IllegalMove():
            assert state is not None and move is not None
            told = _in(state, language)
            seen = told.why_not(move, None)
            if seen is None or seen.unsure:
                return [said("secret_reason")], ()
            known = [reason for reason in seen.reasons if not reason.hidden]
            cites = tuple(dict.fromkeys(cite for reason in known for cite in reason.cites))
            return list(dict.fromkeys(_words(known, said))), cites


def _in(state: State, language: str) -> State:
    """Return a state in a language, or as it is if its game has no words in this language, or faulty ones."""
    try:
        return state.in_language(language)
    except (TableError, RulebookError):
        return state


def _words(reasons: Iterable[Reason], said: Locale) -> Iterator[str]:
    for reason in reasons:
        if said.is_english:
            title = f" ({reason.title})" if reason.title else ""
            yield sentence(f"{reason.text}{title}")
        else:
            yield sentence(reason.title or said("a_rule_forbids"))
