"""Errors after checking: an impossible layout or flow, and runtime errors of the rules.

A runtime error is a rule that divides by zero, moves a piece that is not there or never ends. It names the line and
the rule, so that players can show it to the author and keep the game up to that point. Other stages decide how to show
it.

This module holds the text of every runtime error. A value in it may be a number, a name, or a blank that a generated
engine fills in later, so the parameters are any objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.ast import DENOMINATORS
from dsl.limits import MOST_LOOKED_AHEAD, MOST_WAYS_TO_PAY
from dsl.model import Clauses
from dsl.source import NOWHERE, Span


class LayoutError(Exception):
    """A field without a maximum size, so that the position has no fixed length."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span or NOWHERE


class LoweringError(LayoutError):
    """A model without a flowchart: a routine that calls itself, or a loop too wide to be frozen."""


class PlayFault(Exception):
    """A rule failed during a game. The vector may be half changed: use a copy."""

    def __init__(self, message: str, span: Span, about: Clauses | None = None) -> None:
        super().__init__(message, span, about)  # every argument, because worker processes pickle this error
        self.message = message
        self.span = span
        self.about = about
        self.hint = ""
        """The cause and a cure, or an empty string. It may name secrets, so no seat of a game in progress sees it."""

    def __str__(self) -> str:
        rule = f" (in {self.about.name})" if self.about else ""
        return f"{self.span}: {self.message}{rule}"


class OverBudget(PlayFault):
    """Too much work for one decision. If a faster engine raises this error, the reference interpreter decides."""


class EarlyFault(PlayFault):
    """An error in a test that a fast engine computes earlier than the author's text does.

    The reference interpreter might never reach the test, so it repeats the step and decides.
    """


@contextmanager
def with_rule(about: Clauses) -> Iterator[None]:
    """Add the rule to a runtime error that does not name one."""
    try:
        yield
    except PlayFault as fault:
        fault.about = fault.about or about
        raise


# ---------------------------------------------------------------- the words of each fault

NONE_HERE = "there is none here, but one is needed"
DIVISION_BY_ZERO = "division by zero"
TOO_MANY_TRAILS = "there are too many trails to try them all"
NO_OUTCOME = "chance has nothing to choose from"
TOO_MUCH_WORK = "this is too much work for one decision: does it ever end?"


def of_nothing(how: object) -> str:
    """Return the message for the minimum or maximum of no numbers.

    `how` is "min" or "max".
    """
    return f"the {how} of nothing is undefined"


def no_value(name: object) -> str:
    """Return the message for a local name without a value."""
    return f"`{name}` has no value here"


def no_fact(name: object) -> str:
    """Return the message for a fact that a thing does not have."""
    return f"this has no {name}"


def no_column(row: object, column: object) -> str:
    """Return the message for a table lookup beyond the ends of a row."""
    return f"the table row {row} has no column {column}"


def no_entry(whose: object, field: object, keys: object = "") -> str:
    """Return the message for a field without an entry for these keys.

    `whose` is an empty string for a field of the game.
    """
    there = f"{whose} has" if whose else "there is"
    return f"{there} no {field} for {keys}" if keys else f"{there} no {field}"


def exceptions_disagree(value: object, one: object, other: object) -> str:
    """Return the message for two exceptions of a value that apply with different results.

    `one` and `other` are their names, with the result if it is known.
    """
    return f"two exceptions of {value} hold with different results: {one} and {other}"


def out_of_range(field: object, value: object, low: object, high: object) -> str:
    """Return the message for a number that does not fit its field."""
    return f"{field} would become {value}, outside {low} to {high}"


def value_out_of_range(value: object, number: object, low: object, high: object, parts: int = 1) -> str:
    """Return the message for a rulebook value outside its declared range.

    With `parts` = 2, the numbers are shown as halves.
    """
    unit = f" {DENOMINATORS[parts]}" if parts > 1 else ""
    return f"the value {value} is {number}{unit} here, outside of its range, {low} to {high}{unit}"


def too_little(number: object, least: object) -> str:
    """Return the message for a negative count, or a `clamp` whose maximum is below its minimum."""
    return f"this is {number} here, and must be at least {least}"


def not_payable(amount: object) -> str:
    """Return the message for a negative sum of money."""
    return f"{amount} cannot be paid"


def too_little_money(field: object, there: object, amount: object) -> str:
    """Return the message for a payment above the money available."""
    return f"{field} holds {there}, not {amount}"


def not_movable(number: object) -> str:
    """Return the message for a negative number of pieces."""
    return f"{number} pieces cannot be moved"


def too_few(field: object, there: object, sort: object, number: object) -> str:
    """Return the message for a removal of more pieces of a type than there are."""
    return f"{field} holds {there} of {sort}, not {number}"


def no_room(field: object, number: object, room: object) -> str:
    """Return the message for an addition beyond the room of a holder."""
    return f"{field} has no room for {number} more: it holds {room} at most"


def wrong_place(sort: object, field: object) -> str:
    """Return the message for a type or thing put where its kind does not belong."""
    return f"{sort} does not belong into {field}"


def unknown_order(upper: object, lower: object) -> str:
    """Return the message for a stack in unknown order put on another."""
    return f"{upper} is in unknown order and cannot be put on top of {lower}"


def too_many_kept(number: object) -> str:
    """Return the message for a loop over more members than its store can hold."""
    return f"{number} members are more than can be kept"


def not_kept(member: object) -> str:
    """Return the message for a loop over a member that its store cannot hold."""
    return f"{member} is outside of what can be kept"


def no_store(kind: object) -> str:
    """Return the message for pieces of a kind without supply and box.

    A scenario sets them up.
    """
    return f"there is no supply or box for {kind}"


def none_left(thing: object, field: object, seen_in: object = "", number: int = 0) -> str:
    """Return the message for too few pieces where `set` of a scenario takes them from.

    `number` is the number of pieces in `seen_in`, a public place that may have them.
    """
    elsewhere = f": `set` takes nothing from {seen_in}, where {number} lie; write `move … from {seen_in}`"
    return f"there is no {thing} left to put into {field}{elsewhere if seen_in else ''}"


def nothing_legal(who: object, phase: str) -> str:
    """Return the message for a decision without any legal move."""
    return f"{who} must decide, but nothing is legal in {phase!r}"


def too_many_moves(what: object, most: int) -> str:
    """Return the message for more moves than can be listed.

    `what` is the action, or the choice.
    """
    return f"`{what}` has more than {most:,} moves here; leave a parameter open, or let it be chosen in steps"


def too_many_ways() -> str:
    """Return the message for costs with too many ways to pay."""
    return f"these costs can be met in more than {MOST_WAYS_TO_PAY} ways: they ask for the same pieces, or for too many"


def too_far_ahead() -> str:
    """Return the message for a series with too many ways to end."""
    return f"whether this can be ended well is not known after {MOST_LOOKED_AHEAD:,} positions: too much is open"


def never_ends(steps: int) -> str:
    """Return the message for a game that never ends."""
    return f"the game has lasted {steps:,} decisions and chance events"
