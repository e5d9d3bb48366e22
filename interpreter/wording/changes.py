"""Puts the changes of fields into words: `Red gave Blue 2 Flax` for players, `Red.purse 5 → 3` in notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from dsl.model import Flag, Holder, Int, Kind, Model, Ref, StateField
from interpreter.position import PLAYER, owner_seat
from interpreter.table import CompiledGame, counted, titled
from interpreter.trace import FieldChange
from interpreter.wording.display_names import DisplayNames, display_names
from interpreter.wording.fields import counted_noun, field_in_notation, flag_label, key_labels, of_whom, with_keys
from interpreter.wording.flags import YOU, verb
from interpreter.wording.values import contents_in_notation, pieces_in_words, with_sign

Held = dict[str, int]
"""Number of pieces of each type."""


class FieldNames(Protocol):
    """Names of fields as the players of a table know them."""

    def title(self, of: StateField) -> str:
        """Return the title of a field."""
        ...

    def currency(self, of: StateField) -> str:
        """Return the name of the currency, such as `guilders`, in which a field with money is counted."""
        ...

    def is_whereabouts(self, of: StateField) -> bool:
        """Return True if a field contains the place of a piece that moves about the map."""
        ...


@dataclass(frozen=True, slots=True)
class PieceLocation:
    """The location of some pieces: a field, and the player or thing that owns the field.

    If the game itself owns the field, `seat` and `thing` are empty strings. If the picture does not show the location,
    all three strings are empty.
    """

    seat: str = ""
    thing: str = ""
    field: str = ""
    alone: str = ""
    """The words for the field alone, such as `the market`."""

    @property
    def words(self) -> str:
        """The location as text, such as `Red`, `Harbour` or `the market`."""
        return self.seat or self.thing or self.alone


NOWHERE_SEEN = PieceLocation()

Moved = tuple[str, PieceLocation, int]
"""A type of piece, its old or new location, and the number of pieces."""

Passed = tuple[str, tuple[tuple[str, str | bool], ...], list[str]]
"""A sentence about a transfer: its key, the values of its blanks, and the items."""


def change_in_notation(table: CompiledGame, change: FieldChange) -> str:
    """Describe a change in the syntax of the language, as in `Red.purse 5 → 3`."""
    name = field_in_notation(table, change.place)
    if change.counted:
        return f"{name} {change.was} → {change.now} pieces"
    return f"{name} {contents_in_notation(change.was)} → {contents_in_notation(change.now)}"


@dataclass(frozen=True, slots=True)
class ChangeText:
    """Describes the changes that a rule made in the words of a player, as in `Red gave Blue 2 Flax`.

    English texts are in the past tense, like the log lines above them. `reader` is the seat that is addressed
    with `you`, or None to name every player. If the log lines of a language name the reader, these texts do so as well.
    """

    table: CompiledGame
    names: FieldNames
    reader: int | None = None

    @property
    def model(self) -> Model:
        return self.table.flow.model

    @property
    def things(self) -> DisplayNames:
        return display_names(self.table)

    def told(self, changes: Iterable[FieldChange]) -> list[str]:
        """Describe changes in short phrases: payments first, then movements of pieces, then all others."""
        changes = list(changes)
        money = [change for change in changes if _is_money(change)]
        pieces = [change for change in changes if _is_holder(change)]
        others = [change for change in changes if change not in money and change not in pieces]
        passed: dict[tuple[str, tuple[tuple[str, str | bool], ...]], list[str]] = {}
        for key, values, what in (*self._payments(money), *self._moved(pieces)):
            passed.setdefault((key, values), []).extend(what)
        locale = self.table.locale
        said = [locale(key, what=locale.listed(what), **dict(values)) for (key, values), what in passed.items()]
        return [*said, *map(self._changed, others)]

    # ------------------------------------------------------------ money

    def _payments(self, changes: list[FieldChange]) -> Iterator[Passed]:
        by_seat = {self._whereabouts(change).words: (change, _more(change)) for change in changes}
        paid = {name: -more for name, (_, more) in by_seat.items() if more < 0}
        got = {name: more for name, (_, more) in by_seat.items() if more > 0}
        coins = {name: partial(self._coins, change.place.run.field) for name, (change, _) in by_seat.items()}
        if len(paid) == len(got) == 1 and list(paid.values()) == list(got.values()):
            ((payer, amount),), (receiver,) = paid.items(), got
            yield _passed("gives", [coins[payer](amount)], giver=payer, taker=receiver)
            return
        yield from (_passed("pays", [coins[name](amount)], player=name) for name, amount in paid.items())
        yield from (_passed("gets", [coins[name](amount)], player=name) for name, amount in got.items())

    # ------------------------------------------------------------ pieces

    def _moved(self, changes: list[FieldChange]) -> Iterator[Passed]:
        """Yield the transfers of pieces, grouped by origin and destination."""
        ways: dict[tuple[PieceLocation, PieceLocation], Held] = {}
        left: list[Moved] = []
        come: list[Moved] = []
        for change in changes:
            here, was, now = self._whereabouts(change), _held(change, change.was), _held(change, change.now)
            for sort in {**was, **now}:
                more = now.get(sort, 0) - was.get(sort, 0)
                if more:
                    (come if more > 0 else left).append((sort, here, abs(more)))
        for sort, start, end, number in _matched(left, come):
            held = ways.setdefault((start, end), {})
            held[sort] = held.get(sort, 0) + number
        for (start, end), held in ways.items():
            yield self._went(start, end, held)

    def _went(self, start: PieceLocation, end: PieceLocation, held: Held) -> Passed:
        what = [self._piece(sort, number, start.seat or end.seat) for sort, number in held.items()]
        if start.seat and end.seat:
            if start.seat != end.seat:
                return _passed("gives", what, giver=start.seat, taker=end.seat)
            return _passed("moves", what, player=start.seat, start=start.alone, end=end.alone)
        if end.seat:
            if not start.words:
                return _passed("gets", what, player=end.seat)
            return _passed("gets_from", what, player=end.seat, place=start.words)
        if start.seat and end.words:
            return _passed("puts_on" if end.thing else "puts_into", what, player=start.seat, place=end.words)
        if start.seat:
            return _passed("gives_up", what, player=start.seat)
        many = sum(held.values()) > 1
        if start.thing and start.thing == end.thing:
            return _passed("moves_on", what, many=many, start=start.alone, end=end.alone, place=end.thing)
        if not start.words:
            return _passed("comes", what, many=many, place=end.words)
        if not end.words:
            return _passed("leaves", what, many=many, place=start.words)
        return _passed("goes", what, many=many, start=start.words, end=end.words)

    def _piece(self, sort: str, number: int, subject: str) -> str:
        """Name some pieces, as in `2 Flax` or `Blue’s Ship`, or `Harbour` for a unique thing."""
        kinds = (kind for kind in self.model.kinds.values() if sort in kind.things)
        kind = min(kinds, key=lambda each: each.size)
        whose, name = self._owner(kind, kind.things.index(sort)), ""
        if whose:
            name = self.things.kind_title(kind.name)
            if number > 1:
                name = f"{name}s" if self.table.locale.is_english else self.things.kind(kind.name, plural=True)
        if whose not in ("", subject):
            if number > 1:
                return self.table.locale("number_of", number=number, things=self._of_player(whose, name))
            return self._of_player(whose, name)
        if whose:
            return f"{number} {name}" if kind.fungible else name
        return pieces_in_words(self.things, kind, sort, number)

    # ------------------------------------------------------------ everything else

    def _changed(self, change: FieldChange) -> str:
        of, whose, said = change.place.run.field, self._whereabouts(change), self.table.locale
        owner, title, now = whose.seat or whose.thing, whose.field, change.now
        if self.names.is_whereabouts(of):
            name = owner or titled(of.name)
            goes = said("goes_to", piece=name, place=self.things.thing(str(now)))
            return said("leaves_place", piece=name, place=self.things.thing(str(change.was))) if now is None else goes
        head = of_whom(said, title, owner, True) if owner else title
        if change.counted or isinstance(of.type, Int):
            more = _more(change)
            moved = counted_noun(of, abs(more)) if owner and not change.counted else ""
            gained = said("gains" if more > 0 else "loses", owner=owner, what=moved)
            return gained if moved else f"{head} {now} ({with_sign(more)})"
        if label := flag_label(of, bool(now)):
            return f"{owner} {verb(owner, label)}".strip()
        if isinstance(of.type, Flag):
            state = title if now else said("no_longer", state=title)
            return f"{owner}: {state}" if owner else state
        is_reader = isinstance(of.type, Ref) and of.type.kind == PLAYER and now == self._reader
        return f"{head}: {YOU if is_reader else self.things.value(now)}"

    def _whereabouts(self, change: FieldChange) -> PieceLocation:
        """Return the owner and the name of the changed field, including the keys of the changed entry."""
        run, at = change.place
        of, (owner, keys) = run.field, list(run.combinations())[at]
        seat, labels = owner_seat(of, owner, keys), key_labels(self.things, of, keys, but=PLAYER)
        thing = self._thing(of.kind, owner) if of.kind and of.kind != PLAYER else ""
        if seat is None:
            field = with_keys(self.table.locale, self.names.title(of), labels)
            return PieceLocation("", thing, field, self._the(field))
        labels += [thing] if thing else []
        field = with_keys(self.table.locale, self.names.title(of), labels)
        return PieceLocation(self._seat(seat), "", field, self._the(field))

    def _the(self, field: str) -> str:
        return self.table.locale("the_field", field=field)

    def _thing(self, kind: str, number: int) -> str:
        """Return the name of a thing or, if each player owns one thing of this kind, its owner and kind:
        `Red’s Ship`.
        """
        of = self.model.kinds[kind]
        whose = self._owner(of, number - of.first)
        if not whose:
            return self.things.thing(self.model.thing_name(kind, number))
        return self._of_player(whose, self.things.kind_title(of.name))

    def _owner(self, kind: Kind, at: int) -> str:
        """Return the owner of a thing if every player has at most one of its kind, otherwise an empty string."""
        owned = kind.owner is not None and kind.owner_kind == PLAYER and len(set(kind.owner)) == kind.size
        return self._seat(kind.owner[at]) if owned and kind.owner is not None else ""

    def _of_player(self, whose: str, words: str) -> str:
        """Return a thing of a player, such as `Red’s Ship` or `your Ship`."""
        if whose == YOU:
            return self.table.locale("your_field", field=words)
        return self.table.locale("thing_of", owner=whose, thing=words)

    def _seat(self, seat: int) -> str:
        name = self.model.seats[seat]
        return YOU if name == self._reader else self.things.thing(name)

    @property
    def _reader(self) -> str:
        """The name of the seat that is addressed, or an empty string."""
        return self.model.seats[self.reader] if self.reader is not None and self.table.locale("you") else ""

    def _coins(self, of: StateField, amount: int) -> str:
        """Return an amount of money, such as `5 guilders`."""
        if self.table.locale.is_english or of.label is None:
            return counted(amount, self.names.currency(of))
        return f"{amount} {of.label.one if amount == 1 else of.label.other}"


def _passed(key: str, what: list[str], **values: str | bool) -> Passed:
    return key, tuple(values.items()), what


def _is_money(change: FieldChange) -> bool:
    of = change.place.run.field.type
    return isinstance(of, Int) and of.money and not change.counted


def _is_holder(change: FieldChange) -> bool:
    return isinstance(change.place.run.field.type, Holder) and not change.counted


def _more(change: FieldChange) -> int:
    assert isinstance(change.was, int)
    assert isinstance(change.now, int)
    return change.now - change.was


def _held(change: FieldChange, value: object) -> Held:
    """Count the pieces of each type in the value of a field."""
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, int):
        run, entry = change.place
        return {run.name(run.sorts[entry] if run.sorts else run.holds.first): value}
    names = value if isinstance(value, list) else [value] if value is not None else []
    return {str(name): names.count(name) for name in names}


def _matched(left: list[Moved], come: list[Moved]) -> Iterator[tuple[str, PieceLocation, PieceLocation, int]]:
    """Match pieces that left a field with pieces that arrived in another, and yield each transfer."""
    waiting = [number for _, _, number in come]
    for sort, start, rest in left:
        for at, (other, end, _) in enumerate(come):
            taken = min(rest, waiting[at]) if other == sort else 0
            if taken:
                yield sort, start, end, taken
                waiting[at] -= taken
                rest -= taken
        if rest:
            yield sort, start, NOWHERE_SEEN, rest
    for (sort, end, _), number in zip(come, waiting, strict=True):
        if number:
            yield sort, NOWHERE_SEEN, end, number
