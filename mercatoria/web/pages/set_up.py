"""Pages for setting up a table: choosing a game and its options, sharing seat links, and taking a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.locale import Locale, locale_of
from dsl.source import whole_number
from mercatoria.players import HUMAN
from mercatoria.web.pages.fork import BOTS
from mercatoria.web.pages.house_rules import chosen_rules
from mercatoria.web.pages.table_page import sitting
from mercatoria.web.pages.templates import filled
from mercatoria.web.security import hashed, seat_key
from mercatoria.web.tables import Catalogue, Choice, Offer, Table
from mercatoria.web.timeline import present

YOU = "you"
"""Value of the form for the seat that the host takes at once."""
WHO = (YOU, "who_you"), (HUMAN, "who_friend"), *BOTS.items()
"""Choices for a seat in the form, each with the key of its label: the host, a friend or a kind of bot."""


MOST_TABLES = 20
"""Maximum number of equal tables that a host can set up at once."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of a new table: a kind and a name for each seat, and the seat that the host takes at once, if any.

    `side_tables` is True if players may play on with friends from a position while the game lasts.
    """

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    sits: int | None
    side_tables: bool

    def form(self, seat: int) -> str:
        """Return the value of the form for a seat."""
        return YOU if seat == self.sits else self.kinds[seat]


def choice_of(offer: Offer, fields: Mapping[str, str]) -> Choice:
    """Read the game options from the form. Missing fields get default values."""
    number = whole_number(fields.get("players", ""))
    players = number if number is not None and 0 <= number < 1000 else offer.usual
    rules = chosen_rules(offer.variants, offer.settings, fields)
    return Choice(offer.name, players, rules.variants, rules.options)


def seating_of(offer: Offer, choice: Choice, fields: Mapping[str, str]) -> Seating:
    """Read the players from the form. A missing seat is for a person who comes by a link."""
    many = choice.players if choice.players in offer.players else offer.usual
    given = [fields.get(f"seat{seat}", HUMAN) for seat in range(many)]
    names = tuple(fields.get(f"name{seat}", "") for seat in range(many))
    kinds = tuple(HUMAN if kind == YOU else kind for kind in given)
    return Seating(kinds, names, given.index(YOU) if YOU in given else None, "side_tables" in fields)


def tables_of(fields: Mapping[str, str]) -> int:
    """Return the number of equal tables that the form asks for, from 1 to `MOST_TABLES`."""
    number = whole_number(fields.get("tables", ""))
    return min(max(number, 1), MOST_TABLES) if number is not None else 1


def suggested(offer: Offer, fields: Mapping[str, str]) -> dict[str, str]:
    """Fill in the form for a host who has not chosen the players yet: the host, one friend, and bots.

    Of several equal tables, all seats are for people.
    """
    if tables_of(fields) > 1:
        return dict(fields)
    host = {} if YOU in fields.values() else {"seat0": YOU}
    rest = {f"seat{seat}": offer.first.bots for seat in range(2, offer.players[-1])}
    return host | {"seat1": HUMAN} | rest | dict(fields)


def set_up_page(catalogue: Catalogue, offer: Offer, fields: Mapping[str, str], language: str) -> str:
    """Render the page on which the host chooses the players and options of a game.

    The page also lists conflicting choices.
    """
    choice, said, several = choice_of(offer, fields), locale_of(language), tables_of(fields)
    seating, conflicts = seating_of(offer, choice, fields), catalogue.conflicts(choice)
    options = [of for of in offer.settings if not of.ruling]
    rulings = [of for of in offer.settings if of.ruling]
    folds = [(said(key), settings) for key, settings in (("options", options), ("open_questions", rulings)) if settings]
    chosen = said.listed([of.title for of in offer.variants if of.name in choice.variants])
    return filled(
        "new.html", said=said, offer=offer, choice=choice, seating=seating, tables=several, folds=folds, chosen=chosen,
        who=WHO if several == 1 else WHO[1:], most=MOST_TABLES, conflicts=conflicts, person=(YOU, HUMAN),
        seats=catalogue.seats(offer.name, len(seating.kinds)),
    )  # fmt: skip


def links_page(table: Table, owner: str, site: str, own: str, changed: bool, said: Locale) -> str:
    """Render the page that shows all seat links to the host.

    Args:
        table: The table, in the language of the host.
        owner: The host's key.
        site: Base URL of the server.
        own: Address of the host's own seat, or an empty string.
        changed: True if the rules of the game have changed since the table began.
        said: The texts of the page.
    """
    name = table.head.table
    bots = [table.bot_at(seat) for seat in range(len(table.seats))]
    return filled(
        "links.html", said=said, title=table.course.state.edition.title, table=name, bots=bots, own=own,
        links=seat_links(table, owner, site), watch=f"{site}/t/{name}", changed=changed,
        sitting=sitting(present(table, None)),
    )  # fmt: skip


def seat_links(table: Table, owner: str, site: str) -> list[str]:
    """Return the links with which players take the seats of a table. In a rematch, the keys move with the players."""
    keys = {hashed(key): key for seat in range(len(table.seats)) if (key := seat_key(owner, table.first_game, seat))}
    links = [f"{site}/t/{table.head.table}/take/{number}" for number in range(len(table.seats))]
    return [f"{link}/{keys[seat.key]}" for link, seat in zip(links, table.seats, strict=True)]


def take_page(table: Table, seat: int, said: Locale) -> str:
    """Render the page that opens when a player follows a seat link.

    The seat is taken only when the player presses the button, because messaging apps open links to preview them.
    """
    of = sitting(present(table, None))[seat]
    return filled("take.html", said=said, title=table.course.state.edition.title, of=of)
