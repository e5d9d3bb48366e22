"""Names the fields of players and things: `Red.purse` in the syntax of the language, `Red’s purse` for players."""

from __future__ import annotations

from dsl.model import Model, StateField
from interpreter.position import PLAYER, FieldEntry
from interpreter.table import CompiledGame, listed, spaced
from interpreter.wording.flags import YOU


def of_whom(words: str, whose: str, is_player: bool) -> str:
    """Return an attribute of a player or thing, such as `Red’s purse`, `your purse` or `price of Flax`."""
    if whose == YOU:
        return f"your {words}"
    return f"{whose}’s {words}" if is_player else f"{words} of {whose}"


def field_in_notation(table: CompiledGame, place: FieldEntry) -> str:
    """Return a field entry's name in the syntax of the language, such as `Red.purse` or `store(Red, Harbour)`."""
    return place.written(table.flow.model.thing_name)


def field_phrase(table: CompiledGame, place: FieldEntry, reader: int | None = None) -> str:
    """Describe a field entry, such as `Red’s purse` or `store of Harbour`.

    Args:
        reader: The seat that is addressed with `you`, or None to name every player.
    """
    model, (_, keys) = table.flow.model, list(place.run.combinations())[place.entry]
    of = place.run.field
    words = with_keys(spaced(of.name), key_labels(model, of, keys))
    return of_whom(words, owner_name(table, place, reader), of.kind == PLAYER) if of.kind else words


def owner_name(table: CompiledGame, place: FieldEntry, reader: int | None = None) -> str:
    """Return the owner of a field entry: `you` for the reader, otherwise a name; empty for a field of the game."""
    (owner, _), kind = list(place.run.combinations())[place.entry], place.run.field.kind
    if kind == PLAYER and owner == reader:
        return YOU
    return spaced(table.flow.model.thing_name(kind, owner)) if kind else ""


def key_labels(model: Model, of: StateField, keys: tuple[int, ...], but: str = "") -> list[str]:
    """Return the keys of a field entry as text, without keys of the kind `but`."""
    pairs = zip(of.key_kinds, keys, strict=True)
    return [spaced(model.thing_name(kind, key)) if kind else str(key) for kind, key in pairs if not but or kind != but]


def with_keys(words: str, labels: list[str]) -> str:
    """Return the name of a field followed by its keys, as in `store of Harbour and Flax`."""
    return f"{words} of {listed(labels)}" if labels else words
