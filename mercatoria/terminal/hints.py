"""The `hint` command, which asks a search bot for the best moves, using only information that the player has."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from mercatoria.console import citations, seating
from mercatoria.players import ASSUMED, Position, hint_lines, hint_player
from mercatoria.terminal.menu import Menu
from mercatoria.terminal.session import Session

USUAL_LEVEL = "medium"


def show(session: Session, seat: int, menu: Menu, level: str) -> None:
    """Compute and print the best moves. Ctrl-C stops the search without printing any moves."""
    level = level.casefold() or USUAL_LEVEL
    moves = session.state.moves(seat)
    if len(moves) == 1 and not moves[0].open:
        session.console.print(Text(session.said("only_move", sentence=menu.items[0].told)))
        return
    try:
        thinker = session.advisers.setdefault((seat, level), hint_player(level, seat))
    except ValueError as fault:
        session.console.print(Text(f"{fault}."))
        return
    seating.warn_of_slow([level])
    session.console.print(Text(session.said("thinking"), "bright_black"))
    try:
        found = thinker.hints(Position(session.state, seat))
    except KeyboardInterrupt:
        del session.advisers[seat, level]
        session.console.print(Text(session.said("stopped")))
        return
    items = {item.move.call: item for item in menu.items}
    for each in hint_lines(session.state, found):
        item = items.get(each.call)
        number, words = ("", each.words) if item is None else (str(item.number), item.told)
        session.console.print(Text(f"{number:>4} ", "cyan").append(words, "bold not cyan"))
        for line in each.expected:
            session.console.print(Padding(Text(line), (0, 0, 0, 7)))
        cites = f" [{', '.join(each.cites)}]" if each.cites else ""
        allowed = f"{session.said('allowed_by', rule=each.rule)}{cites}."
        for line in (allowed, *citations.in_words(session.state, each.cites)[:1]):
            session.console.print(Padding(Text(line, "bright_black"), (0, 0, 0, 7)))
    session.console.print(Text(session.said(ASSUMED), "bright_black"))
