"""Pages for setting up a table: choosing a game and its options, sharing seat links, and taking a seat."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.locale import ENGLISH, locale_of
from dsl.source import whole_number
from mercatoria.players import HUMAN
from mercatoria.web.pages.table_page import BOTS, sitting
from mercatoria.web.pages.templates import filled
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Catalogue, Choice, Offer, Table
from mercatoria.web.timeline import present

WHO = (HUMAN, "Person (joins by link)"), *((kind, locale_of(ENGLISH)(label)) for kind, label in BOTS.items())
"""Choices for a seat in the form, each with a label: a person or a kind of bot."""


def choice_of(offer: Offer, fields: Mapping[str, str]) -> tuple[Choice, list[str]]:
    """Read the game options and the kind of player for each seat from the form. Missing fields get default values."""
    given = fields.get("players", "")
    number = whole_number(given)
    players = number if number is not None and 0 <= number < 1000 else offer.usual
    variants = tuple(of.name for of in offer.variants if f"variant.{of.name}" in fields)
    options = {of.name: value for of in offer.settings if (value := fields.get(f"option.{of.name}", "").strip())}
    many = players if players in offer.players else offer.usual
    kinds = [fields.get(f"seat{seat}", HUMAN) for seat in range(many)]
    return Choice(offer.name, players, variants, options), kinds


def set_up_page(catalogue: Catalogue, offer: Offer, fields: Mapping[str, str]) -> str:
    """Render the page on which the host chooses the options of a game. The page also lists conflicting choices."""
    choice, kinds = choice_of(offer, fields)
    options = [of for of in offer.settings if not of.ruling]
    rulings = [of for of in offer.settings if of.ruling]
    asked = ((True, "Options", options), (any(of.name in choice.options for of in rulings),
             "Questions that the printed rules leave open", rulings))  # fmt: skip
    return filled(
        "new.html", offer=offer, choice=choice, kinds=kinds, seats=catalogue.seats(offer.name, len(kinds)), bots=WHO,
        asked=asked, conflicts=catalogue.conflicts(choice),
    )  # fmt: skip


def links_page(table: Table, owner: str, site: str) -> str:
    """Render the page that shows all seat links to the host. `site` is the base URL of the server."""
    name = table.head.table
    links = [f"{site}/t/{name}/take/{seat}/{seat_key(owner, name, seat)}" for seat in range(len(table.seats))]
    bots = [table.bot_at(seat) for seat in range(len(table.seats))]
    return filled(
        "links.html", title=table.course.state.edition.title, table=name, links=links, bots=bots,
        watch=f"{site}/t/{name}", sitting=sitting(present(table, None)),
    )  # fmt: skip


def take_page(table: Table, seat: int) -> str:
    """Render the page that opens when a player follows a seat link.

    The seat is taken only when the player presses the button, because messaging apps open links to preview them.
    """
    return filled("take.html", title=table.course.state.edition.title, of=sitting(present(table, None))[seat])
