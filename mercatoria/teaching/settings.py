"""Reads `exercise.yaml` and `slips.yaml` of an exercise, and checks them against their schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from dsl.board import Datum
from mercatoria.teaching.kinds import Kind

SETTINGS, SLIPS = "exercise.yaml", "slips.yaml"

SETTINGS_SCHEMA: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "unreachable": {
            "description": "what a difference counts that occurs only in positions that no play reaches",
            "enum": ["tell", "fail"],
        },
        "scores": {
            "description": "whether the points must be equal, or only the places of the players",
            "enum": ["exact", "order"],
        },
        "search": {
            "description": "whether an answer is right if only a part of a large game was searched for differences",
            "enum": ["whole", "part"],
        },
    },
}
"""The JSON Schema of `exercise.yaml`."""

SLIPS_SCHEMA: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "slips": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["kind", "words"],
                "properties": {
                    "kind": {"description": "the kind of slip", "enum": [str(kind) for kind in Kind]},
                    "rule": {"description": "the rule in which it occurs, such as `buy`", "type": "string"},
                    "words": {"description": "a sentence for the pupil", "type": "string"},
                },
            },
        }
    },
}
"""The JSON Schema of `slips.yaml`."""


class ExerciseError(ValueError):
    """Raised if the folder of an exercise is broken. The message says what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How answers to an exercise are compared.

    If `unreachable` is "fail", a difference counts even if it occurs only in positions that no play reaches. If
    `scores` is "order", only the places of the players must be equal, and not their points. If
    `search` is "part", an answer is right if a search of a part of the game finds no difference.
    """

    unreachable: str = "tell"
    scores: str = "exact"
    search: str = "whole"


@dataclass(frozen=True, slots=True)
class SlipWords:
    """A teacher's sentence for a kind of slip, in one rule or, if `rule` is empty, in every rule."""

    kind: str
    rule: str
    words: str


def read_settings(root: Datum | None) -> Settings:
    """Return the settings of an exercise. Raises `ExerciseError` for an entry that the schema does not allow."""
    if root is None:
        return Settings()
    _refuse_others(root, SETTINGS_SCHEMA)
    return Settings(**{str(name): str(part.value) for name, part in root.parts.items()})


def read_slips(root: Datum | None) -> tuple[SlipWords, ...]:
    """Return the teacher's sentences. Raises `ExerciseError` for an entry that the schema does not allow."""
    if root is None:
        return ()
    _refuse_others(root, SLIPS_SCHEMA)
    listed = root.parts.get("slips")
    entries = [{str(name): str(part.value) for name, part in each.parts.items()}
               for each in (listed.parts.values() if listed is not None else ())]  # fmt: skip
    return tuple(SlipWords(each["kind"], each.get("rule", ""), each["words"]) for each in entries)


def _refuse_others(root: Datum, schema: Mapping[str, Any]) -> None:
    for fault in Draft202012Validator(schema).iter_errors(root.value):
        here = root
        for name in fault.absolute_path:
            here = here.parts[name]
        known = fault.validator_value if fault.validator == "enum" else fault.schema.get("properties", ())
        hint = f"; expected {', '.join(known)}" if known else ""
        place = f"{here.span.source.path}:{here.place.line}"
        raise ExerciseError(f"{place}: this entry does not belong here ({fault.message}){hint}")
