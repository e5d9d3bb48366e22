"""Describes the result of replaying a table under rules that their author has just saved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from mercatoria import State
from mercatoria.web.tables.breaks import Break
from mercatoria.web.tables.catalogue import Fault


class Outcome(Enum):
    """The ways in which a table can react to a saved text."""

    FOLLOWED = "followed"
    """The table continues under the text."""
    FALLEN = "fallen"
    """The log does not replay under the text."""
    FAULTY = "faulty"
    """The text has a fault."""
    REFUSED = "refused"
    """The table keeps its rules, whatever the text says."""
    FOR_HOST = "for_host"
    """The host decides."""


@dataclass(frozen=True, slots=True)
class TextNews:
    """The result of the last saved text for a table.

    Attributes:
        mark: The mark of the saved files.
        undone: The number of decisions that had been taken back. Afterwards, the log may replay.
        length: The length of the log.
        before: The position under the rules before, if the table continues under the text.
        broken: The first difference, if the log does not replay.
        fault: The first fault of the text.
        why: Why the table keeps its rules.
    """

    outcome: Outcome
    mark: str
    undone: int
    length: int
    before: State | None = None
    broken: Break | None = None
    fault: Fault | None = None
    why: str = ""

    def still_counts(self, length: int) -> bool:
        """Return True until the next decision, or as long as the table differs from the saved text.

        Args:
            length: The length of the log now.
        """
        return self.outcome is not Outcome.FOLLOWED or length == self.length
