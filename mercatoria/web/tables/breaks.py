"""Says where a game and other rules part: the first move or outcome that these rules do not allow, and why."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from dsl.locale import ENGLISH, Locale
from interpreter.explain import Reason
from interpreter.log import MOVE, LogEntry, entries
from interpreter.table import sentence
from mercatoria import IllegalMove, Move, NotAMove, PlayFault, RulebookError, State, TableError

LOG = logging.getLogger("mercatoria.web")

Refusal = IllegalMove | NotAMove | PlayFault


@dataclass(frozen=True, slots=True)
class Break:
    """The first difference between a game under its own rules and under other rules.

    `number` counts the lines of the log, and is 0 for the set-up. `refusal` is None if chance had another outcome, or
    if the game would need more outcomes. Otherwise `state` is the position under the other rules, in which the move
    fails. `is_known` is True if the viewer knows the whole move. The viewer is the seat that plays on, or a spectator.
    """

    number: int
    refusal: Refusal | None = None
    state: State | None = None
    move: Move | None = None
    is_known: bool = True

    def as_seen_by(self, game: State, viewer: int | None) -> Break:
        """Return the break of a game as another viewer knows it."""
        if not self.number:
            return self
        return replace(self, is_known=_knows(game, entries(game.last)[self.number - 1], viewer))

    def places(self, viewer: int | None) -> list[str]:
        """Return the files and lines of the rules that forbid the move, as far as a viewer may know."""
        known = self._known(viewer) if self.is_known and isinstance(self.refusal, IllegalMove) else None
        return list(dict.fromkeys(reason.place for reason in known or ()))

    def _known(self, viewer: int | None, language: str = ENGLISH) -> list[Reason] | None:
        """Return the reasons that a viewer may know why the move is illegal, or None if they may be secret."""
        assert self.state is not None and self.move is not None
        seen = in_words_of(self.state, language).why_not(self.move, viewer)
        return None if seen is None or seen.unsure else [reason for reason in seen.reasons if not reason.hidden]

    def reasons(self, viewer: int | None, said: Locale) -> tuple[list[str], tuple[str, ...]]:
        """Return why the game differs under the other rules, as far as a viewer may know, and the clauses to cite."""
        match self.refusal:
            case None:
                return [said("other_outcome")], ()
            case PlayFault() as fault:
                return [said("new_rule_fails", rule=failed_rule(fault))], ()
            case _ if not self.is_known:
                return [said("secret_reason")], ()
            case NotAMove() as fault:
                return [sentence(str(fault))], ()
            case IllegalMove():
                known = self._known(viewer, said.language)
                if known is None:
                    return [said("secret_reason")], ()
                cites = tuple(dict.fromkeys(cite for reason in known for cite in reason.cites))
                return list(dict.fromkeys(_words(known, said))), cites
            case _:
                assert_never(self.refusal)


def broken_at(
    entry: LogEntry, refusal: Refusal, game: State, other: State, move: Move | None, viewer: int | None
) -> Break:  # fmt: skip
    """Return the break at a log entry of a game, which the position `other` under other rules does not allow."""
    is_outcome = entry.form != MOVE and isinstance(refusal, NotAMove)
    return Break(entry.length, None if is_outcome else refusal, other, move, _knows(game, entry, viewer))


def _knows(game: State, entry: LogEntry, viewer: int | None) -> bool:
    """Return True if a viewer knows the whole of a log entry."""
    at = entry.length - 1
    return entry.form != MOVE or game.log(viewer)[at] == game.log(entry.seat)[at]


def in_words_of(state: State, language: str) -> State:
    """Return a state in a language, or as it is if its game has no words in this language, or faulty ones."""
    try:
        return state.in_language(language)
    except (TableError, RulebookError):
        return state


def failed_rule(fault: PlayFault) -> str:
    """Return the title, file and line of the rule that failed.

    Further details could reveal hidden information, so only the server log contains them.
    """
    LOG.error("a rule failed: %s", fault)
    rule = f"{fault.about.title or fault.about.name}, " if fault.about else ""
    return f"{rule}{Path(fault.span.source.path).name}, line {fault.span.line}"


def _words(reasons: Iterable[Reason], said: Locale) -> Iterator[str]:
    for reason in reasons:
        if said.is_english:
            title = f" ({reason.title})" if reason.title else ""
            yield sentence(f"{reason.text}{title}")
        else:
            yield sentence(reason.title or said("a_rule_forbids"))
