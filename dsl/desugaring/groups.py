"""Replaces each group of actions that a rule offers by the actions in the group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink

Offers = tuple[ast.RoutineCall, ...]
Groups = Mapping[str, Offers]
N = TypeVar("N", bound=ast.Node)


def spell_out_groups(
    declarations: Sequence[ast.Declaration], sink: Sink, offers: Kept[frozenset[str]], kept: Kept[ast.Declaration]
) -> list[ast.Declaration]:  # fmt: skip
    """Replace every offered group with its actions.

    The groups stay in the list to reserve their names. Report a group that no rule offers and that limits nothing.
    """
    groups = {decl.name.text: decl.offers for decl in declarations if isinstance(decl, ast.Group)}
    if not groups:
        return list(declarations)
    offered = frozenset().union(*offers.each(declarations, None, lambda decl, _: _offered(decl), sink))
    for decl in declarations:
        if isinstance(decl, ast.Group) and decl.limit is None and decl.name.text not in offered:
            sink.add(
                "W408", f"the group `{decl.name.text}` is never offered", decl.name.span, "no rule offers this group"
            )
    return kept.each(declarations, groups, lambda decl, own: _plain(decl, groups, own), sink)


def _plain(decl: ast.Declaration, groups: Groups, sink: Sink) -> ast.Declaration:
    return decl if isinstance(decl, ast.Group) else _spelled_out(decl, groups, sink)


def _offered(decl: ast.Declaration) -> frozenset[str]:
    acts = (node for node in ast.walk(decl) if isinstance(node, (ast.Act, ast.Window)))
    return frozenset(each.name.text for node in acts for each in node.offers)


def _spelled_out(node: N, groups: Groups, sink: Sink) -> N:
    if isinstance(node, (ast.Act, ast.Window)) and any(offer.name.text in groups for offer in node.offers):
        node = replace(node, offers=_actions(node.offers, groups, sink))
    if isinstance(node, ast.Call) and (asked := _asked_group(node, groups)):
        return _any_of(node, asked)  # type: ignore[return-value]
    return ast.with_parts(node, lambda part: _spelled_out(part, groups, sink))


def _asked_group(call: ast.Call, groups: Groups) -> Offers:
    """Return the actions of a group that a `can` asks about, or an empty tuple."""
    match call:
        case ast.Call(of=ast.Name(text="can"), args=(_, ast.Name(text=name))):
            return groups.get(name, ())
    return ()


def _any_of(call: ast.Call, asked: Offers) -> ast.Expr:
    """Return the condition that a player can take at least one action of a group."""
    who, group = call.args
    one_each: list[ast.Expr] = []
    for action in asked:
        word = ast.Name(group.span, action.name.text)
        what = ast.Call(group.span, word, action.args) if action.args else word
        one_each.append(replace(call, args=(who, what)))
    return reduce(lambda one, other: ast.Or(call.span, one, other), one_each)


def _actions(offers: Offers, groups: Groups, sink: Sink) -> Offers:
    found: list[ast.RoutineCall] = []
    for offer in offers:
        group = groups.get(offer.name.text)
        if group is not None and offer.args:
            sink.add("E303", f"`{offer.name.text}` is a group of actions", offer.span, "a group takes no brackets",
                     hint="offer a single action instead")  # fmt: skip
        found += (offer,) if group is None else group
    return tuple(found)
