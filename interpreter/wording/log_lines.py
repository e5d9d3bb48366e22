"""Puts the entries of the log into words, with the sentences of the moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.model import Holder, Slot
from dsl.phrases import with_article
from interpreter.flow import ChanceNode, Pick, PieceDraw, SimultaneousDecision
from interpreter.log import MOVE, UNTOLD, LogEntry, visible_arguments
from interpreter.position import PASS, once
from interpreter.table import CompiledGame, Move, Plain, called, titled
from interpreter.wording.display_names import display_names
from interpreter.wording.fields import field_noun
from interpreter.wording.sentences import done_text

WOKE = " → "


@dataclass(frozen=True, slots=True)
class LogLine:
    """A log line as one seat sees it.

    `seats` lists the seats that acted, and is empty for a chance event. `who` is the name of the seat that acted, or
    `You`, and `deed` is what follows this name in the line. For a chance event, `deed` is its title, and `words` is its
    outcome; if a player drew a piece, `deed` is the whole line. `fired` lists the titles of the public triggers that
    fired.
    """

    seats: tuple[int, ...]
    deed: str
    words: str
    cites: tuple[str, ...]
    who: str = ""
    passed: bool = False
    hidden: bool = False
    """True for a chance event whose outcome the reader may not know."""
    fired: tuple[str, ...] = ()
    drawn: tuple[str, str] | None = None
    """Words for the piece that `who` drew, such as `Flax`, or `a card` if it is hidden, and for several of them."""

    @property
    def text(self) -> str:
        """The line without the triggers, such as `Red opened the gate` or `Market: Flax`."""
        return ": ".join(filter(None, (self.deed, self.words))) if not self.seats else f"{self.who} {self.deed}".strip()

    def __str__(self) -> str:
        return f"{self.text}{WOKE}{', '.join(self.fired)}" if self.fired else self.text


def log_line(
    table: CompiledGame, seat: int | None, entry: LogEntry, line: str, addressed: bool = False
) -> LogLine:  # fmt: skip
    """Describe a log entry, using only information that the seat or spectator (None) may see.

    Args:
        line: The same entry as it appears in the seat's own log.
        addressed: Say `You` for the seat. Only for a log with a single reader.
    """
    flow = table.flow
    triggers = [flow.logged_triggers[at] for at in entry.fired]
    fired = tuple(called(each.about) for each in triggers if each.is_public)
    if entry.form != MOVE:
        label, equals, brought = _told_chance(line)
        cites = once(table, _printed).get(label, ())
        title = titled(flow.model.chance_titles.get(label) or once(table, _labels).get(label, label))
        words = display_names(table).bare(brought) if equals else table.locale("hidden")
        outcome = LogLine((), title, words, cites, hidden=not equals, fired=fired)
        return _draw(table, seat, entry, outcome, brought, addressed) or outcome
    move = table.notation.move(entry.seat, entry.row)
    action = flow.move_kinds[entry.row[0]].action
    cites = tuple(action.about.cites) if action is not None else once(table, _printed).get(move.action, ())
    you = table.locale("you")
    reader = seat if addressed and you else None
    deed = done_text(table, move, told_arguments(table, seat, entry, line), entry.node, reader, entry.around)
    deed = deed if _is_told(move, line) else table.locale("in_secret", line=deed)
    who = you if entry.seat == reader else display_names(table).thing(move.seat_name)
    who, deed = (who, deed.removeprefix(f"{who} ")) if deed.startswith(f"{who} ") else ("", deed)
    return LogLine((entry.seat,), deed, "", cites, who, entry.row == PASS, fired=fired)


def told_arguments(table: CompiledGame, seat: int | None, entry: LogEntry, line: str) -> dict[str, Plain]:
    """Return the arguments of a move in the log, with `UNTOLD` in place of those that the seat may not see.

    Args:
        line: The same entry as it appears in the seat's own log.
    """
    move = table.notation.move(entry.seat, entry.row)
    return visible_arguments(move, entry, seat) if _is_told(move, line) else dict.fromkeys(move.args, UNTOLD)


def told_outcome(line: str) -> str:
    """Return the outcome of a chance event from a line of a seat's log, or an empty string if the line hides it."""
    return _told_chance(line)[2]


def _is_told(move: Move, line: str) -> bool:
    """Return True if a line of a seat's log shows the move, and not only that the seat has chosen."""
    return line.startswith(f"{move.seat_name}: ")


def _told_chance(line: str) -> tuple[str, str, str]:
    """Split a line about a chance event at ` = `, into its label and its outcome."""
    return line.partition(WOKE)[0].removeprefix("chance: ").partition(" = ")


def _draw(
    table: CompiledGame, seat: int | None, entry: LogEntry, line: LogLine, brought: str, addressed: bool
) -> LogLine | None:  # fmt: skip
    """Return the line for a piece that a player drew, or None if the reader may not know who drew a piece."""
    node, names = table.flow.nodes[entry.node], display_names(table)
    if not isinstance(node, PieceDraw) or entry.seat < 0:
        return None
    if node.target.field.visibility not in ("open", "counted") and (line.hidden or entry.seat != seat):
        return None
    held = node.source.field.type
    assert isinstance(held, Holder)
    you = table.locale("you") if addressed and entry.seat == seat else ""
    who = you or names.thing(table.flow.model.seats[entry.seat])
    noun = names.kind(held.kind)
    unseen = table.locale("a_thing", thing=with_article(noun) if table.locale.is_english else noun)
    piece = names.thing(brought) if brought else unseen
    deed = table.locale("drew", player=who, what=piece)
    return replace(line, deed=deed, words="", who=who, drawn=(piece, names.kind(held.kind, plural=True)))


def _printed(table: CompiledGame) -> dict[str, tuple[str, ...]]:
    """Return the printed clauses for each chance event and for each choice that is not an action, by name.

    A name used by several rules has no clauses, because the correct clause could reveal hidden information.
    """
    found: dict[str, set[tuple[str, ...]]] = {}
    for node in table.flow.nodes:
        names = [node.label] if isinstance(node, ChanceNode) else []
        names += [of.var.name for of in getattr(node, "options", ()) if isinstance(of, Pick)]
        names += [node.field.name] if isinstance(node, SimultaneousDecision) else []
        for name in names:
            found.setdefault(name, set()).add(tuple(node.phase.cites))
    return {name: next(iter(cites)) if len(cites) == 1 else () for name, cites in found.items()}


def _labels(table: CompiledGame) -> dict[str, str]:
    """Return the labels of the fields that chance events change, by the names of the events."""
    chances = (node for node in table.flow.nodes if isinstance(node, ChanceNode))
    return {node.label: field_noun(node.target.field) for node in chances
            if isinstance(node.target, Slot) and node.target.field.label is not None}  # fmt: skip
