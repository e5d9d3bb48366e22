"""The keys of each mapping in `picture.yaml`, with the types of their values."""

from __future__ import annotations

SHAPE = {
    "colours": "list", "letters": "list", "map": "list", "travellers": "list", "lines": "text", "price": "text",
    "broad": "flag", "space": "list", "areas": "texts", "ground": "texts", "terrain": "texts",
    "token": "texts", "stage": "list", "cards": "texts", "icons": "texts", "players": "list", "effects": "list",
    "table": "list", "charts": "list", "texts": "texts", "always": "list", "hide": "list", "about": "texts",
    "first_game": "texts",
}  # fmt: skip
"""Keys of the whole file."""
MARK = {
    "kind": "text", "name": "naming", "number": "text", "token": "text", "signs": "texts", "dim": "text",
    "pieces": "list", "centre": "list", "room": "text", "below": "list", "shape": "text",
}  # fmt: skip
TRAVELLER = {"kind": "text", "field": "text", "sign": "text", "load": "text"}
AREAS = {"kind": "text", "by": "text", "tints": "texts"}
GROUND = {"land": "text", "sea": "sea"}
TOKEN = {"number": "text"}
ICON = {"sign": "text", "colour": "text"}
CHART = {"kind": "text", "rows": "list", "track": "text", "tables": "list"}
ABOUT = {"say": "text", "minutes": "list", "weight": "number", "luck": "text"}
FIRST_GAME = {"players": "number", "bots": "text", "variants": "list"}
STAGE_FORMS = ("map", "grid", "market", "mine", "chart")
"""Keys that say what an area of the board shows."""
STAGE = {
    "map": {"map": "text"},
    "grid": {
        "grid": "text", "of": "text", "columns": "text", "rows": "text", "colour": "text", "title": "text",
        "notes": "texts",
    },
    "market": {"market": "list", "title": "text"},
    "mine": {"mine": "list", "title": "text"},
    "chart": {"chart": "text", "title": "text"},
}  # fmt: skip
"""Keys of an area of the board, by what it shows."""
CARD = {"value": "text", "needs": "text", "gives": "text", "for": "text"}
COLUMN = {"field": "text", "title": "text", "by": "text", "sign": "text", "as": "text", "first": "flag"}
RENAMED = {"omit": "hide"}
"""Earlier names of keys."""
UNNAMED = ("title", "sign", "colour", "shape", "say", "luck", "bots", "land", "map", "as")
"""Keys of the picture file whose values are not names from the rulebook."""
WORDS = {
    "text": "a name",
    "number": "a whole number",
    "naming": "yes or no",
    "flag": "yes or no",
    "list": "a list",
    "sea": "`outside`, `none` or a list of kinds",
    "texts": "a group of `name: text` entries",
}
"""Names of the types, for messages."""
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int,),
    "naming": (bool, str),
    "flag": (bool,),
    "list": (list,),
    "sea": (str, list),
    "texts": (dict,),
}
"""Python types that a value of each type may have."""
