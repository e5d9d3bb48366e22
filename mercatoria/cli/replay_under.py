"""`replay RECORD --under VARIANTS`: one record under two rule sets, and where they part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercatoria.console import errors

if TYPE_CHECKING:
    from dsl.amendments import Difference
    from interpreter.testing import Comparison, Parting
    from mercatoria import Game

BASE = "base"

HEADINGS = {
    "moves": "the choices differ for the first time",
    "refused": "the move cannot be played any more",
    "position": "the positions differ for the first time",
}


def compared(data: dict[str, Any], own: Game, game: str | None, under: str, as_json: bool) -> int:
    """Tells where a record of a game parts under other rules; exit code 1 if it does."""
    from interpreter.testing import compare
    from mercatoria.console import output as shown

    other = _other(own, game, under)
    found = compare(data, own, other)
    if as_json:
        rules = [list(own.variants), list(other.variants)]
        shown.as_json({"equal": not found.partings, "variants": rules} | found.to_data())
    else:
        console = shown.out()
        for line in _told(found, own, other):
            console.print(line, markup=False, soft_wrap=True)
    return int(bool(found.partings))


def _other(game: Game, place: str | None, under: str) -> Game:
    """The same game with other variants, and the same options, as far as it has them."""
    import mercatoria
    from dsl.checking import declared_options

    names = [] if under.strip() in ("", BASE) else [name.strip() for name in under.replace(",", "+").split("+")]
    try:
        other = mercatoria.load(place or game.slug, names)
        known = declared_options(other.folder.may_ask(other.variants))
        kept = {name: value for name, value in game.options.items() if name in known}
        return mercatoria.load(place or game.slug, names, kept)
    except mercatoria.TableError as fault:
        raise errors.misuse(str(fault)) from fault


def _told(found: Comparison, one: Game, two: Game) -> list[str]:
    names = ["+".join(game.variants) or BASE for game in (one, two)]
    lines = [f"first: {names[0]}; second: {names[1]}"]
    for parting in found.partings:
        lines += _parting(parting, two)
    if not found.partings:
        lines.append(f"all {found.entries} entries come out the same")
    else:
        lines.append(f"{found.played} of {found.entries} entries could be played under both")
    return lines + [f"{which}: {end}" for which, end in zip(("first", "second"), found.ends, strict=True)]


def _parting(parting: Parting, game: Game) -> list[str]:
    at = f"entry {parting.number}, {parting.entry}" if parting.number else parting.entry
    lines = [f"{at}: {HEADINGS[parting.form]}", *(f"    {line}" for line in parting.told)]
    if not parting.rules:
        return [*lines, "    no differing rule bears on this step: it follows from what parted before"]
    return lines + [f"    because of {_rule(each, game)}" for each in parting.rules]


def _rule(each: Difference, game: Game) -> str:
    from dsl.amendments import place, told

    home = game.folder.shown
    part = each.after or each.before
    assert part is not None
    changes = [change for side in (each.after, each.before) if side is not None for change in side.changes]
    where = "; ".join(dict.fromkeys(told(change, home) for change in changes)) or place(part.span, home)
    return f"{each.key} ({each.form}): {where}"
