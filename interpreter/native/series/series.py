"""Collects the data that the look-ahead needs about series of actions.

As in `interpreter.flow.goal_reachability`, the data are derived from the flowchart before any code is emitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from interpreter.flow import Flow, changing_slots, kinds_of, looks_ahead
from interpreter.flow import nodes as f

Kinds = Mapping[int, frozenset[int]]
"""Move kinds, keyed by node number."""


@dataclass(frozen=True, slots=True)
class Series:
    """Data that the look-ahead needs about the series of a flowchart.

    - `ahead` holds the nodes whose moves require a look-ahead.
    - `slots` holds the slots by which positions are compared.
    - `goals` holds the goal nodes.
    - `ways` holds the nodes that check whether a goal can be reached.
    - `begins`, `anytime` and `unseen` hold the move kinds with the property of that name, keyed by node.
    """

    ahead: frozenset[int]
    slots: tuple[int, ...]
    goals: tuple[int, ...]
    ways: tuple[int, ...]
    begins: Kinds
    anytime: Kinds
    unseen: Kinds
    bound: Mapping[int, int | None]
    """Decisions at which a seat may have to reach a goal.

    Each decision maps to the slot that holds the number of this seat, or to None if the deciding seat must reach the
    goal.
    """

    @staticmethod
    def of(flow: Flow) -> Series:
        nodes = list(enumerate(flow.nodes))
        decisions = [(number, node) for number, node in nodes if isinstance(node, f.Decision)]
        bound: dict[int, int | None] = {}
        for number, node in decisions:
            if node.bound_for is not None:
                store = flow.stores.get(getattr(node.bound_for, "uid", -1))
                if node.until is not None:
                    bound[number] = None
                elif store is not None and store.form == "number":
                    bound[number] = store.base
        goals = tuple(number for number, node in nodes if isinstance(node, f.Goal))
        return Series(
            frozenset(number for number, node in nodes if looks_ahead(node)),
            changing_slots(flow) if goals else (), goals,
            tuple(number for number, node in nodes if isinstance(node, f.GoalCheck)),
            {number: kinds_of(node, lambda play: play.begins) for number, node in decisions},
            {number: kinds_of(node, lambda play: play.anytime) for number, node in decisions},
            {number: kinds_of(node, lambda play: play.unseen) for number, node in decisions},
            bound,
        )  # fmt: skip


def runs_of(slots: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending slots as consecutive runs, each given by its first slot and its length."""
    found: list[tuple[int, int]] = []
    for slot in slots:
        if found and sum(found[-1]) == slot:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((slot, 1))
    return found


def pairs_of(words: int) -> int:
    """Return the number of pairs that hold a number of words."""
    return -(-words // 2)
