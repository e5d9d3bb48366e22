"""Names the fields of players and things: `Red.purse` in the syntax of the language, `Red’s purse` for players."""

from __future__ import annotations

from dsl.locale import Locale
from dsl.model import Flag, Holder, Int, Many, Ref, StateField, StaticField
from dsl.phrases import plural
from interpreter.position import PLAYER, FieldEntry
from interpreter.table import CompiledGame, spaced
from interpreter.wording.display_names import DisplayNames, display_names
from interpreter.wording.flags import YOU, is_participle

AT, PLACE = "at", "place"
"""Customary name of the field that stores the location of a piece or thing."""


def of_whom(said: Locale, words: str, whose: str, is_player: bool) -> str:
    """Return an attribute of a player or thing, such as `Red’s purse`, `your purse` or `price of Flax`."""
    if whose == YOU:
        return said("your_field", field=words)
    return said("field_of_player", player=whose, field=words) if is_player else said("field_of", field=words, of=whose)


def field_in_notation(table: CompiledGame, place: FieldEntry) -> str:
    """Return a field entry's name in the syntax of the language, such as `Red.purse` or `store(Red, Harbour)`."""
    return place.written(table.flow.model.thing_name)


def field_noun(of: StateField | StaticField) -> str:
    """Return a field’s label as a noun, such as `guilders`, or its name with spaces."""
    if of.label is None or isinstance(of.type, Flag):
        return spaced(of.name)
    return of.label.other if isinstance(of.type, Int) else of.label.one


def noun_of_name(name: str) -> str:
    """Return a field's or value's name as a noun, such as `size` for `size_of`."""
    return PLACE if name == AT else spaced(name).removesuffix(" of")


def noun_in_sentence(of: StateField | StaticField) -> str:
    """Return a field’s label or name as a noun, such as `received goods` for a set of goods called `received`."""
    if of.label is not None:
        return field_noun(of)
    noun = noun_of_name(of.name)
    match of.type:
        case Holder(kind=kind) | Many(Ref(kind)) if kind and is_participle(noun.rpartition(" ")[2]):
            return f"{noun} {plural(spaced(kind).lower())}"
    return noun


def flag_label(of: StateField | StaticField, holds: bool) -> str:
    """Return what the label of a flag says about its owner, or an empty string if the flag has no label."""
    if of.label is None or not isinstance(of.type, Flag):
        return ""
    return of.label.one if holds else of.label.other


def counted_noun(of: StateField, number: int) -> str:
    """Return a number with the noun that a field counts, such as `1 ox`, or an empty string if it counts none."""
    if of.label is None or not isinstance(of.type, Int) or of.label.one == of.label.other:
        return ""
    return f"{number} {of.label.one if number == 1 else of.label.other}"


def field_phrase(table: CompiledGame, place: FieldEntry, reader: int | None = None) -> str:
    """Describe a field entry, such as `Red’s purse`, `store in Harbour` or `the supply`.

    Args:
        reader: The seat that is addressed with `you`, or None to name every player.
    """
    _, keys = list(place.run.combinations())[place.entry]
    of = place.run.field
    if of.builtin:
        return place.run.words.partition(" of ")[0]
    words = with_keys(table.locale, of, field_noun(of), key_labels(display_names(table), of, keys))
    return of_whom(table.locale, words, owner_name(table, place, reader), of.kind == PLAYER) if of.kind else words


def owner_name(table: CompiledGame, place: FieldEntry, reader: int | None = None) -> str:
    """Return the owner of a field entry: `you` for the reader, otherwise a name; empty for a field of the game."""
    (owner, _), kind = list(place.run.combinations())[place.entry], place.run.field.kind
    if kind == PLAYER and owner == reader:
        return YOU
    return display_names(table).thing(table.flow.model.thing_name(kind, owner)) if kind else ""


def key_labels(names: DisplayNames, of: StateField, keys: tuple[int, ...], but: str = "") -> list[str]:
    """Return the keys of a field entry as text, without keys of the kind `but`."""
    pairs = [(kind, key) for kind, key in zip(of.key_kinds, keys, strict=True) if not but or kind != but]
    return [names.thing(names.model.thing_name(kind, key)) if kind else str(key) for kind, key in pairs]


def with_keys(said: Locale, of: StateField, words: str, labels: list[str]) -> str:
    """Return the name of a field followed by its keys, as in `price of Flax` and `store in Harbour`."""
    key = "field_in" if is_inside_keys(of) else "field_of"
    return said(key, field=words, of=said.listed(labels)) if labels else words


def is_inside_keys(of: StateField) -> bool:
    """Return True for a field with pieces for each of some things, because the pieces are in these things."""
    return isinstance(of.type, Holder) and all(kind not in ("", PLAYER) for kind in of.key_kinds)
