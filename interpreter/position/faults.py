"""Errors that the checker cannot exclude: layouts and flowcharts that cannot be built, and runtime errors.

A rule causes a runtime error if it divides by zero, moves a missing piece, or never ends, for example. The error names
the rule and its line, so that players can report the error to the rulebook's author. Other packages decide how to
display errors.

This module contains the messages of all runtime errors. Generated engines fill in some values later, so the parameters
accept placeholders of any type.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.ast import DENOMINATORS
from dsl.diagnostics import wording
from dsl.limits import MOST_LOOKED_AHEAD, MOST_WAYS_TO_PAY
from dsl.model import SEAT, Clauses, Lookup
from dsl.source import NOWHERE, Span


class LayoutError(Exception):
    """Raised for a field without a maximum size, because every position must have the same length."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span or NOWHERE


class LoweringError(LayoutError):
    """Raised for a model that lowering cannot turn into a flowchart, because a routine calls itself or a loop has too
    many members.
    """


class PlayFault(Exception):
    """Raised when a rule fails during a game.

    The vector may be partly changed.
    """

    def __init__(self, message: str, span: Span, about: Clauses | None = None) -> None:
        super().__init__(message, span, about)  # pass all arguments, because worker processes pickle this error
        self.message = message
        self.span = span
        self.about = about
        self.hint = ""
        """The likely cause and a remedy, or an empty string.

        The hint may reveal secrets, so players never see it while the game is in progress.
        """

    def __str__(self) -> str:
        rule = f" (in {self.about.name})" if self.about else ""
        return f"{self.span}: {self.message}{rule}"


class OverBudget(PlayFault):
    """Raised when a decision exceeds its work budget.

    If a faster engine raises this error, the reference interpreter repeats the step and decides the result.
    """


class EarlyFault(PlayFault):
    """Raised by a faster engine that evaluates a test earlier than the rulebook requires.

    The reference interpreter, which might never reach that test, therefore repeats the step and decides the result.
    """


@contextmanager
def with_rule(about: Clauses) -> Iterator[None]:
    """Add the rule to every `PlayFault` that is raised in the `with` block and names no rule yet."""
    try:
        yield
    except PlayFault as fault:
        fault.about = fault.about or about
        raise


# ---------------------------------------------------------------- messages of runtime errors

NONE_HERE = "the value here is `none`, but a thing is needed"
DIVISION_BY_ZERO = "division by zero"
TOO_MANY_TRAILS = "there are too many trails to test them all"
NO_OUTCOME = "this random choice has no possible outcome"
TOO_MUCH_WORK = "this decision needs too much work; perhaps a loop never ends"


def of_nothing(how: object) -> str:
    """Return the message for the minimum or maximum of no values.

    `how` is "min" or "max".
    """
    return f"the {how} of an empty set is undefined"


def no_value(name: object) -> str:
    """Return the message for a local variable without a value."""
    return f"`{name}` has no value here"


def no_fact(name: object) -> str:
    """Return the message for a thing that lacks a fact."""
    return f"this has no {name}"


def no_column(of: Lookup, column: object) -> str:
    """Return the message for a column that a table row does not have, or for a seat that does not exist."""
    if of.row == SEAT:
        return f"there is no seat {column}; {wording.seats_at(len(of.values))}"
    return f"the table row {of.row} has no column {column}"


def no_number(row: object, column: object) -> str:
    """Return the message for a column that a row of numbers on the board does not have."""
    return f"{row} has no column {column}"


def no_entry(whose: object, field: object, keys: object = "") -> str:
    """Return the message for a field without an entry for the given keys.

    If the field belongs to the whole game, `whose` is an empty string.
    """
    there = f"{whose} has" if whose else "there is"
    return f"{there} no {field} for {keys}" if keys else f"{there} no {field}"


def exceptions_disagree(value: object, one: object, other: object) -> str:
    """Return the message for two exceptions of a rulebook value that apply at once and give different results.

    `one` and `other` name the exceptions, with their results if known.
    """
    return f"two exceptions of {value} apply with different results: {one} and {other}"


def out_of_range(field: object, value: object, low: object, high: object) -> str:
    """Return the message for a number outside its field's range."""
    return f"{field} would become {value}, outside {low} to {high}"


def value_out_of_range(value: object, number: object, low: object, high: object, parts: int = 1) -> str:
    """Return the message for a rulebook value outside its declared range.

    If `parts` is 2, the numbers are counted in halves.
    """
    unit = f" {DENOMINATORS[parts]}" if parts > 1 else ""
    return f"the value {value} is {number}{unit} here, outside its range of {low} to {high}{unit}"


def too_little(number: object, least: object) -> str:
    """Return the message for a number that is less than its minimum."""
    return f"this number is {number} here, but must be at least {least}"


def not_payable(amount: object) -> str:
    """Return the message for paying a negative amount of money."""
    return f"{amount} cannot be paid"


def too_little_money(field: object, there: object, amount: object) -> str:
    """Return the message for paying more money than there is."""
    return f"{field} holds {there}, not {amount}"


def not_movable(number: object) -> str:
    """Return the message for moving a negative number of pieces."""
    return f"{number} pieces cannot be moved"


def too_few(field: object, there: object, sort: object, number: object) -> str:
    """Return the message for taking more pieces of a type than a holder contains."""
    return f"{field} holds {there} of {sort}, not {number}"


def no_piece_at(field: object, there: object, position: object) -> str:
    """Return the message for moving a piece by a position that the row does not have."""
    return f"{field} holds {there} pieces, so it has no piece {position}"


def no_room(field: object, number: object, room: object) -> str:
    """Return the message for putting more pieces into a holder than fit."""
    return f"{field} has no room for {number} more: it holds at most {room}"


def wrong_place(sort: object, field: object) -> str:
    """Return the message for putting a piece or thing into a holder of another kind."""
    return f"{sort} does not belong in {field}"


def unknown_order(upper: object, lower: object) -> str:
    """Return the message for putting a shuffled stack on top of another stack."""
    return f"the order of {upper} is unknown, so it cannot be put on top of {lower}"


def too_many_kept(number: object) -> str:
    """Return the message for a loop with more members than the position can store."""
    return f"{number} members are too many to store"


def not_kept(member: object) -> str:
    """Return the message for a loop with a member that the position cannot store."""
    return f"{member} cannot be stored"


def no_store(kind: object) -> str:
    """Return the message for a scenario that sets up pieces of a kind without a supply or box."""
    return f"there is no supply or box for {kind}"


def none_left(thing: object, field: object, seen_in: object = "", number: int = 0) -> str:
    """Return the message for a scenario's `set` that runs out of pieces.

    `number` counts the missing type's pieces in `seen_in`, an open holder from which `set` takes nothing.
    """
    elsewhere = f": `set` takes nothing from {seen_in}, where there are {number}; write `move … from {seen_in}`"
    return f"there is no {thing} left to put into {field}{elsewhere if seen_in else ''}"


def nothing_legal(who: object, phase: str) -> str:
    """Return the message for a decision without a legal move."""
    return f"{who} must decide, but has no legal move in {phase!r}"


def too_many_moves(what: object, most: int) -> str:
    """Return the message for an action or choice with too many moves to list.

    `what` names the action or choice.
    """
    return f"`{what}` has more than {most:,} moves here; mark a parameter as `open`, or let the player choose in steps"


def too_many_ways() -> str:
    """Return the message for costs that can be paid in too many ways."""
    return (
        f"these costs can be paid in more than {MOST_WAYS_TO_PAY} ways; they need the same pieces, or too many pieces"
    )


def too_far_ahead() -> str:
    """Return the message for a series whose search examined too many positions."""
    return (
        f"after a search of {MOST_LOOKED_AHEAD:,} positions, it is unknown "
        "whether this series can reach its goal; offer fewer choices"
    )


def never_ends(steps: int) -> str:
    """Return the message for a game that never ends."""
    return f"the game has lasted {steps:,} decisions and chance events"
