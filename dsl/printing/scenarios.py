"""Prints scenarios, with one function for each part in `scenarios.lark`."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import ast
from dsl.printing.expressions import POSTFIX, call, expression
from dsl.printing.lines import Line, deeper
from dsl.printing.statements import cited, statement_lines


def scenario_lines(d: ast.Scenario) -> list[Line]:
    of = f" of {d.game.text}" if d.game is not None else ""
    heading = Line(0, f'scenario {d.name.text} "{d.title}"{of}', cites=cited(d.cites), name=d.name.text)
    return [heading, *deeper(line for part in d.parts for line in _part(part))]


def _part(part: ast.ScenarioPart) -> list[Line]:
    match part.form:
        case "given":
            return [Line(0, "given"), *deeper(line for each in part.statements for line in statement_lines(each))]
        case "play":
            return [Line(0, "play"), *deeper(map(_played, part.played))]
        case "expect":
            lines = [Line(0, expression(condition), cites=cited(cites)) for condition, cites in part.expected]
            return [Line(0, "expect"), *deeper(lines)]
    return [Line(0, _sentence(part), cites=cited(part.cites))]


def _played(played: ast.Played) -> Line:
    if played.chance is not None and played.outcome is not None:
        text = f"chance {expression(played.chance, POSTFIX)} = {expression(played.outcome)}"
        return Line(0, text, cites=cited(played.cites))
    return Line(0, _move(played), cites=cited(played.cites))


def _move(played: ast.Played) -> str:
    assert played.seat is not None and played.call is not None
    return f"{played.seat.text}: {call(played.call)}"


def _sentence(part: ast.ScenarioPart) -> str:
    value = expression(part.value) if part.value is not None else ""
    match part.form:
        case "players" | "with":
            return f"{part.form} {_words(part.words)}"
        case "option":
            return f"option {_words(part.words)} = {value}"
        case "seed":
            return f"seed {value}"
        case "setup":
            return "from setup"
        case "refused":
            return f"refused {_move(part.played[0])} because {'.'.join(word.text for word in part.words)}"
        case "allowed":
            return f"allowed {_move(part.played[0])}"
    assert part.value is not None
    joint = {"hidden": "from", "shown": "to"}[part.form]
    return f"{part.form} {expression(part.value, POSTFIX)} {joint} {_words(part.words)}"


def _words(words: Iterable[ast.Word]) -> str:
    return ", ".join(word.text for word in words)
