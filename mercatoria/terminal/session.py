"""The state of a game that people and bots play in one terminal.

The session shows the table to the player who must decide, reads a move and plays it. Before showing secrets to another
player at the same terminal, the session clears the screen and waits. Undoing a decision also undoes the moves that bots
made after it. An undo is refused after a chance event or a secret choice. In a game with secrets, an undo is also
refused after another person's decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dsl.locale import Locale
from interpreter.explain import Answer
from interpreter.flow import SimultaneousDecision
from interpreter.log import CHANCE, entries
from interpreter.position import PC
from interpreter.table import sentence
from interpreter.trace import values_around
from interpreter.wording import LogLine, done_text
from mercatoria import Move, NotAMove, State
from mercatoria.drawing import Drawing, Numbers, draw, full_log, number_changes, numbers_of
from mercatoria.picture import Picture
from mercatoria.players import HUMAN, Player, Position, SearchBot, ending_text, seeded
from mercatoria.storage import saved_games
from mercatoria.terminal import screen
from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.picture import picture_of


class LeftTable(Exception):
    """Raised if the player at the keyboard leaves the game."""


@dataclass(slots=True)
class UndoPoint:
    """The game as it was before a person made a decision."""

    state: State
    seat: int


@dataclass
class Session:
    """A game being played in the terminal.

    The module `loop` runs the game, and `commands` calls the methods of the session.
    """

    console: Console
    state: State
    kinds: tuple[str, ...]
    picture: Picture
    game_name: str
    piped: bool = False
    """True if the input comes from a file or a pipe. If `piped` is True, the session echoes each line of input and does
    not ask players to look away.
    """
    input_ended: bool = False
    told: dict[int | None, list[LogLine]] = field(default_factory=dict)
    """The log as each player last saw it. The key of the public log is None."""
    numbers: dict[int, Numbers] = field(default_factory=dict)
    """The numbers listed under `effects` in the picture file, with the values that each player last saw."""
    known: dict[str, str] = field(default_factory=dict)
    """Text of each part of the screen as it was last printed."""
    looking: int | None = None
    """Seat of the player who is looking at the screen."""
    saved: bool = True
    fresh: bool = True
    """True if the whole table must be printed before the next decision."""
    history: list[UndoPoint] = field(default_factory=list)
    answered: tuple[Answer, int | None, int] | None = None
    """The last answer to a question, the seat that asked the question, and the level of detail."""
    advisers: dict[tuple[int, str], SearchBot] = field(default_factory=dict)
    """Search bots that give hints, by seat and strength."""
    _bots: dict[int, Player] = field(default_factory=dict)

    # ------------------------------------------------------------ the game

    @property
    def said(self) -> Locale:
        """The program's texts in the language of the game."""
        return self.state.table.locale

    def next_seat(self) -> int:
        """Return the first seat that must make a decision."""
        return self.state.deciders[0]

    def bot(self, seat: int) -> Player:
        if seat not in self._bots:
            self._bots[seat] = seeded(self.kinds[seat], self.state.seed, seat)
        return self._bots[seat]

    def forget_bot(self, seat: int) -> None:
        """Discard a bot whose search was interrupted. The session creates a new bot for the next move."""
        self._bots.pop(seat, None)

    def tell_the_end(self) -> None:
        self.tell(self.alone)
        screen.show_table(self.drawn_for(self.alone), self.console)
        show_final_scores(self.state, self.picture, self.console)

    def play(self, move: Move) -> None:
        self.state.apply(move)
        self.saved = False

    def play_own(self, move: Move, seat: int) -> None:
        """Play a person's decision and remember the position before it, so that the decision can be undone."""
        self.history.append(UndoPoint(self.state.clone(), seat))
        self.play(move)

    def play_forced(self, seat: int) -> bool:
        """Play the only legal move automatically, unless it is a pass that ends the game.

        Return True if a move was played.
        """
        moves = self.state.moves(seat)
        if len(moves) != 1 or moves[0].open:
            return False
        ahead = Position(self.state, seat).end_ahead(moves[0])
        if ahead is not None and ahead.at_once:
            return False
        if not self.chooses_in_secret or seat == self.alone:  # others may be looking at the screen
            self.tell(seat)
            table, v = self.state.table, self.state.vector
            told = done_text(table, moves[0], moves[0].args, v[PC], self.alone, values_around(table, v))
            forced = self.said("only_legal_move", sentence=told)
            self.console.print(Text(f"  {forced}", "bright_black"))
            if words := ending_text(ahead, self.said, passed=True):
                self.console.print(Text(f"  {words}", "bold"))
        self.play(moves[0])
        return True

    @property
    def chooses_in_secret(self) -> bool:
        return isinstance(self.state.table.flow.nodes[self.state.vector[PC]], SimultaneousDecision)

    # ------------------------------------------------------------ who looks

    @property
    def people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]

    @property
    def alone(self) -> int | None:
        """The seat of the only human player, or None if there are several."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def has_secrets(self) -> bool:
        """True if some players can see things that spectators cannot see."""
        return any(of.visibility in ("secret", "counted") for of in self.state.table.flow.model.fields) or any(
            isinstance(node, SimultaneousDecision) for node in self.state.table.flow.nodes
        )

    def bring_before_screen(self, seat: int) -> None:
        """Show the table to the player who must decide, after asking all others to look away."""
        if self.looking != seat:
            self._hand_over(seat)
            self.looking, self.fresh = seat, True
        self.tell(seat)
        if self.fresh:
            self.known.clear()
        drawing = self.drawn_for(seat)
        screen.show_table(drawing, self.console, self.known)
        self.fresh = False
        screen.heading(drawing, seat, self.console)

    def drawn_for(self, seat: int | None) -> Drawing:
        """Draw the table as a seat or the public (None) sees it now."""
        return draw(self.state, seat, self.picture)

    def _hand_over(self, seat: int) -> None:
        if self.piped or len(self.people) < 2 or not self.has_secrets:
            return
        name = self.state.table.flow.model.seats[seat]
        self.console.clear()
        self.console.print(Text(self.said("look_away", player=name)))
        self.read(f"{self.said('press_enter', player=name)} ")

    def log(self, seat: int | None) -> list[LogLine]:
        """Return the whole log as a seat or the public (None) may see it. It addresses the only human player."""
        return full_log(self.state, seat, addressed=seat is not None and seat == self.alone)

    def tell(self, seat: int | None) -> None:
        """Print the log lines that are new to a player, except the player's own moves, and any changes in the player's
        numbers.
        """
        log = self.log(seat)
        own = seat if seat is not None and self.looking == seat else None
        number = screen.news(log, self.told.get(seat, []), own, self.console, self.said)
        self.told[seat] = log
        if seat is not None:
            numbers = numbers_of(self.state, self.picture, seat)
            words = number_changes(self.state.table, self.picture, self.numbers.get(seat, {}), numbers)
            if number and words:
                self.console.print(Text(f"  {self.said('you_now_have', words=words)}", "bold"))
            self.numbers[seat] = numbers

    # ------------------------------------------------------------ the keyboard

    def read(self, prompt: str) -> str:
        """Read a line from the keyboard or the pipe.

        Raises:
            LeftTable: Raised at the end of the input.
            KeyboardInterrupt: Raised if Ctrl-C is pressed twice.
        """
        for _ in range(2):
            try:
                line = input(prompt).strip()
                if self.piped:
                    self.console.print(line, markup=False, highlight=False, soft_wrap=True)
                return line
            except EOFError:
                self.console.print()
                self.input_ended = True
                raise LeftTable from None
            except KeyboardInterrupt:
                self.console.print(
                    "\nPress Ctrl-C again to leave the game, or type `save FILE` to save it first.", markup=False
                )
        raise KeyboardInterrupt

    # ------------------------------------------------------------ taking back, saving

    def undo(self, seat: int) -> str:
        """Undo the player's last decision. Return an empty string on success, otherwise the reason why the decision
        cannot be undone.
        """
        if not self.history:
            return self.said("nothing_to_undo")
        last = self.history[-1]
        if last.seat != seat and self.has_secrets:
            other = self.state.table.flow.model.seats[last.seat]
            return self.said("cannot_undo", reason=self.said("player_has_moved", player=other))
        if reason := self._revealed(last.state):
            return reason
        self.history.pop()
        self.state, self.fresh, self.saved = last.state, True, False
        self.told = {of: log[: len(last.state.log(of))] for of, log in self.told.items()}
        self.numbers = {}
        return ""

    def _revealed(self, before: State) -> str:
        """Return why the moves made since `before` cannot be undone, or an empty string if they can."""
        known = before.last.length if before.last is not None else 0
        nodes = self.state.table.flow.nodes
        for entry in entries(self.state.last)[known:]:
            if entry.form == CHANCE:
                return self._cannot_undo(self.said("drawn_since"))
            if isinstance(nodes[entry.node], SimultaneousDecision):
                return self._cannot_undo(self.said("secret_since"))
        return ""

    def _cannot_undo(self, why: str) -> str:
        return self.said("cannot_undo", reason=f"{why[:1].lower()}{why[1:]}")

    def save(self, file: str) -> str:
        """Save the game to a file. Return a message for the user. Raises `OSError`."""
        saved_games.save(self.state, self.kinds, Path(file))
        self.saved = True
        return f"Saved in {file}; `mercatoria play {self.game_name} --load {file}` resumes it."

    def load(self, file: str) -> str:
        """Resume a saved game. Return a message for the user. Raises the same exceptions as `saved_games.load`."""
        state, kinds = saved_games.load(Path(file), self.game_name, self.state.edition.given)
        state = state.in_language(self.said.language)
        self.state, self.kinds, self.picture = state, kinds or self._as_many(state.players), picture_of(state)
        self.history, self._bots, self.saved, self.fresh, self.numbers = [], {}, True, True, {}
        self.advisers = {}
        self.told = {seat: self.log(seat) for seat in (None, *range(state.players))}
        self.looking = None
        return f"Loaded from {file}."

    def _as_many(self, players: int) -> tuple[str, ...]:
        return tuple((*self.kinds, *["greedy"] * players)[:players])

    # ------------------------------------------------------------ moves

    def parsed(self, text: str, seat: int) -> Move | None:
        """Parse a move that a player typed. If the text is not a move, print the reason and return None."""
        try:
            return self.state.table.notation.parse(text, seat)
        except NotAMove as fault:
            self.console.print(Text(sentence(str(fault))))
            return None
