"""The moves of one seat from a determinized position, and their results."""

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
"""Engine errors in an impossible determinized position.

A rule fails, a generated engine reads past the end of a pile or takes a missing piece, or no seat has a move of that
kind. Pass each to `noted`, which raises errors of other code again.
"""

ENGINES = "interpreter."
"""Prefix of the modules that belong to engines. Generated modules have no name."""

MOST_LOGGED = 100
"""Maximum number of different faults that one process logs."""


class _Once(logging.Filter):
    """A filter that passes each message once: a bot meets the same fault in thousands of positions."""

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
    """Log an error of an engine once; a failing rule is common in determinized positions and is not logged.

    Raises the error again if other code raised it: a bot that swallowed its own errors would learn nothing, silently.
    """
    if isinstance(fault, PlayFault):
        return
    if not _module_of(fault).startswith(ENGINES):
        raise fault
    LOG.warning("a bot left out a move that the engine could not play: %r", fault)


def _module_of(fault: Exception) -> str:
    """Return the name of the module that raised an error."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ENGINES))


@contextmanager
def faults_noted() -> Iterator[None]:
    """Leave the `with` block at an engine fault in a determinized position, after `noted`."""
    try:
        yield
    except FAULTS as fault:
        noted(fault)


MOST_PASSES = 100
"""Maximum number of other players' decisions to skip by passing."""


@dataclass(frozen=True, slots=True)
class OwnMoves:
    """Moves of one seat. A position that turns out to be impossible has none."""

    table: CompiledGame
    seat: int

    def goes_on(self, v: Vector) -> bool:
        """Return True if the seat alone decides next."""
        engine = self.table.engine
        try:
            return not engine.over(v) and engine.deciders(v) == (self.seat,)
        except FAULTS as fault:
            noted(fault)
            return False

    def may_pass(self, v: Vector) -> bool:
        """Return True if the seat may pass now."""
        node = self.table.flow.nodes[v[PC]]
        return isinstance(node, Decision) and not node.must and self.goes_on(v)

    def after(self, v: Vector, row: Row) -> Vector | None:
        """Return the position after one of its moves; None if unknown."""
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
        """Yield the seat's next moves, or those of some kinds, with the position after each; omits open moves."""
        engine = self.table.engine
        try:
            engine.advance(v)  # no effect on the position, but the engine restarts its step counter
            rows = [row for row in engine.moves(v, self.seat) if OPEN not in row]
        except FAULTS as fault:
            noted(fault)
            return
        for row in rows if kinds is None else (row for row in rows if row[0] in kinds):
            after = self.after(v, row)
            if after is not None:
                yield row, after

    def is_legal(self, v: Vector, row: Row) -> bool:
        """Return True if the seat may play a move now."""
        try:
            return self.goes_on(v) and self.table.engine.is_legal(v, self.seat, row)
        except FAULTS as fault:
            noted(fault)
            return False

    def is_bid(self, v: Vector, row: Row) -> bool:
        """Return True if a move is a bid or the pass instead, as in an auction.

        A bid names a number, and its cost shows only after every player has answered.
        """
        node = self.table.flow.nodes[v[PC]]
        if not isinstance(node, Decision) or node.must:
            return False
        bids = [each.kind for each in node.options if isinstance(each, Pick) and isinstance(each.var.type, Int)]
        return bool(bids) and (row == PASS or row[0] in bids)

    def unanswered(self, v: Vector) -> Vector | None:
        """Return the position after the other players pass as long as they may; None if unknown."""
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
