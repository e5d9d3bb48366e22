"""The moves of one seat from a position that it supposes, and where they lead."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dsl.model import Int
from interpreter.flow import Decision, Pick
from interpreter.position import OPEN, PASS, PC, PlayFault, Row, Vector
from interpreter.table import CompiledGame

FAULTS = (PlayFault, LookupError, ValueError)
"""Errors of an engine in a supposed position that is impossible: a rule fails, a generated engine reads past the end of
a pile or takes a piece that is not there, or nobody has a move of that kind. Hand each to `noted`, which lets errors
of other code pass."""

ENGINES = "interpreter."
"""The beginning of the names of modules that belong to engines. Generated modules have no name."""

MOST_LOGGED = 100
"""Different faults that one process logs."""


class _Once(logging.Filter):
    """Lets each message pass once: a bot that meets a fault meets it in thousands of positions."""

    def __init__(self) -> None:
        super().__init__()
        self._logged = set[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if message in self._logged or len(self._logged) == MOST_LOGGED:
            return False
        self._logged.add(message)
        return True


LOG = logging.getLogger("mercatoria.players")
LOG.addFilter(_Once())


def noted(fault: Exception) -> None:
    """Log an error of an engine once; a rule that fails is common in supposed positions and is not logged.

    Raises the error again if other code raised it: a bot that swallowed its own errors would learn nothing, silently.
    """
    if isinstance(fault, PlayFault):
        return
    if not _module_of(fault).startswith(ENGINES):
        raise fault
    LOG.warning("a bot left out a move that the engine could not play: %r", fault)


def _module_of(fault: Exception) -> str:
    """The name of the module that raised an error."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ENGINES))


@contextmanager
def faults_noted() -> Iterator[None]:
    """Leave the `with` at a fault of an engine in a supposed position, which is noted."""
    try:
        yield
    except FAULTS as fault:
        noted(fault)


MOST_PASSES = 100
"""How many decisions of others are gone through to see what comes if they pass."""


@dataclass(frozen=True, slots=True)
class OwnMoves:
    """What one seat may do. A position that turns out to be impossible leads nowhere."""

    table: CompiledGame
    seat: int

    def goes_on(self, v: Vector) -> bool:
        """Whether the seat alone decides next."""
        engine = self.table.engine
        try:
            return not engine.over(v) and engine.deciders(v) == (self.seat,)
        except FAULTS as fault:
            noted(fault)
            return False

    def may_pass(self, v: Vector) -> bool:
        """Whether the seat decides whether to do anything."""
        node = self.table.flow.nodes[v[PC]]
        return isinstance(node, Decision) and not node.must and self.goes_on(v)

    def after(self, v: Vector, row: Row) -> Vector | None:
        """The position after one of its moves; None if it cannot know."""
        return self.after_move_of(self.seat, v, row)

    def after_move_of(self, seat: int, v: Vector, row: Row) -> Vector | None:
        after = v[:]
        try:
            self.table.engine.apply(after, seat, row)
        except FAULTS as fault:
            noted(fault)
            return None
        return after

    def next(self, v: Vector, kinds: Container[int] | None = None) -> Iterator[tuple[Row, Vector]]:
        """Each of its next moves with the position after it, or each of some kinds; what leaves something open is left
        out."""
        engine = self.table.engine
        try:
            engine.advance(v)  # play stands already; but the engine begins to count its work anew
            rows = [row for row in engine.moves(v, self.seat) if OPEN not in row]
        except FAULTS as fault:
            noted(fault)
            return
        for row in rows if kinds is None else (row for row in rows if row[0] in kinds):
            after = self.after(v, row)
            if after is not None:
                yield row, after

    def is_legal(self, v: Vector, row: Row) -> bool:
        """Whether it may play a move now."""
        try:
            return self.goes_on(v) and self.table.engine.is_legal(v, self.seat, row)
        except FAULTS as fault:
            noted(fault)
            return False

    def is_bid(self, v: Vector, row: Row) -> bool:
        """Whether a move names a number where its player might pass, or is that pass, as in an auction: what it costs
        shows when all have answered."""
        node = self.table.flow.nodes[v[PC]]
        if not isinstance(node, Decision) or node.must:
            return False
        bids = [each.kind for each in node.options if isinstance(each, Pick) and isinstance(each.var.type, Int)]
        return bool(bids) and (row == PASS or row[0] in bids)

    def unanswered(self, v: Vector) -> Vector | None:
        """What comes of a position if the others pass as long as they may; None if it cannot know."""
        engine, after = self.table.engine, v[:]
        try:
            for _ in range(MOST_PASSES):
                deciders = engine.deciders(after)
                if len(deciders) != 1 or self.seat in deciders or PASS not in engine.moves(after, deciders[0]):
                    break
                engine.apply(after, deciders[0], PASS)
        except FAULTS as fault:
            noted(fault)
            return None
        return after
