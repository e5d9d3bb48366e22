"""Turns flags into sentences: the flag `worked` of Harbour becomes `Harbour is worked` or `Harbour is not worked`."""

from __future__ import annotations

from collections.abc import Callable

from dsl.phrases import ARTICLES, is_plural, is_verb, singular, third_person, with_article

NEGATED = {"is": "is not", "may": "may not", "can": "cannot", "must": "need not", "goes": "does not go"}
"""Verbs that make a flag's name a sentence when the name begins with them, each with its negation.

The negation of `has` depends on the next word, so `_with_verb` handles it.
"""
PREPOSITIONS = ("at", "in", "on")
PARTICIPLES = ("done", "drawn", "lost", "paid", "shown", "sold", "taken")
"""Common past participles that do not end in `ed`."""
YOU = "you"
FOR_YOU = {"is": "are", "has": "have", "does": "do", "goes": "go", "counts": "count", "needs": "need"}
"""Verbs that change after `you`. A longer form such as `does not` changes in its first word."""


def verb(subject: str, words: str) -> str:
    """Return a verb in the form that follows a subject: `you have`, but `Red has`."""
    first, *rest = words.split()
    return " ".join((FOR_YOU.get(first, first) if subject == YOU else first, *rest))


def flag_phrase(
    name: str, subject: str, is_player: bool, of: Callable[[str], str], besides: str, holds: bool
) -> str:  # fmt: skip
    """Return a flag as a sentence.

    Args:
        name: The flag's name, with spaces between its words.
        subject: The flag's owner, or an empty string for a flag of the whole game.
        is_player: True if the owner is a player.
        of: Function that turns a noun into a phrase with the owner: `coat` becomes `Red’s coat`.
        besides: Words for the flag's keys other than its owner, such as `in East`, or an empty string.
        holds: True if the flag is set; otherwise the sentence is negated.
    """
    first, *more = name.split()
    end = f" {besides}" if besides else ""
    if first == "has" or (first in NEGATED and more):
        who = subject or ("it" if first in ("has", "is") else YOU)
        return f"{who} {verb(who, _with_verb(first, more, holds))}{end}"
    is_so = verb(subject, "is" if holds else "is not")
    if first in PREPOSITIONS and more and subject:
        return f"{subject} {is_so} {name}{end}"
    noun, is_word, state = name.partition(" is ")
    if is_word and subject and not besides:
        return f"{of(noun)} is {'' if holds else 'not '}{state}"
    *thing, last = name.split()
    if besides or not is_participle(last):
        if subject and (is_player or thing):
            return _owned(name, subject, holds, end)
        return _of_thing(name, subject, holds, end) if subject else _of_game(name, holds, end)
    if not thing and is_player:
        return f"{subject} {verb(subject, 'counts' if holds else 'does not count')} as {last}"
    if not thing:
        return f"{subject or 'it'} {is_so} {last}"
    what = " ".join(thing)
    return f"{of(what)} is {'' if holds else 'not '}{last}" if subject else f"{'a' if holds else 'no'} {what} is {last}"


def is_participle(word: str) -> bool:
    """Return True if a word ends like a past participle, as `closed` does, but `seed` does not."""
    return (word.endswith("ed") and not word.endswith("eed")) or word in PARTICIPLES


def is_relation(name: str) -> bool:
    """Return True if a flag of several things does not say what the first of them has or is."""
    first, *more = name.replace("_", " ").split()
    return first not in ("has", *PREPOSITIONS) and not (first in NEGATED and more)


def relation_phrase(name: str, subject: str, others: str, holds: bool) -> str:
    """Return a flag of several things as a sentence, such as `East does not touch West`."""
    if not (does := bare_verb(name)):
        return f"“{name}” {'holds' if holds else 'does not hold'} for {subject} and {others}"
    if not holds:
        return f"{subject} {verb(subject, 'does not')} {does} {others}"
    return f"{subject} {does if subject == YOU else name} {others}"


def _owned(name: str, subject: str, holds: bool, end: str) -> str:
    """Return a flag as something that its owner has, such as `Red has no coat`."""
    return f"{subject} {verb(subject, 'has')} {one_or_some(name) if holds else f'no {name}'}{end}"


def one_or_some(name: str) -> str:
    """Return a noun with its article, but a noun in the plural, such as `points left`, without one."""
    noun, *more = name.split()
    return name if is_plural(noun) and more and (more[-1] == "left" or is_participle(more[-1])) else with_article(name)


def _of_thing(name: str, subject: str, holds: bool, end: str) -> str:
    """Return a flag with a name of one word as a sentence about a thing: the word is a verb or an adjective."""
    if does := bare_verb(name) or (singular(name) if is_plural(name) else ""):
        return f"{subject} {name}{end}" if holds else f"{subject} does not {does}{end}"
    return f"{subject} is {'' if holds else 'not '}{name}{end}"


def _of_game(name: str, holds: bool, end: str) -> str:
    """Return a flag of the whole game as a sentence, such as `there is no last lap`."""
    if " " in name:
        return f"there is {with_article(name) if holds else f'no {name}'}{end}"
    return f"it is {'' if holds else 'not '}{name}{end}"


def bare_verb(name: str) -> str:
    """Return `sell` for `sells`, or an empty string if a name is not a verb in the third person."""
    return next((name[:-cut] for cut in (1, 2) if is_verb(name[:-cut]) and third_person(name[:-cut]) == name), "")


def _with_verb(verb: str, more: list[str], holds: bool) -> str:
    if holds and verb == "has" and len(more) == 1 and not (is_plural(more[0]) or more[0].endswith(("ed", "en"))):
        return f"has {with_article(more[0])}"
    if holds:
        return " ".join((verb, *more))
    if verb != "has":
        return " ".join((NEGATED[verb], *more))
    if more and more[0].endswith(("ed", "en")):
        return " ".join(("has not", *more))
    return " ".join(("has no", *(more[1:] if more and more[0] in ARTICLES else more)))
