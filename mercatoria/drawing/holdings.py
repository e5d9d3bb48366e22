"""The contents of fields in a `Drawing`: items, cards, charts, and the areas of the board that show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mercatoria.picture import COINS

COIN_VALUES = (1000, 500, 100, 50, 10, 5, 1)
"""Values of the coins that are drawn, largest first."""
MOST_COINS = 8


@dataclass(frozen=True, slots=True)
class Needed:
    """Pieces of one sort that a card asks for or brings. `has` says whether the player who looks has enough of them."""

    sort: str
    text: str
    count: int
    colour: str
    has: bool | None


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a card, with the number in its corner."""

    title: str
    value: str
    needs: tuple[Needed, ...]
    gives: tuple[Needed, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a field: a single thing (`count` is 0), identical pieces, or plain text (`thing` is empty).

    `note` is the description printed on a card.
    """

    text: str
    thing: str = ""
    count: int = 0
    owner: int | None = None
    note: str = ""
    card: bool = False
    moves: tuple[int, ...] = ()
    face: Face | None = None
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """The visible contents of one field. If the field has an entry for each key, `parts` contains the contents of each
    entry.

    `hidden` is the number of hidden items, `?` if that number is unknown, or an empty string if nothing is hidden.
    """

    field: str
    title: str
    items: tuple[Item, ...]
    parts: tuple[Holding, ...]
    hidden: str
    said: str
    sign: str = ""
    form: str = ""
    """Usual appearance of the contents: coins, cards, tokens, or empty for plain words."""
    first: bool = False
    """True for the field of a player that stands first and is largest."""
    owner: int | None = None
    """Seat whose own pieces the field contains, if it contains such pieces."""

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins that make up a sum of money, largest first, or nothing if there would be more than `MOST_COINS`."""
        words = self.items[0].text if self.form == COINS and len(self.items) == 1 else ""
        left, found = int(words) if words.isdecimal() else 0, list[int]()
        for coin in COIN_VALUES:
            found += [coin] * min(left // coin, MOST_COINS + 1)
            left %= coin
        return tuple(found) if len(found) <= MOST_COINS else ()

    @property
    def is_short(self) -> bool:
        """True if the contents are a single number or name."""
        return not self.parts and not self.hidden and len(self.items) == 1 and not self.items[0].card

    @property
    def is_empty(self) -> bool:
        """True if the field contains nothing, and nothing that is hidden."""
        return not self.hidden and all(item.text in ("0", "no") for item in self.all_items())

    def all_items(self) -> Iterator[Item]:
        yield from self.items
        for part in self.parts:
            yield from part.all_items()


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a chart, for one thing or for one step of a track."""

    name: str
    title: str
    cells: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Table:
    """A chart drawn next to the map.

    The rows of a track are its steps, from high to low, and `steps` is the heading of the step column.
    """

    title: str
    steps: str
    headings: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MapArea:
    """The area of the board that shows the map."""

    small: bool


@dataclass(frozen=True, slots=True)
class GridField:
    """A box of a collection, for one thing: its colour, and how many the player has."""

    name: str
    title: str
    colour: str
    count: int
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a collection, with a few words about it."""

    title: str
    note: str
    fields: tuple[GridField, ...]


@dataclass(frozen=True, slots=True)
class GridArea:
    """The area of the board that shows a player's collection. It has no columns if the collection is hidden."""

    field: str
    title: str
    columns: tuple[GridColumn, ...]
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class CardsArea:
    """The area of the board that shows cards or pieces: fields of the game, or of the player who looks (`mine`)."""

    title: str
    holdings: tuple[Holding, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class ChartArea:
    """The area of the board that shows a chart."""

    title: str
    table: Table


StageArea = MapArea | GridArea | CardsArea | ChartArea
