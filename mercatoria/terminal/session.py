"""A game in one terminal, played by people and bots.

The session shows each deciding seat everything that the seat may see, asks for a move, and plays the move. Several
people can share the terminal: before the session shows one player's secrets, it clears the screen and waits. Players
can undo their own decisions, together with the moves of bots that followed. An undo is possible only if nothing has
been revealed since the decision: no chance result, no secret choice, and nothing that another person saw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from interpreter.explain import Answer
from interpreter.flow import SimultaneousDecision
from interpreter.log import CHANCE, entries
from interpreter.position import PC
from interpreter.table import sentence
from mercatoria import Move, NotAMove, State
from mercatoria.drawing import Drawing, Numbers, draw, ending_text, full_log, move_text, number_changes, numbers_of
from mercatoria.picture import Picture
from mercatoria.players import HUMAN, Player, Position, SearchBot, seeded
from mercatoria.storage import saved_games
from mercatoria.terminal import screen
from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.picture import picture_of


class LeftTable(Exception):
    """Raised if the person at the keyboard leaves the table."""


@dataclass(slots=True)
class UndoPoint:
    """The game as it was before a person's decision."""

    state: State
    seat: int


@dataclass
class Session:
    """A game being played in the terminal.

    `commands` parses the input and calls the methods of the session; `loop` runs the game.
    """

    console: Console
    state: State
    kinds: tuple[str, ...]
    picture: Picture
    game_name: str
    piped: bool = False
    """True if the input comes from a file or a pipe. Lines are then echoed, and players are not asked to look away."""
    input_ended: bool = False
    told: dict[int | None, list[str]] = field(default_factory=dict)
    """The log as each person has read it. The key None is the public log."""
    numbers: dict[int, Numbers] = field(default_factory=dict)
    """The numbers that the picture file lists, with the values that each person last saw."""
    known: dict[str, str] = field(default_factory=dict)
    """The parts of the screen as they were last shown."""
    looking: int | None = None
    """The seat of the person at the screen."""
    saved: bool = True
    fresh: bool = True
    """True if the whole table must be shown before the next decision."""
    history: list[UndoPoint] = field(default_factory=list)
    answered: tuple[Answer, int | None, int] | None = None
    """The last answer to a question, the seat that asked, and the depth at which the answer was shown."""
    advisers: dict[tuple[int, str], SearchBot] = field(default_factory=dict)
    """The search bots that give hints, by seat and level."""
    _bots: dict[int, Player] = field(default_factory=dict)

    # ------------------------------------------------------------ the game

    def next_seat(self) -> int:
        """Return the seat to ask now: the first of the seats that have to decide."""
        return self.state.deciders[0]

    def bot(self, seat: int) -> Player:
        if seat not in self._bots:
            self._bots[seat] = seeded(self.kinds[seat], self.state.seed, seat)
        return self._bots[seat]

    def forget_bot(self, seat: int) -> None:
        """Drop a bot whose search was interrupted; a new bot will take its place."""
        self._bots.pop(seat, None)

    def tell_the_end(self) -> None:
        self.tell(self.alone)
        screen.show_table(self.drawn_for(self.alone), self.console)
        show_final_scores(self.state, self.picture, self.console)

    def play(self, move: Move) -> None:
        self.state.apply(move)
        self.saved = False

    def play_own(self, move: Move, seat: int) -> None:
        """Play a person's decision, which can be undone later."""
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
        if not self.chooses_in_secret:
            self.tell(seat)
            view = self.state.view(seat)
            phase = view["phase_title"] or view["phase"].replace("_", " ")
            told = f"{moves[0].seat_name}: {move_text(self.state.table.flow, moves[0])}"
            self.console.print(Text(f"  {told}  (the only legal move in “{phase}”)", "bright_black"))
            if words := ending_text(ahead, passed=True):
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
        """The seat of the only person at the keyboard, or None if there are several people."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def has_secrets(self) -> bool:
        """True if a seat can see more than a spectator."""
        return any(of.visibility in ("secret", "counted") for of in self.state.table.flow.model.fields) or any(
            isinstance(node, SimultaneousDecision) for node in self.state.table.flow.nodes
        )

    def bring_before_screen(self, seat: int) -> None:
        """Show the table to a person who has to decide, after asking the other people to look away."""
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
        """Return the current drawing of the table for a seat, or for the public (None)."""
        return draw(self.state, seat, self.picture)

    def _hand_over(self, seat: int) -> None:
        if self.piped or len(self.people) < 2 or not self.has_secrets:
            return
        name = self.state.table.flow.model.seats[seat]
        self.console.clear()
        self.console.print(Text(f"{name} decides. All others, please look away."))
        self.read(f"{name}, press Enter when you are ready. ")

    def tell(self, seat: int | None) -> None:
        """Print what is new for a person, except their own moves, and how their numbers have changed."""
        log = full_log(self.state, seat)
        own = self.state.table.flow.model.seats[seat] if seat is not None and self.looking == seat else None
        number = screen.news(log, self.told.get(seat, []), own, self.console)
        self.told[seat] = log
        if seat is not None:
            numbers = numbers_of(self.state, self.picture, seat)
            if number and (words := number_changes(self.picture, self.numbers.get(seat, {}), numbers)):
                self.console.print(Text(f"  You now have {words}", "bold"))
            self.numbers[seat] = numbers

    # ------------------------------------------------------------ the keyboard

    def read(self, prompt: str) -> str:
        """Return a line from the keyboard or the pipe.

        Raises:
            LeftTable: The input has ended.
            KeyboardInterrupt: Ctrl-C was pressed twice.
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
        """Undo the person's last decision; return an empty string, or the reason why that is impossible."""
        if not self.history:
            return "There is nothing to undo."
        last = self.history[-1]
        if last.seat != seat and self.has_secrets:
            other = self.state.table.flow.model.seats[last.seat]
            return f"Cannot undo: {other} has moved since then."
        if reason := self._revealed(last.state):
            return reason
        self.history.pop()
        self.state, self.fresh, self.saved = last.state, True, False
        self.told = {of: log[: len(last.state.log(of))] for of, log in self.told.items()}
        self.numbers = {}
        return ""

    def _revealed(self, before: State) -> str:
        """Return why the moves since a position cannot be undone, or an empty string if they can."""
        known = before.last.length if before.last is not None else 0
        nodes = self.state.table.flow.nodes
        for entry in entries(self.state.last)[known:]:
            if entry.form == CHANCE:
                return "Cannot undo: cards or dice have been drawn since then."
            if isinstance(nodes[entry.node], SimultaneousDecision):
                return "Cannot undo: a secret choice has been made since then."
        return ""

    def save(self, file: str) -> str:
        """Write the game to a file and return a message that says so. Raises `OSError`."""
        saved_games.save(self.state, self.kinds, Path(file))
        self.saved = True
        return f"Saved in {file}; `mercatoria play {self.game_name} --load {file}` resumes it."

    def load(self, file: str) -> str:
        """Resume a saved game and return a message that says so. Raises the same exceptions as `saved_games.load`."""
        state, kinds = saved_games.load(Path(file), self.game_name, self.state.edition.given)
        self.state, self.kinds, self.picture = state, kinds or self._as_many(state.players), picture_of(state)
        self.history, self._bots, self.saved, self.fresh, self.numbers = [], {}, True, True, {}
        self.advisers = {}
        self.told = {seat: full_log(state, seat) for seat in (None, *range(state.players))}
        self.looking = None
        return f"Loaded from {file}."

    def _as_many(self, players: int) -> tuple[str, ...]:
        return tuple((*self.kinds, *["greedy"] * players)[:players])

    # ------------------------------------------------------------ moves

    def parsed(self, text: str, seat: int) -> Move | None:
        """Return the move that a person typed; if the text is not a move, print the reason and return None."""
        try:
            return self.state.table.notation.parse(text, seat)
        except NotAMove as fault:
            self.console.print(Text(sentence(str(fault))))
            return None
