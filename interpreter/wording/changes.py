"""Puts the changes of fields into words: `Red gave Blue 2 Flax` for players, `Red.purse 5 → 3` in notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Protocol

from dsl.model import Flag, Holder, Int, Kind, Model, Ref, StateField
from dsl.phrases import is_plural, singular, with_article
from interpreter.position import PLAYER, owner_seat
from interpreter.table import CompiledGame, counted, spaced
from interpreter.trace import FieldChange
from interpreter.wording.display_names import DisplayNames, display_names
from interpreter.wording.fields import counted_noun, field_in_notation, flag_label, key_labels, of_whom, with_keys
from interpreter.wording.flags import YOU, verb
from interpreter.wording.piece_moves import (
    NOWHERE_SEEN,
    Held,
    Moved,
    PieceLocation,
    Way,
    alike_moves,
    held_pieces,
    matched,
)
from interpreter.wording.values import contents_in_notation, pieces_in_words, with_sign


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


REPEATED = ("gets", "gets_from", "moves", "puts_on", "puts_into", "gives_up")
"""The sentences about pieces that are left out after a log line that names the player and the pieces."""

Passed = tuple[str, tuple[tuple[str, str | bool], ...], list[str]]
"""A sentence about a transfer: its key, the values of its blanks, and the items."""

Told = tuple[str, str]
"""The player who is the subject of a phrase, or an empty string, and the phrase."""


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
    `line` is the log line above the texts, which do not repeat what it says.
    """

    table: CompiledGame
    names: FieldNames
    reader: int | None = None
    line: str = ""

    @property
    def model(self) -> Model:
        return self.table.flow.model

    @property
    def things(self) -> DisplayNames:
        return display_names(self.table)

    def told(self, changes: Iterable[FieldChange]) -> list[str]:
        """Describe changes in short phrases: payments first, then movements of pieces, then all others.

        What one player does in successive phrases becomes one phrase.
        """
        changes = list(changes)
        money = [change for change in changes if _is_money(change)]
        pieces = [change for change in changes if _is_holder(change)]
        others = [change for change in changes if change not in money and change not in pieces]
        passed: dict[tuple[str, tuple[tuple[str, str | bool], ...]], list[str]] = {}
        for key, values, what in (*self._payments(money), *self._moved(pieces)):
            passed.setdefault((key, values), []).extend(what)
        locale = self.table.locale
        told: list[Told] = []
        for (key, values), what in passed.items():
            blanks = dict(values)
            if not self._is_repeated(key, blanks, what):
                told.append((str(blanks.get("player", "")), locale(key, what=locale.listed(what), **blanks)))
        told += [phrase for change in others for phrase in self._changed(change)]
        return list(self._joined(told))

    def _joined(self, told: list[Told]) -> Iterator[str]:
        """Join the phrases that begin with the same player, as in `Red paid 2 pennies and got 1 Flax`."""
        for subject, alike in groupby(told, lambda each: each[0]):
            words, head = [phrase for _, phrase in alike], f"{subject} "
            if subject and all(phrase.startswith(head) for phrase in words):
                yield head + self.table.locale.listed([phrase.removeprefix(head) for phrase in words])
            else:
                yield from words

    def _is_repeated(self, key: str, blanks: dict[str, str | bool], what: list[str]) -> bool:
        """Return True if the log line already says that its player moved these pieces."""
        place = [str(blanks["place"])] if key == "puts_on" else []
        return key in REPEATED and self._says(str(blanks["player"]), *place, *what)

    def _says(self, *words: str) -> bool:
        """Return True if the log line contains all these words. It may leave out the number of a single piece."""
        each = (re.escape(word.removeprefix("1 ")) for word in words)
        return bool(self.line) and all(re.search(rf"(?<!\w){word}(?!\w)", self.line, re.IGNORECASE) for word in each)

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
        """Yield the transfers of pieces, grouped by origin and destination. Hidden pieces are only counted."""
        ways: dict[Way, Held] = {}
        left: list[Moved] = []
        come: list[Moved] = []
        for change in changes:
            if change.counted:
                continue
            here, was, now = self._whereabouts(change), held_pieces(change, change.was), held_pieces(change, change.now)
            for sort in {**was, **now}:
                more = now.get(sort, 0) - was.get(sort, 0)
                if more:
                    (come if more > 0 else left).append((sort, here, abs(more)))
        for sort, start, end, number in matched(left, come):
            held = ways.setdefault((start, end), {})
            held[sort] = held.get(sort, 0) + number
        unseen = [change for change in changes if change.counted and _more(change)]
        unmatched = [change for change in unseen if not self._is_matched(change, unseen, ways)]
        for places, (start, end), held in alike_moves(ways):
            what = [self._piece(sort, number, start.seat or end.seat) for sort, number in held.items()]
            yield self._went(start, end, what, sum(held.values()), places)
        for change in unmatched:
            if self._is_named(change):
                continue
            here, number = self._whereabouts(change), _more(change)
            way = (NOWHERE_SEEN, here) if number > 0 else (here, NOWHERE_SEEN)
            yield self._went(*way, [self._unseen_pieces(change)], abs(number))

    def _is_matched(self, change: FieldChange, unseen: list[FieldChange], ways: dict[Way, Held]) -> bool:
        """Give the way of pieces that came into view, or went out of view, its other end if only one field can be it.

        Return False if the field cannot be the other end.
        """
        number, here = _more(change), self._whereabouts(change)
        of = change.place.run.field.type
        assert isinstance(of, Holder)
        things = self.model.kinds[of.kind].things
        fitting = [way for way, held in ways.items() if way[number < 0] != NOWHERE_SEEN
                   and way[number > 0] == NOWHERE_SEEN and any(sort in things for sort in held)]  # fmt: skip
        rivals = [other for other in unseen if (_more(other) > 0) == (number > 0)]
        if len(fitting) != 1 or len(rivals) != 1 or sum(ways[fitting[0]].values()) != abs(number):
            return False
        start, end = fitting[0]
        ways[(start, here) if number > 0 else (here, end)] = ways.pop((start, end))
        return True

    def _is_named(self, change: FieldChange) -> bool:
        """Return True if the log line names the player and the only hidden piece, as in `Red played Storm`."""
        of = change.place.run.field.type
        assert isinstance(of, Holder)
        whose, things = self._whereabouts(change).seat, self.model.kinds[of.kind].things
        is_single = bool(whose) and abs(_more(change)) == 1
        return is_single and any(self._says(whose, self.things.thing(name)) for name in things)

    def _unseen_pieces(self, change: FieldChange) -> str:
        """Return a number of hidden pieces, such as `2 cards`, with the noun of their field or of their kind."""
        of, number = change.place.run.field, abs(_more(change))
        assert isinstance(of.type, Holder)
        title = self.names.title(of)
        if self.table.locale.is_english and is_plural(title):
            return f"{number} {singular(title) if number == 1 else title}"
        return f"{number} {self.things.kind(of.type.kind, plural=number > 1)}"

    def _went(
        self, start: PieceLocation, end: PieceLocation, what: list[str], number: int, places: list[str] | None = None
    ) -> Passed:  # fmt: skip
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
        many = number > 1
        if start.thing and start.thing == end.thing:
            inside = self.table.locale.listed(places or [end.thing])
            return _passed("moves_on", what, many=many, start=start.alone, end=end.alone, place=inside)
        if not start.words:
            return _passed("comes", what, many=many, place=end.words)
        if not end.words:
            return _passed("leaves", what, many=many, place=start.words)
        return _passed("goes", what, many=many, start=start.words, end=end.words)

    def _piece(self, sort: str, number: int, subject: str) -> str:
        """Name some pieces, as in `2 Flax` or `Blue’s ship`, or `Harbour` for a unique thing."""
        kinds = (kind for kind in self.model.kinds.values() if sort in kind.things)
        kind = min(kinds, key=lambda each: each.size)
        whose = self._owner(kind, kind.things.index(sort))
        name = self.things.kind(kind.name, plural=number > 1) if whose else ""
        if whose not in ("", subject):
            if number > 1:
                return self.table.locale("number_of", number=number, things=self._of_player(whose, name))
            return self._of_player(whose, name)
        if whose:
            return f"{number} {name}" if kind.fungible else name
        return pieces_in_words(self.things, kind, sort, number)

    # ------------------------------------------------------------ everything else

    def _changed(self, change: FieldChange) -> Iterator[Told]:
        """Yield a phrase for the change of a value, or none if the log line says the same."""
        of, whose, said = change.place.run.field, self._whereabouts(change), self.table.locale
        owner, title, now = whose.seat or whose.thing, whose.field, change.now
        field = of_whom(said, title, owner, True) if owner else whose.alone
        if self.names.is_whereabouts(of):
            yield from self._moved_piece(change, owner)
        elif isinstance(of.type, Int):
            yield self._counted(change, whose, field)
        elif label := flag_label(of, bool(now)):
            yield "", f"{owner} {verb(owner, label)}".strip()
        elif isinstance(of.type, Flag):
            state = title if now else said("no_longer", state=title)
            yield "", f"{owner}: {state}" if owner else state
        elif now is None:
            lost = with_article(title) if said.is_english else title
            yield "", said("has_no_longer", owner=owner, field=lost) if owner else said("is_over", field=title)
        elif isinstance(of.type, Ref) and of.type.kind == PLAYER and now == self._reader and not owner:
            yield "", said("you_are_now", field=field)
        else:
            is_reader = isinstance(of.type, Ref) and of.type.kind == PLAYER and now == self._reader
            yield "", said("is_now", field=field, value=YOU if is_reader else self.things.value(now))

    def _moved_piece(self, change: FieldChange, owner: str) -> Iterator[Told]:
        """Yield a phrase for a piece that moved about the map."""
        now, said = change.now, self.table.locale
        name = owner or said("the_field", field=spaced(change.place.run.field.name))
        place = self.things.thing(str(change.was if now is None else now))
        if now is None:
            yield "", said("leaves_place", piece=name, place=place)
        elif not self._says(owner or spaced(change.place.run.field.name), place):
            yield "", said("goes_to", piece=name, place=place)

    def _counted(self, change: FieldChange, whose: PieceLocation, field: str) -> Told:
        """Return a phrase for the change of a number."""
        of, now, more, said = change.place.run.field, change.now, _more(change), self.table.locale
        assert isinstance(now, int)
        owner, sign = whose.seat or whose.thing, with_sign(more)
        if owner and (amount := counted_noun(of, abs(more))):
            return whose.seat, said("gains" if more > 0 else "loses", owner=owner, what=amount)
        if not owner and (amount := counted_noun(of, now)):
            return "", said("so_far" if more > 0 else "counts_now", what=amount)
        return "", said("rises" if more > 0 else "falls", field=field, now=now, change=sign)

    def _whereabouts(self, change: FieldChange) -> PieceLocation:
        """Return the owner and the name of the changed field, including the keys of the changed entry."""
        run, at = change.place
        of, (owner, keys) = run.field, list(run.combinations())[at]
        seat, labels = owner_seat(of, owner, keys), key_labels(self.things, of, keys, but=PLAYER)
        thing = self._thing(of.kind, owner) if of.kind and of.kind != PLAYER else ""
        if seat is None:
            field = with_keys(self.table.locale, of, self.names.title(of), labels)
            return PieceLocation("", thing, field, self._the(field))
        labels += [thing] if thing else []
        field = with_keys(self.table.locale, of, self.names.title(of), labels)
        return PieceLocation(self._seat(seat), "", field, self._the(field))

    def _the(self, field: str) -> str:
        return self.table.locale("the_field", field=field)

    def _thing(self, kind: str, number: int) -> str:
        """Return the name of a thing or, if each player owns one thing of this kind, its owner and kind:
        `Red’s ship`.
        """
        of = self.model.kinds[kind]
        whose = self._owner(of, number - of.first)
        if not whose:
            return self.things.thing(self.model.thing_name(kind, number))
        return self._of_player(whose, self.things.kind(of.name))

    def _owner(self, kind: Kind, at: int) -> str:
        """Return the owner of a thing if every player has at most one of its kind, otherwise an empty string."""
        owned = kind.owner is not None and kind.owner_kind == PLAYER and len(set(kind.owner)) == kind.size
        return self._seat(kind.owner[at]) if owned and kind.owner is not None else ""

    def _of_player(self, whose: str, words: str) -> str:
        """Return a thing of a player, such as `Red’s ship` or `your ship`."""
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
    return isinstance(change.place.run.field.type, Holder)


def _more(change: FieldChange) -> int:
    assert isinstance(change.was, int)
    assert isinstance(change.now, int)
    return change.now - change.was
