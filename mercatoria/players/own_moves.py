"""Generates the legal moves of one seat in a determinized position, and the resulting positions."""

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
"""Exceptions that an engine may raise in a determinized position that real play cannot reach.

A rule may fail, generated code may read past the end of a pile, or the deciding seat may have no legal move. Pass each
caught exception to `noted`, which raises it again if the fault is in the bot.
"""

ENGINES = "interpreter."
"""Prefix of the names of all engine modules. Generated modules have no name."""

MOST_LOGGED = 100
"""Maximum number of distinct errors that one process logs."""


class _Once(logging.Filter):
    """Log filter that drops repeated messages, because bots meet the same error in thousands of positions."""

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
    """Log an error raised by an engine, once per process.

    A `PlayFault` is not logged, because rules often fail in determinized positions.

    Raises:
        Exception: The same exception, if code outside the engines raised it, because the fault is then in the bot.
    """
    if isinstance(fault, PlayFault):
        return
    if not _module_of(fault).startswith(ENGINES):
        raise fault
    LOG.warning("a bot left out a move that the engine could not play: %r", fault)


def _module_of(fault: Exception) -> str:
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ENGINES))


@contextmanager
def faults_noted() -> Iterator[None]:
    """Suppress the errors that an engine raises in a determinized position, and log the unusual ones."""
    try:
        yield
    except FAULTS as fault:
        noted(fault)


MOST_PASSES = 100
"""Maximum number of passes to play for other players."""


@dataclass(frozen=True, slots=True)
class OwnMoves:
    """Move generator for one seat.

    A position that turns out to be impossible has no moves.
    """

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
        """Return the position after a move of this seat.

        Returns None if the engine cannot play the move.
        """
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
        """Yield the seat's legal moves in a position, each with the resulting position.

        Moves with open parameters are left out. If `kinds` is given, only moves of these kinds are generated.
        """
        engine = self.table.engine
        try:
            engine.advance(v)  # this leaves the position unchanged but restarts the engine's step counter
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
        """Return True if a move is a bid, or a pass that declines to bid, as in an auction.

        A bid consists of a whole number. The bidder learns the cost of the bid only after all players have answered.
        """
        node = self.table.flow.nodes[v[PC]]
        if not isinstance(node, Decision) or node.must:
            return False
        bids = [each.kind for each in node.options if isinstance(each, Pick) and isinstance(each.var.type, Int)]
        return bool(bids) and (row == PASS or row[0] in bids)

    def unanswered(self, v: Vector) -> Vector | None:
        """Return the position after the other players have passed, up to the first decision in which passing is
        illegal.

        Returns None if the engine cannot play one of the passes.
        """
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
