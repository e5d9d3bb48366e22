"""Reads the sentences of moves: text with blanks, such as `add {n crate} in {port}[ for {price coin}]`.

A blank holds one or more values, each perhaps with a noun that is counted. A flag chooses between two texts. A stretch
in square brackets is left out if a value in it is missing. The values are expressions, which this module only finds;
`dsl.syntax` parses them.

| blank | prints |
| --- | --- |
| `{port}` | the value |
| `{n crate}` | the number and the noun: `1 crate`, `2 crates` |
| `{n ox|oxen}` | the same with an irregular plural |
| `{n th}` | the place in an order: `1st`, `2nd` |
| `{bid coin||nothing}` | the same, with a text for zero |
| `{give, pay coin}` | all values that are not empty, joined with `and` |
| `{up: raise|lower}` | the first text if the flag holds, otherwise the second |
| `[ for {price coin}]` | nothing if the price is zero |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ORDINAL = ("th",)
"""The forms of a blank such as `{n th}`, which prints a place in an order."""


class TemplateFault(Exception):
    """Raised for a sentence that cannot be read. `start` and `end` say where the fault is in the text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a blank: an expression at `start` to `end` of the text, and the forms of a counted noun.

    The forms are the singular, the plural ("" for the regular one) and the text for zero ("" for none). There are no
    forms if the value stands alone.
    """

    start: int
    end: int
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blank:
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Two texts between which the flag at `start` to `end` of the text chooses."""

    start: int
    end: int
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Parts that are left out if a value in them is missing, zero or `none`."""

    parts: tuple[Text | Blank | Either, ...]


Part = Text | Blank | Either | Stretch

_BRACKET = re.compile(r"[\[\]{}]")
_CLOSING = {"{": "}", "[": "]"}


def parts_of(text: str) -> tuple[Part, ...]:
    """Return the parts of a sentence.

    Raises:
        TemplateFault: if a bracket has no partner, or if a blank is empty or nested.
    """
    return tuple(_parts(text, 0, len(text)))


def _parts(text: str, start: int, end: int) -> Iterator[Part]:
    at = start
    while found := _BRACKET.search(text, at, end):
        here, bracket = found.start(), found[0]
        if here > at:
            yield Text(text[at:here])
        if bracket not in _CLOSING:
            raise TemplateFault(f"`{bracket}` closes nothing", here, here + 1)
        close = text.find(_CLOSING[bracket], here, end)
        if close < 0:
            raise TemplateFault(f"`{bracket}` is never closed", here, here + 1)
        if bracket == "{":
            yield _blank(text, here + 1, close)
        elif (nested := text.find("[", here + 1, close)) >= 0:
            raise TemplateFault("square brackets cannot contain square brackets", nested, nested + 1)
        else:
            yield _stretch(text, here + 1, close)
        at = close + 1
    if at < end:
        yield Text(text[at:end])


def _stretch(text: str, start: int, end: int) -> Stretch:
    inner = tuple(part for part in _parts(text, start, end) if not isinstance(part, Stretch))
    if not any(isinstance(part, Blank) for part in inner):
        raise TemplateFault("nothing in these square brackets can be missing", start - 1, end + 1)
    return Stretch(inner)


def _blank(text: str, start: int, end: int) -> Blank | Either:
    inside = text[start:end]
    if (nested := inside.find("{")) >= 0:
        raise TemplateFault("a blank cannot contain another blank", start + nested, start + nested + 1)
    if not inside.strip():
        raise TemplateFault("this blank is empty", start - 1, end + 1)
    colon = inside.find(":")
    if colon >= 0:
        yes, bar, no = inside[colon + 1 :].partition("|")
        if not bar or "|" in no:
            raise TemplateFault("a flag needs two texts, as in `{up: raise|lower}`", start, end)
        first, last = _trimmed(text, start, start + colon)
        return Either(first, last, yes.strip(), no.strip())
    return Blank(tuple(_item(text, first, last) for first, last in _split(text, start, end)))


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges between the commas that are outside brackets."""
    depth, first = 0, start
    for at in range(start, end):
        depth += (text[at] == "(") - (text[at] == ")")
        if text[at] == "," and not depth:
            yield first, at
            first = at + 1
    yield first, end


def _item(text: str, start: int, end: int) -> Item:
    """Return a value and its noun. The value ends at the first space outside brackets."""
    start, end = _trimmed(text, start, end)
    if start == end:
        raise TemplateFault("a value is missing here", start, end + 1)
    depth, at = 0, start
    while at < end and (depth or not text[at].isspace()):
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
    noun = text[at:end].strip()
    forms = tuple(form.strip() for form in noun.split("|")) if noun else ()
    if len(forms) > 3 or (forms and not forms[0]):
        raise TemplateFault("a noun has at most three forms: `one|many|none`", at + 1, end)
    return Item(start, at, forms)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
