"""The course of a game at the terminal: whoever owes a decision is asked, until it is over."""

from __future__ import annotations

from mercatoria.players import HUMAN, Position
from mercatoria.terminal import commands, screen
from mercatoria.terminal.session import Session


def run(session: Session) -> None:
    """Plays to the end. Raises `LeftTable` if somebody leaves before it."""
    screen.greeting(session.state, session.kinds, session.picture, session.console)
    while not session.state.is_over:
        seat = session.next_seat()
        if session.kinds[seat] != HUMAN:
            _play_bots(session)
        elif not session.play_forced(seat):
            session.bring_before_screen(seat)
            session.play_own(commands.ask_for_move(session, seat), seat)
    session.tell_the_end()
    if HUMAN in session.kinds:
        commands.after_the_end(session)


def _play_bots(session: Session) -> None:
    """All that bots decide before a person is asked. Ctrl-C stops them, and the game waits."""
    while (stopped := _stopped_at(session)) is not None:
        session.forget_bot(stopped)
        commands.ask_whether_to_go_on(session, stopped)


def _stopped_at(session: Session) -> int | None:
    """Has bots decide, while a terminal shows who thinks; the seat whose thinking somebody stopped, None if nobody did.
    Where moves come from a pipe, nobody can be asked, and Ctrl-C leaves."""
    with screen.thinking(session.console) as tell:
        while not session.state.is_over and session.kinds[seat := session.next_seat()] != HUMAN:
            tell(session.state.table.flow.model.seats[seat])
            try:
                move = session.bot(seat).choose(Position(session.state, seat))
            except KeyboardInterrupt:
                if session.piped:
                    raise
                return seat
            session.play(move)
    return None
