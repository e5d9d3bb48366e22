"""The board, the cards and the card piles of the handwritten engine for Merkator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).resolve().parents[2] / "games" / "merkator" / "board.yaml"
BOARD: dict[str, dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))

GOODS, MAIN, SIDE = BOARD["Good"], BOARD["MainPlace"], BOARD["SidePlace"]
PLACES = {**MAIN, **SIDE}
BONUS, BUILDINGS, CONTRACTS, TOKENS = BOARD["BonusCard"], BOARD["Building"], BOARD["Contract"], BOARD["Token"]
ROWS = {side: [row for row in BOARD["Row"].values() if row["side"] == side] for side in ("Ultimo", "Reverse")}
LINKED: dict[str, set[str]] = {place: set() for place in MAIN}
for _link in BOARD["Link"].values():
    _a, _b = _link["ends"]
    LINKED[_a].add(_b)
    LINKED[_b].add(_a)

PEACE = next(card for card, says in CONTRACTS.items() if says["level"] == 14)
SOLE = {building for building, says in BUILDINGS.items() if says["basis"].startswith("Sole")}
LEVELS = [*range(2, 11), 14]

FOR_SALE = [*BONUS, *BUILDINGS]

Bag = Counter[str]
Comes = Callable[[str, Collection[str]], str]
"""Picks one of several possible cards. The engine calls it only if more than one card is possible."""


def of_cube(cube: str) -> list[str]:
    """Return the two goods that a cube may represent, in board order."""
    return [good for good, says in GOODS.items() if says["cube"] == cube]


def in_column(letter: str) -> list[str]:
    return [good for good, says in GOODS.items() if says["column"] == letter]


def of_level(level: int) -> set[str]:
    return {card for card, says in CONTRACTS.items() if says["level"] == level}


def worth(contracts: Iterable[str]) -> int:
    return sum(CONTRACTS[card]["level"] for card in contracts)


def price(card: str) -> int:
    return int((BONUS if card in BONUS else BUILDINGS)[card]["price"])


@dataclass
class Pile:
    """A card pile with open cards on top, then cards in unknown order, then known cards at the bottom."""

    name: str
    unknown: set[str]
    comes: Comes
    on_top: list[str] = field(default_factory=list)  # topmost card last
    beneath: list[str] = field(default_factory=list)  # uppermost card first

    def __len__(self) -> int:
        return len(self.on_top) + len(self.unknown) + len(self.beneath)

    def draw(self) -> str:
        if self.on_top:
            return self.on_top.pop()
        if self.unknown:
            card = self.comes(self.name, self.unknown) if len(self.unknown) > 1 else next(iter(self.unknown))
            self.unknown.remove(card)
            return card
        return self.beneath.pop(0)

    def turn_up(self) -> None:
        """Turn the top card face up if it is face down."""
        if not self.on_top and len(self):
            self.on_top.append(self.draw())

    @property
    def top(self) -> str:
        return self.on_top[-1] if self.on_top else ""
