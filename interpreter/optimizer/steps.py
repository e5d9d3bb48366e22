"""Steps: how a gathering, or the rows of an action, are found. Nested loops, tests and what is done in the middle.

    Each      for every member of a sequence; `columns` are the member and facts of it that are looked up in advance
    When      goes on only if a test holds
    Let       works a term out once
    Unpack    takes names out of a column that holds several
    Leaf      reached with all names bound: gives the row of a move, or the value that is gathered
    Append    puts the rows that leaves have laid aside behind the others, sorted if need be

Steps begin as declared (`declared`) and are then rearranged by the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.optimizer.terms import Term


@dataclass(frozen=True, slots=True)
class Each:
    name: Term
    sequence: Term
    body: tuple[Step, ...]
    columns: tuple[Term, ...] = ()
    """What the sequence gives for each member instead of the member itself: names, see the pass `tabled`."""


@dataclass(frozen=True, slots=True)
class When:
    test: Term
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Let:
    name: Term
    term: Term


@dataclass(frozen=True, slots=True)
class Unpack:
    names: tuple[Term, ...]
    of: Term


@dataclass(frozen=True, slots=True)
class Leaf:
    terms: tuple[Term, ...]
    aside: int = 0
    """The list in which the row is laid aside; 0: none."""


@dataclass(frozen=True, slots=True)
class Append:
    aside: int
    sort: bool


Step = Each | When | Let | Unpack | Leaf | Append
Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """A declared binder: a name and what it ranges over. For a bag, `columns` are the counts of its sorts."""

    name: Term
    sequence: Term
    columns: tuple[Term, ...] = ()


Declared = Sequence[Bind | Term]
"""Binders and tests as they were declared: a test may speak of the names bound before it."""


def declared(items: Declared, leaf: Leaf) -> Steps:
    """The steps as they were declared."""
    steps: Steps = (leaf,)
    for item in reversed(items):
        steps = (
            (Each(item.name, item.sequence, steps, item.columns),) if isinstance(item, Bind) else (When(item, steps),)
        )
    return steps


def terms_of(steps: Steps) -> Iterator[Term]:
    """All terms that stand in steps, in order."""
    for step in steps:
        match step:
            case Each():
                yield step.sequence
                yield from terms_of(step.body)
            case When():
                yield step.test
                yield from terms_of(step.body)
            case Let(term=term):
                yield term
            case Leaf(terms):
                yield from terms


def mapped(steps: Steps, change: Callable[[Term], Term]) -> Steps:
    """The steps with every term changed."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Each(name, sequence, body, columns):
                found.append(Each(name, change(sequence), mapped(body, change), columns))
            case When(test, body):
                found.append(When(change(test), mapped(body, change)))
            case Let(name, term):
                found.append(Let(name, change(term)))
            case Leaf(terms, aside):
                found.append(Leaf(tuple(change(term) for term in terms), aside))
            case Unpack() | Append():
                found.append(step)
    return tuple(found)


def leaves(steps: Steps) -> Iterator[Leaf]:
    for step in steps:
        if isinstance(step, Leaf):
            yield step
        elif isinstance(step, (Each, When)):
            yield from leaves(step.body)


def free_in(steps: Steps) -> frozenset[Term]:
    """The names that steps speak of and do not bind."""
    found: set[Term] = set()
    bound: set[Term] = set()
    for step in steps:
        match step:
            case Each(name, sequence, body, columns):
                found |= sequence.free - bound
                found |= free_in(body) - {name, *columns} - bound
            case When(test, body):
                found |= (test.free | free_in(body)) - bound
            case Let(name, term):
                found |= term.free - bound
                bound.add(name)
            case Unpack(names, of):
                found |= {of} - bound
                bound |= set(names)
            case Leaf(terms):
                found |= frozenset().union(*(term.free for term in terms)) - bound
    return frozenset(found)


def asides(steps: Steps) -> list[int]:
    """The lists for rows laid aside."""
    found = {leaf.aside for leaf in leaves(steps)} | {step.aside for step in steps if isinstance(step, Append)}
    return sorted(found - {0})
