"""Finds the parts of a planned program that only the reference interpreter can execute.

For each part, `left_over` returns its position in the rulebook, and suggests a wording that the fast engines can run.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import Node
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program import planned_functions as pf
from interpreter.optimizer.program import planned_moves as pm
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.program import Program
from interpreter.optimizer.program.steps import contents
from interpreter.optimizer.terms.terms import Interpretation, Term


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A part of the rulebook that the fast engines cannot run.

    `what` describes the part, and `wording` suggests rules that the engines can run. `what` and `wording` are sentences
    without a full stop.
    """

    span: Span
    what: str
    wording: str


CHOICE = "a player chooses a whole bag or set at once"
CHOICE_WORDING = "offer an action with a bag or a set as its parameter, `action take(loot: bag of you.cart at most 2)`"
RANGE = "the allowed values of one open parameter depend on another parameter"
RANGE_WORDING = "write the range without the other parameter, and compare the two under `needs`"
ANSWER = "all players secretly choose a set"
ANSWER_WORDING = "let them choose a number, a thing or a bag"
REST = "this line loops over bags or sets, or builds a new bag or set"
REST_WORDING = "loop over things and count them, or change one sort of piece at a time"


def left_over(program: Program) -> tuple[LeftOver, ...]:
    """Return the parts that only the reference interpreter can execute, without duplicates and in rulebook order."""
    parts = (program.nodes, program.standing, program.sought, *program.values.values(), *program.gatherings.values())
    found = dict.fromkeys(_Search().of((*parts, *program.available.values())))
    return tuple(sorted(found, key=lambda each: (each.span.source.path, *each.span.source.position(each.span.start))))


def suspects(model: m.Model) -> frozenset[tuple[type, Span]]:
    """Return the parts of a model that might be left over, each by its type and position.

    A search for them takes a fraction of the time that a plan takes. Only these parts can be left over: values that are
    bags or sets, open parameters, secret choices, and questions whether actions are legal.
    """
    rules = (
        *model.routines.values(), *model.actions.values(), *model.values.values(), *model.wakes, *model.listeners,
        *model.endings, *model.score, *model.ranking,
    )  # fmt: skip
    asked = frozenset(name for name, value in model.values.items() if value.of_action)
    found = (_suspected(part, asked) for part in m.parts(rules))
    return frozenset(each for each in found if each is not None)


def _suspected(part: object, asked: Container[str]) -> tuple[type, Span] | None:
    match part:
        case m.Amounts(span=span) | m.Bags(span=span) | m.Subsets(span=span) | m.Secretly(span=span):
            return type(part), span
        case m.Param(open=True, var=var):
            return type(part), var.span
        case m.Act(or_pass=True, span=span) | m.Act(repeatedly=True, must=True, span=span):
            return type(part), span
        case m.CallValue(name=name, span=span) if name in asked:
            return type(part), span
    return None


class _Search:
    """Searches the parts of a program and their terms."""

    def __init__(self) -> None:
        self._seen: set[Term] = set()

    def of(self, part: object, span: Span = NOWHERE) -> Iterator[LeftOver]:
        """Yield the leftovers in a program part.

        `span` is the position to report for parts without a position.
        """
        if isinstance(part, Term):
            yield from self._in_term(part)
            return
        here = _span_of(part, span)
        yield from _named(part, here)
        for each in contents(part):
            yield from self.of(each, here)

    def _in_term(self, term: Term) -> Iterator[LeftOver]:
        if term in self._seen:
            return
        self._seen.add(term)
        if isinstance(term.data, Interpretation):
            yield LeftOver(term.data.expression.span, REST, REST_WORDING)
        for arg in term.args:
            yield from self._in_term(arg)


def _span_of(part: object, span: Span) -> Span:
    match part:
        case Node(span=here):
            return here
        case pm.Move(about=about) if about is not None:
            return about.span
        case pf.Offer(about=about):
            return about.span
    return span


def _named(part: object, span: Span) -> Iterator[LeftOver]:
    """Yield a leftover if only the reference interpreter can execute the part itself."""
    match part:
        case pm.InterpretedRows() | i.InterpretedPick():
            yield LeftOver(span, CHOICE, CHOICE_WORDING)
        case pm.InterpretedLegality() | pm.InterpretedRanges():
            yield LeftOver(span, RANGE, RANGE_WORDING)
        case p.InterpretedAnswers() | i.InterpretedAnswer():
            yield LeftOver(span, ANSWER, ANSWER_WORDING)
        case i.Interpreted(statement=statement):
            yield LeftOver(statement.span, REST, REST_WORDING)
        case p.InterpretedOutcomes() | p.InterpretedSettling():
            yield LeftOver(span, REST, REST_WORDING)
