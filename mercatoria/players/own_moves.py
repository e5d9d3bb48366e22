"""The moves of one seat from a position that it supposes, and where they lead."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from dsl.model import Int
from interpreter.flow import Decision, Pick
from interpreter.position import OPEN, PASS, PC, PlayFault, Row, Vector
from interpreter.table import CompiledGame

FAULTS = (PlayFault, IndexError, KeyError, ValueError)
"""What may come up where a supposed position is impossible."""

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
        except FAULTS:
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
        except FAULTS:
            return None
        return after

    def next(self, v: Vector, kinds: Container[int] | None = None) -> Iterator[tuple[Row, Vector]]:
        """Each of its next moves with the position after it, or each of some kinds; what leaves something open is left
        out."""
        engine = self.table.engine
        try:
            engine.advance(v)  # play stands already; but the engine begins to count its work anew
            rows = [row for row in engine.moves(v, self.seat) if OPEN not in row]
        except FAULTS:
            return
        for row in rows if kinds is None else (row for row in rows if row[0] in kinds):
            after = self.after(v, row)
            if after is not None:
                yield row, after

    def is_legal(self, v: Vector, row: Row) -> bool:
        """Whether it may play a move now."""
        try:
            return self.goes_on(v) and self.table.engine.is_legal(v, self.seat, row)
        except FAULTS:
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
        except FAULTS:
            return None
        return after
