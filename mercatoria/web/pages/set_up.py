"""Pages for setting up a table: the games, the choices of one, the links of the seats, taking a seat."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.source import whole_number
from mercatoria.players import HUMAN
from mercatoria.web.pages.table_page import BOTS, sitting
from mercatoria.web.pages.templates import filled
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Catalogue, Choice, Offer, Table

WHO = (HUMAN, "a person, by a link"), *BOTS.items()
"""Who can be given a seat."""
USUAL = 4
"""Players of a usual table."""


def start_page(catalogue: Catalogue) -> str:
    """The games that can be played."""
    return filled("start.html", offers=catalogue.offers())


def choice_of(offer: Offer, fields: Mapping[str, str]) -> tuple[Choice, list[str]]:
    """What somebody chose in the form, and who is to sit where; what is missing is as usual."""
    given = fields.get("players", "")
    usual = min(offer.players, key=lambda many: abs(many - USUAL))
    number = whole_number(given)
    players = number if number is not None and 0 <= number < 1000 else usual
    variants = tuple(of.name for of in offer.variants if f"variant.{of.name}" in fields)
    options = {of.name: value for of in offer.settings if (value := fields.get(f"option.{of.name}", "").strip())}
    many = players if players in offer.players else usual
    kinds = [fields.get(f"seat{seat}", HUMAN) for seat in range(many)]
    return Choice(offer.name, players, variants, options), kinds


def set_up_page(catalogue: Catalogue, offer: Offer, fields: Mapping[str, str]) -> str:
    """The choices of a game, and what of them does not go together."""
    choice, kinds = choice_of(offer, fields)
    options = [of for of in offer.settings if not of.ruling]
    rulings = [of for of in offer.settings if of.ruling]
    asked = ((True, "Options", options), (any(of.name in choice.options for of in rulings),
             "Where the print is silent", rulings))  # fmt: skip
    return filled(
        "new.html", offer=offer, choice=choice, kinds=kinds, seats=catalogue.seats(offer.name, len(kinds)), bots=WHO,
        asked=asked, conflicts=catalogue.conflicts(choice),
    )  # fmt: skip


def links_page(table: Table, owner: str, site: str) -> str:
    """The links of all seats, for whoever set the table up. `site` is how the server is called."""
    name = table.head.table
    links = [f"{site}/t/{name}/take/{seat}/{seat_key(owner, name, seat)}" for seat in range(len(table.seats))]
    bots = [table.bot_at(seat) for seat in range(len(table.seats))]
    return filled(
        "links.html", title=table.course.state.edition.title, table=name, links=links, bots=bots,
        watch=f"{site}/t/{name}", sitting=sitting(table, None),
    )  # fmt: skip


def take_page(table: Table, seat: int) -> str:
    """What a link of a seat leads to; only the button takes the seat, so that a preview of the link does not."""
    return filled("take.html", title=table.course.state.edition.title, of=sitting(table, None)[seat])
