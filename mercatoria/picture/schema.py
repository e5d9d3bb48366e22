"""Derives the JSON Schema of a game's picture file, with which a text editor completes and checks the file.

The schema describes the keys, the types of their values, and the names that the program or the rulebook defines.
`mercatoria check` also checks names that depend on other entries, such as the facts of a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.model import Model
from mercatoria.picture.file_keys import (
    ABOUT,
    AREAS,
    CARD,
    CHART,
    COLUMN,
    FIRST_GAME,
    GROUND,
    ICON,
    MARK,
    SHAPE,
    STAGE,
    TOKEN,
    TRAVELLER,
)
from mercatoria.picture.picture import BOTS, FORMS, HEAVIEST, HUES, LANDS, LONGEST, PIPS, SHAPES, SIGNS, TERRAINS, TINTS

Schema = dict[str, object]

TEXT: Schema = {"type": "string"}
TYPES: Mapping[str, Schema] = {
    "text": TEXT,
    "number": {"type": "integer"},
    "naming": {"type": ["boolean", "string"]},
    "flag": {"type": "boolean"},
    "list": {"type": "array", "items": {"type": ["string", "integer"]}},
    "sea": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]},
    "texts": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
}
"""Schema of a value of each type."""


def picture_schema(model: Model) -> Schema:
    """Return the JSON Schema of the picture file of a game."""
    kind, sign = _one_of(model.kinds), _one_of(SIGNS)
    group, kinds = {"kind": kind}, {"type": "array", "items": kind}
    area = [_mapping(keys, {"grid": kind} if form == "grid" else {}, (form,)) for form, keys in STAGE.items()]
    own: Schema = {
        "map": _list(_mapping(MARK, {**group, "shape": _one_of(SHAPES)}, ("kind",))),
        "travellers": _list(_mapping(TRAVELLER, group, ("field",))),
        "lines": kind, "always": kinds, "space": _numbers(99), "letters": TYPES["list"],
        "areas": _mapping(AREAS, {**group, "tints": _by_name(_one_of(TINTS))}, ("kind", "by")),
        "ground": _mapping(GROUND, {"land": _one_of(LANDS)}),
        "terrain": _by_name(_one_of(TERRAINS)), "token": _mapping(TOKEN, {"number": _one_of((PIPS,))}),
        "stage": _list({"anyOf": area}), "cards": _by_name(_mapping(CARD, {})),
        "icons": _by_name(_mapping(ICON, {"sign": sign, "colour": _one_of(HUES)})),
        "players": _list(_mapping(COLUMN, {"sign": sign, "as": _one_of(FORMS)}, ("field",))),
        "charts": _list(_mapping(CHART, group, ("kind",))),
        "about": _mapping(ABOUT, {"minutes": _numbers(LONGEST), "weight": _number(HEAVIEST)}),
        "first_game": _mapping(FIRST_GAME, {"bots": _one_of(BOTS)}),
    }  # fmt: skip
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_mapping(SHAPE, own)}


def _mapping(keys: Mapping[str, str], own: Mapping[str, object], needed: Iterable[str] = ()) -> Schema:
    """Return the schema of a mapping. `own` has the schemas of those keys whose values need more than a type."""
    properties = {key: own.get(key, TYPES[of]) for key, of in keys.items()}
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**found, "required": list(needed)} if needed else found


def _by_name(of: Schema) -> Schema:
    return {"type": "object", "additionalProperties": of}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _one_of(names: Iterable[str]) -> Schema:
    return {"enum": list(names)}


def _number(most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most}


def _numbers(most: int) -> Schema:
    """Return the schema of two whole numbers."""
    return {"type": "array", "items": _number(most), "minItems": 2, "maxItems": 2}
