"""Fills in the sentences of moves: the imperative on a button, and the line in the log.

The rulebook gives a sentence with `says`. If it gives none, `default_sayings` makes one from the title and the
parameters. A sentence is filled in from the arguments that its reader may see, and so reveals nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dsl import model as m
from dsl.locale import Locale
from dsl.phrases import ORDINAL, is_plural, third_person
from dsl.source import NOWHERE
from interpreter.flow import Decision, Pass, Pick, Play, SimultaneousDecision
from interpreter.log import UNTOLD
from interpreter.position import PASS, PLAYER, PlayFault, once
from interpreter.table import LEFT_OPEN, CompiledGame, Move, Plain, spaced
from interpreter.trace import names_around
from interpreter.wording.default_sayings import default_saying, terms
from interpreter.wording.display_names import display_names
from interpreter.wording.filling import GAP, MOST_WORK, BlankValue, Filling, many

_YOURS = re.compile(r"\byou[’']s\b")
_GAPS = re.compile(f"{GAP}(?: {GAP})+")

Around = tuple[int, ...]
"""The values of the names around a decision (`interpreter.trace.values_around`)."""

Known = Mapping[int, int | None]
"""Values of names, by their uids: None for a value that is unknown or hidden."""

Sayings = dict[tuple[int, int], m.Saying]
"""Sentences by node and move kind. The node -1 has the first sentence of each kind, for moves of an unknown node."""


def button_text(table: CompiledGame, move: Move, node: int = -1, around: Around = ()) -> str:
    """Return the sentence of a move as an instruction, such as `Open the gate`.

    Args:
        node: The node at which the move is made; -1 if it is unknown.
        around: The values of the names around the decision; () if they are unknown.
    """
    return _capital(instruction(table, move, node, around))


def heading_text(table: CompiledGame, moves: Sequence[Move], node: int = -1, around: Around = ()) -> str:
    """Return the sentence that several moves of one kind share, with a gap for each argument in which they differ.

    For a single move, this is its sentence.
    """
    return _capital(_instruction(table, moves[0], _told(moves, LEFT_OPEN), node, around))


def shared_instruction(table: CompiledGame, moves: Sequence[Move], node: int = -1, around: Around = ()) -> str:
    """Return the sentence that several moves of one kind share, to follow words such as `you may`.

    An argument in which the moves differ is called by its kind, as in `open a gate`; a bare number has a gap.
    """
    told, says = _told(moves, UNTOLD), saying_of(table, moves[0], node)
    filling = _SharedFilling(table, moves[0], told, None, _known(table, says, node, around))
    return _GAPS.sub(GAP, filling.text(says.imperative))


def _told(moves: Sequence[Move], gap: str) -> dict[str, Plain]:
    """Return the arguments that several moves of one kind share, with `gap` for the others."""
    gaps = {*differing(moves), *moves[0].open}
    return {name: gap if name in gaps else value for name, value in moves[0].args.items()}


def differing(moves: Sequence[Move]) -> list[str]:
    """Return the parameters whose arguments differ between moves of one kind, in the order of their declaration."""
    first = moves[0].args
    return [name for name in first if any(move.args[name] != first[name] for move in moves)]


def habit_text(table: CompiledGame, move: Move, node: int = -1, around: Around = ()) -> str:
    """Return the sentence of a move as a habit of its player, such as `Red usually opens the gate`."""
    said, player = instruction(table, move, node, around), display_names(table).thing(move.seat_name)
    if table.locale.is_english:
        verb, space, rest = said.partition(" ")
        said = f"{third_person(verb)}{space}{rest}"
    return table.locale("habit", player=player, sentence=said)


def instruction(table: CompiledGame, move: Move, node: int = -1, around: Around = ()) -> str:
    """Return the sentence of a move without a capital, to follow words such as `You cannot`."""
    return _instruction(table, move, move.args, node, around)


def _instruction(table: CompiledGame, move: Move, told: Mapping[str, Plain], node: int, around: Around) -> str:
    says = saying_of(table, move, node)
    return _GAPS.sub(GAP, _Filling(table, move, told, None, _known(table, says, node, around)).text(says.imperative))


def number_phrase(table: CompiledGame, move: Move, name: str, node: int = -1) -> str:
    """Return a number that a player chooses as the subject of a sentence, such as `the number of gates`.

    The noun comes from the sentence of the move, or from a name in the plural. If the move has several numbers, one
    without a noun is called by its name.
    """
    blanks = _blanks(saying_of(table, move, node).imperative)
    forms = next((forms for var, forms in blanks if var == name and forms and forms != ORDINAL), ())
    noun = many(forms) if forms else spaced(name) if is_plural(spaced(name)) else ""
    if noun:
        return f"the {'amount' if forms and noun == forms[0] else 'number'} of {noun}"
    types = dict(table.flow.move_kinds[move.row[0]].params)
    is_only = sum(isinstance(of, m.Int) for of in types.values()) == 1
    return "the number" if is_only else f"“{spaced(name)}”"


def _blanks(phrase: m.Phrase) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and the noun forms of each parameter that fills a blank alone."""
    for part in phrase:
        match part:
            case m.PhraseBlank(items):
                yield from ((item.value.name, item.forms) for item in items if isinstance(item.value, m.Var))
            case m.PhraseStretch(parts):
                yield from _blanks(parts)


def done_text(
    table: CompiledGame, move: Move, told: Mapping[str, Plain], node: int = -1, reader: int | None = None,
    around: Around = (),
) -> str:  # fmt: skip
    """Return the log line of a move, such as `Red opened the gate`, or `You opened the gate` for the player.

    Args:
        told: The arguments as the reader may see them (`interpreter.log.visible_arguments`).
        reader: The seat that is addressed with `you`, or None to name every player.
        around: The values of the names around the decision; () if they are unknown.
    """
    says = saying_of(table, move, node)
    return _capital(_Filling(table, move, told, reader, _known(table, says, node, around)).text(says.log))


def terms_text(table: CompiledGame, move: Move, told: Mapping[str, Plain]) -> str:
    """Return some arguments of an offer with their names, such as `give 1 Flax, pay 2`. Empty terms are left out."""
    types = dict(table.flow.move_kinds[move.row[0]].params)
    variables = [m.Var(name, -1, type=types[name], span=NOWHERE) for name in told]
    return _Filling(table, move, told, None).text((terms(variables, True, m.PhraseText("")),))


def _known(table: CompiledGame, says: m.Saying, node: int, around: Around) -> Known:
    """Return the values of the names outside a move that its sentence mentions."""
    values = {var.uid: value for var, value in zip(names_around(table, node), around, strict=True)} if around else {}
    return {var.uid: values.get(var.uid) for var in says.around}


def saying_of(table: CompiledGame, move: Move, node: int = -1) -> m.Saying:
    """Return the sentence of a move, from the rulebook or made from its title."""
    known, kind = once(table, _sayings), move.row[0]
    return known.get((node, kind)) or known[-1, kind]


def _sayings(table: CompiledGame) -> Sayings:
    flow, found = table.flow, Sayings()
    for number, node in enumerate(flow.nodes):
        for kind, says in _said_at(node):
            found[number, kind] = says
            first = found.setdefault((-1, kind), says)
            if first.around and not says.around:  # a sentence that needs no values from around the decision is better
                found[-1, kind] = says
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


class _Filling(Filling):
    """Fills in the sentences of one move for one reader."""

    def __init__(
        self, table: CompiledGame, move: Move, told: Mapping[str, Plain], reader: int | None,
        known: Known = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.table, self.move, self.told, self.reader, self.known = table, move, told, reader, known
        self.types = dict(table.flow.move_kinds[move.row[0]].params)

    def actor(self, possessive: bool) -> str:
        if self.move.seat == self.reader and self.locale("you"):
            return self.locale("your_own" if possessive else "you").lower()
        name = display_names(self.table).thing(self.move.seat_name)
        return self.locale("whose", player=name) if possessive else name

    @property
    def locale(self) -> Locale:
        return self.table.locale

    def noun(self, kind: str, plural: bool) -> str:
        return display_names(self.table).kind(kind, plural)

    def in_words(self, value: Plain) -> str:
        return display_names(self.table).value(value)

    def is_reader(self, value: BlankValue) -> bool:
        if self.reader is None or not self.locale("you"):
            return False
        is_player = isinstance(value.type, m.Ref) and value.type.kind == PLAYER
        return is_player and value.plain == self.table.flow.model.seats[self.reader]

    def text(self, phrase: m.Phrase) -> str:
        found = super().text(phrase)
        return _YOURS.sub(self.locale("your_own").lower(), found) if self.reader is not None else found

    def value(self, expr: m.Expr) -> BlankValue:
        if isinstance(expr, m.Var) and expr.name in self.types:
            return BlankValue(self.told.get(expr.name, UNTOLD), self.types[expr.name])
        try:
            with self.table.walker.evaluator.work.counted(MOST_WORK):
                return self._computed(expr)
        except PlayFault:
            return BlankValue(LEFT_OPEN, expr.type)

    def _computed(self, expr: m.Expr) -> BlankValue:
        names = {var.uid: var.name for var in m.parts(expr) if isinstance(var, m.Var) and var.name in self.types}
        for name in names.values():
            if (hidden := self.told.get(name, UNTOLD)) in (UNTOLD, LEFT_OPEN):
                return BlankValue(hidden, expr.type)
        if any(isinstance(part, m.Var) and self.known.get(part.uid, 0) is None for part in m.parts(expr)):
            return BlankValue(UNTOLD, expr.type)
        notation, evaluator = self.table.notation, self.table.walker.evaluator
        env: dict[int, Any] = {
            uid: notation.number(self.move.args[name], self.types[name]) for uid, name in names.items()
        }
        env |= {uid: value for uid, value in self.known.items() if value is not None}
        match expr.type:
            case m.Many():
                found: Any = evaluator.members(expr, [], env)
            case m.Bag():
                found = evaluator.amounts(expr, [], env)
            case _:
                found = evaluator.value(expr, [], env)
        return BlankValue(notation.plain(found, expr.type), expr.type)


class _SharedFilling(_Filling):
    """Fills in the sentence that several moves share, with a gap for a number in which they differ."""

    def _untold(self, of: m.Type, forms: tuple[str, ...]) -> str:
        return GAP if isinstance(of, m.Int) and not forms else super()._untold(of, forms)
