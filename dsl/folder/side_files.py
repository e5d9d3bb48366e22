"""Checks the files next to the rulebook: `laws.rules`, with conditions on the board's data, and `claims.rules`, with
claims about play.

People who read the rules of play never need these files. Each file may therefore declare only its laws or claims, and
the numbers and values that only these use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from dsl import ast
from dsl.diagnostics import Sink

LAWS, CLAIMS = "laws.rules", "claims.rules"

HELD: Mapping[str, type[ast.Declaration]] = {LAWS: ast.Law, CLAIMS: ast.Claim}
"""The declarations that each file exists for, by file name."""

ALLOWED = (ast.Value, ast.Number, ast.Scenario)


def misplaced(rules: Sequence[ast.Declaration], declared: Sequence[ast.Declaration], file: str, sink: Sink) -> None:
    """Report each declaration in a file next to the rulebook that belongs in the rulebook.

    Args:
        rules: The declarations of the rulebook.
        declared: The declarations of the file.
        file: The name of the file, a key of `HELD`.
    """
    only = file.removesuffix(".rules")
    for decl in declared:
        if not isinstance(decl, (HELD[file], *ALLOWED)):
            sink.add(
                "E020", f"`{decl.name.text}` cannot be declared in {file}", decl.name.span,
                f"only {only}, and the numbers and values for them, can be declared here",
                hint="move it to the rulebook",
            )  # fmt: skip
    held = {decl.name.text: decl for decl in declared if isinstance(decl, (ast.Value, ast.Number))}
    for node in (node for decl in rules for node in ast.walk(decl)) if held else ():
        if isinstance(node, ast.Name) and (found := held.pop(node.text, None)) is not None:
            sink.add(
                "E020", f"a rule uses `{node.text}`, which only {only} can use", node.span,
                f"{file} declares it", hint=f"move `{node.text}` to the rulebook",
                related=[(found.name.span, "declared here")],
            )  # fmt: skip


def is_of_play(decl: ast.Declaration) -> bool:
    """Return False for a claim, and for a number or value in `claims.rules`: these change nothing in play."""
    return not isinstance(decl, ast.Claim) and PurePosixPath(decl.span.source.path).name != CLAIMS
