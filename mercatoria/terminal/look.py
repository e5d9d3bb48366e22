"""Things on the table in words: the texts of cards below the map, and `look`, which tells all about a thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mercatoria.drawing import (
    NOTHING,
    PLAYER,
    UNKNOWN,
    TableView,
    fact_names,
    fields_with,
    find,
    lying_open,
    neighbours,
    text_of,
    visitors_at,
    written,
)
from mercatoria.terminal.game_map import sign_of

MOST_TOLD = 12
"""Things that are told of at once; of more, the names."""


# ---------------------------------------------------------------- beside the table


def cards(view: TableView, but: Collection[str] = ()) -> Iterator[Text]:
    """The texts that are always shown: of what lies in the middle and before the seat that looks, except for `but`."""
    fields = [(name, view.data["game"].get(name)) for name in view.middle]
    if (seat := view.data["seat"]) is not None:
        fields += view.data["things"].get(PLAYER, {}).get(view.seats[seat], {}).items()
    titles = {column.field: column.title for column in view.picture.players}
    for name, value in fields:
        for thing in lying_open(value):
            if thing not in but and (note := always(view, thing)):
                where = titles.get(name, name.replace("_", " "))
                yield Text.assemble((thing, "bold"), (f" ({where}) ", "bright_black"), note)


def always(view: TableView, thing: str) -> str:
    """The text of a move, or of a thing of a kind whose texts are always shown; "" for others."""
    kind = view.kind_of(thing)
    return text_of(view, thing) if not kind or kind in view.picture.always else ""


# ---------------------------------------------------------------- look


def look(view: TableView, words: str, console: Console) -> None:
    """Tells what is known of the things that a piece of text finds; without text, what there is to look at."""
    if not words:
        _kinds(view, console)
        return
    things = find(view, words)
    if not things:
        console.print(Text(f"Nothing here is called `{words}`; `look` alone lists what there is."))
    elif len(things) > MOST_TOLD:
        console.print(Text(", ".join(things)))
        console.print(Text("Name one of them.", "bright_black"))
    else:
        for thing in things:
            _tell(view, thing, console)


def _kinds(view: TableView, console: Console) -> None:
    kinds = view.model.kinds.values()
    roots = [kind for kind in kinds if kind.things not in ((), (kind.name,)) and kind.ends is None]
    for kind in roots:
        if len(kind.things) <= MOST_TOLD:
            names = ", ".join(kind.things)
        else:
            names = f"{', '.join(kind.things[:3])} and {kind.size - 3} more: `look {kind.name}`"
        console.print(Text.assemble((f"  {kind.name}: ", "bold"), names))
    console.print(Text("`look` and a name, or a piece of it, tells about it.", "bright_black"))


def _tell(view: TableView, thing: str, console: Console) -> None:
    kind = view.kind_of(thing)
    head = Text(thing, "bold")
    if kind not in (PLAYER, thing):
        head.append(f", {kind}", "bright_black not bold")
    console.print(head)
    for line in _lines(view, kind, thing):
        console.print(Padding(line, (0, 0, 0, 2)))


def _lines(view: TableView, kind: str, thing: str) -> Iterator[Text]:
    """The text of a thing, or else its facts; then what it has, where it lies, what is next to it."""
    if note := text_of(view, thing):
        yield Text(note)
    named = [] if note else [(name, view.fact(kind, thing, name)) for name in fact_names(view, kind)]
    for name, value in (*dict.fromkeys((n, written(view, v)) for n, v in named), *_fields(view, thing)):
        if value not in (NOTHING, UNKNOWN):
            yield Text.assemble((f"{name.replace('_', ' ')}: ", "bright_black"), value)
    for title, value in (
        ("lies in", ", ".join(fields_with(view, thing))),
        ("here", _here(view, thing)),
        ("next to", _near(view, thing)),
    ):
        if value:
            yield Text.assemble((f"{title}: ", "bright_black"), value)


def _fields(view: TableView, thing: str) -> Iterator[tuple[str, str]]:
    """What a thing has, as it is seen."""
    builtin = {of.name for of in view.model.fields if of.builtin}
    for things in view.data["things"].values():
        for name, value in things.get(thing, {}).items():
            if name not in builtin:
                yield name, written(view, value)


def _here(view: TableView, thing: str) -> str:
    """Who is at a place."""
    return " ".join(sign_of(view, visitor)[0] for visitor in visitors_at(view, thing))


def _near(view: TableView, thing: str) -> str:
    """The places joined to a place, each with its price."""
    return ", ".join(
        place if price is None else f"{place} ({view.picture.price} {price})"
        for place, price in neighbours(view, thing)
    )
