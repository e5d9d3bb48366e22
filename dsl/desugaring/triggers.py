"""Merges triggers into the rules before or after which they run.

The lines of `trigger t after r` are appended to the body of rule `r`. The trigger's lines can use the parameters and
local names of `r`, and also `you` if `r` is an action. A trigger after an auction adds its lines to the `won` block of
the auction. The triggers after a phase, turn or round run even if a `stop` ends it early. The lines of these triggers
therefore form a separate block, and can only use the parameters of the phase, turn or round. The interpreter runs `as
soon as` and `each time` triggers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink, did_you_mean

Anchor = ast.Phase | ast.Rule | ast.Action | ast.Auction | ast.Setup | ast.Round | ast.TurnOf
TURN = "turn"
Within = Sequence[tuple[str, Anchor]]
Inlined = Mapping[str, Sequence[ast.Trigger]]
"""Maps the name of each rule to the triggers that run before or after it."""

N = TypeVar("N", bound=ast.Node)


def anchors(declarations: Sequence[ast.Declaration]) -> dict[str, Anchor]:
    """Return every part of a rulebook before or after which a trigger can run, by name.

    Anchors are phases, rules, actions, auctions, the set-up, the round, and all turns (under the name `turn`).
    """
    return _with_inner(_named(declarations), map(_within, declarations))


def anchor_called(name: str, declarations: Sequence[ast.Declaration]) -> Anchor | None:
    """Return the anchor with this name, or None.

    A declaration takes precedence over an auction or turn within a declaration.
    """
    declared = _named(declarations).get(name)
    inner = (each for decl in declarations for each in _within(decl))
    return declared or next((inside for called, inside in inner if called == name), None)


def _named(declarations: Sequence[ast.Declaration]) -> dict[str, Anchor]:
    kinds = (ast.Phase, ast.Rule, ast.Action, ast.Setup, ast.Round)
    return {decl.name.text: decl for decl in declarations if isinstance(decl, kinds)}


def _with_inner(found: dict[str, Anchor], inner: Iterable[Within]) -> dict[str, Anchor]:
    for name, inside in chain.from_iterable(inner):
        found.setdefault(name, inside)
    return found


def _within(decl: ast.Declaration) -> Within:
    """Return the auctions and turns inside a declaration, each with its name."""
    found: list[tuple[str, Anchor]] = []
    for node in ast.walk(decl) if not _is_inlined(decl) else ():
        if isinstance(node, ast.Auction):
            found.append((node.name.text, node))
        elif isinstance(node, ast.TurnOf):
            found.append((TURN, node))
    return found


def _is_inlined(decl: ast.Declaration) -> bool:
    return isinstance(decl, ast.Trigger) and decl.anchor is not None


def inline_triggers(
    declarations: Sequence[ast.Declaration], sink: Sink, within: Kept[Within], kept: Kept[ast.Declaration]
) -> list[ast.Declaration]:  # fmt: skip
    """Merge the lines of every `before` and `after` trigger into the declarations that the triggers name.

    The triggers stay in the list to reserve their names.
    """
    triggers = [decl for decl in declarations if isinstance(decl, ast.Trigger) and _is_inlined(decl)]
    if not triggers:
        return list(declarations)
    known = _with_inner(_named(declarations), within.each(declarations, None, lambda decl, _: _within(decl), sink))
    inlined: dict[str, list[ast.Trigger]] = {}
    for trigger in triggers:
        assert trigger.anchor is not None
        anchor = known.get(trigger.anchor.text)
        if anchor is None:
            hint = did_you_mean(trigger.anchor.text, known)
            sink.add("E315", f"there is no phase, rule, action or auction `{trigger.anchor.text}`",
                     trigger.anchor.span, hint=hint, missing=trigger.anchor.text)  # fmt: skip
        elif _fits(trigger, anchor, sink):
            inlined.setdefault(trigger.anchor.text, []).append(trigger)
    inside = any(isinstance(known[name], (ast.Auction, ast.TurnOf)) for name in inlined)
    return kept.each(declarations, (inlined, inside), lambda decl, _: _declaration(decl, inlined, inside), sink)


def _fits(trigger: ast.Trigger, anchor: Anchor, sink: Sink) -> bool:
    """Return True if a trigger can run before or after its anchor. Otherwise, report a fault.

    The trigger may name only parameters that the anchor has. No trigger can run before an auction.
    """
    if isinstance(anchor, ast.Auction) and trigger.wake == "before":
        assert trigger.anchor is not None
        sink.add("E315", "a trigger cannot precede an auction", trigger.anchor.span,
                 hint="name the rule or phase that contains the auction, or write `after` to act when the auction is "
                      "won",
                 related=[(anchor.name.span, "the auction")])  # fmt: skip
        return False
    assert trigger.anchor is not None
    name, place = (TURN, anchor.span) if isinstance(anchor, ast.TurnOf) else (anchor.name.text, anchor.name.span)
    known = {word.text for word in _parameters(anchor)}
    unknown = [param for param in trigger.params if param.name.text not in known]
    for param in unknown:
        sink.add("E315", f"`{name}` has no parameter `{param.name.text}` for this trigger", param.span, "unknown",
                 related=[(place, "the trigger follows this")])  # fmt: skip
    return not unknown


def _parameters(anchor: Anchor) -> list[ast.Word]:
    match anchor:
        case ast.Auction():
            return [anchor.winner, anchor.price]
        case ast.TurnOf():
            return [anchor.binder.name]
        case ast.Setup() | ast.Round():
            return []
    return [param.name for param in anchor.params]


def _declaration(decl: ast.Declaration, inlined: Inlined, inside: bool) -> ast.Declaration:
    """Add trigger lines to a declaration.

    If `inside` is True, add lines to the auctions and turns in its body as well.
    """
    if _is_inlined(decl):
        return decl
    found = _inside(decl, inlined) if inside else decl
    triggers = inlined.get(decl.name.text, [])
    if triggers and isinstance(found, ast.Action):
        return replace(found, then=_around(found.then or ast.Block(decl.span, (), ()), triggers))
    if triggers and isinstance(found, (ast.Rule, ast.Setup)):
        return replace(found, body=_around(found.body, triggers))
    if triggers and isinstance(found, ast.Phase):
        return _framed(found, triggers)
    return _framed(found, triggers) if triggers and isinstance(found, ast.Round) else found


F = TypeVar("F", ast.Phase, ast.Round, ast.TurnOf)


def _framed(part: F, triggers: Sequence[ast.Trigger]) -> F:
    """Add trigger lines to a phase, turn or round.

    Lines of `before` triggers go into the body. Lines of `after` triggers go into a separate block, because a `stop`
    may end the body early.
    """
    before = [trigger for trigger in triggers if trigger.wake == "before"]
    after = tuple(_lines(trigger) for trigger in triggers if trigger.wake == "after")
    end = replace(part.body, cites=(), body=after) if after else None
    return replace(part, body=_around(part.body, before), after=end)


def _inside(node: N, inlined: Inlined) -> N:
    """Add trigger lines to the auctions and turns inside a node."""
    found = ast.with_parts(node, lambda part: _inside(part, inlined))
    if isinstance(found, ast.Auction) and found.name.text in inlined:
        return replace(found, won=_around(found.won, inlined[found.name.text]))
    if isinstance(found, ast.TurnOf) and TURN in inlined:
        return _framed(found, inlined[TURN])  # type: ignore[return-value]
    return found


def _around(block: ast.Block, triggers: Sequence[ast.Trigger]) -> ast.Block:
    before = tuple(_lines(trigger) for trigger in reversed(triggers) if trigger.wake == "before")
    after = tuple(_lines(trigger) for trigger in triggers if trigger.wake == "after")
    return replace(block, body=(*before, *block.body, *after))


def _lines(trigger: ast.Trigger) -> ast.TriggerLines:
    return ast.TriggerLines(trigger.span, trigger.cites, trigger.name, trigger.title, trigger.when, trigger.body)
