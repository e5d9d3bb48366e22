"""Lets open tables follow the rules that their author saves while the server watches the files of its games.

A table changes to a saved text if its log replays under it. If the log breaks, or the text has a fault, the
table continues under the last text that it could follow, and its page says why. In a game with secrets, whether the log
breaks can depend on them. A table at which several people play such a game therefore waits for its host.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from interpreter.flow import SimultaneousDecision
from interpreter.table import sentence
from mercatoria import RulebookError, TableError
from mercatoria.web.store import StoreUnavailable
from mercatoria.web.tables.breaks import Break
from mercatoria.web.tables.catalogue import Fault, faults_of
from mercatoria.web.tables.game_session import Stale
from mercatoria.web.tables.table import Table
from mercatoria.web.tables.table_registry import TableRegistry
from mercatoria.web.tables.text_news import Outcome, TextNews

LOG = logging.getLogger("mercatoria.web")


@dataclass(frozen=True, slots=True)
class SavedTexts:
    """Replays the open tables of a server when the files of their games have changed."""

    hall: TableRegistry

    def due(self) -> list[Table]:
        """Return the open tables that have not followed the files of their games as they are now."""
        tables = self.hall.open_tables()
        marks = {name: self.hall.catalogue.mark(name) for name in {table.head.game for table in tables}}
        return [table for table in tables if _is_due(table, marks[table.head.game])]

    def follow(self, table: Table) -> bool:
        """Give a table the saved rules if possible, and keep the news for its page. Return True if it has them."""
        mark, course = self.hall.catalogue.mark(table.head.game), table.course
        if not _is_due(table, mark):
            return False
        if mark == table.head.files:
            table.news = None
            return False

        def news(outcome: Outcome, broken: Break | None = None, fault: Fault | None = None, why: str = "") -> TextNews:
            before = course.state if outcome is Outcome.FOLLOWED else None
            return TextNews(outcome, mark, course.taken_back, course.length, before, broken, fault, why)

        if has_secrets(table) and not table.has_no_rivals:
            table.news = news(Outcome.FOR_HOST)
            return False
        try:
            found = self.hall.migrate(table, mark)
        except Stale:
            return False  # the next look tries again
        except RulebookError as fault:
            table.news = news(Outcome.FAULTY, fault=faults_of(fault.diagnostics)[0])
        except TableError as fault:
            table.news = news(Outcome.REFUSED, why=sentence(str(fault)))
        except StoreUnavailable as fault:
            LOG.warning("the saved rules of table %s were not stored: %s", table.head.table, fault)
            table.news = news(Outcome.REFUSED, why="The server cannot write to its disk.")
        else:
            is_fallen = found.broken is not None
            table.news = news(Outcome.FALLEN if is_fallen else Outcome.FOLLOWED, broken=found.broken)
            return not is_fallen
        return False


def _is_due(table: Table, mark: str) -> bool:
    news = table.news
    if news is None:
        return mark != table.head.files
    is_other_log = news.outcome is Outcome.FALLEN and news.undone != table.course.taken_back
    return mark != news.mark or is_other_log


def has_secrets(table: Table) -> bool:
    """Return True if a player or spectator at a table cannot see everything."""
    flow = table.course.state.table.flow
    return any(of.visibility != "open" and not of.builtin for of in flow.model.fields) or any(
        isinstance(node, SimultaneousDecision) for node in flow.nodes
    )
