"""Every field of a node has a role, and the analyses that derive from the roles agree with the meaning of the nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest

import mercatoria
from dsl import model as m
from dsl.model import Gives, Plain
from interpreter.flow import internal
from interpreter.payments import bills
from interpreter.reference import Walker

N = TypeVar("N", bound=m.ModelNode)
OWN = re.compile(r"(dsl|interpreter)\.")


def classes(of: type[N]) -> list[type[N]]:
    """Return the node classes below a class that no other class of the project extends."""
    found: dict[str, type[N]] = {}
    waiting = [of]
    while waiting:
        here = waiting.pop()
        below = [each for each in here.__subclasses__() if OWN.match(each.__module__)]
        waiting += below
        if not below and "__slots__" in vars(here):  # a dataclass with slots is created twice, the first time without
            found[here.__name__] = here
    return [found[name] for name in sorted(found)]


@pytest.mark.parametrize("of", classes(m.ModelNode), ids=lambda of: of.__name__)
def test_every_field_has_a_role(of: Any) -> None:
    assert of.roles.keys() == {each.name for each in fields(of)} - {"span", "cites", "type", "about"}


def test_a_class_with_a_field_without_a_role_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"`Swap\.right` has no role; write its annotation as ROLE\[…\], one of Reads"):

        @dataclass(frozen=True, slots=True)
        class Swap(m.Statement):
            left: Gives[m.Slot]
            right: m.Slot


def test_a_field_that_is_declared_again_moves_to_its_new_place() -> None:
    assert list(m.Draw.roles) == ["number", "source", "target", "reshuffling"]
    assert m.Draw.roles["target"] is m.Role.TAKES


def test_a_subclass_keeps_the_roles_of_its_base() -> None:
    @dataclass(frozen=True, slots=True)
    class Slower(m.Pay):
        delay: Plain[int] = 0

    assert Slower.roles == {**m.Pay.roles, "delay": m.Role.PLAIN}


def test_statements_that_evaluate_all_their_parts() -> None:
    found = {of for of in classes(m.Statement) if m.evaluates_all(of)}
    assert {m.Let, m.Assign, m.Adjust, m.MovePieces, m.Pay} <= found
    assert not found & {
        m.Draw, m.Random, m.Act, m.Choose, m.Do, m.IfDo, m.ForEach, m.Repeat, internal.Take, internal.Freeze,
    }  # fmt: skip


def test_statements_that_change_fields_at_once() -> None:
    found = {of for of in classes(m.Statement) if m.changes_at_once(of)}
    assert {m.Assign, m.Adjust, m.MovePieces, m.Pay, m.Shuffle, internal.Reset} <= found
    assert not found & {
        m.Let, m.Stop, m.Reveal, m.Draw, m.Random, m.Act, m.Secretly, m.IfDo, internal.Take, internal.Clear,
        internal.Finish,
    }  # fmt: skip


def test_statements_in_which_play_waits() -> None:
    waiting = {m.Act, m.Choose, m.Draw, m.Random, m.Secretly, m.Window, bills.PaymentChoice}
    found = {of for of in classes(m.Statement) if of.waits}
    assert waiting <= found
    assert not found & set(get_args(m.ImmediateStatement))


def test_the_unions_name_every_class() -> None:
    assert set(get_args(internal.FlowStatement)) == set(classes(m.Statement))
    assert set(get_args(internal.FlowExpr)) == set(classes(m.Expr))
    assert set(get_args(m.AnyStatement)) == {of for of in classes(m.Statement) if of.__module__.startswith("dsl.")}


def test_the_reference_engine_has_a_function_for_every_class() -> None:
    folder = Path(__file__).resolve().parents[3] / "docs" / "examples" / "pig"
    walker = Walker(mercatoria.load(str(folder)).table(2).flow)
    never = set(get_args(m.WaitingStatement)) - {m.Do, m.IfDo, m.ForEach, m.Repeat}
    assert walker.performer._do.keys() == set(get_args(internal.FlowStatement)) - never
    assert walker.evaluator._of.keys() == set(get_args(internal.FlowExpr))
