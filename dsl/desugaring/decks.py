"""Turns decks that are refilled from a discard pile into draws that reshuffle this pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink, did_you_mean

Piles = Mapping[tuple[bool, str], ast.Word]
"""The name of the discard pile of each deck. The key is True for a field of the game, and the name of the deck."""
N = TypeVar("N", bound=ast.Node)


def refill_decks(
    declarations: Sequence[ast.Declaration], sink: Sink, kept: Kept[ast.Declaration]
) -> list[ast.Declaration]:  # fmt: skip
    """Let each draw from a refilled deck reshuffle its discard pile, unless the draw names another pile.

    Report a discard pile that does not belong to the owner of the deck.
    """
    states = [decl for decl in declarations if isinstance(decl, ast.State)]
    piles: dict[tuple[bool, str], ast.Word] = {}
    for state in states:
        for field in state.fields:
            if field.refill is not None and _is_known(field.refill, state, states, sink):
                piles[state.kind is None, field.name.text] = field.refill
    if not piles:
        return list(declarations)
    return kept.each(declarations, piles, lambda decl, _: _refilled(decl, piles), sink)


def _is_known(pile: ast.Word, of: ast.State, states: Sequence[ast.State], sink: Sink) -> bool:
    """Return True if the owner of a deck has the discard pile; otherwise report a fault."""
    owner = of.kind.text if of.kind is not None else ""
    theirs = [state for state in states if (state.kind.text if state.kind is not None else "") == owner]
    known = [field.name.text for state in theirs for field in state.fields]
    if pile.text not in known:
        title = f"`{owner or 'game'}` has no field `{pile.text}`"
        hint = did_you_mean(pile.text, known) or "declare the discard pile next to the deck"
        sink.add("E302", title, pile.span, "the deck and its discard pile need the same owner", hint=hint)
    return pile.text in known


def _refilled(node: N, piles: Piles) -> N:
    if isinstance(node, ast.Draw) and node.reshuffling is None:
        return replace(node, reshuffling=_pile_of(node.source, piles))
    return ast.with_parts(node, lambda part: _refilled(part, piles))


def _pile_of(deck: ast.Expr, piles: Piles) -> ast.Expr | None:
    """Return the discard pile of a deck, with the same owner and keys, or None if the deck is not refilled."""
    match deck:
        case ast.Name(text=text) if (pile := piles.get((True, text))) is not None:
            return ast.Name(pile.span, pile.text)
        case ast.Attribute(of=of, name=name) if (pile := piles.get((False, name.text))) is not None:
            return replace(deck, name=pile, of=of)
        case ast.Call(of=of) if (found := _pile_of(of, piles)) is not None:
            return replace(deck, of=found)
    return None
