"""The command `explain CODE`, which explains an error or warning code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from dsl.diagnostics import catalogue, nearest
from mercatoria.console import arguments, errors, output


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code that `check` printed, like E301.")],
    as_json: arguments.Json = False,
) -> None:
    """Explain an error or warning code printed by `check`.

    The explanation includes an example and a fix.
    """
    entry = catalogue.CATALOGUE.get(code.strip().upper())
    if entry is None:
        raise errors.misuse(_unknown(code, catalogue.CATALOGUE))
    if as_json:
        output.as_json({
            "code": entry.code, "severity": entry.severity, "title": entry.title,
            "explanation": entry.explanation, "example": entry.bad, "fix": entry.fix,
        })  # fmt: skip
        return
    typer.echo(catalogue.explain(code).rstrip())


def _unknown(code: str, known: Iterable[str]) -> str:
    known = list(known)
    close = " or ".join(each for each in known if each[1:] == code.strip()) or nearest(code.strip().upper(), known)
    hint = f"; did you mean {close}?" if close else "; codes begin with E (errors) or W (warnings)"
    return f"there is no code `{code.strip()[:20]}`{hint}"
