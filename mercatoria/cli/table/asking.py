"""`why` and `what if` at the table: answers to the person before the screen, one step at first, further on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from dsl.model import Int, Model
from interpreter.views import PLAYER
from mercatoria import NoAnswer, NotAMove

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.why.answers import Answer
    from mercatoria.cli.table.session import Session


def example(model: Model) -> str:
    """A fact that could be supposed: `purse = 0`."""
    numbers = [of for of in model.fields if isinstance(of.type, Int) and not of.builtin and not of.keys]
    own = [of for of in numbers if of.kind == PLAYER]
    return next((f"{of.name} = {max(0, getattr(of.type, 'low', 0))}" for of in [*own, *numbers]), "…")


def why(session: Session, question: str, seat: int | None) -> None:
    """Answers a question."""
    _tell(session, lambda: session.state.why(question, seat))


def what_if(session: Session, supposed: str, seat: int | None) -> None:
    """Tells what a move, or another fact, would change."""
    _tell(session, lambda: session.state.what_if(supposed, seat))


def further(session: Session) -> None:
    """The last answer, one level deeper."""
    if session.answered is None:
        session.console.print(Text("Ask first: `why last`, for example."))
        return
    answer, depth = session.answered
    _show(session, answer, depth + 1)


def _tell(session: Session, ask: Callable[[], Answer]) -> None:
    try:
        _show(session, ask(), 1)
    except (NoAnswer, NotAMove) as fault:
        message = str(fault)
        session.console.print(Text(f"{message[:1].upper()}{message[1:]}."))


def _show(session: Session, answer: Answer, depth: int) -> None:
    session.answered = (answer, depth)
    for line in answer.told(depth).splitlines():
        session.console.print(Text(line), soft_wrap=False)
    if answer.deeper(depth):
        session.console.print(Text("`why more` goes one step further.", "bright_black"))
