"""Turns the types of a tool into JSON schemas, and JSON into values of these types.

A tool declares its input and its output as frozen dataclasses. `Says` adds a description and limits to a field.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Annotated, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from mercatoria.editor import Json

T = TypeVar("T")

PLAIN: Mapping[object, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}
NEVER_SHOWN = "is not as the tool expects it"


class Refused(Exception):
    """Raised if a tool cannot answer. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Says:
    """The description of a field, and its limits: the size of a text or a list, or the range of a number."""

    words: str
    most: int | None = None
    least: int | None = None


def schema_of(form: object) -> dict[str, Json]:
    """Return the JSON schema of a type."""
    if get_origin(form) is Annotated:
        inner, says = get_args(form)
        assert isinstance(says, Says)
        return schema_of(inner) | {"description": says.words} | _limits(inner, says)
    if form in PLAIN:
        return {"type": PLAIN[form]}
    if isinstance(form, type) and is_dataclass(form):
        return _of_record(form)
    origin, parts = get_origin(form), get_args(form)
    if origin is tuple:
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [{"type": "null"} if part is type(None) else schema_of(part) for part in parts]}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    raise TypeError(f"{form} has no schema")


def _limits(form: object, says: Says) -> dict[str, Json]:
    least, most = {
        str: ("minLength", "maxLength"), int: ("minimum", "maximum"),
    }.get(_plain(form), ("minItems", "maxItems"))  # fmt: skip
    found: dict[str, Json] = {}
    if says.least is not None:
        found[least] = says.least
    if says.most is not None:
        found[most] = says.most
    return found


def _plain(form: object) -> type:
    """Return `str` or `int` for a text or a number, and `tuple` for anything else."""
    return form if isinstance(form, type) and form in (str, int) else tuple


def _of_record(form: type) -> dict[str, Json]:
    hints = get_type_hints(form, include_extras=True)
    assert is_dataclass(form)
    needed = [each.name for each in fields(form) if each.default is MISSING and each.default_factory is MISSING]
    return {
        "type": "object", "properties": {each.name: schema_of(hints[each.name]) for each in fields(form)},
        "required": needed, "additionalProperties": False,
    }  # fmt: skip


# ---------------------------------------------------------------- from JSON and to JSON


def read(form: type[T], given: Mapping[str, Json]) -> T:
    """Return the value that JSON describes. Raises `Refused` if the JSON does not fit the type."""
    fault = best_match(Draft202012Validator(schema_of(form)).iter_errors(dict(given)))
    if fault is not None:
        raise Refused(_in_words(fault))
    hints = get_type_hints(form, include_extras=False)
    return form(**{name: _read(hints[name], value) for name, value in given.items()})


def _read(form: object, value: Json) -> Json:
    if get_origin(form) is tuple and isinstance(value, list):
        return tuple(_read(get_args(form)[0], each) for each in value)
    if form is int and isinstance(value, float):
        return int(value)  # JSON does not tell 3.0 from 3
    return value


def _in_words(fault: ValidationError) -> str:
    """Return a sentence about JSON that does not fit. It never repeats the JSON, which may be huge."""
    where = ".".join(map(str, fault.absolute_path))
    what, limit = f"`{where[:60]}`" if where else "the input", fault.validator_value
    given: Json = fault.instance
    match fault.validator:
        case "maxLength" | "maxItems":
            unit = "characters" if fault.validator == "maxLength" else "entries"
            return f"{what} is too long; at most {limit:,} {unit} are read"
        case "minLength" | "minItems":
            return f"{what} is empty; fill it in"
        case "minimum":
            return f"{what} is too small; the smallest value is {limit:,}"
        case "maximum":
            return f"{what} is too large; the largest value is {limit:,}"
        case "type":
            return f"{what} must be of type {limit}"
        case "enum":
            return f"{what} must be one of {', '.join(map(str, _parts(limit)))}"
        case "required":
            missing = [name for name in _parts(limit) if name not in _parts(given)]
            return f"{what} lacks `{missing[0]}`; add it"
        case "additionalProperties":
            known = _parts(fault.schema["properties"] if isinstance(fault.schema, Mapping) else ())
            strange = next(str(name) for name in _parts(given) if name not in known)
            return f"{what} has no field `{strange[:60]}`; its fields are {', '.join(map(str, known)) or 'none'}"
        case _:
            return f"{what} {NEVER_SHOWN}"


def _parts(value: Json) -> list[Json]:
    """Return the entries of a list, or the names of an object."""
    return list(value) if isinstance(value, list | tuple | Mapping) else []


def as_json(value: object) -> Json:
    """Return a value of a tool's output as JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: as_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [as_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): as_json(each) for name, each in value.items()}
    return value
