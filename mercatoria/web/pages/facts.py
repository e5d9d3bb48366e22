"""Chooses an icon and a short text for each field in a player's panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.model import Holder, Int
from interpreter.table import Score
from mercatoria.drawing import Drawing, Holding, Item, PlayerPanel
from mercatoria.picture import PLAYER
from mercatoria.svg import PATHS

SHORT = 16
"""Maximum number of characters of the contents of a field. Longer contents are counted."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of a player.

    `brief` is the number or a short text, and `whole` is the complete text. `icon` is the name of an icon, or an empty
    string if the type of the field does not determine its contents. `sign` is the path of the icon that the picture
    file gives to the field. `form` is `number` for one number, `things` for things, and an empty string for an empty
    field.
    """

    title: str
    icon: str
    sign: str
    form: str
    brief: str
    whole: str
    said: str
    items: tuple[Item, ...]
    hidden: str


def facts(drawn: Drawing, hand: PlayerPanel) -> list[Fact]:
    """Return the facts of a player, the main one first. Facts whose icon another fact has as well get no icon."""
    holdings = sorted(hand.holdings, key=lambda holding: not holding.first)
    icons = ["" if holding.sign else _icon(drawn, drawn.words.field(PLAYER, holding.field)) for holding in holdings]
    return [_fact(drawn, holding, icon if icons.count(icon) == 1 else "")
            for holding, icon in zip(holdings, icons, strict=True)]  # fmt: skip


def _fact(drawn: Drawing, holding: Holding, icon: str) -> Fact:
    items, said = tuple(holding.all_items()), drawn.words.things.locale
    whole = holding.said.removeprefix(f"{holding.title}: ")
    hidden = said("number_hidden", number=holding.hidden) if holding.hidden not in ("", "?") else holding.hidden
    is_number = len(items) == 1 and not items[0].thing and not holding.hidden
    if is_number:
        brief = whole = items[0].text
    elif not items:
        brief, whole = holding.hidden or "–", hidden or "–"
    else:
        many = sum(max(1, item.count) for item in items)
        short = whole if len(whole) <= SHORT else str(many)
        brief = f"{many} + {holding.hidden}" if holding.hidden and short != whole else short
    form = "number" if is_number else "things" if items or hidden else ""
    return Fact(holding.title, icon, PATHS.get(holding.sign, ""), form, brief, whole, holding.said, items, hidden)


def _icon(drawn: Drawing, of: object) -> str:
    """Return the icon of a field: money, cards, goods or a player's own pieces."""
    match getattr(of, "type", None):
        case Int(money=True):
            return "money"
        case Holder(kind=kind):
            held = drawn.words.model.kinds[kind]
            if not held.fungible:
                return "cards"
            return "pieces" if held.owner is not None else "goods"
    return ""


def leader(points: Sequence[Score], most_points_win: bool) -> int | None:
    """Return the seat with the best score, or None if no seat is ahead of all others."""
    if len(points) < 2:
        return None
    best = max(points) if most_points_win else min(points)
    return points.index(best) if points.count(best) == 1 else None
