"""Makes a sentence for each move whose rulebook gives none, from the printed title and the parameters.

A title that begins with a verb becomes the sentence: `Open a gate` becomes `open North`, and `North` takes the place of
`a gate`. Other titles are quoted: `Red used “Wheel”`.
"""

from __future__ import annotations

import re

from dsl import model as m
from dsl.desugaring import PROPOSER
from dsl.phrases import is_verb, past_tense
from dsl.source import NOWHERE
from interpreter.flow import Flow
from interpreter.position import PLAYER
from interpreter.table import called, spaced

ORDINAL = re.compile(r"^(?:[A-Z]|\d+|[Aa]ction \d+)[.:)] +")
"""The number or letter in front of a printed title, as in `B. Buy`."""


def default_saying(flow: Flow, kind: int) -> m.Saying:
    """Return a sentence for a move kind without a sentence of the rulebook."""
    of = flow.move_kinds[kind]
    if of.action is not None:
        return _of_action(flow, of.action)
    if not of.params:
        return _saying("pass", ())
    name, type_ = of.params[0]
    return _choice(name, m.Var(name, -1, type=type_, span=NOWHERE))


def _choice(name: str, var: m.Var) -> m.Saying:
    words = spaced(name)
    match var.type:
        case m.Flag():
            blank = m.PhraseEither(var, f"“{words}”", f"not “{words}”")
            return _saying("choose", (m.PhraseText(" "), blank))
        case m.Int():
            return _saying("choose", (m.PhraseText(" "), _blank(var), m.PhraseText(f" as {words}")))
    return _saying("choose", (m.PhraseText(" "), _blank(var)))


def _of_action(flow: Flow, action: m.Action) -> m.Saying:
    title = ORDINAL.sub("", called(action.about))
    variables = [param.var for param in action.params]
    verb, space, rest = title.partition(" ")
    if PROPOSER in (var.name for var in variables):
        return _answer(action, variables)
    is_offer = f"accept_{action.about.name}" in flow.model.actions
    if not is_verb(verb.lower()):
        terms = _terms(variables, is_offer)
        used = (m.PhraseActor(False), m.PhraseText(f" used “{title}”"), terms)
        return m.Saying((m.PhraseText(f"use “{title}”"), terms), used)
    parts: m.Phrase = (m.PhraseText(f"{space}{rest}"),)
    left = []
    for var in variables:
        only = sum(_kind(each) == _kind(var) for each in variables) == 1
        found = _in_place_of(parts, var) if only and _kind(var) else None
        if found is None:
            left.append(var)
        else:
            parts = found
    return _saying(verb.lower(), (*parts, _terms(left, is_offer, " " if not rest and len(left) == 1 else ": ")))


def _answer(action: m.Action, variables: list[m.Var]) -> m.Saying:
    """Return the sentence for an answer to an offer, with the terms as the proposer has put them."""
    proposer = next(var for var in variables if var.name == PROPOSER)
    terms = [var for var in variables if not (isinstance(var.type, m.Ref) and var.type.kind == PLAYER)]
    offer = (m.PhraseText(" "), _blank(proposer), m.PhraseText("’s offer"))
    return _saying(action.about.name.partition("_")[0], (*offer, _terms(terms, True)))


def _saying(verb: str, rest: m.Phrase) -> m.Saying:
    log = (m.PhraseActor(False), m.PhraseText(f" {past_tense(verb)}"), *rest)
    return m.Saying((m.PhraseText(verb), *rest), log)


def _blank(var: m.Var) -> m.PhraseBlank:
    return m.PhraseBlank((m.PhraseItem(var, ()),))


def _kind(var: m.Var) -> str:
    return spaced(var.type.kind).lower() if isinstance(var.type, m.Ref) and var.type.kind else ""


def _in_place_of(parts: m.Phrase, var: m.Var) -> m.Phrase | None:
    """Put a parameter in place of the words for its kind, such as `a gate`. Return None if no part has such words."""
    for noun in dict.fromkeys((_kind(var), spaced(var.name).lower())):
        words = re.compile(rf"(?:^ |(?<!\w)(?:an?|one|another|the) ){re.escape(noun)}(?!\w)", re.IGNORECASE)
        for at, part in enumerate(parts):
            if isinstance(part, m.PhraseText) and (found := words.search(part.text)):
                start = found.start() + found[0].startswith(" ")
                before, after = part.text[:start], part.text[found.end() :]
                return (*parts[:at], m.PhraseText(before), _blank(var), m.PhraseText(after), *parts[at + 1 :])
    return None


def _terms(variables: list[m.Var], is_offer: bool, before: str = ": ") -> m.PhraseTerms:
    """Return the parameters that a title does not mention, each with its name unless its value says enough.

    The terms of an offer under which a player gives nothing are left out.
    """
    found = []
    for var in variables:
        words = spaced(var.name)
        bare = not isinstance(var.type, m.Flag) and (_kind(var) == words.lower() or len(variables) == 1)
        found.append(m.PhraseTerm("" if bare else words, var, is_offer))
    return m.PhraseTerms(before, tuple(found))
