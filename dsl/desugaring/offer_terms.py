"""Describes the terms of an offer, and builds parts of the actions that answer it.

In the rulebook, `you` is the player who makes the first offer. In the answers, the parameter `proposer` means that
player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import TypeVar

from dsl import ast
from dsl.diagnostics import Sink, wording
from dsl.source import Span

PROPOSER = "proposer"
ACCEPT, DECLINE, COUNTER = "Accept the offer", "Decline the offer", "Make a counter-offer"
"""Titles of the actions with which players answer an offer."""
MOST_COUNTERS = 9

N = TypeVar("N")


def renamed(node: N, old: str, new: str) -> N:
    """Rename every use of a name in a copy of a syntax node."""
    if isinstance(node, ast.Name):
        return replace(node, text=new) if node.text == old else node
    if isinstance(node, tuple):
        return tuple(renamed(part, old, new) for part in node)  # type: ignore[return-value]
    if isinstance(node, ast.Node):
        parts = {spec.name: getattr(node, spec.name) for spec in fields(node)}
        changed = {name: renamed(part, old, new) for name, part in parts.items()}
        return type(node)(**changed)
    return node


def mentions(node: ast.Node | None, name: str) -> bool:
    """Return True if a node uses a name."""
    return node is not None and any(isinstance(part, ast.Name) and part.text == name for part in ast.walk(node))


class OfferTerms:
    """The terms of an offer, which are its parameters.

    The `open` terms come last; a counter-offer may change them.
    """

    def __init__(self, decl: ast.Action, sink: Sink) -> None:
        self.decl, self.sink = decl, sink
        self.name, self.span = decl.name.text, decl.name.span
        self.counters = self._counters()
        self.accepting, self.declining = f"accept_{self.name}", f"decline_{self.name}"
        """The names of the actions that accept and decline the offer."""
        self.sound = self._check_terms()

    def _counters(self) -> int:
        number = self.decl.counters
        if number is None:
            return 0
        if not isinstance(number, ast.Integer) or not 1 <= number.value <= MOST_COUNTERS:
            wording.plain_number_needed(self.sink, number.span, f"write a number from 1 to {MOST_COUNTERS}")
            return 1
        return number.value

    def _check_terms(self) -> bool:
        before = len(self.sink.errors)
        params = self.decl.params
        fixed_after = [p for before, p in pairwise(params) if before.open and not p.open]
        if fixed_after:
            self.sink.add(
                "E330", "the open terms of an offer must come last", fixed_after[0].span, "this term is fixed",
                hint="put this term before the first `open` term",
            )  # fmt: skip
        if self.counters and not any(param.open for param in params):
            self.sink.add(
                "E330", f"nothing in `{self.name}` can be countered", self.span, "no term is `open`",
                hint="mark the terms that may change: `open fee: …`",
            )  # fmt: skip
        for cost in self.decl.costs:
            if isinstance(cost, ast.Accept) or any(isinstance(part, ast.FlexibleCost) for part in ast.walk(cost)):
                self.sink.add(
                    "E330", "the terms of an offer must be exact", cost.span,
                    "the player who accepts must know which pieces are given",
                    hint="make the pieces a parameter: `give: bag of you.cart at most 2`",
                )  # fmt: skip
        if self.decl.breaking_in and self.partner is None:
            self.sink.add(
                "E330", "the partner of the offer is unclear", self.span,
                "no term names the partner, so no other player can break in",
                hint="make the partner a term: `(partner: others(you), …) to partner`",
            )  # fmt: skip
        for param in params:
            if param.name.text == PROPOSER:
                wording.reserved_word(self.sink, PROPOSER, param.name.span)
        return len(self.sink.errors) == before

    @property
    def partner(self) -> ast.Param | None:
        """The term that names the partner of the offer, or None."""
        to = self.decl.to
        return next((p for p in self.decl.params if isinstance(to, ast.Name) and p.name.text == to.text), None)

    # ------------------------------------------------------------ parts of answers

    def values(self, params: Sequence[ast.Param]) -> tuple[ast.Name, ...]:
        """Return references to the terms, for use as arguments."""
        return tuple(ast.Name(param.name.span, param.name.text) for param in params)

    def theirs(self, name: str, params: tuple[ast.Param, ...], title: str) -> ast.Action:
        first = ast.Param(
            self.span, ast.Word(self.span, PROPOSER), ast.Domain(self.span, "members", ast.Name(self.span, "Player")),
            None, False,
        )  # fmt: skip
        terms = (first, *renamed(params, "you", PROPOSER)) if params else ()
        return replace(self.decl, name=ast.Word(self.span, name), title=title, params=terms, limit=None, says=None)

    def proposer_named(self) -> ast.Statement:
        """Return a `let` statement that stores `you` in `proposer`.

        In an answer, `you` is the answering player.
        """
        return ast.Let(self.span, (), ast.Word(self.span, PROPOSER), ast.Name(self.span, "you"))

    def refusal(self) -> ast.Action:
        """Return the action that declines the offer and changes nothing."""
        theirs = self.theirs(self.declining, (), DECLINE)
        return replace(
            theirs, form="action", to=None, until_one=False, needs=(), costs=(), then=None, declines_offer=self.name
        )  # fmt: skip

    def paid_by_proposer(self) -> tuple[ast.Cost, ...]:
        """Return the costs of an answer, with the proposer in place of `you`.

        If a cost does not name a holder, the proposer pays it.
        """
        proposer = ast.Name(self.span, PROPOSER)
        costs = renamed(self.decl.costs, "you", PROPOSER)
        return tuple(replace(cost, payer=proposer) for cost in costs if isinstance(cost, ast.Cost))

    def call(self, name: str, args: tuple[ast.Expr, ...]) -> ast.RoutineCall:
        return ast.RoutineCall(self.span, ast.Word(self.span, name), args)

    def block(self, *statements: ast.Statement) -> ast.Block:
        span: Span = self.decl.span
        return ast.Block(span, (), statements)

    # ------------------------------------------------------------ fields that store the answers

    def remembered(self, what: str, form: str) -> ast.State:
        """Return a field of the game that records the answers to an offer."""
        of = ast.Name(self.span, "Player") if form == "set" else None
        start: ast.Expr = ast.Braces(self.span, ()) if form == "set" else ast.BooleanLiteral(self.span, False)
        word = ast.Word(self.span, f"{self.name}_{what}")
        field = ast.Field(self.span, word, "", (), (), "open", ast.Domain(self.span, form, of), start, "")
        return ast.State(self.span, ast.Word(self.span, ""), "", (), None, (field,))

    def read(self, what: str) -> ast.Name:
        return ast.Name(self.span, f"{self.name}_{what}")

    def note(self, what: str, value: ast.Expr) -> ast.Statement:
        return ast.Set(self.span, (), self.read(what), value)
