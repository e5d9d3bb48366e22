"""What people type at the table: a number, a piece of text, a move in its notation, or one of these commands."""

from __future__ import annotations

from collections.abc import Callable

from rich.table import Table
from rich.text import Text

from dsl.source import whole_number
from mercatoria import Move, RecordError, RulebookError, TableError
from mercatoria.drawing import effects, ending_text, full_log, place_called
from mercatoria.players import Position
from mercatoria.storage import keep_as
from mercatoria.terminal import hints, look, open_moves, printed_rules, questions, screen
from mercatoria.terminal.menu import Menu, MenuItem, menu, show
from mercatoria.terminal.session import LeftTable, Session

HELP = """\
  a number              plays the move with that number
  a piece of a name     shows the moves that have it: `ar` or `open ar`; if there is only one, Enter plays it
  a move in full        as in the log, like `{example}`
  pass                  do nothing more now, if that is among the moves
  moves                 all moves again
  map                   the board and the holdings again; `map NAME` a large map around a place
  log                   what has happened so far
  look NAME             what a thing is and does, like `look {thing}`; `look` alone lists what there is
  rules                 the clauses and rulings that matter now; `rules all` for all rulings
  why not MOVE          why a move is not allowed; `why not ACTION` what forbids it altogether
  why WHAT              why a number is what it is, what happened, what a rule did: `why score`, `why last`, `why 12`
  why more              the last answer, one step further
  what if MOVE          what a move would change; or a fact: `what if {fact}`
  hint                  the best moves as a bot sees them that knows what you know; `hint hard` thinks longer
  undo                  takes your last decision back, unless something was revealed since
  save FILE, load FILE  keep this game, go on with another
  scenario NAME         writes what happened as a scenario of this game, about your last decision
  golden NAME           keeps this game as a record that `mercatoria test` plays again
  quit                  leave the table"""

QUITTING = ("quit", "exit", "q")
MARGIN = 24
"""Columns before the words of the help."""
MOST_SHOWN = 80
"""Moves that are listed at once; of more, their kinds are told."""


class AskAgain(Exception):
    """Somebody else may have to decide now, or something else: the game stands elsewhere."""


def ask_for_move(session: Session, seat: int) -> Move:
    """Asks a person for a legal move, until there is one."""
    while True:
        try:
            return _Decision(session, seat).ask()
        except AskAgain:
            seat = _stand(session, seat)


def _stand(session: Session, seat: int) -> int:
    """Shows the table again after the game was set to another position; the seat that decides there."""
    if session.state.is_over:
        raise LeftTable
    seat = session.state.deciders[0]
    session.bring_before_screen(seat)
    return seat


class _Decision:
    """One decision of one person."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session, self.seat = session, seat
        self.console = session.console
        moves = session.state.moves(seat)
        self.position = Position(session.state, seat)
        told = effects(session.state, session.picture, seat) if len(moves) <= MOST_SHOWN else lambda _: ""
        self.drawing = session.drawn_for(seat)
        self.menu: Menu = menu(session.state.table.flow, moves, told, [offer.notes for offer in self.drawing.moves])
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
        """Whether a move is meant; who would end the game by a pass is asked."""
        ahead = self.position.end_ahead(move)
        if ahead is None or not ahead.at_once:
            return True
        answer = self.session.read(f"{ending_text(ahead)} Pass? (yes/no) ")
        return answer.casefold().startswith("y")

    def warn(self) -> None:
        """Says what a pass would bring, where that is the end of the game."""
        for item in self.menu.items:
            if words := ending_text(self.position.end_ahead(item.move)):
                self.console.print(Text(words, "bold"))

    def say(self, text: str) -> None:
        self.console.print(Text(text))

    def say_whole(self, text: str) -> None:
        """Says something with a path or a command in it, which must not be broken: it may be copied."""
        self.console.print(Text(text), soft_wrap=True)

    def read(self, line: str) -> Move | None:
        """The move that a line means, if it means one."""
        if not line:
            self.say("A number plays that move, ? helps.")
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
                self.say(f"No move has the number {line}; `moves` lists them.")
            return self.taken(item) if item is not None else None
        if self.is_notation(line):
            return self.written(line)
        return self.filter(line)

    # ------------------------------------------------------------ moves

    def taken(self, item: MenuItem) -> Move | None:
        """A move of the menu, with what it leaves open filled in."""
        if not item.move.open:
            return item.move
        text = open_moves.ask(self.session.state, item.move, self.session.read, self.say)
        return self.written(text) if text is not None else None

    def checked(self, move: Move) -> Move | None:
        """The move if it is legal; else it is said why not."""
        if move.seat != self.seat:
            self.say(f"You decide for {self.session.state.table.flow.model.seats[self.seat]} only.")
            return None
        explanation = self.session.state.why_not(move, self.seat)
        if explanation is None:
            return move
        self.say(str(explanation))
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
            self.say(f"None of your moves has `{line}` in it. `moves` lists them, ? helps.")
            return None
        show(items, self.console)
        if len(items) == 1:
            self.pending = items[0]
            self.say("Enter plays it; anything else does not.")
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
            self.say(f"  {heading}: {number} ways")
        self.say("Type a piece of what you look for to see those moves.")

    def map(self, rest: str) -> None:
        screen.show_table(self.drawing, self.console, about=place_called(self.drawing, rest))

    def log(self, _: str) -> None:
        for number, line in enumerate(full_log(self.session.state, self.seat), 1):
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
            self.say("`what if MOVE` tells what a move would change.")
            return
        questions.what_if(self.session, rest.partition(" ")[2].strip(), self.seat)

    def hint(self, rest: str) -> None:
        hints.show(self.session, self.seat, self.menu, rest)

    def undo(self, _: str) -> None:
        if refusal := self.session.undo(self.seat):
            self.say(refusal)
            return
        self.say("Taken back.")
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
    """Leaves the table, unless somebody would rather save the game first. Raises `LeftTable`."""
    if session.history and not session.saved:
        answer = session.read("The game is not saved. Leave it? (yes/no) ")
        if not answer.casefold().startswith("y"):
            return
    raise LeftTable


def ask_whether_to_go_on(session: Session, seat: int) -> None:
    """Asks what is to be done, until bots are to go on: one was stopped while it was thinking."""
    name = session.state.table.flow.model.seats[seat]
    session.console.print(Text(f"{name} was stopped while thinking. Enter goes on; or `save FILE`, `quit`."))
    while line := session.read("> "):
        word, _, rest = line.partition(" ")
        if word == "save":
            save(session, rest.strip())
        elif word in QUITTING:
            leave(session)
        else:
            session.console.print(Text("It is not your turn: Enter, save FILE or quit."))


def save(session: Session, file: str) -> None:
    """`save FILE`, with what came of it."""
    if not file:
        session.console.print(Text("Into which file? `save FILE`"))
        return
    try:
        session.console.print(Text(session.save(file)), soft_wrap=True)
    except (OSError, ValueError) as fault:
        session.console.print(Text(f"Not saved: {_reason(fault)}"), soft_wrap=True)


def keep(session: Session, form: str, rest: str) -> None:
    """`scenario NAME [TITLE]` or `golden NAME`, with what came of it."""
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
        return "the rules of that game have faults; `mercatoria check` shows them"
    return str(fault)


def after_the_end(session: Session) -> None:
    """The game is over; it can still be kept and looked at."""
    session.console.print(Text("\n`save FILE` keeps the game, `log` shows it, Enter leaves.", "bright_black"))
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
            for number, told in enumerate(full_log(session.state, session.alone), 1):
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
