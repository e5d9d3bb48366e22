"""Writes an earlier position of a finished game as a scenario, which `mercatoria test` plays."""

from __future__ import annotations

from interpreter.log import MOVE, entries
from interpreter.play import Chance
from interpreter.table import sentence
from interpreter.testing import scenario_text
from mercatoria import State
from mercatoria.web.tables import Table
from mercatoria.web.timeline import Moment, earlier


class NoScenario(Exception):
    """Raised if a position cannot be kept as a scenario."""


def may_keep(table: Table, state: State) -> bool:
    """Return True if a position of a table can be kept as a scenario.

    A scenario contains what players hold in secret, so the game must be over. Its set-up follows from the seed of the
    table, so the table must not play on from another one or begin at a scenario, and the position must not lie in the
    middle of the set-up.
    """
    is_set_up = bool(state.deciders) or any(entry.form == MOVE for entry in entries(state.last))
    head = table.head
    return table.course.state.is_over and head.origin is None and head.scenario is None and is_set_up


def scenario_name(number: int) -> str:
    """Return the name of the scenario of a position."""
    return f"position_{number}"


def as_scenario(moment: Moment) -> str:
    """Return a scenario that plays up to an earlier moment, and checks what its last move changed.

    Raises `NoScenario`.
    """
    table, number = moment.table, moment.number or 0
    if not may_keep(table, moment.state):
        raise NoScenario
    state, before = moment.state.clone(), earlier(table, moment.seat, moment.back or 0, {}).state
    seed = table.course.state.seed
    state.chance = Chance(seed, True, state.table.chance_of(seed))
    title = sentence(f"{state.edition.title}, position {number}").rstrip(".")
    return scenario_text(state, scenario_name(number), title, before)
