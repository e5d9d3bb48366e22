"""Changes facts in a copy of a position for a what-if question.

To set a holder's contents, the supposition moves existing pieces and never creates any. The supposition takes pieces
from the supply or the box if every player can see them there. Otherwise it takes the pieces from the only hidden holder
that may contain them. If several hidden holders may contain the pieces, the supposition is refused, because taking a
piece from one of them would reveal its location.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.answers import NoAnswer
from interpreter.explain.question_parser import QuestionParser
from interpreter.position import FieldEntry, HolderForm, PlayFault, Refused, Vector, faults
from interpreter.trace import perspective_at, visibility_at

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

CANNOT_KNOW = "you cannot know whether any are left"


@dataclass(frozen=True, slots=True)
class Supposition:
    """Supposed facts about a position, stated by one asker.

    The original position stays unchanged.

    If the asker is a spectator, `asker` is None.
    """

    table: CompiledGame
    v: Vector
    asker: int | None

    def position(self, text: str) -> Vector:
        """Return a copy of the position in which the facts in `text` are set in order.

        Args:
            text: Facts such as `Red.purse = 20 and Flax.level = 3`.

        Raises:
            NoAnswer: Raised if a fact is unclear, impossible or hidden from the asker.
        """
        after = self.v[:]
        for fact in re.split(r"\s+and\s+", text):
            left, _, right = fact.partition("=")
            self._suppose(self._field(left.strip(), after), right.strip(), fact.strip(), after)
        return after

    def _hides(self, e: m.Expr, v: Vector) -> bool:
        return perspective_at(self.table, self.asker).hides(e, v, {})

    def _field(self, text: str, after: Vector) -> m.Slot:
        words = QuestionParser(self.table, self.asker, text)
        try:
            e = words.checked(text)
        except NoAnswer:
            e = None
        if e is None:
            e = words.checked(words.expression_text(words.meaning()))
        if not isinstance(e, m.Slot) or e.field.builtin:
            raise NoAnswer(f"`{text}` is computed from other values; change a field (type `why` alone for examples)")
        if self._hides(e, after):
            raise NoAnswer(f"`{text}` is hidden from you")
        return e

    def _suppose(self, field: m.Slot, value: str, fact: str, after: Vector) -> None:
        words = QuestionParser(self.table, self.asker, value)
        name = words.things.get(value) or next((name for name in words.things.values() if name == value), value)
        e = words.checked(name)
        if e is None or self._hides(e, after):
            raise NoAnswer(f"no field can have the value `{value}`")
        if not _same_sort(field.type, e.type):
            raise NoAnswer(f"`{fact}` is impossible: `{value}` is not a value of that type")
        performer = self.table.walker.performer
        try:
            place = performer.evaluator.place(field, after, {})
            if isinstance(place.run.storage, HolderForm):
                self._fill(after, place, performer.wanted(place, e, after, {}))
            else:
                performer.do(m.Assign(field, e, span=field.span), after, {})
        except (Refused, PlayFault) as refusal:
            raise NoAnswer(f"`{fact}` is impossible: {getattr(refusal, 'message', refusal)}") from None

    # ------------------------------------------------------------ sources of pieces

    def _fill(self, v: Vector, place: FieldEntry, wanted: list[tuple[int, int]]) -> None:
        """Fill a holder with exactly the wanted pieces.

        Args:
            wanted: Pairs of a piece type or thing and its count.

        Raises:
            Refused: Raised if a piece is missing, or the asker cannot know its location.
        """
        holders, run = self.table.walker.performer.holders, place.run
        names = (f"supply_{run.holds.root}", f"box_{run.holds.root}")
        runs = self.table.flow.layout.runs.items()
        stores = [FieldEntry(store, 0) for name in names for of, store in runs if of.builtin and of.name == name]
        if not stores:
            raise Refused(faults.no_store(run.holds.name))
        own = dict(holders.amounts(v, place))
        holders.move_all(v, place, stores[0])
        for sort, number in wanted:
            for _ in range(number):
                put_back = own.get(sort, 0) > 0
                source = stores[0] if put_back else self._source(v, place, sort, stores, sum(own.values()))
                own[sort] = own.get(sort, 0) - put_back
                holders.take(v, source, sort)
                holders.put(v, place, sort)

    def _source(self, v: Vector, place: FieldEntry, sort: int, stores: list[FieldEntry], put_back: int) -> FieldEntry:
        """Return the holder from which to take another piece.

        The method may check whether any hidden holder has the piece, because the total in all hidden holders is public.

        Args:
            put_back: Number of pieces already moved from `place` back to the first of `stores`.

        Raises:
            Refused: Raised if no piece is left, or the asker cannot know which holder contains it.
        """
        holders, visibility = self.table.walker.performer.holders, visibility_at(self.table, self.asker)
        for store in stores:
            if visibility.of(store) == "all" and holders.count(v, store, sort) > 0:
                return store
        if holders.is_endless(stores[0].run, sort):
            return stores[0]
        hidden = put_back if visibility.of(stores[0]) == "nothing" else 0
        closed = [other for other in self._closed(v, place, hidden) if _form(other).belongs(other, sort)]
        if not any(holders.count(v, other, sort) > 0 for other in closed):
            kind = stores[0].run.holds.name
            raise Refused(faults.none_left(self.table.flow.model.thing_name(kind, sort), place.run.words))
        if len(closed) > 1:
            raise Refused(CANNOT_KNOW)
        return closed[0]

    def _closed(self, v: Vector, place: FieldEntry, seen: int) -> list[FieldEntry]:
        """Return the hidden holders that may contain pieces of the same kind as `place`, as far as the asker knows.

        Args:
            seen: Number of pieces that the supposition has already put into a hidden store.
        """
        open_size, closed_size = list[FieldEntry](), list[FieldEntry]()
        visibility = visibility_at(self.table, self.asker)
        for run in self.table.flow.layout.runs.values():
            form = run.storage
            if not isinstance(form, HolderForm) or run.holds.root != place.run.holds.root:
                continue
            for other in (FieldEntry(run, entry) for entry in range(len(run.base))):
                sees, size = visibility.of(other), form.size(v, other)
                if not form.size_is_open and sees == "nothing":
                    closed_size.append(other)
                    continue
                seen += size
                if size and (sees != "all" or form.pool(v, other)):
                    open_size.append(other)
        kind = self.table.flow.model.kinds[place.run.holds.root]
        total = None if None in (kind.pieces or ()) else sum(number or 0 for number in kind.pieces or [1] * kind.size)
        return open_size if seen == total else [*open_size, *closed_size]


def _form(place: FieldEntry) -> HolderForm:
    form = place.run.storage
    assert isinstance(form, HolderForm)
    return form


def _same_sort(one: m.Type, other: m.Type) -> bool:
    """Return True if a field of type `one` accepts values of type `other`."""
    numbers = (m.Int, m.Flag)
    if isinstance(one, numbers) or isinstance(other, numbers):
        return type(one) is type(other)
    return not isinstance(one, m.Ref) or (isinstance(other, m.Ref) and (not other.kind or one.kind == other.kind))
