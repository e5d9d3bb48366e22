"""Ways of holding: each says all of itself, and one class with one line of traits is all that a new one needs."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from dsl import ast
from dsl.ast import HOLDER_FORMS, HolderTraits
from dsl.checking.checker import check
from dsl.diagnostics import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen import GeneratedEngine
from interpreter.flow import FORMS, HolderForm, RunEntry, Storage, Vector, forms, notes
from interpreter.flow.forms import Itemized
from interpreter.flow.nodes import Flow
from interpreter.lowering import lower
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


class Queue(Itemized):
    """First in, first out."""

    name = "queue"

    def draws(self, v: Vector, place: RunEntry) -> list[tuple[int, int]]:
        return [(item, 1) for item in self.members(v, place)[:1]]


def with_queue(text: str, name: str) -> Flow:
    """The flowchart of a rulebook in which one field, a pile by its text, is a queue."""
    sink, changed = Sink(), []

    def queued(field: ast.Field) -> ast.Field:
        if field.name.text != name:
            return field
        changed.append(field)
        return replace(field, domain=replace(field.domain, form="queue"))

    parsed = parse(Source("queues.rules", text), sink)
    declarations = [
        replace(decl, fields=tuple(map(queued, decl.fields))) if isinstance(decl, ast.State) else decl
        for decl in parsed
    ]
    checked = check(declarations, None, 2, {}, sink)
    assert len(changed) == 1
    assert checked is not None
    assert checked.model is not None, [str(each) for each in sink.in_order()]
    return lower(checked.model)


@pytest.fixture
def flow(monkeypatch: pytest.MonkeyPatch) -> Flow:
    monkeypatch.setitem(FORMS, "queue", Queue())
    monkeypatch.setitem(HOLDER_FORMS, "queue", HolderTraits(single_things=True, ordered=True, drawn_from=True))
    return with_queue(RULES, "street")


def test_every_form_is_in_the_tables() -> None:
    made = [of for module in (forms, notes) for _, of in inspect.getmembers(module, inspect.isclass)]
    concrete = {of for of in made if issubclass(of, Storage) and not inspect.isabstract(of)} - {Itemized}
    assert {type(form) for form in FORMS.values()} == concrete
    assert set(HOLDER_FORMS) < set(FORMS)
    for word, traits in HOLDER_FORMS.items():
        assert isinstance(FORMS[word], HolderForm) is not traits.references


@pytest.mark.parametrize("engine", [Walker, GeneratedEngine])
def test_a_new_way_of_holding_is_one_class(flow: Flow, engine: type[Walker] | type[GeneratedEngine]) -> None:
    run = next(run for of, run in flow.layout.runs.items() if of.name == "street")
    assert isinstance(run.storage, Queue)
    played = engine(flow)
    v = played.start()
    guests = flow.model.kinds["Guest"].things
    served = []
    while not played.over(v):
        assert view(flow, v, 0)["game"]["street"] == [guests[item] for item in run.storage.members(v, RunEntry(run, 0))]
        assert run.storage.draws(v, RunEntry(run, 0)) == [(run.storage.members(v, RunEntry(run, 0))[0], 1)]
        (seat,) = played.deciders(v)
        (row,) = played.moves(v, seat)
        served.append(guests[row[1]])
        played.apply(v, seat, row)
    assert may_see(run.field, 0, (), None) == "all"
    assert served == ["Abbot", "Cook", "Dyer"], "a set gives its members in order, and the last to come waits longest"
    assert view(flow, v, 0)["game"]["street"] == ["Baker"]
    assert played.scores(v) == (3 + 1, 2)
    assert flow.layout.totals(v).pieces == {"Guest": (1, 1, 1, 1)}
