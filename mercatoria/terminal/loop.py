"""The game loop in the terminal, which prompts people and runs bots until the game is over."""

from __future__ import annotations

from mercatoria.players import HUMAN, Position
from mercatoria.terminal import commands, screen
from mercatoria.terminal.session import Session


def run(session: Session) -> None:
    """Play a game to its end.

    Raises:
        LeftTable: Raised if a player leaves before the end of the game.
    """
    screen.greeting(session.state, session.kinds, session.drawn_for(None), session.console)
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
    """Let the bots play until a person must decide. If Ctrl-C interrupts a bot, wait for the player to press Enter
    before the bots continue.
    """
    while (stopped := _stopped_at(session)) is not None:
        session.forget_bot(stopped)
        commands.ask_whether_to_go_on(session, stopped)


def _stopped_at(session: Session) -> int | None:
    """Let the bots play while a status line shows which bot is thinking. Return the seat of an interrupted bot, or
    None.

    If the input comes from a pipe, no person can answer a prompt, so Ctrl-C ends the program.
    """
    with screen.thinking(session.console, session.said) as tell:
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
