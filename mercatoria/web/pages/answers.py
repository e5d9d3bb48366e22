"""Pages that explain why a move is unavailable, which effects a log line had, or which moves a bot suggests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote

from interpreter.explain import FAILS, HIDDEN, HOLDS, Finding, refusal_in_words
from interpreter.table import called
from mercatoria import Move, NoAnswer, NotAMove, State
from mercatoria.console import citations
from mercatoria.drawing import full_log, goal_of
from mercatoria.players import ASSUMED, HintTold
from mercatoria.web.pages.templates import filled

DEEPEST = 6
SIGNS = {HOLDS: ("✓", "need_holds"), FAILS: ("✕", "need_fails"), HIDDEN: ("?", "need_unsure")}
"""Signs of the verdicts of findings, and the keys of their words for screen readers."""


def why_not(state: State, seat: int | None, action: str, depth: int, base: str, here: str) -> str:
    """Render the page that explains why an action is unavailable, using only information that the seat may see.

    Args:
        base: Beginning of the paths for the seat.
        here: Path of the page from which the question comes, for the present or for an earlier position.

    Raises:
        NoAnswer: Raised if the action does not exist or the question has no answer.
    """
    known = state.table.flow.model.actions.get(action)
    if known is None:
        raise NoAnswer(f"there is no action `{action}`")
    heading = state.table.locale("why_not_head", move=called(known.about))
    return _page(state, seat, f"not {action}", depth, base, here, heading, f"not={quote(action)}")


def refusal(state: State, move: Move, nearest: Move | None) -> str:
    """Explain why the rules forbid a move, and name a similar legal move if there is one."""
    return refusal_in_words(state.table, state.vector, move, nearest)


def what_it_did(state: State, seat: int | None, line: int, depth: int, base: str, here: str) -> str:
    """Render a page with one log line and its effects, using only information that the seat may see."""
    told = map(str, full_log(state, seat, addressed=True)[line - 1 : line])
    heading = state.table.locale("effects_of", number=line)
    return _page(state, seat, str(line), depth, base, here, heading, f"line={line}", "".join(told))


def hint_page(
    hints: Sequence[HintTold], turn: int | None, base: str, state: State, seat: int, here: str = ""
) -> str:  # fmt: skip
    """Render the page of hints, with a button for each move suggested to a seat, the best chance to win first.

    `turn` is the number of the decision, or None for a position of the past, in which nothing can be played. `here` is
    the path of the page from which the question comes. Without hints, the page says that there is nothing to decide.
    """
    said, best_first = state.table.locale, sorted(hints, key=lambda hint: -hint.chance)
    placed = [(hint, goal_of(state.table, state.table.notation.parse(hint.call, seat))) for hint in best_first]
    here = here or base
    return filled("hint.html", base=base, here=here, hints=placed, number=turn, assumed=said(ASSUMED), said=said)


def _titles(found: Iterable[tuple[int, Finding]], begins: str) -> Iterator[tuple[int, Finding]]:
    """Yield findings with the titles of their rules alone, for languages in which no expression is put into words.

    The first finding gets the text `begins`.
    """
    for number, (level, finding) in enumerate(found):
        if not number:
            yield level, replace(finding, text=begins)
        elif finding.title:
            yield level, replace(finding, text="")


def _page(
    state: State, seat: int | None, question: str, depth: int, base: str, here: str, heading: str, query: str,
    begins: str = "",
) -> str:  # fmt: skip
    """Render the page that answers a question. Raises `NoAnswer`.

    If `begins` is not empty, it replaces the first line of the answer.
    """
    depth = min(depth, DEEPEST)
    try:
        answer = state.why(question, seat, plain=True)
    except NotAMove as fault:
        raise NoAnswer(str(fault)) from fault
    said, found = state.table.locale, answer.finding.tree(depth)
    if not said.is_english:
        found = _titles(found, begins or said("a_rule_forbids"))
    lines = [(level, finding.called, finding) for level, finding in found]
    if begins:
        lines[0] = (0, "", replace(answer.finding, text=begins))
    more = said.is_english and depth < DEEPEST and answer.deeper(depth)
    return filled(
        "why.html", said=said, base=base, here=here, heading=heading, lines=lines,
        deeper=f"{here}/why?{query}&depth={depth + 1}" if more else "",
        clauses=citations.clauses(state, answer.cites(depth)), signs=SIGNS,
    )  # fmt: skip
