"""Triggers before and after: woven into what they follow or precede.

`trigger t(x) after r` becomes a rule `t` that is carried out at the end of r's body, with r's parameter `x`. Triggers
`when` something holds are left for the interpreter, which looks after each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl import ast
from dsl.diagnostics import Sink, did_you_mean

Anchor = ast.Phase | ast.Rule | ast.Action


def weave_triggers(declarations: Sequence[ast.Declaration], sink: Sink) -> list[ast.Declaration]:
    """The declarations with every `before` and `after` trigger turned into a rule and a call of it."""
    triggers = [decl for decl in declarations if isinstance(decl, ast.Trigger) and decl.wake != "when"]
    if not triggers:
        return list(declarations)
    anchors = {decl.name.text: decl for decl in declarations if isinstance(decl, Anchor)}
    bodies: dict[str, list[ast.Statement]] = {}
    for trigger in triggers:
        assert trigger.anchor is not None
        anchor = anchors.get(trigger.anchor.text)
        if anchor is None:
            hint = did_you_mean(trigger.anchor.text, anchors)
            sink.add(
                "E315",
                f"there is no phase, rule or action `{trigger.anchor.text}`",
                trigger.anchor.span,
                hint=hint,
            )
            continue
        body = bodies.setdefault(trigger.anchor.text, list(_body(anchor)))
        call = _call(trigger, anchor, sink)
        if call is None:
            continue
        body[:] = [call, *body] if trigger.wake == "before" else [*body, call]
    return [_woven(decl, bodies) for decl in declarations]


def _body(anchor: Anchor) -> tuple[ast.Statement, ...]:
    block = anchor.then if isinstance(anchor, ast.Action) else anchor.body
    return block.body if block is not None else ()


def _call(trigger: ast.Trigger, anchor: Anchor, sink: Sink) -> ast.Statement | None:
    """The statement that carries a trigger out, with the anchor's parameters of the same names."""
    known = {param.name.text for param in anchor.params}
    unknown = [param for param in trigger.params if param.name.text not in known]
    for param in unknown:
        sink.add(
            "E315", f"`{anchor.name.text}` has no `{param.name.text}` to hand on", param.span, "unknown",
            related=[(anchor.name.span, "what it follows")],
        )  # fmt: skip
    if unknown:
        return None
    args = tuple(ast.Name(param.name.span, param.name.text) for param in trigger.params)
    return ast.Do(trigger.span, trigger.cites, (ast.Call(trigger.name.span, trigger.name, args),))


def _woven(decl: ast.Declaration, bodies: dict[str, list[ast.Statement]]) -> ast.Declaration:
    if isinstance(decl, ast.Trigger) and decl.wake != "when":
        body = decl.body
        if decl.when is not None:
            inner = ast.If(decl.when.span, body.cites, decl.when, body, None)
            body = ast.Block(body.span, (), (inner,))
        return ast.Rule(decl.span, decl.name, decl.title, decl.cites, decl.params, body)
    if decl.name.text not in bodies or not isinstance(decl, Anchor):
        return decl
    statements = tuple(bodies[decl.name.text])
    if isinstance(decl, ast.Action):
        block = decl.then or ast.Block(decl.span, (), ())
        return replace(decl, then=replace(block, body=statements))
    return replace(decl, body=replace(decl.body, body=statements))
