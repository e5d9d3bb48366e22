"""Replaces each group of actions that a rule offers by the actions in the group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TypeVar

from dsl import ast
from dsl.diagnostics import Sink

Offers = tuple[ast.RoutineCall, ...]
Groups = Mapping[str, Offers]
N = TypeVar("N")


def spell_out_groups(declarations: Sequence[ast.Declaration], sink: Sink) -> list[ast.Declaration]:
    """Replace every offered group with its actions.

    The groups stay in the list to reserve their names. Report a group that no rule offers.
    """
    groups = {decl.name.text: decl.offers for decl in declarations if isinstance(decl, ast.Group)}
    if not groups:
        return list(declarations)
    offered = {each.name.text for decl in declarations for node in ast.walk(decl)
               if isinstance(node, (ast.Act, ast.Window)) for each in node.offers}  # fmt: skip
    for decl in declarations:
        if isinstance(decl, ast.Group) and decl.name.text not in offered:
            sink.add(
                "W408", f"the group `{decl.name.text}` is never offered", decl.name.span, "no rule offers this group"
            )
    return [decl if isinstance(decl, ast.Group) else _spelled_out(decl, groups, sink) for decl in declarations]


def _spelled_out(node: N, groups: Groups, sink: Sink) -> N:
    if isinstance(node, tuple):
        parts = tuple(_spelled_out(part, groups, sink) for part in node)
        return node if all(one is other for one, other in zip(parts, node, strict=True)) else parts  # type: ignore[return-value]
    if isinstance(node, (ast.Act, ast.Window)):
        node = replace(node, offers=_actions(node.offers, groups, sink))
    if not isinstance(node, ast.Node) or isinstance(node, ast.Expr):
        return node
    held = {spec.name: getattr(node, spec.name) for spec in fields(node)}
    new = {name: _spelled_out(part, groups, sink) for name, part in held.items()}
    changed = {name: part for name, part in new.items() if part is not held[name]}
    return replace(node, **changed) if changed else node


def _actions(offers: Offers, groups: Groups, sink: Sink) -> Offers:
    found: list[ast.RoutineCall] = []
    for offer in offers:
        group = groups.get(offer.name.text)
        if group is not None and offer.args:
            sink.add("E303", f"`{offer.name.text}` is a group of actions", offer.span, "a group takes no brackets",
                     hint="offer a single action instead")  # fmt: skip
        found += (offer,) if group is None else group
    return tuple(found)
