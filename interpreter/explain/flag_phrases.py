"""That something is so or not, from the name of a flag: `worked` of Harbour as `Harbour is worked`."""

from __future__ import annotations

from collections.abc import Callable

NEGATED = {"is": "is not", "may": "may not", "can": "cannot", "must": "need not", "goes": "does not go"}
"""First words that make a sentence of a name, and how they are denied; `has` depends on what follows."""
ARTICLES = ("a", "an", "the")
PREPOSITIONS = ("at", "in", "on")
PARTICIPLES = ("done", "drawn", "lost", "paid", "shown", "sold", "taken")
"""Those of the common ones that do not end in `ed`."""


def flag_phrase(
    name: str, subject: str, is_player: bool, of: Callable[[str], str], rest: list[str], holds: bool
) -> str:  # fmt: skip
    """A flag as a sentence; "" where its name makes none. `name` is in words; `subject` is whose flag it is, "" for one
    of the game; `rest` is what it is asked about besides. `of` says something of the subject: `Red’s coat`."""
    first, *more = name.split()
    besides = f" ({', '.join(rest)})" if rest else ""
    if first == "has" or (first in NEGATED and more):
        return f"{subject or ('it' if first in ('has', 'is') else 'one')} {_with_verb(first, more, holds)}{besides}"
    is_so = "is" if holds else "is not"
    if first in PREPOSITIONS and more and subject:
        return f"{subject} {is_so} {name}{besides}"
    *thing, last = name.split()
    if rest or not ((last.endswith("ed") and not last.endswith("eed")) or last in PARTICIPLES):
        return ""
    if not thing and is_player:
        return f"{subject} {'counts' if holds else 'does not count'} as {last}"
    if not thing:
        return f"{subject} {is_so} {last}" if subject else ""
    what = " ".join(thing)
    return f"{of(what)} {is_so} {last}" if subject else f"{'a' if holds else 'no'} {what} is {last}"


def _with_verb(verb: str, more: list[str], holds: bool) -> str:
    if holds:
        return " ".join((verb, *more))
    if verb != "has":
        return " ".join((NEGATED[verb], *more))
    if more and more[0].endswith(("ed", "en")):
        return " ".join(("has not", *more))
    return " ".join(("has no", *(more[1:] if more and more[0] in ARTICLES else more)))
