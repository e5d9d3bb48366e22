"""Finds the row of the built-in function with which an expression was written.

The rows in `dsl.syntax` have the wording of each function. This module says which expression of the model belongs to
which row, and which parts of the expression are the arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from dsl.phrases import plural
from dsl.syntax import FUNCTIONS, Form
from interpreter.table import spaced


@dataclass(frozen=True, slots=True)
class BuiltInCall:
    """A form of a built-in function, with its arguments.

    An argument that is a kind of edges is a string. `steps` is True if the last argument is a number of steps.
    """

    form: Form
    args: tuple[m.Expr | str, ...]
    steps: bool = False

    def filled(self, template: str, words: list[str]) -> str:
        """Return a wording of the row, filled with words for the arguments."""
        edge = next((spaced(arg).lower() for arg in self.args if isinstance(arg, str)), "")
        if self.steps:
            words = [*words[:-1], f"{words[-1]} step{'' if words[-1] == '1' else 's'}"]
        return template.format(*words, edge=edge, edges=plural(edge))


def built_in_call(e: m.Expr) -> BuiltInCall | None:
    """Return the call of a built-in function, or None if no row has a wording for the expression."""
    match e:
        case m.Neighbours(edges, of):
            return _call("neighbours", of, edges)
        case m.Edges(edges, of):
            return _call("edges", of, edges)
        case m.Clockwise(start, others, backwards):
            return _call("others" if others else "anticlockwise" if backwards else "clockwise", start)
        case m.Reach(start, over, steps=None):
            return _call("reach", start, over)
        case m.Reach(start, over, steps=m.Expr() as steps):
            return _call("reach", start, over, steps, steps=True)
        case m.GraphQuestion("joined", args=args):
            return _call("reach", *args, steps=len(args) > 2)
        case m.GraphQuestion("longest_trail", args=(over, m.Listed(()))):
            return _call("longest_trail", over)
        case m.GraphQuestion(word, args=args):
            return _call(word, *args)
    return None


def _call(word: str, *args: m.Expr | str, steps: bool = False) -> BuiltInCall:
    return BuiltInCall(FUNCTIONS[word].form(len(args)), args, steps)
