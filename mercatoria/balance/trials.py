"""Plays games under changed rules, and measures what the goals ask for.

A task names the game, the changes and some deals. Any process can execute it: the process reads the rulebook, applies
the changes as a variant, and keeps the compiled game for the next task.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

import mercatoria
from dsl.diagnostics import RulebookError
from interpreter.game import Game
from interpreter.native import is_installed
from interpreter.table import CompiledGame, TableError
from mercatoria.balance.goals import Goal
from mercatoria.balance.parameters import Change
from mercatoria.players import plays_inside, priced_like
from mercatoria.simulation import NATIVE, REFERENCE, in_order
from mercatoria.study import USES_OF, Design, Measure, RuleSet, Workers, action_measure, measures

VARIANT = "balanced"
MOST_KEPT = 64
"""Maximum number of compiled rule sets that a process keeps."""

_KEPT: OrderedDict[tuple[Rules, int, bool], Game] = OrderedDict()
"""Rule sets that this process has compiled; the least recently used is first. `game_of` owns them."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with variants, options and changes."""

    game: str
    """Slug of a shipped game, or the path of a game's folder."""
    slug: str
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    changes: tuple[Change, ...] = ()

    def changed(self, changes: tuple[Change, ...]) -> Rules:
        """Return the same game with these changes."""
        return replace(self, changes=changes)

    def load(self) -> Game:
        """Return the game.

        Raises:
            RulebookError: The changes are not valid under the rules.
            TableError: A variant excludes another one, or an option is unknown.
        """
        names = [*self.variants, *(each.source for each in self.changes if each.source)]
        found = mercatoria.load(self.game, names, dict(self.options))
        return found if self == self.without_numbers else found.amended(self.text)

    @property
    def without_numbers(self) -> Rules:
        """These rules with the added variants only."""
        return self.changed(tuple(each for each in self.changes if each.source))

    @property
    def text(self) -> str:
        """The text of the variant that makes the changes."""
        return variant_text(self.slug, self.changes, "Balanced")


def variant_text(slug: str, changes: Sequence[Change], title: str) -> str:
    """Return the text of a variant that makes these changes."""
    lines = [line for each in sorted(changes, key=lambda each: not each.source) for line in each.lines]
    return "\n".join([f'variant {VARIANT} "{title}" of {slug}', *(f"    {line}" for line in lines)]) + "\n"


@dataclass(frozen=True, slots=True)
class Table:
    """The players at one table, and the goals that are measured there."""

    seats: tuple[str, ...]
    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Deals to play under one set of rules."""

    rules: Rules
    table: Table
    seed: int
    deals: range
    engine: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value of each goal in each deal of a task, or the reason why the rules cannot be played."""

    values: list[tuple[float, ...]] = field(default_factory=list)
    fault: str = ""


def play(task: Task) -> Outcome:
    """Play the deals of a task."""
    try:
        game = game_of(task.rules, len(task.table.seats), task.engine == REFERENCE)
    except (RulebookError, TableError, FileNotFoundError) as fault:
        return Outcome(fault=str(fault).partition("\n")[0])
    seats = task.table.seats
    design = Design((RuleSet(VARIANT, game),), seats, task.seed, engine=task.engine or _fastest(seats))
    of = measured(game, task.table)
    values: list[tuple[float, ...]] = []
    for number in task.deals:
        games = design.deal(number).games[VARIANT]
        if failed := next((each.fault for each in games if each.fault), ""):
            return Outcome(values, f"a rule failed: {failed}")
        if not all(each.finished for each in games):
            return Outcome(values, "a game does not end")
        values.append(tuple(measure.of(games) for measure in of))
    return Outcome(values)


def _fastest(seats: Sequence[str]) -> str | None:
    """Return the engine for these players. A study plays its first games in Python, because it may be short; a search
    never is.
    """
    return NATIVE if plays_inside(seats) and is_installed() else None


def outcomes(tasks: Sequence[Task], workers: Workers) -> Iterator[Outcome]:
    """Yield the outcome of each task, in order. If the caller stops early, no further task begins."""
    with closing(
        in_order(workers.executor, play, ((each,) for each in tasks), workers.number * workers.ahead)
    ) as found:
        yield from found


def measured(game: Game, table: Table) -> list[Measure]:
    """Return the measure of each goal of a table."""
    names = game.table(len(table.seats)).flow.model.seats
    by_name: Mapping[str, Measure] = {each.name: each for each in measures(names, table.seats)}
    return [
        action_measure(goal.measure.removeprefix(USES_OF)) if goal.measure.startswith(USES_OF)
        else by_name[goal.measure]
        for goal in table.goals
    ]  # fmt: skip


def used_names(table: CompiledGame) -> list[str]:
    """Return the names whose use can be a goal: actions and choices, then triggers, in the order of the rulebook."""
    flow = table.flow
    kinds = (kind.name for kind in flow.move_kinds if kind.name)
    return list(dict.fromkeys([*kinds, *(each.about.name for each in flow.logged_triggers)]))


def game_of(rules: Rules, players: int, plain: bool = False) -> Game:
    """Return a game under its changed rules, with players that value assets as under the original rules.

    A study seats the same players under both rule sets, so a study of the change that a search finds plays the same
    games. `plain` is True for the reference engine.
    """
    key = rules, players, plain
    found = _KEPT.pop(key, None) or _made(rules, players, plain)
    _KEPT[key] = found
    if len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    return found


def _made(rules: Rules, players: int, plain: bool) -> Game:
    """Return a game under its changed rules; its files are read only once for all changes of numbers."""
    if not rules.changes:
        return rules.load()
    whole = rules.without_numbers
    found = rules.load() if rules == whole else game_of(whole, players, plain).amended(rules.text)
    model = game_of(rules.changed(()), players, plain)
    table = priced_like(found.table(players, plain), model.table(players, plain))
    return found.with_table(table, plain)
