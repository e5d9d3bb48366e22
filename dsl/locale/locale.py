"""Reads the texts of one language, and fills in their blanks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from dsl.phrases import ORDINAL, Blank, Either, Part, Stretch, Text, ordinal, parts_of, plural

ENGLISH = "en"
"""The language of rulebooks without a translation."""
FOLDER = Path(__file__).parent
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages of the program, each with its own name for itself."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Locale:
    """The program's texts in one language."""

    language: str
    texts: Mapping[str, str]
    parts: Mapping[str, tuple[Part, ...]]

    @property
    def is_english(self) -> bool:
        """True if sentences may be derived from English words, such as log lines from imperatives."""
        return self.language == ENGLISH

    def __call__(self, key: str, **values: Value) -> str:
        """Return the text with this key, with its blanks filled in. Raises `KeyError` for an unknown key."""
        match self.parts[key]:
            case (Text(words),):
                return words
            case parts:
                return "".join([_filled(self.texts[key], part, values) for part in parts])

    def listed(self, words: list[str]) -> str:
        """Join words with commas and, before the last one, `and`."""
        return self("and", first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def _filled(text: str, part: Part, values: Mapping[str, Value]) -> str:
    match part:
        case Text(words):
            return words
        case Either(start, end, yes, no):
            return yes if values[text[start:end]] else no
        case Stretch(inner):
            names = [text[item.start : item.end] for each in inner if isinstance(each, Blank) for item in each.items]
            return "".join(_filled(text, each, values) for each in inner) if all(map(values.get, names)) else ""
        case Blank((item, *_)):
            value = values[text[item.start : item.end]]
            return _counted(value, item.forms) if item.forms else str(value)
    raise AssertionError(f"`{text}` has an empty blank")


def _counted(value: Value, forms: tuple[str, ...]) -> str:
    if forms == ORDINAL:
        return ordinal(int(value))
    if value == 0 and forms[2:]:
        return forms[2]
    many = forms[1] if forms[1:] and forms[1] else plural(forms[0])
    return f"{value} {forms[0] if value == 1 else many}"


@cache
def locale_of(language: str) -> Locale:
    """Return the texts of a language. Raises `KeyError` unless it is one of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise KeyError(language)
    read = yaml.safe_load((FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    texts = {str(key): str(text) for key, text in read.items()}
    return Locale(language, texts, {key: parts_of(text) for key, text in texts.items()})
