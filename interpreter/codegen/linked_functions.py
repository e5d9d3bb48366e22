"""Looks up the generated functions of each node, and fills the gaps with functions of the reference interpreter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from interpreter.codegen.decisions import DecisionFunctions, OpenRow
from interpreter.codegen.module import Module
from interpreter.flow import nodes
from interpreter.position import PC, Engine, PlayFault, Row, Vector
from interpreter.reference import Walker

Play = Callable[[Vector, int, Row], int]


class LinkedFunctions:
    """The functions of a module, indexed by node number.

    Args:
        engine: Engine that lists the outcomes of chance nodes.
        walker: Reference interpreter, which runs the nodes without generated code.
        chances: Numbers of the chance nodes.
        space: Namespace in which the code of the module has run.
    """

    def __init__(
        self, engine: Engine, walker: Walker, chances: Collection[int], module: Module, space: Mapping[str, Any]
    ) -> None:
        self._engine = engine
        self._walker = walker
        self._chances = chances
        self._space = space
        self._count = count = len(walker.flow.nodes)
        self.nodes: list[Any] = [self._passing(number) for number in range(count)] + [None] * count
        """Functions that run a node.

        A jump to chance node `n` calls function `n` + number of nodes.
        """
        for number, name in module.nodes.items():
            self.nodes[number] = space[name]
        self.outcomes: list[Any] = [None] * count
        self.settled: list[Any] = [None] * count
        for number, chance in module.chances.items():
            self._link_chance(number, *(space.get(name) for name in (chance.outcomes, chance.settle, chance.is_open)))
        self.deciders: list[Any] = [None] * count
        self.moves: list[Any] = [None] * count
        self.plays: list[Any] = [None] * count
        self.open_rows: dict[int, dict[int, list[tuple[int, Any, Any, Any]]]] = {}
        for number, decision in module.decisions.items():
            self._link_decision(number, decision)

    def entry(self, to: int) -> int:
        """Return the number that jumps use for a node."""
        return to + self._count if to in self._chances else to

    def _passing(self, number: int) -> Callable[[Vector], int]:
        """Return a function that executes a node for which no code was generated.

        The game never pauses at such a node.
        """
        walker = self._walker

        def step(v: Vector) -> int:
            v[PC] = number
            walker.pass_through(walker.flow.nodes[number], v)
            return self.entry(v[PC])

        return step

    # ------------------------------------------------------------ decisions

    def _link_decision(self, number: int, decision: DecisionFunctions) -> None:
        space = self._space

        def linked(row: OpenRow) -> tuple[int, Any, Any, Any]:
            return row.length, space.get(row.legality), space.get(row.ranges), space.get(row.sizes)

        self.deciders[number] = space[decision.deciders]
        self.moves[number] = space[decision.moves]
        self.plays[number] = {
            kind: space[names[0]] if len(names) == 1 else self._one_of(number, kind, [space[name] for name in names])
            for kind, names in decision.plays.items()
        }
        if decision.open is not None:
            self.open_rows[number] = {kind: [linked(row) for row in rows] for kind, rows in decision.open.items()}

    def _one_of(self, number: int, kind: int, plays: list[Play]) -> Play:
        """Return a play function for several options that share a move kind.

        This function asks the reference interpreter which option a row belongs to.
        """
        walker = self._walker
        node = walker.flow.nodes[number]
        assert isinstance(node, nodes.Decision)
        options = [option for option in node.options if not isinstance(option, nodes.Pass) and option.kind == kind]
        by_option = {id(option): play for option, play in zip(options, plays, strict=True)}

        def play(v: Vector, seat: int, row: Row) -> int:
            return by_option[id(walker.legality.option_for(v, seat, row))](v, seat, row)

        return play

    # ------------------------------------------------------------ chance

    def _link_chance(self, number: int, outcomes: Any, settle: Any, is_open: Any) -> None:
        """Index the functions of a chance node.

        If only one outcome is possible, it is applied immediately, unless the log must record it.
        """
        engine, walker = self._engine, self._walker
        node = walker.flow.nodes[number]
        assert isinstance(node, nodes.ChanceNode)

        def interpreted(v: Vector, outcome: int) -> int:
            walker.settle(node, outcome, v)
            return self.entry(v[PC])

        def several(v: Vector) -> bool:
            try:
                return is_open is not None and is_open(v)
            except PlayFault:  # `chance` reports the error
                return False

        def fall(v: Vector) -> int:
            if node.always_told or several(v):
                return number
            v[PC] = number
            found = engine.chance(v)
            return settled(v, found[0][0]) if len(found) == 1 else number

        settled: Callable[[Vector, int], int] = settle or interpreted
        self.outcomes[number] = outcomes or walker.chance
        self.settled[number] = settled
        self.nodes[number + self._count] = fall
