"""Puts values into words: in the syntax of the language, or as a player would say them."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from interpreter.table import NOTHING, CompiledGame, Notation, spaced, written
from interpreter.wording.display_names import DisplayNames, display_names

MOST_MEMBERS = 12
"""Maximum number of members or piece types to list by name."""


def value_in_notation(notation: Notation, value: Any, of: m.Type) -> str:
    """Return a value in the syntax of the language, or a member count if there are too many members."""
    model = notation.flow.model
    match of:
        case m.Bag(kind) | m.Holder(_, kind) if isinstance(value, dict):
            sorts = [f"{number} of {model.thing_name(kind, sort)}" for sort, number in sorted(value.items())]
            return " + ".join(sorts) or NOTHING
        case m.Many(m.Ref(kind)) | m.Holder(_, kind) if isinstance(value, list):
            if len(value) > MOST_MEMBERS:
                return f"{len(value)} of kind {kind}"
            return ", ".join(model.thing_name(kind, member) for member in value) or NOTHING
        case m.Many():
            return ", ".join(map(str, value[:MOST_MEMBERS])) if len(value) <= MOST_MEMBERS else f"{len(value)} of them"
        case m.Holder(_, kind) if isinstance(value, int):
            return NOTHING if value == m.NONE else model.thing_name(kind, value)
        case m.Bag() | m.Holder():
            return str(value)
    return written(notation.plain(value, of))


def value_in_plain_words(table: CompiledGame, value: Any, of: m.Type) -> str:
    """Return a value as a player would say it, such as `2 Far Coast`."""
    names, notation = display_names(table), table.notation
    match of:
        case m.Bag(kind) | m.Holder(_, kind) if isinstance(value, dict):
            return names.value({notation.flow.model.thing_name(kind, sort): n for sort, n in sorted(value.items())})
        case m.Many(m.Ref(kind)) | m.Holder(_, kind) if isinstance(value, list) and len(value) <= MOST_MEMBERS:
            words = [names.thing(notation.flow.model.thing_name(kind, member)) for member in value]
            return ", ".join(words) or NOTHING
        case m.Many(m.Ref(kind)) | m.Holder(_, kind) if isinstance(value, list):
            return f"{len(value)} {names.kind(kind, plural=True)}"
        case m.Ref(kind) | m.Holder(_, kind) if isinstance(value, int) and value >= 0:
            return names.thing(notation.flow.model.thing_name(kind, value))
    return spaced(value_in_notation(notation, value, of))


def contents_in_notation(value: object) -> str:
    """Return the contents of a field, as views contain them, in the syntax of the language."""
    if isinstance(value, dict):
        return " + ".join(f"{number} of {name}" for name, number in value.items()) or NOTHING
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NOTHING
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def with_sign(number: int) -> str:
    """Return a change of a number as text, such as `+3` or `−2`, with a true minus."""
    return f"{number:+d}".replace("-", "−")


def pieces_in_words(names: DisplayNames, kind: m.Kind, name: str, number: int) -> str:
    """Return some pieces of the sort with this name as text: `2 Flax`, but only `Harbour` for a unique thing."""
    return names.counted(name, number) if kind.fungible else names.thing(name)
