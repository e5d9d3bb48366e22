"""`hint` at the table: the best moves as a player that thinks sees them, who knows what the person knows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.padding import Padding
from rich.text import Text

from dsl.model import Clauses
from interpreter.position import PC
from mercatoria import State
from mercatoria.console import citations, seating
from mercatoria.players import Hint, Position, adviser
from mercatoria.terminal.menu import Menu
from mercatoria.terminal.session import Session

USUAL_LEVEL = "medium"


def show(session: Session, seat: int, menu: Menu, level: str) -> None:
    """Thinks and tells the best moves. Ctrl-C ends the thinking, and nothing is told."""
    level = level.casefold() or USUAL_LEVEL
    moves = session.state.moves(seat)
    if len(moves) == 1 and not moves[0].open:
        session.console.print(Text(f"{menu.items[0].told} is the only thing that you can do."))
        return
    try:
        thinker = session.advisers.setdefault((seat, level), adviser(level, seat))
    except ValueError as fault:
        session.console.print(Text(f"{fault}."))
        return
    seating.warn_of_slow([level])
    session.console.print(Text("Thinking … Ctrl-C stops it.", "bright_black"))
    try:
        found = thinker.hints(Position(session.state, seat))
    except KeyboardInterrupt:
        del session.advisers[seat, level]
        session.console.print(Text("Stopped."))
        return
    items = {item.move.row: item for item in menu.items}
    told: set[str] = set()
    for each in found:
        item = items.get(each.move.row)
        number, words = ("", each.move.call) if item is None else (str(item.number), item.told)
        head = Text(f"{number:>4} ", "cyan").append(words, "bold not cyan")
        session.console.print(head)
        reasons = [line for line in _reasons(session.state, each) if line.plain not in told]
        told.update(line.plain for line in reasons)
        for line in reasons:
            session.console.print(Padding(line, (0, 0, 0, 7)))
    session.console.print(Text(
        "Tried out from here on, in positions that could be the true one for all that you know. A guess, no proof.",
        "bright_black",
    ))  # fmt: skip


def _reasons(state: State, hint: Hint) -> Iterator[Text]:
    """What is expected of a move, and what allows it."""
    yield Text(f"Chance to win: about {hint.chance:.0%}, by {hint.tried} {'try' if hint.tried == 1 else 'tries'}.")
    if state.table.flow.model.score:
        now = Position(state, hint.move.seat).points[hint.move.seat]
        when = "In the end" if hint.is_final else "Some decisions later"
        yield Text(f"{when} you have {_short(hint.points)} points on average (now {now}).")
    if hint.answer is not None:
        yield Text(f"Then, as a rule, {hint.answer}.")
    about = _allowed_by(state, hint)
    cites = f" [{', '.join(about.cites)}]" if about.cites else ""
    yield Text(f"Allowed by “{about.title or about.name.replace('_', ' ')}”{cites}.", "bright_black")
    for line in citations.in_words(state, about.cites)[:1]:
        yield Text(line, "bright_black")


def _allowed_by(state: State, hint: Hint) -> Clauses:
    """The action of a move; for a pass or a plain choice, the phase that asks for it."""
    flow = state.table.flow
    action = flow.move_kinds[hint.move.row[0]].action
    return action.about if action is not None else flow.nodes[state.vector[PC]].phase


def _short(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")
