"""The `why` and `what if` commands. After `why more`, the answer gives more detail."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from rich.text import Text

from dsl.model import Int, Model
from interpreter.explain import Answer
from interpreter.position import PLAYER
from interpreter.table import sentence
from mercatoria import NoAnswer, NotAMove
from mercatoria.console import citations
from mercatoria.terminal.session import Session


def example(model: Model) -> str:
    """Return a hypothetical fact, such as `purse = 0`, as an example for the help text of `what if`."""
    numbers = [of for of in model.fields if isinstance(of.type, Int) and not of.builtin and not of.keys]
    own = [of for of in numbers if of.kind == PLAYER]
    return next((f"{of.name} = {max(0, getattr(of.type, 'low', 0))}" for of in [*own, *numbers]), "…")


def why(session: Session, question: str, seat: int | None) -> None:
    """Print the answer to a `why` question."""
    _tell(session, seat, lambda: session.state.why(question, seat))


def what_if(session: Session, supposed: str, seat: int | None) -> None:
    """Print the consequences of a move or of a hypothetical fact."""
    _tell(session, seat, lambda: session.state.what_if(supposed, seat))


def further(session: Session, seat: int | None) -> None:
    """Print the last answer in more detail, but only for the player who asked the question."""
    if session.answered is None or session.answered[1] != seat:
        session.console.print(Text("Ask a question first, for example `why last`."))
        return
    answer, _, depth = session.answered
    _show(session, answer, seat, depth + 1)


def _tell(session: Session, seat: int | None, ask: Callable[[], Answer]) -> None:
    try:
        _show(session, ask(), seat, 1)
    except (NoAnswer, NotAMove) as fault:
        session.console.print(Text(sentence(str(fault))))


def _show(session: Session, answer: Answer, seat: int | None, depth: int) -> None:
    session.answered = (answer, seat, depth)
    for line in answer.told(depth).splitlines():
        _print(session, line)
    for line in citations.in_words(session.state, answer.cites(depth)):
        _print(session, line, "bright_black")
    if answer.deeper(depth):
        session.console.print(Text("`why more` explains further.", "bright_black"))


def _print(session: Session, line: str, style: str = "") -> None:
    """Print a line. If the line is too long for the window, wrap it and indent the continuation."""
    inward = " " * (len(line) - len(line.lstrip()) + 4)
    session.console.print(Text(textwrap.fill(line, session.console.width, subsequent_indent=inward), style))
