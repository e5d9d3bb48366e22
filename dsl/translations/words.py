"""Reads a file of words, such as `words/de.yaml`, and compares its structure with the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from dsl.board import Datum, read_yaml
from dsl.diagnostics import Sink, did_you_mean
from dsl.shipped import data_folder
from dsl.source import Source, Span

FILE = "words.schema.json"
VARIANTS = "variants"
SECTIONS = ("moves", "choices", "passes", "kinds", "things", "fields", "rules", "needs", "chances", "texts")
"""The sections of a file of words, in the order in which missing ones are added."""
HEADINGS = ("title", "note", "money")
"""The texts before the sections. A variant has only a title."""


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A file of words in one language."""

    language: str
    source: Source
    root: Datum | None
    """The contents of the file, or None if it is empty."""

    def section(self, name: str, variant: str = "") -> Mapping[str | int, Datum]:
        """Return the entries of a section, or of the section of a variant."""
        found = self.section_datum(name, variant)
        return found.parts if found is not None else {}

    def section_datum(self, name: str, variant: str) -> Datum | None:
        """Return a section as a whole, or None if it is absent."""
        part = self.part(variant)
        return part.parts.get(name) if part is not None else None

    def part(self, variant: str) -> Datum | None:
        """Return the words of a variant, or all words if `variant` is empty."""
        if not variant or self.root is None:
            return self.root
        variants = self.root.parts.get(VARIANTS)
        return variants.parts.get(variant) if variants is not None else None

    def text(self, *path: str) -> str:
        """Return the text at a path, or an empty string if there is none."""
        here = self.root
        for name in path:
            here = here.parts.get(name) if here is not None else None
        return text_of(here)


def read_words(source: Source, language: str, sink: Sink) -> Words:
    """Return the words in a file. Report faults to the sink, and then treat the file as empty."""
    if not source.text.strip():
        return Words(language, source, None)
    root = read_yaml(source, sink)
    if root is None:
        return Words(language, source, None)
    faults = list(_validator().iter_errors(root.value))
    for fault in faults:
        _report(root, fault, sink)
    return Words(language, source, None if faults else root)


def text_of(datum: Datum | None) -> str:
    """Return a text, or an empty string for anything else."""
    return datum.value.strip() if datum is not None and isinstance(datum.value, str) else ""


def span_of(datum: Datum) -> Span:
    """Return the span of a text without its quotes.

    If the file writes the text in another way, for example on several lines, the span is one of a copy of the file in
    which the text is written out.
    """
    source, start, end = datum.span.source, datum.span.start, datum.span.end
    text = str(datum.value)
    for at in (start, start + 1):
        if source.text[at : at + len(text)] == text:
            return Span(source, at, at + len(text))
    copy = Source(source.path, f"{source.text[:start]}{text}{source.text[end:]}")
    return Span(copy, start, start + len(text))


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads((data_folder("grammars") / FILE).read_text(encoding="utf-8")))


def _report(root: Datum, fault: Any, sink: Sink) -> None:
    """Report a part of the file that the schema does not allow."""
    here = root
    for name in fault.absolute_path:
        here = here.parts[name]
    if isinstance(here.value, dict):  # one of several forms was tried that have other names
        fault = next((each for each in _all(fault) if each.validator == "additionalProperties"), fault)
    if fault.validator in ("additionalProperties", "unevaluatedProperties"):
        known = _known(fault)
        for name, part in here.parts.items():
            if name not in known:
                sink.add("E251", f"`{name}` does not belong here", part.key, "not a part of a file of words",
                         hint=did_you_mean(str(name), known) or f"expected {', '.join(known)}")  # fmt: skip
        return
    expected = "names with texts" if fault.validator_value in ("object", ["object", "null"]) else "a text"
    sink.add("E251", f"{expected} {'are' if expected.startswith('names') else 'is'} expected here", here.place,
             "this does not fit a file of words")  # fmt: skip


def _all(fault: Any) -> Iterator[Any]:
    yield fault
    for each in fault.context or ():
        yield from _all(each)


def _known(fault: Any) -> tuple[str, ...]:
    if fault.validator == "additionalProperties":
        return tuple(fault.schema.get("properties", {}))
    return (*SECTIONS, "title") if VARIANTS in fault.absolute_path else (*HEADINGS, *SECTIONS, VARIANTS)
