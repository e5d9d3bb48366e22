"""The errors that the checker cannot rule out: impossible layouts and flowcharts, and runtime errors.

A runtime error is raised when a rule divides by zero, moves a piece that is not there, or never ends. The error names
the rule and its line, so that players can report it to the author and keep the game up to that point. Other stages
decide how to show the error.

This module holds the message of every runtime error. A value in a message may be a number, a name, or a placeholder
that a generated engine fills in later, so the parameters accept any object.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.ast import DENOMINATORS
from dsl.limits import MOST_LOOKED_AHEAD, MOST_WAYS_TO_PAY
from dsl.model import Clauses
from dsl.source import NOWHERE, Span


class LayoutError(Exception):
    """Raised for a field without a maximum size, because the position would have no fixed length."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span or NOWHERE


class LoweringError(LayoutError):
    """Raised for a model that has no flowchart, because a routine calls itself or a loop has too many members."""


class PlayFault(Exception):
    """Raised when a rule fails during a game.

    The vector may be only partly changed, so callers use a copy.
    """

    def __init__(self, message: str, span: Span, about: Clauses | None = None) -> None:
        super().__init__(message, span, about)  # pass every argument, because worker processes pickle this error
        self.message = message
        self.span = span
        self.about = about
        self.hint = ""
        """The likely cause and a remedy, or an empty string.

        The hint may name secrets, so it is never shown to a seat of a game in progress.
        """

    def __str__(self) -> str:
        rule = f" (in {self.about.name})" if self.about else ""
        return f"{self.span}: {self.message}{rule}"


class OverBudget(PlayFault):
    """Raised when a decision needs too much work.

    If a faster engine raises this error, the reference interpreter repeats the step, and its result is final.
    """


class EarlyFault(PlayFault):
    """An error in a test that a fast engine evaluates earlier than the text of the rulebook requires.

    The reference interpreter might never reach that test. So the reference interpreter repeats the step, and its result
    is final.
    """


@contextmanager
def with_rule(about: Clauses) -> Iterator[None]:
    """Add the rule to every runtime error that is raised in the `with` block and does not name a rule yet."""
    try:
        yield
    except PlayFault as fault:
        fault.about = fault.about or about
        raise


# ---------------------------------------------------------------- messages of runtime errors

NONE_HERE = "the value here is none, but a thing is needed"
DIVISION_BY_ZERO = "division by zero"
TOO_MANY_TRAILS = "there are too many trails to try them all"
NO_OUTCOME = "chance has nothing to choose from"
TOO_MUCH_WORK = "this is too much work for one decision: does it ever end?"


def of_nothing(how: object) -> str:
    """Return the message for the minimum or maximum of an empty set of numbers.

    `how` is "min" or "max".
    """
    return f"the {how} of no values is undefined"


def no_value(name: object) -> str:
    """Return the message for a local name that has no value."""
    return f"`{name}` has no value here"


def no_fact(name: object) -> str:
    """Return the message for a fact that a thing does not have."""
    return f"this has no {name}"


def no_column(row: object, column: object) -> str:
    """Return the message for a table lookup outside the columns of a row."""
    return f"the table row {row} has no column {column}"


def no_entry(whose: object, field: object, keys: object = "") -> str:
    """Return the message for a field that has no entry for these keys.

    `whose` is an empty string for a field of the game.
    """
    there = f"{whose} has" if whose else "there is"
    return f"{there} no {field} for {keys}" if keys else f"{there} no {field}"


def exceptions_disagree(value: object, one: object, other: object) -> str:
    """Return the message for two exceptions of a value that both apply but have different results.

    `one` and `other` are the names of the exceptions, each with its result if it is known.
    """
    return f"two exceptions of {value} apply with different results: {one} and {other}"


def out_of_range(field: object, value: object, low: object, high: object) -> str:
    """Return the message for a number outside the range of its field."""
    return f"{field} would become {value}, outside {low} to {high}"


def value_out_of_range(value: object, number: object, low: object, high: object, parts: int = 1) -> str:
    """Return the message for a rulebook value outside its declared range.

    If `parts` is 2, the numbers are shown as halves.
    """
    unit = f" {DENOMINATORS[parts]}" if parts > 1 else ""
    return f"the value {value} is {number}{unit} here, outside its range of {low} to {high}{unit}"


def too_little(number: object, least: object) -> str:
    """Return the message for a negative count, or for a `clamp` whose maximum is below its minimum."""
    return f"this is {number} here, but must be at least {least}"


def not_payable(amount: object) -> str:
    """Return the message for a payment of a negative amount of money."""
    return f"{amount} cannot be paid"


def too_little_money(field: object, there: object, amount: object) -> str:
    """Return the message for a payment that exceeds the money available."""
    return f"{field} holds {there}, not {amount}"


def not_movable(number: object) -> str:
    """Return the message for a move of a negative number of pieces."""
    return f"{number} pieces cannot be moved"


def too_few(field: object, there: object, sort: object, number: object) -> str:
    """Return the message for taking more pieces of a type than a holder contains."""
    return f"{field} holds {there} of {sort}, not {number}"


def no_room(field: object, number: object, room: object) -> str:
    """Return the message for putting more pieces into a holder than it has room for."""
    return f"{field} has no room for {number} more: it holds {room} at most"


def wrong_place(sort: object, field: object) -> str:
    """Return the message for putting a type or thing into a holder of another kind."""
    return f"{sort} does not belong in {field}"


def unknown_order(upper: object, lower: object) -> str:
    """Return the message for putting a stack in unknown order on top of another stack."""
    return f"{upper} is in unknown order and cannot be put on top of {lower}"


def too_many_kept(number: object) -> str:
    """Return the message for a loop over more members than the position has room for."""
    return f"{number} members are too many to store"


def not_kept(member: object) -> str:
    """Return the message for a loop over a member that the position cannot store."""
    return f"{member} cannot be stored"


def no_store(kind: object) -> str:
    """Return the message for pieces that a scenario sets up although their kind has no supply and no box."""
    return f"there is no supply or box for {kind}"


def none_left(thing: object, field: object, seen_in: object = "", number: int = 0) -> str:
    """Return the message for a scenario's `set` that finds too few pieces to take.

    `number` is how many pieces of the missing type are in `seen_in`, a public place from which `set` does not take
    pieces.
    """
    elsewhere = f": `set` takes nothing from {seen_in}, where there are {number}; write `move … from {seen_in}`"
    return f"there is no {thing} left to put into {field}{elsewhere if seen_in else ''}"


def nothing_legal(who: object, phase: str) -> str:
    """Return the message for a decision that has no legal move."""
    return f"{who} must decide, but has no legal move in {phase!r}"


def too_many_moves(what: object, most: int) -> str:
    """Return the message for a decision with too many moves to list.

    `what` is the action or the choice.
    """
    return f"`{what}` has more than {most:,} moves here; leave a parameter open, or let it be chosen in steps"


def too_many_ways() -> str:
    """Return the message for costs that can be paid in more ways than the solver may try."""
    return f"these costs can be met in more than {MOST_WAYS_TO_PAY} ways: they need the same pieces, or too many"


def too_far_ahead() -> str:
    """Return the message for a series with more possible courses than the search may examine."""
    return (
        f"it is unknown after {MOST_LOOKED_AHEAD:,} positions "
        "whether this series can reach its goal: too many choices are open"
    )


def never_ends(steps: int) -> str:
    """Return the message for a game that never ends."""
    return f"the game has lasted {steps:,} decisions and chance events"
