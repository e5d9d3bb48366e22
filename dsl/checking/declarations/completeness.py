"""Checks that a rulebook is complete.

Every rulebook needs one heading, valid seats, one round and an end; its names must be unique.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ast
from dsl.diagnostics import Sink, wording
from dsl.source import Span
from dsl.syntax import is_taken

FALLBACK_SEATS = tuple(f"Seat{number}" for number in range(1, 21))

SHARED = (
    ast.Number, ast.Option, ast.Ruling, ast.Value, ast.Action, ast.Payment, ast.Phase, ast.Rule, ast.Trigger,
    ast.TableRow, ast.End, ast.Group, ast.Law, ast.Claim,
    ast.Field,
)  # fmt: skip
"""The types of declarations that share one namespace across all rules."""


def heading(declarations: Sequence[ast.Declaration], sink: Sink) -> ast.Rulebook | None:
    """Return the single `rulebook` heading.

    If there is none, or more than one, report a fault and return None.
    """
    headings = [decl for decl in declarations if isinstance(decl, ast.Rulebook)]
    if len(headings) == 1:
        return headings[0]
    if headings:
        first, second, *_ = headings
        sink.add("E312", "there are two `rulebook` headings", second.name.span, "the second heading",
                 related=[(first.name.span, "the first heading")])  # fmt: skip
    elif declarations:
        start = declarations[0].span
        place = Span(start.source, start.start, start.start + 1)
        sink.add("E318", "the file has no `rulebook` heading", place, "the rules begin here",
                 hint='begin with `rulebook name_of_the_game "Title"`')  # fmt: skip
    return None


def seats(rulebook: ast.Rulebook, sink: Sink) -> tuple[str, ...]:
    """Return the seat names for the largest permitted number of players.

    Report a fault if the declared player counts or seat names are invalid.
    """
    if not 1 <= rulebook.least <= rulebook.most <= len(FALLBACK_SEATS):
        label = f"this line says {rulebook.least} to {rulebook.most}"
        title = f"the number of players must be from 1 to {len(FALLBACK_SEATS)}"
        if rulebook.least > rulebook.most:
            title = "the minimum number of players comes first, then the maximum"
        least, most = sorted((rulebook.least, rulebook.most))
        hint = f"write `players {max(1, least)} to {min(most, len(FALLBACK_SEATS))}`"
        sink.add("E321", title, rulebook.name.span, label, hint=hint)
    named = tuple(word.text for word in rulebook.seats)
    if rulebook.seats and len(set(named)) < rulebook.most:
        title = f"{rulebook.most} players may play, but only {len(set(named))} seats are named"
        sink.add("E321", title, rulebook.seats[0].span)
        return FALLBACK_SEATS
    return named or FALLBACK_SEATS


def check_turn_structure(rulebook: ast.Rulebook, declarations: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report a fault unless there is one round, at most one set-up, and an end."""
    place = rulebook.name.span
    for kind, word in ((ast.Round, "round"), (ast.Setup, "setup")):
        blocks = [decl for decl in declarations if isinstance(decl, kind)]
        if len(blocks) > 1:
            sink.add("E318", f"the rulebook has two `{word}` blocks", blocks[1].name.span, "the second block",
                     related=[(blocks[0].name.span, "the first block")], hint="combine the two blocks")  # fmt: skip
        elif not blocks and kind is ast.Round:
            sink.add("E318", "the rulebook has no `round`", place, "nothing would happen without a round",
                     hint="declare a `round`, which repeats until the game ends")  # fmt: skip
    if not any(isinstance(decl, ast.End) for decl in declarations) and not _stops_game(declarations):
        hint = "add `end name at once when …`"
        sink.add("E318", "the game never ends", place, "no `end` is declared", hint=hint)


def _stops_game(declarations: Sequence[ast.Declaration]) -> bool:
    """Return True if any declaration contains a `stop game` statement.

    The search covers the syntax tree, so a game with a faulty `stop game` is not also reported as endless.
    """
    parts = (part for decl in declarations for part in ast.walk(decl))
    return any(isinstance(part, ast.Stop) and part.scope == "game" for part in parts)


def unique_names(declarations: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report names that are declared twice or are reserved words."""
    seen: dict[str, Span] = {}
    rows = [row for decl in declarations if isinstance(decl, ast.Table) for row in decl.rows]
    states = [decl for decl in declarations if isinstance(decl, ast.State) and decl.kind is None]
    for decl in [*declarations, *rows, *(field for state in states for field in state.fields)]:
        if not isinstance(decl, SHARED):
            continue
        word = decl.name
        if is_taken(word.text):
            wording.reserved_word(sink, word.text, word.span)
        if word.text in seen:
            wording.declared_twice(sink, word.text, word.span, seen[word.text])
        seen.setdefault(word.text, word.span)
        if isinstance(decl, ast.Action):
            _unique_lines([*decl.needs, *decl.costs], sink)


def _unique_lines(lines: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report lines of an action that have the same name."""
    seen: dict[str, Span] = {}
    for line in lines:
        if line.name.text in seen:
            wording.declared_twice(sink, line.name.text, line.name.span, seen[line.name.text])
        seen.setdefault(line.name.text, line.name.span)
