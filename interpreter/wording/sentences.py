"""Fills in the sentences of moves: the imperative on a button, and the line in the log.

The rulebook gives a sentence with `says`. If it gives none, `default_sayings` makes one from the title and the
parameters. A sentence is filled in from the arguments that its reader may see, and so reveals nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dsl import model as m
from dsl.phrases import plural, third_person, with_article
from interpreter.flow import Decision, Pass, Pick, Play, SimultaneousDecision
from interpreter.log import UNTOLD
from interpreter.position import PASS, PLAYER, PlayFault, once
from interpreter.table import LEFT_OPEN, CompiledGame, Move, Plain, listed, spaced, value_in_words
from interpreter.wording.default_sayings import default_saying

SOMEBODY = "a player"
GAP = "…"
"""Text for an argument that is still open."""
_GAPS = re.compile(f"{GAP}(?: {GAP})+")

MOST_WORK = 10_000
"""Budget for a value in a sentence, in units of `StepBudget`. A page fills in many sentences at once."""

Sayings = dict[tuple[int, int], m.Saying]
"""Sentences by node and move kind. The node -1 has the first sentence of each kind, for moves of an unknown node."""


def button_text(table: CompiledGame, move: Move, node: int = -1) -> str:
    """Return the sentence of a move as an instruction, such as `Open the gate`.

    Args:
        node: The node at which the move is made; -1 if it is unknown.
    """
    return _capital(instruction(table, move, node))


def heading_text(table: CompiledGame, moves: Sequence[Move], node: int = -1) -> str:
    """Return the sentence that several moves of one kind share, with a gap for each argument in which they differ.

    For a single move, this is its sentence.
    """
    told = {name: LEFT_OPEN if name in differing(moves) else value for name, value in moves[0].args.items()}
    return _capital(_instruction(table, moves[0], told, node))


def differing(moves: Sequence[Move]) -> list[str]:
    """Return the parameters whose arguments differ between moves of one kind, in the order of their declaration."""
    first = moves[0].args
    return [name for name in first if any(move.args[name] != first[name] for move in moves)]


def habit_text(table: CompiledGame, move: Move, node: int = -1) -> str:
    """Return the sentence of a move as a habit of its player, such as `Red usually opens the gate`."""
    verb, space, rest = instruction(table, move, node).partition(" ")
    return f"{move.seat_name} usually {third_person(verb)}{space}{rest}"


def instruction(table: CompiledGame, move: Move, node: int = -1) -> str:
    """Return the sentence of a move without a capital, to follow words such as `You cannot`."""
    return _instruction(table, move, move.args, node)


def _instruction(table: CompiledGame, move: Move, told: Mapping[str, Plain], node: int) -> str:
    return _GAPS.sub(GAP, _Filling(table, move, told, None).text(saying_of(table, move, node).imperative))


def done_text(
    table: CompiledGame, move: Move, told: Mapping[str, Plain], node: int = -1, reader: int | None = None
) -> str:
    """Return the log line of a move, such as `Red opened the gate`, or `You opened the gate` for the player.

    Args:
        told: The arguments as the reader may see them (`interpreter.log.visible_arguments`).
        reader: The seat that is addressed with `you`, or None to name every player.
    """
    return _capital(_Filling(table, move, told, reader).text(saying_of(table, move, node).log))


def saying_of(table: CompiledGame, move: Move, node: int = -1) -> m.Saying:
    """Return the sentence of a move, from the rulebook or made from its title."""
    known, kind = once(table, _sayings), move.row[0]
    return known.get((node, kind)) or known[-1, kind]


def _sayings(table: CompiledGame) -> Sayings:
    flow, found = table.flow, Sayings()
    for number, node in enumerate(flow.nodes):
        for kind, says in _said_at(node):
            found[number, kind] = says
            found.setdefault((-1, kind), says)
    found.pop((-1, PASS[0]), None)  # what a pass means depends on the node
    for kind in range(len(flow.move_kinds)):
        found.setdefault((-1, kind), default_saying(flow, kind))
    return found


def _said_at(node: object) -> Iterator[tuple[int, m.Saying]]:
    match node:
        case Decision(options=options):
            for option in options:
                match option:
                    case Pass(says=m.Saying() as says):
                        yield PASS[0], says
                    case Pick(kind=kind, says=m.Saying() as says):
                        yield kind, says
                    case Play(kind=kind, action=m.Action(says=m.Saying() as says)):
                        yield kind, says
        case SimultaneousDecision(kind=kind, says=m.Saying() as says):
            yield kind, says


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


class _Missing(Exception):
    """Raised in a stretch that is left out, because a value in it is missing or hidden."""


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of a sentence, as a plain value, or as `UNTOLD` or `LEFT_OPEN`."""

    plain: Plain
    type: m.Type

    @property
    def is_missing(self) -> bool:
        return self.plain is None or self.plain == {} or self.plain == [] or self.plain == 0


class _Filling:
    """Fills in the sentences of one move for one reader."""

    def __init__(self, table: CompiledGame, move: Move, told: Mapping[str, Plain], reader: int | None) -> None:
        self.table, self.move, self.told, self.reader = table, move, told, reader
        self.types = dict(table.flow.move_kinds[move.row[0]].params)

    def text(self, phrase: m.Phrase) -> str:
        return "".join(self._part(part, False) for part in phrase)

    def _part(self, part: m.PhrasePart, may_lack: bool) -> str:
        match part:
            case m.PhraseText(text):
                return text
            case m.PhraseActor(possessive):
                return self._actor(possessive)
            case m.PhraseEither(flag, yes, no):
                return self._either(self._value(flag), yes, no, may_lack)
            case m.PhraseBlank((item,)):
                value = self._value(item.value)
                if may_lack and (value.is_missing or value.plain == UNTOLD):
                    raise _Missing
                return self._item(value, item.forms)
            case m.PhraseBlank(items):
                return self._joined(items, may_lack)
            case m.PhraseStretch(parts):
                try:
                    return "".join(self._part(each, True) for each in parts)
                except _Missing:
                    return ""
            case m.PhraseTerms(before, terms):
                texts = list(filter(None, map(self._term, terms)))
                return f"{self.text(before)}{', '.join(texts)}" if texts else ""

    def _term(self, term: m.PhraseTerm) -> str:
        value = self._value(term.value)
        if term.may_lack and value.is_missing:
            return ""
        if isinstance(term.value.type, m.Flag) and isinstance(value.plain, bool):
            return term.label if value.plain else f"not {term.label}"
        text = self._item(value, ())
        return f"{term.label} {text}" if term.label else text

    def _actor(self, possessive: bool) -> str:
        if self.move.seat == self.reader:
            return "your" if possessive else "you"
        return f"{self.move.seat_name}’s" if possessive else self.move.seat_name

    def _either(self, flag: _Value, yes: str, no: str, may_lack: bool) -> str:
        if flag.plain in (UNTOLD, LEFT_OPEN):
            if may_lack:
                raise _Missing
            return f"{yes} or {no}"
        return yes if flag.plain else no

    def _joined(self, items: tuple[m.PhraseItem, ...], may_lack: bool) -> str:
        values = [(self._value(item.value), item.forms) for item in items]
        there = [(value, forms) for value, forms in values if not value.is_missing]
        if may_lack and (not there or any(value.plain == UNTOLD for value, _ in there)):
            raise _Missing
        texts = [text for value, forms in there for text in self._items(value, forms)]
        is_open = all(value.plain == LEFT_OPEN for value, _ in there) and there
        return GAP if is_open else listed(texts) or value_in_words(None)

    def _items(self, value: _Value, forms: tuple[str, ...]) -> Iterator[str]:
        """Yield the words of a value, a bag or a set member by member, so that one list can hold several values."""
        match value.plain:
            case dict(amounts):
                yield from (value_in_words({name: number}) for name, number in amounts.items())
            case list(members):
                yield from map(value_in_words, members)
            case _:
                yield self._item(value, forms)

    def _item(self, value: _Value, forms: tuple[str, ...]) -> str:
        if value.plain == LEFT_OPEN:
            return f"{GAP} {self._many(forms)}" if forms else GAP
        if value.plain == UNTOLD:
            return self._untold(value.type, forms)
        if not forms:
            is_seat = isinstance(value.type, m.Ref) and value.type.kind == PLAYER and isinstance(value.plain, str)
            return str(value.plain) if is_seat else value_in_words(value.plain)
        if value.plain == 0 and forms[2:] and forms[2]:
            return forms[2]
        return f"{value.plain} {forms[0] if value.plain == 1 else self._many(forms)}"

    def _many(self, forms: tuple[str, ...]) -> str:
        return forms[1] if forms[1:] and forms[1] else plural(forms[0])

    def _untold(self, of: m.Type, forms: tuple[str, ...]) -> str:
        """Return words for a hidden value: its kind, and nothing that depends on the value."""
        match of:
            case m.Ref(kind) if kind == PLAYER:
                return SOMEBODY
            case m.Ref(kind) if kind:
                return with_article(spaced(kind).lower())
            case m.Bag(kind) | m.Many(m.Ref(kind)) if kind:
                return f"some {plural(spaced(kind).lower())}"
        return f"some {self._many(forms)}" if forms else "an amount"

    # ------------------------------------------------------------ values

    def _value(self, expr: m.Expr) -> _Value:
        """Return the value of an expression. It is untold or open if a parameter in it is, and open if it fails."""
        if isinstance(expr, m.Var) and expr.name in self.types:
            return _Value(self.told.get(expr.name, UNTOLD), self.types[expr.name])
        try:
            with self.table.walker.evaluator.work.counted(MOST_WORK):
                return self._computed(expr)
        except PlayFault:
            return _Value(LEFT_OPEN, expr.type)

    def _computed(self, expr: m.Expr) -> _Value:
        names = {var.uid: var.name for var in m.parts(expr) if isinstance(var, m.Var) and var.name in self.types}
        for name in names.values():
            if (hidden := self.told.get(name, UNTOLD)) in (UNTOLD, LEFT_OPEN):
                return _Value(hidden, expr.type)
        notation, evaluator = self.table.notation, self.table.walker.evaluator
        env: dict[int, Any] = {
            uid: notation.number(self.move.args[name], self.types[name]) for uid, name in names.items()
        }
        match expr.type:
            case m.Many():
                found: Any = evaluator.members(expr, [], env)
            case m.Bag():
                found = evaluator.amounts(expr, [], env)
            case _:
                found = evaluator.value(expr, [], env)
        return _Value(notation.plain(found, expr.type), expr.type)
