"""What lies on the table, in words: the texts of cards beside the picture, and `look`, which tells all of a thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mercatoria.drawing import PLAYER, Sight, text_of
from mercatoria.terminal.holdings import NOTHING, UNKNOWN, written
from mercatoria.terminal.menu import plain

MOST_TOLD = 12
"""Things that are told of at once; of more, the names."""


# ---------------------------------------------------------------- beside the table


def cards(sight: Sight, but: Collection[str] = ()) -> Iterator[Text]:
    """The texts that the picture always shows: of what lies in the middle and before whoever looks, `but` of these."""
    fields = [(name, sight.view["game"].get(name)) for name in sight.middle]
    if (seat := sight.view["seat"]) is not None:
        fields += sight.view["things"].get(PLAYER, {}).get(sight.seats[seat], {}).items()
    titles = {column.field: column.title for column in sight.picture.players}
    for name, value in fields:
        for thing in uppermost(value):
            if thing not in but and (note := always(sight, thing)):
                where = titles.get(name, name.replace("_", " "))
                yield Text.assemble((thing, "bold"), (f" ({where}) ", "bright_black"), note)


def always(sight: Sight, thing: str) -> str:
    """The text of a move, or of a thing whose kind the picture always tells of; "" of others."""
    kind = sight.kind_of(thing)
    return text_of(sight, thing) if not kind or kind in sight.picture.always else ""


def uppermost(value: Any) -> list[str]:
    """The things in a field that lie open: all of a pile or bag, of a stack the top."""
    match value:
        case str():
            return [value]
        case {"count": _, "top": [*_, str(top)]}:
            return [top]
        case {"count": _} | {"hidden": True}:
            return []
        case list():
            return [each for each in value if isinstance(each, str)]
        case dict():
            return [thing for thing, held in value.items() if isinstance(held, int) and held]
    return []


# ---------------------------------------------------------------- look


def look(sight: Sight, words: str, console: Console) -> None:
    """Tells what is known of the things that a piece of text finds; without text, what there is to look at."""
    if not words:
        _kinds(sight, console)
        return
    found = _found(sight, words)
    if not found:
        console.print(Text(f"Nothing here is called `{words}`; `look` alone lists what there is."))
    elif len(found) > MOST_TOLD:
        console.print(Text(", ".join(found)))
        console.print(Text("Name one of them.", "bright_black"))
    else:
        for thing in found:
            _tell(sight, thing, console)


def _found(sight: Sight, words: str) -> list[str]:
    """All things of a kind; or those that are called so, else begin so, else have it in their name."""
    sought = plain(words)
    kinds = [kind for kind in sight.model.kinds.values() if kind.ends is None]
    for kind in kinds:
        if sought in (plain(kind.name), plain(f"{kind.name}s")) and kind.size > 1:
            return list(kind.things)
    names = list(dict.fromkeys(thing for kind in kinds for thing in kind.things))
    bare = {name: plain(name) for name in names}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        if found := [name for name in names if fits(bare[name], sought) or fits(bare[name].replace(" ", ""), sought)]:
            return found
    return []


def _kinds(sight: Sight, console: Console) -> None:
    kinds = sight.model.kinds.values()
    roots = [kind for kind in kinds if kind.things not in ((), (kind.name,)) and kind.ends is None]
    for kind in roots:
        if len(kind.things) <= MOST_TOLD:
            names = ", ".join(kind.things)
        else:
            names = f"{', '.join(kind.things[:3])} and {kind.size - 3} more: `look {kind.name}`"
        console.print(Text.assemble((f"  {kind.name}: ", "bold"), names))
    console.print(Text("`look` and a name, or a piece of it, tells about it.", "bright_black"))


def _tell(sight: Sight, thing: str, console: Console) -> None:
    kind = sight.kind_of(thing)
    head = Text(thing, "bold")
    if kind not in (PLAYER, thing):
        head.append(f", {kind}", "bright_black not bold")
    console.print(head)
    for line in _lines(sight, kind, thing):
        console.print(Padding(line, (0, 0, 0, 2)))


def _lines(sight: Sight, kind: str, thing: str) -> Iterator[Text]:
    """The text of a thing, or else its facts; then what it has, where it lies, what is next to it."""
    if note := text_of(sight, thing):
        yield Text(note)
    named = [] if note else [(fact.name, sight.fact(kind, thing, fact.name)) for fact in _facts(sight, kind)]
    for name, value in (*dict.fromkeys((n, written(sight, v)) for n, v in named), *_fields(sight, thing)):
        if value not in (NOTHING, UNKNOWN):
            yield Text.assemble((f"{name.replace('_', ' ')}: ", "bright_black"), value)
    for title, value in (
        ("lies in", _where(sight, thing)),
        ("here", _here(sight, thing)),
        ("next to", _near(sight, thing)),
    ):
        if value:
            yield Text.assemble((f"{title}: ", "bright_black"), value)


def _facts(sight: Sight, kind: str) -> list[Any]:
    kinds = sight.model.kinds
    return [fact for fact in sight.model.statics if kinds[fact.kind].root == kinds[kind].root]


def _fields(sight: Sight, thing: str) -> Iterator[tuple[str, str]]:
    """What a thing has, as it is seen."""
    builtin = {of.name for of in sight.model.fields if of.builtin}
    for things in sight.view["things"].values():
        for name, value in things.get(thing, {}).items():
            if name not in builtin:
                yield name, written(sight, value)


def _where(sight: Sight, thing: str) -> str:
    """The fields in which a thing is seen to lie."""
    found = [name for name, value in sight.view["game"].items() if thing in uppermost(value)]
    for things in sight.view["things"].values():
        for owner, fields in things.items():
            found += [f"{owner}'s {name}" for name, value in fields.items() if thing in uppermost(value)]
    return ", ".join(found).replace("_", " ")


def _here(sight: Sight, thing: str) -> str:
    """Who is at a place."""
    return " ".join(sign for sign, _, place in sight.travellers if place == thing)


def _near(sight: Sight, thing: str) -> str:
    """The places joined to a place by the lines of the picture, each with its price."""
    kind = sight.model.kinds.get(sight.picture.lines)
    if kind is None or kind.ends is None:
        return ""
    names = sight.model.kinds[sight.model.kinds[kind.between].root].things
    found = []
    for edge, ends in zip(kind.things, kind.ends, strict=True):
        if thing in (names[ends[0]], names[ends[1]]):
            other = names[ends[0]] if names[ends[1]] == thing else names[ends[1]]
            price = sight.fact(kind.name, edge, sight.picture.price)
            found.append(other if price is None else f"{other} ({sight.picture.price} {price})")
    return ", ".join(found)
