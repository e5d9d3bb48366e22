"""Lines of a bill that apply in one position, with the values that an engine computed for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.payments.bills import Line


@dataclass(frozen=True, slots=True)
class DueLine:
    """A cost, or a substitute that the bill accepts.

    `values` are those after the address, in the order of `bills.VALUES`.
    """

    line: Line
    address: int
    values: Sequence[Any]

    @property
    def number(self) -> int:
        """Number of coins or pieces due; the first value, if it is a number."""
        number: int = self.values[0]
        return number

    @property
    def choices(self) -> int:
        """Number of piece types or things that the holder can contain and the player can choose."""
        pools, members = self.line.pools, self.values[-1]
        assert pools is not None
        return sum(pools.has(member) for member in members)

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Piece types or things due, with the number of each, if the player cannot choose."""
        pools = self.line.pools
        assert pools is not None
        match self.line.form:
            case "pieces":
                number, sort = self.values
                return [(sort, number)]
            case "things":
                return [(thing, 1) for thing in self.values[0]]
        return [(sort, number) for sort, number in enumerate(self.values[0], pools.first) if number]
