"""Expressions as people say them, with the names of things put in: `Red’s purse`, `the store of Harbour`.

What has no plain words of its own stays as the author wrote it. Values are told only where the asker may know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.visibility import Perspective
from interpreter.explain.wording import shown, worded
from interpreter.position import PLAYER, RunEntry, Vector
from interpreter.reference import Env
from interpreter.table import listed, spaced

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

IS = {"=": "", "!=": "other than ", ">": "more than ", ">=": "at least ", "<": "less than ", "<=": "at most "}
MIRRORED = {"=": "=", "!=": "!=", ">": "<", ">=": "<=", "<": ">", "<=": ">="}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """Says expressions of one position to one asker."""

    table: CompiledGame
    perspective: Perspective
    v: Vector

    def phrase(self, e: m.Expr, env: Env) -> str:
        """What an expression names or claims."""
        match e:
            case m.Var(name=name):
                is_single = isinstance(e.type, (m.Int, m.Ref, m.Flag))
                return (self._value(e, env) if is_single else "") or spaced(name)
            case m.Slot(field=of) if of.builtin and of.name == "round_number":
                return "the round"
            case m.Slot(field=of, owner=owner, keys=keys) if not of.builtin:
                words = " of ".join([spaced(of.name), *filter(None, [listed([self.phrase(key, env) for key in keys])])])
                return words if owner is None else self._of(words, owner, env)
            case m.Static(field=of, of=owner):
                return self._of(spaced(of.name), owner, env)
            case m.Size(of):
                return f"the number of {self.phrase(of, env)}"
            case m.CountOf(of, sort):
                return f"{self.phrase(sort, env)} in {self.phrase(of, env)}"
            case m.CallValue(name, args):
                return self._call(name, args, env)
            case m.Neighbours(edges, of):
                return f"the neighbours of {self.phrase(of, env)} over {spaced(edges)}"
            case m.Arith(op, left, right) if op in SIGNS:
                return f"{self.phrase(left, env)} {SIGNS[op]} {self.phrase(right, env)}"
            case m.Compare(op, left, right) if op in IS:
                return f"{self.phrase(left, env)} is {IS[op]}{self.phrase(right, env)}"
            case m.In(of, domain):
                return f"{self.phrase(of, env)} is among {self.phrase(domain, env)}"
            case m.Not(of):
                return f"not {self.phrase(of, env)}"
            case m.And(left, right):
                return f"{self.phrase(left, env)} and {self.phrase(right, env)}"
            case m.Or(left, right):
                return f"{self.phrase(left, env)} or {self.phrase(right, env)}"
            case m.Const():
                return self._value(e, env)
        return worded(e, self.perspective, self.table.notation, self.v, env)

    def unmet(self, e: m.Expr, env: Env) -> str:
        """That a condition does not hold, with the values that make it so. The asker knows that it does not."""
        match e:
            case m.And(left, right):
                return self.unmet(left if self._fails(left, env) else right, env)
            case m.Or(left, right):
                return f"{self.unmet(left, env)}, or else {self.unmet(right, env)}"
            case m.Not(m.In(of, domain)):
                return f"{self.phrase(of, env)} is among {self._with_value(domain, env)}, and must not be"
            case m.Not(m.Slot() | m.CallValue() as of):
                return f"{self.phrase(of, env)} is yes; it must be no"
            case m.In(of, domain):
                return f"{self._with_value(of, env)} is not among {self._with_value(domain, env)}"
            case m.Compare(op, left, right) if op in IS:
                if self._is_plain(left, env) and not self._is_plain(right, env):
                    op, left, right = MIRRORED[op], right, left
                now, needed = self._value(left, env), f"{IS[op]}{self._with_value(right, env)}"
                words = self.phrase(left, env)
                is_told = now not in ("", words)
                return f"{words} is {now}; it must be {needed}" if is_told else f"{words} must be {needed}"
            case m.Slot() | m.CallValue():
                return f"{self.phrase(e, env)} is no; it must be yes"
        return f"`{worded(e, self.perspective, self.table.notation, self.v, env)}` does not hold"

    # ------------------------------------------------------------ parts

    def _of(self, words: str, owner: m.Expr, env: Env) -> str:
        """Something of a player, or of a thing."""
        whose = self.phrase(owner, env)
        return f"{whose}’s {words}" if _is_player(owner) else f"{words} of {whose}"

    def _call(self, name: str, args: tuple[m.Expr, ...], env: Env) -> str:
        """A value of the rulebook: `Red’s income`, `Red’s income (Harbour)`, `price of Flax`."""
        if not args:
            return spaced(name)
        rest = ", ".join(self.phrase(arg, env) for arg in args[1:])
        return self._of(spaced(name), args[0], env) + (f" ({rest})" if rest else "")

    def _fails(self, e: m.Expr, env: Env) -> bool:
        seen = self.perspective.look(e, self.v, env)
        return seen.known and not seen.value

    def _value(self, e: m.Expr, env: Env) -> str:
        """What an expression is worth; "" where the asker may not know, and for no thing by a local name."""
        seen = self.perspective.look(e, self.v, env)
        if not seen.known or (isinstance(e, m.Var) and seen.value == m.NONE):
            return ""
        return spaced(shown(self.table.notation, seen.value, e.type))

    def _with_value(self, e: m.Expr, env: Env) -> str:
        """An expression, and what it is worth behind it: `the store (Flax, Ore)`."""
        words, value = self.phrase(e, env), self._value(e, env)
        return f"{words} ({value})" if value not in ("", words) else words

    def _is_plain(self, e: m.Expr, env: Env) -> bool:
        return self.phrase(e, env) == self._value(e, env)


def _is_player(e: m.Expr) -> bool:
    return isinstance(e.type, m.Ref) and e.type.kind == PLAYER


def place_said(table: CompiledGame, place: RunEntry) -> str:
    """A field as people name it: `Red’s purse`, `store of Harbour`."""
    of, (owner, keys) = place.run.field, list(place.run.combinations())[place.entry]
    name = table.flow.model.thing_name
    labels = [spaced(name(kind, key)) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
    words = " of ".join([spaced(of.name), *filter(None, [listed(labels)])])
    if not of.kind:
        return words
    whose = spaced(name(of.kind, owner))
    return f"{whose}’s {words}" if of.kind == PLAYER else f"{words} of {whose}"
