"""Renders the form with which a new table begins with the position of a page, and where a forked table comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.log import pending_secret_answers
from interpreter.position import once
from mercatoria import CompiledGame
from mercatoria.web.pages.house_rules import chosen_rules
from mercatoria.web.tables import HouseRules, Setting, Table, Variant, settings_of, variants_of
from mercatoria.web.timeline import Moment

BOTS = {
    "random": "random_bot", "greedy": "greedy_bot", "easy": "easy_bot", "medium": "medium_bot", "hard": "hard_bot",
}  # fmt: skip
"""Keys of the labels of the bots."""
FRIENDS = "friends"
"""Value of the form for opponents who come by a link."""
USUAL = "medium"
"""Kind of bot that the form suggests if no bot plays at the table."""


@dataclass(frozen=True, slots=True)
class ForkForm:
    """The choices of the form. `number` is the number of the position.

    `friends` is True if friends may play, and `as_it_was` is True if the hidden things may be kept as they were.
    `rules` are the house rules of the table, among the `choices`.
    """

    number: int
    against: str
    friends: bool
    as_it_was: bool
    rules: HouseRules
    choices: Choices


@dataclass(frozen=True, slots=True)
class Choices:
    """The variants and the options of a game."""

    variants: tuple[Variant, ...]
    settings: tuple[Setting, ...]


def choices_of(table: CompiledGame) -> Choices:
    """Return the variants and the options of a game, in its language."""
    folder = table.edition.folder
    return Choices(variants_of(folder), tuple(settings_of(folder)))


def fork_form(moment: Moment) -> ForkForm | None:
    """Return the form to play on from a moment, or None if the game is over there."""
    table, state = moment.table, moment.state
    if state.is_over:
        return None
    kinds = [kind for seat in range(state.players) if (kind := table.bot_at(seat)) in BOTS]
    against = kinds[0] if kinds else USUAL
    number = _newest(moment) if moment.number is None else moment.number
    return ForkForm(number, against, table.allows_side_tables, table.course.state.is_over, _rules_of(table),
                    once(state.table, choices_of))  # fmt: skip


def other_rules(table: Table, fields: Mapping[str, str]) -> HouseRules | None:
    """Read the house rules of a new table from the form. Return None if they are those of the table."""
    choices = choices_of(table.course.state.table)
    rules = chosen_rules(choices.variants, choices.settings, fields)
    return None if "rules" not in fields or rules.is_same(_rules_of(table)) else rules


def _rules_of(table: Table) -> HouseRules:
    return HouseRules(table.head.variants, table.head.options)


def _newest(moment: Moment) -> int:
    """Return the number of the newest position that every player may know."""
    state = moment.state
    secret = pending_secret_answers(state.table, state.vector, state.last)
    return (state.last.length if state.last is not None else 0) - len(secret)


def came_from(moment: Moment) -> str:
    """Return the address of the position from which a forked table plays on, or an empty string."""
    origin = moment.table.head.origin
    if origin is None:
        return ""
    base = f"/t/{origin.table}" if origin.seat is None else f"/t/{origin.table}/seat/{origin.seat}"
    return f"{base}/at/{origin.number}"
