"""Plans how pieces and things move between holders.

Moves between common forms of holders become instructions that access slots directly. Any other move is a `Transfer`,
which the reference interpreter executes.

Every move makes the same checks as the reference interpreter. If a piece is missing or does not fit, the error is
reported at the move's position in the rulebook.
"""

from __future__ import annotations

from dsl import model as m
from dsl.source import Span
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.optimizer.translation.locations import Bag, Env, Location
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import FieldLayout, ItemListStorage, faults

LISTS = ("row", "pile", "stack")
"""Holder forms that store items in sequence."""
MOST_WRITTEN_OUT = 12
"""Maximum number of types for which moving a bag uses a separate instruction for each type."""


class MovementPlanner:
    """Plans moves between holders."""

    def __init__(self, translator: Translator, builder: BlockBuilder) -> None:
        self._translator = translator
        self._arena = translator.arena
        self._builder = builder

    def move(self, s: m.MovePieces, env: Env) -> None:
        """Plan a statement that moves pieces of one type, a bag, one thing, several things, or everything."""
        translator = self._translator
        source, target = translator.addresses.entry(s.source, env), translator.addresses.entry(s.target, env)
        if s.bag is not None:
            bag = translator.bags.amounts(s.bag, env)
            self._bag(*self._addressed(source, target, *bag.values()), bag, s.span)
            return
        if s.many and s.thing is not None:
            self._each(source, target, translator.members(s.thing, env), s)
            return
        if s.position is not None:
            self._piece_at(source, target, translator.term(s.position, env), s.span)
            return
        what = s.sort if s.sort is not None else s.thing
        if what is None:
            self._everything(source, target, s)
            return
        number = translator.term(s.number, env) if s.number is not None else self._arena.num(1)
        sort = translator.thing(what, env)
        source, target = self._addressed(source, target, sort, number)
        self._one(source, target, sort if number.droppable else self._faulting(sort), number, s)

    def _addressed(self, source: Location, target: Location, *further: Term) -> tuple[Location, Location]:
        """Return the locations of a move, with addresses computed now if their errors would otherwise be raised too
        late.

        If several parts of the statement can fail, the error of the first part must be raised.
        """
        if not all(each.droppable for each in further):
            return self._located(source), self._located(target)
        return (source if target.base.droppable else self._located(source)), target

    def _located(self, of: Location) -> Location:
        if of.base.droppable:
            return of
        at = self._builder.held(of.at)
        return Location(of.run, at, self._builder.held(self._arena.pick(of.run.base, at)))

    def _faulting(self, term: Term) -> Term:
        """Return the term if it cannot fail; otherwise compute it now, and return the variable for its result."""
        return term if term.droppable else self._builder.held(term)

    def _one(self, source: Location, target: Location, sort: Term, number: Term, s: m.MovePieces) -> None:
        if s.under:
            self.transfer(source, target, ((sort, number),), s.span, under=True)
        else:
            self.some(source, target, sort, number, s.span)

    def _piece_at(self, source: Location, target: Location, position: Term, span: Span) -> None:
        """Plan the move of the piece at a position of a row: bring it to the front, and take the first of its type."""
        arena, builder, kind = self._arena, self._builder, source.run.kind
        assert kind is not None
        source, target = self._addressed(source, target, position)
        source, position = self.held(source), builder.held(position)
        there = self._translator.holders.sized(source)
        words = Fault(faults.no_piece_at(source.run.words, "\0", "\0"), span, ("", ""))
        beyond = arena.either(arena.compare("<", position, arena.num(1)), arena.compare("<", there, position))
        builder.fail_if(beyond, words, there, position)
        builder.add(i.BringToFront(source.base, position))
        first = arena.load(arena.math("+", source.base, arena.num(1)), kind.first, kind.first + kind.size - 1)
        self.some(source, target, builder.held(first), arena.num(1), span)

    def _bag(self, source: Location, target: Location, bag: Bag, span: Span) -> None:
        """Plan the move of a bag, in which all counts are computed before the first piece moves."""
        arena, builder = self._arena, self._builder
        source, target = self.held(source), self.held(target)
        counts = [(arena.num(sort), builder.held(bag[sort])) for sort in sorted(bag)]
        some = [(sort, number) for sort, number in counts if not (number.known and number.value == 0)]
        if len(some) > MOST_WRITTEN_OUT:
            self.transfer(source, target, tuple(some), span)
            return
        for sort, number in some:
            self.some(source, target, sort, number, span)

    def some(
        self, source: Location, target: Location, sort: Term, number: Term, span: Span, about: m.Clauses | None = None
    ) -> None:
        """Plan the move of `number` pieces of a type.

        For a payment, `about` is the rule that states the cost.
        """
        if self._is_direct(source, sort, number) and self._is_direct(target, sort, number):
            self._pieces(source, target, sort, number, span, about)
            return
        sort = self._builder.held(sort)
        inside = self._inside(source, target, sort)
        if inside is None or not (self._is_direct(source, inside, number) and self._is_direct(target, inside, number)):
            self.transfer(source, target, ((sort, number),), span, about)
            return
        with self._builder.block() as direct:
            self._pieces(source, target, inside, number, span, about)
        with self._builder.block() as rare:
            self.transfer(source, target, ((sort, number),), span, about)
        self._builder.add(i.If(self._arena.between(sort, inside.low, inside.high), tuple(direct), tuple(rare)))

    def _inside(self, source: Location, target: Location, sort: Term) -> Term | None:
        """Return the variable for a type, with its bounds narrowed to the types that both holders accept.

        The result is None if the type is not a variable, or if its bounds exclude a type that both holders accept.
        """
        kinds = [of.run.kind for of in (source, target) if of.run.kind is not None]
        if sort.op != "name" or len(kinds) < 2:
            return None
        low, high = max(kind.first for kind in kinds), min(kind.first + kind.size - 1 for kind in kinds)
        return self._arena.name(sort.value, low, high) if sort.low <= low <= high <= sort.high else None

    def _each(self, source: Location, target: Location, things: Term, s: m.MovePieces) -> None:
        """Plan the moves of several things, in order."""
        source, target, thing = self.held(source), self.held(target), self._arena.fresh(things.low, things.high)
        with self._builder.block() as body:
            self._one(source, target, thing, self._arena.num(1), s)
        self._builder.add(i.ForEach(thing, things, tuple(body)))

    def transfer(
        self, source: Location, target: Location, amounts: tuple[tuple[Term, Term], ...], span: Span,
        about: m.Clauses | None = None, under: bool = False,
    ) -> None:  # fmt: skip
        """Plan a move that the reference interpreter executes."""
        one, other = i.Holder(source.run, source.at), i.Holder(target.run, target.at)
        self._builder.add(i.Transfer(one, other, amounts, span, about, under))

    def held(self, of: Location) -> Location:
        """Return a location whose index and address are computed only once."""
        if of.base.size <= 2:
            return of
        at = self._builder.held(of.at)
        return Location(of.run, at, self._builder.held(self._arena.pick(of.run.base, at)))

    # ------------------------------------------------------------ pieces of one type

    def _is_direct(self, of: Location, sort: Term, number: Term) -> bool:
        """Return True if direct instructions can add `number` pieces of a type to a location, or remove them."""
        run = of.run
        assert run.kind is not None
        inside = run.kind.first <= sort.low and sort.high < run.kind.first + run.kind.size
        if run.form == "own":
            return self._arena.pick(run.sorts, of.at) is sort or run.kind.size == 1
        if run.form == "space" or _holds_things(run):
            return inside and number.known and number.value == 1
        return inside and run.form in ("row", "bag")

    def _pieces(
        self, source: Location, target: Location, sort: Term, number: Term, span: Span, about: m.Clauses | None
    ) -> None:
        sort, number = self._builder.held(sort), self._builder.held(number)
        negative = self._arena.compare("<", number, self._arena.num(0))
        self._builder.fail_if(negative, Fault(faults.not_movable("\0"), span, ("",), about), number)
        self._take(source, sort, number, span, about)
        self._put(target, sort, number, span, about)

    def _take(self, of: Location, sort: Term, number: Term, span: Span, about: m.Clauses | None) -> None:
        run, arena, builder = of.run, self._arena, self._builder
        assert run.kind is not None
        of = self.held(of)
        if _holds_things(run):
            words = Fault(faults.too_few(run.words, 0, "\0", 1), span, (run.kind.name,), about)
            builder.add(i.RemoveThing(_listed_as(run), of.base, sort, words, (sort,)))
            return
        there = self._translator.holders.counted(of, sort) if run.form != "own" else arena.load(of.base, 0, 1 << 31)
        words = Fault(faults.too_few(run.words, "\0", "\0", "\0"), span, ("", run.kind.name, ""), about)
        endless = arena.constant(tuple(sorted(self._translator.holders.endless(run))))
        short = arena.both(arena.compare("<", there, number), arena.negate(arena.has(sort, endless)))
        builder.fail_if(short, words, there, sort, number)
        match run.form:
            case "own":
                builder.add(i.Decrease(of.base, number))
            case "space":
                builder.add(i.Write(of.base, arena.num(m.NONE)))
            case "bag":
                builder.add(i.Decrease(self._count_at(of, sort), number))
            case "row":
                builder.add(i.TakeItems(of.base, self._count_at(of, sort), sort, number))

    def _put(self, of: Location, sort: Term, number: Term, span: Span, about: m.Clauses | None) -> None:
        run, arena, builder = of.run, self._arena, self._builder
        of = self.held(of)
        room = self._translator.holders.room(of)
        if run.form == "space" or min(run.capacity) >= 0:
            size = self._translator.holders.sized(of)
            words = Fault(faults.no_room(run.words, "\0", "\0"), span, ("", ""), about)
            full = arena.compare(">", arena.math("+", size, number), room)
            if number.low <= 0:
                full = arena.both(arena.compare("!=", number, arena.num(0)), full)
            builder.fail_if(full, words, number, room)
        match run.form:
            case "own":
                builder.add(i.Increase(of.base, number))
            case "space":
                builder.add(i.Write(of.base, sort))
            case "bag":
                builder.add(i.Increase(self._count_at(of, sort), number))
            case _ if _holds_things(run):
                builder.add(i.AddThing(_listed_as(run), of.base, sort))
            case "row" if number.known and number.value == 1:
                builder.add(i.AppendItem(of.base, self._count_at(of, sort), sort))
            case "row":
                builder.add(i.PutItems(of.base, self._count_at(of, sort), sort, number))

    def _count_at(self, of: Location, sort: Term) -> Term:
        """Return the address of the slot that counts a type."""
        arena, kind = self._arena, of.run.kind
        assert kind is not None
        return arena.math("+", self._translator.holders.counts_at(of), arena.math("-", sort, arena.num(kind.first)))

    # ------------------------------------------------------------ everything

    def _everything(self, source: Location, target: Location, s: m.MovePieces) -> None:
        one, other, span = source.run, target.run, s.span
        assert one.kind is not None
        if s.under:
            self._builder.add(i.TransferAll(i.Holder(one, source.at), i.Holder(other, target.at), span, under=True))
        elif one.form == other.form == "row" and one.kind is other.kind and one.kind.fungible:
            self._row_to_row(source, target, span)
        elif one.form == "space" and self._from_space(source, target, span):
            return
        elif one.form == other.form == "bag" and one.kind is other.kind and max(other.capacity) < 0:
            self._builder.add(i.EmptyBag(source.base, target.base, one.kind.size))
        elif _listed_as(one) in ("row", "pile") and _listed_as(other) in LISTS and _has_room_for_all(one, other):
            self._builder.add(i.MoveThings(source.base, target.base, _listed_as(other)))
        else:
            self._builder.add(i.TransferAll(i.Holder(one, source.at), i.Holder(other, target.at), span))

    def _row_to_row(self, source: Location, target: Location, span: Span) -> None:
        kind = source.run.kind
        assert kind is not None
        source, target = self.held(source), self.held(target)
        room = self._translator.holders.room(target)
        words = Fault(faults.no_room(target.run.words, 1, "\0"), span, ("",))
        counts, counts_there = self._translator.holders.counts_at(source), self._translator.holders.counts_at(target)
        self._builder.add(i.MoveItems(source.base, counts, target.base, counts_there, room, kind.first, words, (room,)))

    def _from_space(self, source: Location, target: Location, span: Span) -> bool:
        """Plan the move of a space's contents.

        Return False if the reference interpreter must execute the move.
        """
        arena, kind = self._arena, source.run.kind
        assert kind is not None
        last = kind.first + kind.size - 1
        if not self._is_direct(target, arena.load(source.base, 0, last), arena.num(1)):
            return False
        source = self.held(source)
        thing = self._builder.held(arena.load(source.base, m.NONE, last))
        with self._builder.block() as then:
            sure = arena.name(thing.value, 0, thing.high)
            self._builder.add(i.Write(source.base, arena.num(m.NONE)))
            self._put(target, sure, arena.num(1), span, None)
        self._builder.add(i.If(arena.compare(">=", thing, arena.num(0)), tuple(then), ()))
        return True


def _holds_things(run: FieldLayout) -> bool:
    """Return True if the field stores individual things in sequence, rather than counts."""
    return _listed_as(run) in LISTS and run.kind is not None and not run.kind.fungible


def _listed_as(run: FieldLayout) -> str:
    """Return the form whose functions add items to the field and remove them, or "" if the field stores no list."""
    return run.storage.listed_as if isinstance(run.storage, ItemListStorage) else ""


def _has_room_for_all(one: FieldLayout, other: FieldLayout) -> bool:
    """Return True if both fields hold individual things of the same kind, and `other` has room for all things of this
    kind.
    """
    kind = one.kind
    if kind is None or kind is not other.kind or kind.fungible:
        return False
    return all(room < 0 or room >= kind.size for room in other.capacity)
