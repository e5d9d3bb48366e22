"""Tests that a new form of holder needs only a class and an entry in the table of forms."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from dsl import ast
from dsl.ast import HOLDER_FORMS, HolderTraits
from dsl.checking.checker import check
from dsl.diagnostics import Sink
from dsl.model import Kind
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen import GeneratedEngine
from interpreter.flow.nodes import Flow
from interpreter.lowering import lower
from interpreter.position import (
    FORMS,
    Amounts,
    FieldEntry,
    HolderForm,
    PlayFault,
    Storage,
    Vector,
    holder_storage,
    scalar_storage,
)
from interpreter.position.holder_storage import Bag, ItemListStorage
from interpreter.reference import Walker
from interpreter.table import may_see, view

RULES = """\
rulebook queues "Queues"
    players 2
    seats Ann, Ben

kind Guest: Abbot, Baker, Cook, Dyer

game has
    street: pile of Guest = {Cook, Abbot, Dyer}
    inn: pile of Guest

each Player has
    tables: 0 to 4 = 0

setup
    move Baker from box to street

round "Serving"
    for p in Player
        p must serve

action serve(guest: street where guest = first(g in street))
    then
        move guest from street to inn
        raise you.tables by street.size

end all_inside at once when street.size = 1

scoring of p in Player
    tables: p.tables
"""


class Queue(ItemListStorage):
    """A first-in, first-out queue."""

    name = "queue"

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        return [(item, 1) for item in self.members(v, place)[:1]]


def with_form(text: str, name: str, form: HolderForm, traits: HolderTraits, patch: pytest.MonkeyPatch) -> Flow:
    """Return the flowchart of a rulebook in which one field uses a form that the language does not have."""
    patch.setitem(FORMS, form.name, form)
    patch.setitem(HOLDER_FORMS, form.name, traits)
    sink, changed = Sink(), []

    def reformed(field: ast.Field) -> ast.Field:
        if field.name.text != name:
            return field
        changed.append(field)
        return replace(field, domain=replace(field.domain, form=form.name))

    parsed = parse(Source("tiny.rules", text), sink)
    declarations = [
        replace(decl, fields=tuple(map(reformed, decl.fields))) if isinstance(decl, ast.State) else decl
        for decl in parsed
    ]
    checked = check(declarations, None, 2, {}, sink)
    assert len(changed) == 1
    assert checked is not None
    assert checked.model is not None, [str(each) for each in sink.in_order()]
    return lower(checked.model)


MARKET = """\
rulebook tills "Tills"
    players 2
    seats Ann, Ben

kind Good: Wool, Ore, Wine with 9 pieces each

each Player has
    till: bag of Good at most 6 = 2 of Wool + 1 of Ore
    marks: 0 to 99 = 0

game has
    heap: bag of Good = 4 of Wine

round "Trading"
    for p in Player
        p may take or swap or give

action take
    needs room: you.till.size < 5
    then
        draw 2 from heap to you.till
        raise you.marks by you.till(Wine) clamped

action swap(good: you.till, other: Good where other != good)
    needs few: you.till(other) < 2
    costs paid: 1 of good from you.till to supply
    then
        move 1 of other from supply to you.till

action give(friend: Player where friend != you)
    needs something: any(g in you.till where you.till(g) > 1)
    then
        move everything from you.till to friend.till
        raise you.marks by count(g in friend.till) clamped

end enough of round when round.number = 12

scoring of p in Player
    marks: p.marks + 10 * p.till.size
"""


class Till(Bag):
    """A bag whose first slot stores its size."""

    name = "till"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return 1 + super().width(kind, capacity)

    def size(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[place.base + 1 + sort - place.run.holds.first]

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        kind = place.run.holds
        return [sort for sort in range(kind.first, kind.first + kind.size) if self.count(v, place, sort)]

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        return self.amounts(v, place)

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base] += number
        v[place.base + 1 + sort - place.run.holds.first] += number

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        self.put(v, place, sort, -number)


def test_every_form_is_in_the_tables() -> None:
    made = [of for module in (holder_storage, scalar_storage) for _, of in inspect.getmembers(module, inspect.isclass)]
    concrete = {of for of in made if issubclass(of, Storage) and not inspect.isabstract(of)} - {ItemListStorage}
    assert {type(form) for form in FORMS.values()} == concrete
    assert set(HOLDER_FORMS) < set(FORMS)
    for word, traits in HOLDER_FORMS.items():
        assert isinstance(FORMS[word], HolderForm) is not traits.references


@pytest.mark.parametrize("engine", [Walker, GeneratedEngine])
def test_a_new_way_of_holding_is_one_class(
    monkeypatch: pytest.MonkeyPatch, engine: type[Walker] | type[GeneratedEngine]
) -> None:
    traits = HolderTraits(single_things=True, ordered=True, drawn_from=True)
    flow = with_form(RULES, "street", Queue(), traits, monkeypatch)
    run = next(run for of, run in flow.layout.runs.items() if of.name == "street")
    assert isinstance(run.storage, Queue)
    played = engine(flow)
    v = played.start()
    guests = flow.model.kinds["Guest"].things
    served = []
    while not played.over(v):
        assert view(flow, v, 0)["game"]["street"] == [
            guests[item] for item in run.storage.members(v, FieldEntry(run, 0))
        ]
        assert run.storage.draws(v, FieldEntry(run, 0)) == [(run.storage.members(v, FieldEntry(run, 0))[0], 1)]
        (seat,) = played.deciders(v)
        (row,) = played.moves(v, seat)
        served.append(guests[row[1]])
        played.apply(v, seat, row)
    assert may_see(run.field, 0, (), None) == "all"
    assert served == ["Abbot", "Cook", "Dyer"], "a set gives its members in order, and the last to come waits longest"
    assert view(flow, v, 0)["game"]["street"] == ["Baker"]
    assert played.scores(v) == (3 + 1, 2)
    assert flow.layout.totals(v).pieces == {"Guest": (1, 1, 1, 1)}


@pytest.mark.parametrize("seed", range(4))
def test_unknown_constructs_are_left_to_the_reference(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    flow = with_form(MARKET, "till", Till(), HolderTraits(counted=True, drawn_from=True), monkeypatch)
    walker, generated, rng = Walker(flow), GeneratedEngine(flow), random.Random(seed)
    run = next(run for of, run in flow.layout.runs.items() if of.name == "till")
    v = walker.start()
    steps = 0
    while not walker.over(v):
        steps += 1
        outcomes = walker.chance(v)
        assert generated.chance(v) == outcomes
        twin = v[:]
        if outcomes:
            (fallen, _) = rng.choice(outcomes)
            moved = [played(engine.resolve, one, fallen) for engine, one in ((walker, v), (generated, twin))]
        else:
            (seat,) = walker.deciders(v)
            rows = walker.moves(v, seat)
            assert generated.moves(v, seat) == rows
            row, before = rng.choice(rows), v[:]
            moved = [played(engine.apply, one, seat, row) for engine, one in ((walker, v), (generated, twin))]
            if moved[0]:  # The holder is full, so the player passes.
                v, twin = before[:], before[:]
                moved += [played(engine.apply, one, seat, (0,)) for engine, one in ((walker, v), (generated, twin))]
        assert moved[0::2] == moved[1::2]
        assert v == twin
        for entry in range(2):
            place = FieldEntry(run, entry)
            assert run.storage.size(v, place) == sum(v[place.base + 1 : place.base + 4])
        assert walker.scores(v) == generated.scores(v)
    assert steps >= 24
    assert all(sum(counts) == 27 for counts in flow.layout.totals(v).pieces.values())


def played(do: Callable[..., None], *args: object) -> str:
    """Return the message of the error in a step, or an empty string."""
    try:
        do(*args)
    except PlayFault as fault:
        return fault.message
    return ""
