"""Formats the names of things and rules for display."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from dsl.model import Clauses
from dsl.phrases import singular

NOTHING = "nothing"
"""Text for `none`, and for an empty bag or set."""
SHORTEST, MOST_KEPT = 3, 4096
"""Minimum number of letters before a digit for `spaced` to insert a space, and maximum number of cached names."""


@lru_cache(MOST_KEPT)
def spaced(name: str) -> str:
    """Insert spaces between the words of a name.

    `SlowBoat` becomes `Slow Boat`, `Far_Coast` becomes `Far Coast`, and `Boat1` becomes `Boat 1`. Short names such as
    `A1` stay unchanged.
    """
    if name.isalpha() and (name.istitle() or name.islower()):
        return name  # most names are a single word
    written = ""
    for at, char in enumerate(name):
        before = name[at - 1 : at]
        number = char.isdigit() and before.isalpha() and name[max(0, at - SHORTEST) : at].isalpha() and at >= SHORTEST
        if before and (number or (char.isupper() and before.islower())):
            written += " "
        written += " " if char == "_" else char
    return written


def plain_words(text: str) -> str:
    """Convert text to lower case, remove accents, and split `CamelCase` and `snake_case` into words.

    Users can then type `osel` to find Ösel, and `open ga` to find `open_gate(…)`.
    """
    parted = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", text)
    bare = unicodedata.normalize("NFKD", parted.casefold())
    letters = "".join(char for char in bare if not unicodedata.combining(char))
    return " ".join(re.findall(r"\w+", letters.replace("_", " ")))


def titled(name: str) -> str:
    """Convert a name to a title, for example `buy_card` to `Buy card` and `buy.price` to `Price`."""
    words = spaced(name.rpartition(".")[2])
    return f"{words[:1].upper()}{words[1:]}"


def called(about: Clauses) -> str:
    """Return a rule's printed title or, if there is none, a title made from its name."""
    return about.title or titled(about.name)


def listed(words: list[str]) -> str:
    """Join words with commas and "and", as in `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(number: int, words: str) -> str:
    """Combine a number with a noun in the singular or plural. A plural noun such as `coins` is changed to the singular
    for 1.
    """
    return f"{number} {singular(words) if number == 1 else words}"


def times(number: int) -> str:
    """Return how often something happens, such as `once` or `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def value_in_words(value: object) -> str:
    """Return the text of a value for display, such as `2 Flax and 1 Ore`, `Far Coast`, `yes` or `nothing`."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case dict():
            return listed([f"{number} {spaced(name)}" for name, number in value.items()]) or NOTHING
        case list():
            return listed([spaced(str(each)) for each in value]) or NOTHING
    return spaced(str(value))


def one_line(text: str) -> str:
    """Return a text of several lines, such as an expression of a rulebook, on a single line."""
    return " ".join(text.split())


def sentence(words: str) -> str:
    """Capitalise the first letter and add a full stop.

    No full stop is added to text that ends with `?`, `!` or `…`.
    """
    words = f"{words[:1].upper()}{words[1:]}"
    return words if words.endswith(("?", "!", "…")) else f"{words.rstrip('.')}."
