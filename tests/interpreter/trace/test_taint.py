"""Tests that the taint analysis handles every statement that contains a block or sets a local variable.

The analysis must handle even a statement of an unknown class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from importlib import import_module
from itertools import count
from typing import Any

import pytest

import mercatoria
from dsl import model as m
from dsl.model import Binds, Reads, Runs
from dsl.source import NOWHERE
from interpreter.flow import Flow, blocks, own_parts
from interpreter.flow import nodes as f
from interpreter.payments import bills
from interpreter.trace.taint import possibly_tainted

RULES = """\
rulebook dark "Dark"
    players 2

game has
    dark: hidden 0 to 9 = 0

round "Turns"
    seat(1) must wait

action wait "Wait"

end over of round when round.number = 3
"""
NUMBER = m.Int(0, 9)
ROLE = re.compile(rf"^(?:{'|'.join(role.value for role in m.Role)})\[(.*)\]$")
"""The annotation of a field: its role, and its type in brackets."""

UIDS = count(10_000)


@dataclass(frozen=True, slots=True)
class Unforeseen(m.Statement):
    """A statement that no rulebook uses, which reads one thing, sets a local variable and contains two blocks."""

    number: Reads[m.Expr]
    into: Binds[m.Var]
    body: Runs[tuple[m.Statement, ...]]
    unless: Runs[tuple[m.Statement, ...]]


@pytest.fixture(scope="module")
def flow(tmp_path_factory: pytest.TempPathFactory) -> Flow:
    folder = tmp_path_factory.mktemp("dark")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(folder)).table(2).flow


def statement_classes() -> list[type[m.Statement]]:
    """Return all classes of statements in the model, the flowchart and the payments, and `Unforeseen`."""
    found, waiting = dict[str, type[m.Statement]](), [m.Statement]
    while waiting:
        of = waiting.pop()
        waiting += of.__subclasses__()
        # `dataclass(slots=True)` creates a second class, and the first one has no slots.
        if "__slots__" in vars(of) and not of.__subclasses__():
            found[of.__name__] = of
    assert {"FollowedBy", "Freeze", "PaymentChoice", "Unforeseen"} <= found.keys()
    return [found[name] for name in sorted(found)]


def local() -> m.Var:
    return m.Var("known", next(UIDS), type=NUMBER, span=NOWHERE)


def closed(flow: Flow) -> m.Slot:
    return m.Slot(flow.model.field_named("dark"), None, (), type=NUMBER, span=NOWHERE)


def made(of: type[m.Statement], flow: Flow, inner: m.Var) -> m.Statement:
    """Return a statement that reads only a hidden field and whose blocks set `inner` to a secret."""
    secret = closed(flow)
    block = (m.Assign(inner, secret, span=NOWHERE),)
    by_type: dict[str, Any] = {
        "Expr": secret, "Expr | None": secret, "Slot": secret, "Slot | None": None, "Var": local(),
        "Slot | Var": local(), "Var | None": local(), "tuple[Var, ...]": (local(),),
        "tuple[Statement, ...]": block, "bool": False, "int": 1,
        "str": "", "StateField": secret.field, "tuple[StateField, ...]": (secret.field,), "tuple[Offer, ...]": (),
        "tuple[tuple[str, tuple[Expr, ...]], ...]": (), "Clauses": flow.model.actions["wait"].about,
        "Clauses | None": None, "Saying | None": None, "Span": NOWHERE, "tuple[str, ...]": (),
    }  # fmt: skip
    held = {each.name: by_type[ROLE.sub(r"\1", str(each.type)).replace("m.", "")] for each in fields(of)}  # type: ignore[arg-type]
    return of(**held)


def tainted(flow: Flow, s: m.Statement) -> frozenset[int]:
    node = f.Effect((s,), 0, origin=replace(flow.nodes[0].origin, span=NOWHERE))
    return possibly_tainted(replace(flow, nodes=(*flow.nodes, node)))


@pytest.mark.parametrize("of", statement_classes(), ids=lambda of: of.__name__)
def test_every_statement_with_a_block_or_a_local_is_seen(of: type[m.Statement], flow: Flow) -> None:
    inner = local()
    s = made(of, flow, inner)
    found = tainted(flow, s)
    assert (inner.uid in found) == bool(list(blocks(s)))
    if any(isinstance(part, m.Slot) for part in own_parts(s)):
        assert {var.uid for var in m.bound_locals(s)} <= found, "a local made of a secret"


def test_a_block_that_a_secret_decides_on_taints_what_it_sets(flow: Flow) -> None:
    known, one = local(), m.Const(1, type=NUMBER, span=NOWHERE)
    block = (m.Assign(known, one, span=NOWHERE),)
    assert known.uid in tainted(flow, Unforeseen(closed(flow), local(), block, (), span=NOWHERE))
    assert known.uid not in tainted(flow, Unforeseen(one, local(), block, (), span=NOWHERE))
    assert known.uid in tainted(flow, bills.PaymentChoice((Unforeseen(closed(flow), local(), (), block, span=NOWHERE),),
                                                   flow.model.actions["wait"].about, span=NOWHERE))  # fmt: skip


def test_the_analysis_walks_over_a_rulebook_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server makes it while people wait, so it must not walk over the rulebook again for each local name."""
    model = mercatoria.load("merkator").start(3).table.flow.model
    walked, walks = import_module("dsl.model.chance_names"), list[object]()
    monkeypatch.setattr(walked, "parts", lambda node: (walks.append(node), m.parts(node))[1])
    flows = m.LocalFlows(model)
    for action in model.actions.values():
        for param in action.params:
            flows.of(param.var)
    statements = sum(isinstance(part, m.Statement) for routine in model.routines.values()
                     for part in m.parts(routine.body))  # fmt: skip
    assert len(walks) < 20 * statements
