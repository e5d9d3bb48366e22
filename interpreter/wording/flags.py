"""Turns flags into sentences: the flag `worked` of Harbour becomes `Harbour is worked` or `Harbour is not worked`."""

from __future__ import annotations

from collections.abc import Callable

NEGATED = {"is": "is not", "may": "may not", "can": "cannot", "must": "need not", "goes": "does not go"}
"""Verbs that make a flag's name a sentence when the name begins with them, each with its negation.

The negation of `has` depends on the next word, so `_with_verb` handles it.
"""
ARTICLES = ("a", "an", "the")
PREPOSITIONS = ("at", "in", "on")
PARTICIPLES = ("done", "drawn", "lost", "paid", "shown", "sold", "taken")
"""Common past participles that do not end in `ed`."""


def flag_phrase(
    name: str, subject: str, is_player: bool, of: Callable[[str], str], rest: list[str], holds: bool
) -> str:  # fmt: skip
    """Return a flag as a sentence, or an empty string if the flag's name cannot be turned into one.

    Args:
        name: The flag's name, with spaces between its words.
        subject: The flag's owner, or an empty string for a flag of the whole game.
        is_player: True if the owner is a player.
        of: Function that turns a noun into a phrase with the owner: `coat` becomes `Red’s coat`.
        rest: The flag's keys other than its owner.
        holds: True if the flag is set; otherwise the sentence is negated.
    """
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
