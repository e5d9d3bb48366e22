"""Checks the file `laws.rules`, which holds the conditions on the board's data apart from the rules of play.

People who read the rules of play never need this file. It may therefore declare only laws, and the numbers and values
that only laws use.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ast
from dsl.diagnostics import Sink

LAWS = "laws.rules"

ALLOWED = (ast.Law, ast.Value, ast.Number, ast.Scenario)


def misplaced(rules: Sequence[ast.Declaration], laws: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report each declaration in `laws.rules` that belongs in the rulebook.

    Args:
        rules: The declarations of the rulebook.
        laws: The declarations of `laws.rules`.
    """
    for decl in laws:
        if not isinstance(decl, ALLOWED):
            sink.add(
                "E020", f"`{decl.name.text}` cannot be declared in {LAWS}", decl.name.span,
                "only laws, and the numbers and values for them, can be declared here",
                hint="move it to the rulebook",
            )  # fmt: skip
    held = {decl.name.text: decl for decl in laws if isinstance(decl, (ast.Value, ast.Number))}
    for node in (node for decl in rules for node in ast.walk(decl)) if held else ():
        if isinstance(node, ast.Name) and (found := held.pop(node.text, None)) is not None:
            sink.add(
                "E020", f"a rule uses `{node.text}`, which only laws can use", node.span,
                f"{LAWS} declares it", hint=f"move `{node.text}` to the rulebook",
                related=[(found.name.span, "declared here")],
            )  # fmt: skip
