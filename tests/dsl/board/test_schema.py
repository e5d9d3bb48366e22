"""Tests that the kinds and fields of a rulebook determine the schema of its board file."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dsl.board.schema import NAME_PATTERN, derive_schema
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

FERRIES = (Path(__file__).parent / "ferries" / "ferries.rules").read_text(encoding="utf-8")


def schema_of(text: str) -> dict[str, Any]:
    sink = Sink()
    declarations = parse(Source("test.rules", text), sink)
    assert not sink.found
    return derive_schema(declarations)


def field(domain: str, keys: str = "") -> dict[str, Any]:
    """Return the schema of one field with a domain, without its description."""
    text = f"""
number three = 3
kind Ware: Salt, Cloth
kind Isle from board
kind Level, 2
kind Place from board
    thing{keys}: {domain}
"""
    schema = schema_of(text)["properties"]["Place"]["additionalProperties"]["properties"]["thing"]
    assert schema.pop("description")
    return schema


ISLE = {"title": "Isle", "type": "string", "pattern": NAME_PATTERN}
WARE = {"title": "Ware", "enum": ["Salt", "Cloth"]}


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("1 to 8", {"type": "integer", "minimum": 1, "maximum": 8}),
        ("-2 to three * 2 + 1", {"type": "integer", "minimum": -2, "maximum": 7}),
        ("0 to 100 step 10", {"type": "integer", "minimum": 0, "maximum": 100, "multipleOf": 10}),
        ("1 to 7 step 2", {"enum": [1, 3, 5, 7]}),
        ("1 to Player.size", {"type": "integer", "minimum": 1}),
        ("flag", {"type": "boolean"}),
        ("money", {"type": "integer", "minimum": 0}),
        ("Isle", ISLE),
        ("Isle or none", ISLE | {"type": ["string", "null"], "pattern": f"^none$|{NAME_PATTERN}"}),
        ("Ware", WARE),
        ("Ware or none", {"title": "Ware", "enum": ["Salt", "Cloth", "none", None]}),
        ("Level", {"title": "Level", "enum": ["Level1", "Level2"]}),
        ("{Salt, Cloth}", {"enum": ["Salt", "Cloth"]}),
        ("set of Isle", {"type": "array", "items": ISLE, "uniqueItems": True}),
        ("set of Ware at most three", {"type": "array", "items": WARE, "uniqueItems": True, "maxItems": 3}),
        (
            "bag of Ware",
            {
                "type": "object",
                "properties": {name: {"type": "integer", "minimum": 0} for name in ("Salt", "Cloth")},
                "additionalProperties": False,
            },
        ),
        (
            "bag of Isle",
            {
                "type": "object",
                "propertyNames": {"pattern": NAME_PATTERN},
                "additionalProperties": {"type": "integer", "minimum": 0},
            },
        ),
    ],
)
def test_domain(domain: str, expected: dict[str, Any]) -> None:
    assert field(domain) == expected


def test_field_by_range_is_a_row_of_numbers() -> None:
    inner = {"type": "integer", "minimum": 0, "maximum": 5}
    assert field("0 to 5", "(-1 to three)") == {"type": "array", "items": inner, "minItems": 5, "maxItems": 5}


def test_field_by_listed_key_needs_every_key() -> None:
    inner = {"type": "integer", "minimum": 0, "maximum": 5}
    assert field("0 to 5", "(Ware)") == {
        "type": "object",
        "properties": {"Salt": inner, "Cloth": inner},
        "additionalProperties": False,
        "required": ["Salt", "Cloth"],
    }


def test_field_by_two_keys_nests() -> None:
    schema = field("flag", "(Isle, 1 to 2)")
    assert schema["propertyNames"] == {"pattern": NAME_PATTERN}
    assert schema["additionalProperties"]["required"] == ["1", "2"]
    assert schema["additionalProperties"]["properties"]["2"] == {"type": "boolean"}


def test_kinds_from_the_board_are_asked_for() -> None:
    schema = schema_of(FERRIES)
    kinds = ["Archipelago", "Harbour", "Shoal", "Ferry", "Barrel"]
    assert schema["required"] == ["board", *kinds]
    assert list(schema["properties"]) == ["board", *kinds]
    assert schema["title"] == "Ferries"
    assert schema["properties"]["Harbour"]["description"] == "kind Harbour is Shore from board"


def test_inherited_fields_edges_and_pieces() -> None:
    kinds = schema_of(FERRIES)["properties"]
    rows = {name: kind.get("additionalProperties") for name, kind in kinds.items()}
    assert rows["Shoal"]["required"] == ["of", "depth"]
    assert rows["Harbour"]["required"][:3] == ["of", "depth", "sells"]
    assert rows["Ferry"]["required"] == ["ends", "fare"]
    assert rows["Ferry"]["properties"]["ends"]["items"]["title"] == "Shore"
    assert rows["Barrel"]["required"] == ["weight", "price", "pieces"]
    assert rows["Barrel"]["properties"]["pieces"] == {"type": "integer", "minimum": 0}
    assert all({"at", "called", "source"} <= row["properties"].keys() for name, row in rows.items() if row)


def test_listed_kind_with_facts_is_told_of_by_the_board() -> None:
    kinds = schema_of("kind Ware: Salt, Cloth\n    price: 1 to 9\nkind Sort: A, B\n")["properties"]
    assert list(kinds) == ["board", "Ware"]
    assert kinds["Ware"]["required"] == ["Salt", "Cloth"]
    assert kinds["Ware"]["additionalProperties"] is False


def test_kinds_in_a_circle_come_to_an_end() -> None:
    schema = schema_of("kind A is B from board\n    x: 1 to 2\nkind B is A from board\n    y: A\n")
    assert {"x", "y"} <= schema["properties"]["A"]["additionalProperties"]["properties"].keys()


@pytest.mark.parametrize("rules", [FERRIES, "kind A from board\n", ""])
def test_schema_is_plain_and_sound(rules: str) -> None:
    schema = schema_of(rules) if rules else derive_schema(())
    Draft202012Validator.check_schema(schema)
    assert json.loads(json.dumps(schema)) == schema
