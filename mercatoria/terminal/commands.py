"""Interprets what a player types: a move's number, part of its name, its notation, or a command."""

from __future__ import annotations

from collections.abc import Callable

from rich.table import Table
from rich.text import Text

from dsl.locale import Locale
from dsl.source import whole_number
from interpreter.explain import refusal_in_words
from mercatoria import Move, RecordError, RulebookError, TableError
from mercatoria.drawing import effects, place_called
from mercatoria.players import Position, ending_text
from mercatoria.storage import keep_as
from mercatoria.terminal import hints, look, open_moves, printed_rules, questions, screen
from mercatoria.terminal.menu import Menu, MenuItem, menu, show
from mercatoria.terminal.session import LeftTable, Session

HELP = """\
  a number              plays the move with that number
  part of a name        shows the moves that contain it: `ar` or `open ar`. If only one matches, Enter plays it
  a move in full        plays a move written as in the log, like `{example}`
  pass                  passes, if passing is a legal move
  moves                 shows all moves again
  map                   shows the board and the holdings again. `map NAME` zooms in on a place
  log                   shows the log so far
  look NAME             describes a thing: `look {thing}`. `look` alone lists all things
  rules                 shows the clauses and rulings that apply now. `rules all` shows all rulings
  why not MOVE          explains why a move is not allowed. `why not ACTION` explains what forbids it
  why WHAT              explains a number, a move or a rule: `why score`, `why last`, `why 12`
  why more              explains the last answer in more detail
  what if MOVE          shows what a move or a fact would change: `what if {fact}`
  hint                  suggests moves from a bot that knows what you know. `hint hard` thinks longer
  undo                  takes back your last decision, unless something has been revealed since then
  save FILE, load FILE  saves this game, or resumes a saved one
  scenario NAME         saves your last decision as a scenario of this game
  golden NAME           saves this game as a record that `mercatoria test` replays
  quit                  leaves the table"""

QUITTING = ("quit", "exit", "q")
MARGIN = 24
"""Width of the left column of the help text, in characters."""
MOST_SHOWN = 80
"""Maximum number of moves that are listed one by one. For a longer list, only the number of moves under each heading is
printed.
"""


class AskAgain(Exception):
    """Raised when an undo or a loaded game has changed the position, so that the player must be asked again."""


def ask_for_move(session: Session, seat: int) -> Move:
    """Prompt a player until they choose a legal move, and return the move."""
    while True:
        try:
            return _Decision(session, seat).ask()
        except AskAgain:
            seat = _stand(session, seat)


def _stand(session: Session, seat: int) -> int:
    """Show the table again after an undo or after loading a game. Return the seat that must decide.

    Raises:
        LeftTable: Raised if the loaded game is already over.
    """
    if session.state.is_over:
        raise LeftTable
    seat = session.state.deciders[0]
    session.bring_before_screen(seat)
    return seat


class _Decision:
    """Prompts one player for one decision."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session, self.seat = session, seat
        self.console = session.console
        moves = session.state.moves(seat)
        self.position = Position(session.state, seat)
        told = (effects(session.state, session.picture, seat, self.position.view_after)
                if len(moves) <= MOST_SHOWN else lambda _: "")  # fmt: skip
        self.drawing = session.drawn_for(seat)
        self.menu: Menu = menu(moves, self.drawing.moves, told)
        self.pending: MenuItem | None = None
        self.orders: dict[str, Callable[[str], None]] = {
            "?": self.help, "help": self.help, "moves": self.moves, "map": self.map, "log": self.log,
            "look": self.look, "rules": self.rules, "why": self.why, "what": self.what, "hint": self.hint,
            "undo": self.undo, "save": self.save, "scenario": self.scenario, "golden": self.golden, "load": self.load,
            **dict.fromkeys(QUITTING, self.quit),
        }  # fmt: skip

    def ask(self) -> Move:
        name = self.session.state.table.flow.model.seats[self.seat]
        self.moves("")
        self.warn()
        while True:
            line = self.session.read(f"{name}> ")
            pending, self.pending = self.pending, None
            move = self.taken(pending) if not line and pending is not None else self.read(line)
            if move is not None and self.confirmed(move):
                return move

    def confirmed(self, move: Move) -> bool:
        """Ask for confirmation if the move is a pass that ends the game at once. Return True if the player wants to
        play the move.
        """
        ahead = self.position.end_ahead(move)
        if ahead is None or not ahead.at_once:
            return True
        answer = self.session.read(f"{ending_text(ahead, self.said)} {self.said('really_pass')} ")
        return answer.casefold().startswith(("y", self.said("yes")[0]))

    def warn(self) -> None:
        """Print a warning if passing would end the game."""
        for item in self.menu.items:
            if words := ending_text(self.position.end_ahead(item.move), self.said):
                self.console.print(Text(words, "bold"))

    @property
    def said(self) -> Locale:
        return self.session.said

    def say(self, text: str) -> None:
        self.console.print(Text(text))

    def say_whole(self, text: str) -> None:
        """Print text without wrapping, so that users can copy a path or command from it."""
        self.console.print(Text(text), soft_wrap=True)

    def read(self, line: str) -> Move | None:
        """Return the move that a player typed, or None if the line is a command or not a legal move."""
        if not line:
            self.say(self.said("type_a_number"))
            return None
        word, _, rest = line.partition(" ")
        if (order := self.orders.get(word.casefold())) is not None:
            order(rest.strip())
            return None
        if (number := whole_number(line)) is not None and number >= 0:
            item = self.menu.numbered(number)
            if item is None and self.menu.by_value:
                kind = next(item.move for item in self.menu.items if item.move.args)
                return self.written(f"{kind.action}({number})")
            if item is None:
                self.say(self.said("no_such_number", number=line))
            return self.taken(item) if item is not None else None
        if self.is_notation(line):
            return self.written(line)
        return self.filter(line)

    # ------------------------------------------------------------ moves

    def taken(self, item: MenuItem) -> Move | None:
        """Ask for the open parameters of a move that the player chose from the menu. Return the completed move, or None
        if the player cancels.
        """
        if not item.move.open:
            return item.move
        text = open_moves.ask(self.session.state, item.move, self.session.read, self.say)
        return self.written(text) if text is not None else None

    def checked(self, move: Move) -> Move | None:
        """Return the move if it is legal. If the move is illegal, print the reason and return None."""
        if move.seat != self.seat:
            self.say(self.said("decide_for", player=self.session.state.table.flow.model.seats[self.seat]))
            return None
        explanation = self.session.state.why_not(move, self.seat)
        if explanation is None:
            return move
        state = self.session.state
        self.say_whole(refusal_in_words(state.table, state.vector, move, explanation.nearest))
        return None

    def is_notation(self, line: str) -> bool:
        kinds = self.session.state.table.notation.kinds
        bare = line.rpartition(":")[2].strip()
        if "(" in line:
            return True
        return bare in kinds and not self.session.state.table.flow.move_kinds[kinds[bare]].params

    def written(self, line: str) -> Move | None:
        move = self.session.parsed(line, self.seat)
        return self.checked(move) if move is not None else None

    def filter(self, line: str) -> Move | None:
        items = self.menu.matching(line)
        if not items:
            self.say(self.said("none_contains", text=line))
            return None
        show(items, self.console)
        if len(items) == 1:
            self.pending = items[0]
            self.say(self.said("press_enter_to_play"))
        return None

    # ------------------------------------------------------------ commands

    def help(self, _: str) -> None:
        example = next((item.move.call for item in self.menu.items if item.move.args), self.menu.items[0].move.call)
        model = self.session.state.table.flow.model
        table = Table.grid(padding=(0, 2))
        told = HELP.format(example=example, thing=model.seats[self.seat], fact=questions.example(model))
        for line in told.splitlines():
            table.add_row(*(Text(part) for part in (line[:MARGIN].rstrip(), line[MARGIN:])))
        self.console.print(table)

    def moves(self, _: str) -> None:
        items = self.menu.items
        if len(items) <= MOST_SHOWN:
            show(items, self.console)
            return
        counts: dict[str, int] = {}
        for item in items:
            counts[item.heading] = counts.get(item.heading, 0) + 1
        for heading, number in counts.items():
            self.say(f"  {heading}: {self.said('ways', number=number)}")
        self.say(self.said("type_part"))

    def map(self, rest: str) -> None:
        screen.show_table(self.drawing, self.console, about=place_called(self.drawing, rest))

    def log(self, _: str) -> None:
        for number, line in enumerate(self.session.log(self.seat), 1):
            self.console.print(Text(f"{number:5}  {line}"))

    def look(self, rest: str) -> None:
        look.look(self.session.state, self.session.picture, self.seat, rest, self.console)

    def rules(self, rest: str) -> None:
        printed_rules.show(self.session.state, self.seat, rest == "all", self.console)

    def why(self, rest: str) -> None:
        if rest.casefold() in ("more", "deeper", "further"):
            questions.further(self.session, self.seat)
        else:
            questions.why(self.session, rest, self.seat)

    def what(self, rest: str) -> None:
        if rest.partition(" ")[0].casefold() != "if":
            self.say("`what if MOVE` shows what a move would change.")
            return
        questions.what_if(self.session, rest.partition(" ")[2].strip(), self.seat)

    def hint(self, rest: str) -> None:
        hints.show(self.session, self.seat, self.menu, rest)

    def undo(self, _: str) -> None:
        if refusal := self.session.undo(self.seat):
            self.say(refusal)
            return
        self.say(self.said("undone"))
        raise AskAgain

    def save(self, rest: str) -> None:
        save(self.session, rest)

    def scenario(self, rest: str) -> None:
        keep(self.session, "scenario", rest)

    def golden(self, rest: str) -> None:
        keep(self.session, "golden", rest)

    def load(self, rest: str) -> None:
        if not rest:
            self.say("Which file? `load FILE`")
            return
        try:
            self.say_whole(self.session.load(rest))
        except (OSError, RecordError, TableError, RulebookError, UnicodeDecodeError) as fault:
            self.say_whole(f"Not loaded: {_reason(fault)}")
            return
        raise AskAgain

    def quit(self, _: str) -> None:
        leave(self.session)


def leave(session: Session) -> None:
    """Leave the game, after asking for confirmation if the game has not been saved.

    Raises:
        LeftTable: Raised if the player leaves.
    """
    if session.history and not session.saved:
        answer = session.read(f"{session.said('quit_unsaved')} ")
        if not answer.casefold().startswith(("y", session.said("yes")[0])):
            return
    raise LeftTable


def ask_whether_to_go_on(session: Session, seat: int) -> None:
    """After Ctrl-C has interrupted a bot, accept commands until the player presses Enter to continue."""
    name = session.state.table.flow.model.seats[seat]
    session.console.print(Text(f"{name} was interrupted. Press Enter to continue, or type `save FILE` or `quit`."))
    while line := session.read("> "):
        word, _, rest = line.partition(" ")
        if word == "save":
            save(session, rest.strip())
        elif word in QUITTING:
            leave(session)
        else:
            session.console.print(Text("It is not your turn: Enter, save FILE or quit."))


def save(session: Session, file: str) -> None:
    """Run the command `save FILE` and print the result."""
    if not file:
        session.console.print(Text("Into which file? `save FILE`"))
        return
    try:
        session.console.print(Text(session.save(file)), soft_wrap=True)
    except (OSError, ValueError) as fault:
        session.console.print(Text(f"Not saved: {_reason(fault)}"), soft_wrap=True)


def keep(session: Session, form: str, rest: str) -> None:
    """Run the command `scenario NAME [TITLE]` or `golden NAME`, and print the result."""
    name, _, title = rest.partition(" ")
    if not name:
        session.console.print(Text(f"Under which name? `{form} NAME`"))
        return
    before = session.history[-1].state if session.history else session.state
    try:
        told = keep_as.scenario(session.state, before, name, title.strip()) if form == "scenario" else keep_as.golden(
            session.state, name)  # fmt: skip
        session.console.print(Text(told), soft_wrap=True)
    except (OSError, ValueError) as fault:
        session.console.print(Text(f"Not written: {_reason(fault)}"), soft_wrap=True)


def _reason(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.strerror.casefold()}{': ' + str(fault.filename) if fault.filename else ''}"
    if isinstance(fault, RulebookError):
        return "the rules of that game have errors; run `mercatoria check` to see them"
    return str(fault)


def after_the_end(session: Session) -> None:
    """Accept commands such as `save` and `why` after the end of the game."""
    session.console.print(Text(f"\n{session.said('after_the_end')}", "bright_black"))
    while True:
        try:
            line = session.read("> ")
        except LeftTable:
            return
        word, _, rest = line.partition(" ")
        if word == "save":
            save(session, rest.strip())
        elif word in ("scenario", "golden"):
            keep(session, word, rest.strip())
        elif word == "log":
            for number, told in enumerate(session.log(session.alone), 1):
                session.console.print(Text(f"{number:5}  {told}"))
        elif word == "why":
            if rest.strip() == "more":
                questions.further(session, session.alone)
            else:
                questions.why(session, rest.strip(), session.alone)
        elif word == "map":
            screen.show_table(session.drawn_for(session.alone), session.console)
        elif word == "look":
            look.look(session.state, session.picture, session.alone, rest.strip(), session.console)
        elif not word or word in QUITTING:
            return
        else:
            session.console.print(Text("The game is over: save FILE, log, map, look, why, or Enter."))
