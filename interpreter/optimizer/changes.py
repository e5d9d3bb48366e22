"""Shows the searches of a game before and after a pass of the optimizer, with the names of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from dsl import model as m
from dsl.source import Span
from interpreter.flow import Flow
from interpreter.optimizer.passes.passes import Pass, Searched
from interpreter.optimizer.planning.planning import plan
from interpreter.optimizer.program.program_text import steps_text
from interpreter.optimizer.program.steps import Searches
from interpreter.optimizer.program.term_text import Names, first_line


@dataclass(frozen=True, slots=True)
class Change:
    """One part of a game before and after a pass; `title` names the part in the words of the rulebook."""

    title: str
    before: str
    after: str


def changes(flow: Flow, name: str) -> list[Change]:
    """Return what the pass of this name changes in a game, in the order in which the optimizer plans the game.

    Equal changes of several parts with the same title are listed once.
    """
    titles, found = Titles(flow), dict[Change, None]()

    def watch(each: Pass, of: Searched, before: Searches, after: Searches) -> None:
        if each.name == name and [search.steps for search in before] != [search.steps for search in after]:
            texts = (steps_text(searches, titles.names()) for searches in (before, after))
            found[Change(titles.of(of), *texts)] = None

    plan(flow, watch)
    return list(found)


class Titles:
    """The words of a rulebook for the parts of its plan."""

    def __init__(self, flow: Flow) -> None:
        self._variables: dict[int, str] = {}
        self._places: dict[int, Span] = {}
        self._slots = {slot: store.name for store in flow.stores.values() for slot in _range(store.base, store.width)}
        for field, run in flow.layout.runs.items():
            for base, width in zip(run.base, run.widths, strict=True):
                self._slots |= dict.fromkeys(_range(base, width), field.name)
        for part in _parts((flow.model, flow.nodes)):
            if isinstance(part, m.Var):
                self._variables[part.uid] = part.name
            elif isinstance(part, (m.AggregateExpr, m.ForEach)):
                self._places[part.var.uid] = part.span

    def names(self) -> Names:
        """Return new names for one text."""
        return Names(variables=self._variables, slots=self._slots)

    def of(self, of: Searched) -> str:
        """Return the title of a part, such as `legal moves of roll_or_hold "Roll or hold" (line 28)`."""
        if of.rule is not None:
            return f"{of.what} of {rule_title(of.rule)}"
        place = self._places.get(of.uid)
        return f"{first_line(place.text)} (line {place.line})" if place is not None else of.what


def rule_title(rule: m.Clauses) -> str:
    title = f' "{rule.title}"' if rule.title else ""
    return f"{rule.name}{title} (line {rule.span.line})"


def _range(base: int, width: int) -> range:
    return range(base, base + width)


def _parts(root: object) -> Iterator[object]:
    """Yield all objects of a model, each once."""
    waiting, seen = [root], set[int]()
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if isinstance(here, (tuple, list)):
            waiting += here
        elif isinstance(here, dict):
            waiting += here.values()
        elif is_dataclass(here) and not isinstance(here, Span):
            yield here
            waiting += (getattr(here, each.name) for each in fields(here))
