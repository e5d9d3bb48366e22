"""The game loop in the terminal, which asks each seat for its decisions until the game is over."""

from __future__ import annotations

from mercatoria.players import HUMAN, Position
from mercatoria.terminal import commands, screen
from mercatoria.terminal.session import Session


def run(session: Session) -> None:
    """Play a game to its end.

    Raises:
        LeftTable: A player leaves the table before the end.
    """
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
    """Let the bots play until a person must decide. After Ctrl-C, wait until the player continues the game."""
    while (stopped := _stopped_at(session)) is not None:
        session.forget_bot(stopped)
        commands.ask_whether_to_go_on(session, stopped)


def _stopped_at(session: Session) -> int | None:
    """Let the bots play, and show which bot is thinking; return the seat of an interrupted bot, or None.

    If the input comes from a pipe, no player can answer a prompt, so Ctrl-C ends the program.
    """
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
