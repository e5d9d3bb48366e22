"""Finds the things of a game that need a name in another language, and reads their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl import ast, model
from dsl.board import CALLED, BoardData
from dsl.translations.translation import ONE, OTHER, Slot
from dsl.translations.words import Words, text_of

PLAYER = "Player"


def thing_slots(
    declarations: Sequence[ast.Declaration], kinds: Mapping[str, model.Kind], boards: Iterable[BoardData]
) -> list[Slot]:
    """Return a slot for each thing.

    Named things need words. Numbered things, things of an owner, and things whose kind names them
    with `called` need none, unless the board names them.
    """
    declared = {decl.name.text: decl for decl in declarations if isinstance(decl, ast.Kind)}
    titles = {row.name: str(row.values[CALLED].value) for board in boards for _, row in board.rows()
              if CALLED in row.values}  # fmt: skip

    def is_named(kind: str) -> bool:
        """Return True if the rulebook or the board names each thing of a kind."""
        decl = declared.get(kind)
        if decl is None:
            return kind == PLAYER
        if decl.called is not None or decl.things in ("each", "numbered"):
            return False
        return decl.parent is None or decl.parent.text not in declared or is_named(decl.parent.text)

    smallest: dict[str, model.Kind] = {}
    for kind in sorted(kinds.values(), key=lambda each: -each.size):
        smallest |= dict.fromkeys(kind.things, kind)
    return [
        Slot("", "things", thing, {ONE: titles.get(thing, thing)}, thing in titles or is_named(kind.name))
        for thing, kind in smallest.items()
    ]


def thing_labels(words: Words) -> dict[str, model.Label]:
    """Return the singular and the plural of each thing in a file of words."""
    return _labels(words, "things")


def kind_labels(words: Words) -> dict[str, model.Label]:
    """Return the singular and the plural of each kind in a file of words."""
    return _labels(words, "kinds")


def chances(words: Words) -> dict[str, str]:
    """Return the words for random results in a file of words."""
    return {name: label.one for name, label in _labels(words, "chances").items()}


def refusals(words: Words) -> dict[str, str]:
    """Return why moves are refused, from a file of words, by action and name."""
    return {name: label.one for name, label in _labels(words, "needs").items()}


def _labels(words: Words, section: str) -> dict[str, model.Label]:
    found = {}
    variants = words.root.parts.get("variants") if words.root is not None else None
    for variant in ("", *map(str, variants.parts if variants is not None else ())):
        for name, datum in words.section(section, variant).items():
            one = text_of(datum) or text_of(datum.parts.get(ONE))
            if one:
                found[str(name)] = model.Label(one, text_of(datum.parts.get(OTHER)) or one)
    return found
