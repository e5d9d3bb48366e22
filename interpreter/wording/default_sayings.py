"""Makes a sentence for each move whose rulebook gives none, from the printed title and the parameters.

A title that begins with a verb becomes the sentence: `Open a gate` becomes `open North`, and `North` takes the place of
`a gate`. Other titles are quoted: `Red used “Wheel”`. So is the title of an offer, because nothing has changed hands
yet: `Red offered Blue “Trade”`. A card is played: `play Fair Wind`. The answer to an offer repeats the sentence of the
offer: `accept the offer: Red offers 1 Flax for 2 coins`, or `make a counter-offer: Red would offer 1 Flax for 1 coin`.
"""

from __future__ import annotations

import re

from dsl import model as m
from dsl.desugaring import PROPOSER
from dsl.locale import Locale, locale_of
from dsl.phrases import is_verb, past_tense, singular
from dsl.source import NOWHERE
from interpreter.flow import Flow, MoveKind
from interpreter.position import PLAYER
from interpreter.table import called, spaced

NUMBER = re.compile(r"^(?:[A-Za-z]|[ivx]+|\d+|[Aa]ction \d+)[.:)] +")
"""The number or letter in front of a printed title, as in `B. Buy`."""

OFFERING = frozenset({"offer", "propose", "suggest"})
"""First words of a title that already says that a player makes an offer."""


def unnumbered(title: str) -> str:
    """Return a printed title without the number or letter before it, for a sentence or a list."""
    return NUMBER.sub("", title)


def default_saying(flow: Flow, kind: int) -> m.Saying:
    """Return a sentence for a move kind without a sentence of the rulebook."""
    of, locale = flow.move_kinds[kind], locale_of(flow.model.language)
    if not locale.is_english:
        return _translated(locale, of)
    if of.action is not None:
        return _of_action(flow, of.action)
    if not of.params:
        return _of_program(locale, "pass")
    name, type_ = of.params[0]
    return _choice(name, m.Var(name, -1, type=type_, span=NOWHERE))


def _translated(locale: Locale, of: MoveKind) -> m.Saying:
    """Return a sentence that uses no words of English: the title, and the values of the parameters."""
    variables = [m.Var(name, -1, type=type_, span=NOWHERE) for name, type_ in of.params]
    terms = tuple(m.PhraseTerm("", var, False) for var in variables)
    if of.action is not None:
        title: m.Phrase = (m.PhraseText(unnumbered(called(of.action.about))),)
        after: m.Phrase = (m.PhraseTerms((m.PhraseText(": "),), terms),)
        return _of_program(locale, "do", title=title, terms=after)
    return _of_program(locale, "choose", what=(m.PhraseTerms((), terms),)) if terms else _of_program(locale, "pass")


def _of_program(locale: Locale, key: str, **values: m.Phrase) -> m.Saying:
    return m.Saying(m.program_phrase(locale, key, **values), m.program_phrase(locale, f"{key}_log", **values))


def _choice(name: str, var: m.Var) -> m.Saying:
    words = spaced(name)
    match var.type:
        case m.Flag():
            blank = m.PhraseEither(var, f"“{words}”", f"not “{words}”")
            return _saying("choose", (m.PhraseText(" "), blank))
        case m.Int():
            return _saying("choose", (m.PhraseText(" "), _blank(var), m.PhraseText(f" as {words}")))
    what = m.PhraseText("" if _kind(var) == words.lower() else f" as {words}")
    return _saying("choose", (m.PhraseText(" "), _blank(var), what))


def _of_action(flow: Flow, action: m.Action) -> m.Saying:
    title = unnumbered(called(action.about))
    variables = [param.var for param in action.params]
    verb, space, rest = title.partition(" ")
    if PROPOSER in (var.name for var in variables):
        return _answer(flow, action, verb.lower(), f"{space}{rest}", variables)
    is_offer = any(each.accepts_offer == action.about.name for each in flow.model.actions.values())
    if action.about.name[:1].isupper():
        return _saying("play", (m.PhraseText(f" {spaced(action.about.name)}"), terms(variables, is_offer)))
    if is_offer and verb.lower() not in OFFERING:
        return _offer(title, variables)
    if not is_verb(verb.lower()):
        told = terms(variables, is_offer)
        used = (m.PhraseActor(False), m.PhraseText(f" used “{title}”"), told)
        return m.Saying((m.PhraseText(f"use “{title}”"), told), used)
    parts: m.Phrase = (m.PhraseText(f"{space}{rest}"),)
    left = []
    for var in variables:
        only = sum(_kind(each) == _kind(var) for each in variables) == 1
        found = _in_place_of(parts, var) if only and (_kind(var) or isinstance(var.type, m.Int)) else None
        if found is None:
            left.append(var)
        else:
            parts = found
    between = m.PhraseText(" " if not rest and len(left) == 1 else ": ")
    return _saying(verb.lower(), (*parts, terms(left, is_offer, between)))


def _offer(title: str, variables: list[m.Var]) -> m.Saying:
    players = [var for var in variables if _is_player(var)]
    partner: m.Phrase = (m.PhraseText(" "), _blank(players[0])) if len(players) == 1 else ()
    left = [var for var in variables if not partner or var is not players[0]]
    return _saying("offer", (*partner, m.PhraseText(f" “{title}”"), terms(left, True)))


def _answer(flow: Flow, action: m.Action, verb: str, rest: str, variables: list[m.Var]) -> m.Saying:
    """Return the sentence for an answer to an offer. The terms are those of the player who made the first offer."""
    by = next(var for var in variables if var.name == PROPOSER)
    proposer = _blank(by)
    made = _said_of(flow, action.about.name.partition("_")[2])
    if made is not None:
        return _saying(verb, (m.PhraseText(f"{rest}: "), proposer, *_offered(made, by, is_accepted=verb == "accept")))
    whose = m.PhraseText(" – "), proposer, m.PhraseText("’s part: ")
    return _saying(verb, (m.PhraseText(rest), terms([var for var in variables if not _is_player(var)], True, *whose)))


def _said_of(flow: Flow, offer: str) -> m.Phrase | None:
    """Return the sentence that the rulebook gives an offer. The name may carry the number of a counter-offer."""
    named = {kind.action.about.name: kind.action for kind in flow.move_kinds if kind.action is not None}
    action = named.get(offer) or named.get(offer.rpartition("_")[0])
    return action.says.imperative if action is not None and action.says is not None else None


def _offered(made: m.Phrase, by: m.Var, is_accepted: bool) -> m.Phrase:
    """Return the words that follow the proposer's name, such as ` offers 1 Flax for 2 coins`, without the partner.

    A counter-offer has ` would offer`, because another player can make it.
    """

    def said(verb: str) -> m.Phrase:
        return (m.PhraseText(" "), m.PhraseVerb(verb, by) if is_accepted else m.PhraseText(f"would {verb}"))

    match made:
        case (m.PhraseText(text), m.PhraseBlank((m.PhraseItem(m.Var() as var),)), *rest) if _is_player(var):
            return (*said(text.rstrip()), *rest)
        case (m.PhraseText(text), *rest):
            verb, space, words = text.partition(" ")
            return (*said(verb), m.PhraseText(f"{space}{words}"), *rest)
    return (m.PhraseText(": "), *made)


def _saying(verb: str, rest: m.Phrase) -> m.Saying:
    log = (m.PhraseActor(False), m.PhraseText(f" {past_tense(verb)}"), *rest)
    return m.Saying((m.PhraseText(verb), *rest), log)


def _blank(var: m.Var) -> m.PhraseBlank:
    return m.PhraseBlank((m.PhraseItem(var, ()),))


def _kind(var: m.Var) -> str:
    return spaced(var.type.kind).lower() if isinstance(var.type, m.Ref) and var.type.kind else ""


def _in_place_of(parts: m.Phrase, var: m.Var) -> m.Phrase | None:
    """Put a parameter in place of the words for it, such as `a gate`. Return None if no part has such words.

    A number is put before its noun: the title `Take stones` becomes `take 3 stones` for the parameter `stones`.
    """
    name = spaced(var.name).lower()
    blank = _counted(var, singular(name)) if isinstance(var.type, m.Int) else _blank(var)
    for noun in filter(None, dict.fromkeys((_kind(var), name))):
        words = re.compile(rf"(?:^ |(?<!\w)(?:an?|one|another|the) ){re.escape(noun)}(?!\w)", re.IGNORECASE)
        for at, part in enumerate(parts):
            if isinstance(part, m.PhraseText) and (found := words.search(part.text)):
                start = found.start() + found[0].startswith(" ")
                before, after = part.text[:start], part.text[found.end() :]
                return (*parts[:at], m.PhraseText(before), blank, m.PhraseText(after), *parts[at + 1 :])
    return None


def _counted(var: m.Var, noun: str) -> m.PhraseBlank:
    return m.PhraseBlank((m.PhraseItem(var, (noun,)),))


def _is_player(var: m.Var) -> bool:
    return isinstance(var.type, m.Ref) and var.type.kind == PLAYER


def terms(variables: list[m.Var], is_offer: bool, *before: m.PhrasePart) -> m.PhraseTerms:
    """Return the parameters that a title does not mention, each with its name unless its value says enough.

    `before` precedes them, by default a colon. The terms of an offer under which a player gives nothing are left out.
    """
    found = []
    for var in variables:
        words = spaced(var.name)
        bare = not isinstance(var.type, m.Flag) and (_kind(var) == words.lower() or len(variables) == 1)
        found.append(m.PhraseTerm("" if bare else words, var, is_offer))
    return m.PhraseTerms(before or (m.PhraseText(": "),), tuple(found))
