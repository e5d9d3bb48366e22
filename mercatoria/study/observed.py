"""Measurements of one game between bots: winners, length, course and actions.

All measurements are numbers and names, so one line of JSON stores a game. A game depends only on its seed and its
players, so every machine produces the same line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from statistics import fmean
from sys import intern
from typing import Any

from interpreter.game import Game, State
from interpreter.log import MOVE
from interpreter.position import PlayFault, seats_by_place, share_of_win
from interpreter.table import Move, as_number
from mercatoria.players import Player, Position, seeded
from mercatoria.simulation import RANDOM, Chooser
from mercatoria.study.decision_values import IN_A_GAME, DecisionValue, Sample
from mercatoria.study.rule_coverage import RuleCoverage, fired
from mercatoria.study.rule_parts import Part
from mercatoria.study.rule_use import RuleUse

PASS = "pass"

PARTS = 10
"""Number of parts into which a game is divided, to follow the points and to measure how early it is decided."""

Standings = tuple[tuple[int, ...], ...]
"""The ranking keys of each seat. The lowest keys rank first."""


@dataclass(frozen=True, slots=True)
class ObservationDepth:
    """Level of detail at which a game is observed. Both options slow the game down considerably."""

    rules: bool = False
    """True to record which rules and clauses apply."""
    decisions: bool = False
    """True to evaluate some of the decisions."""
    parts: tuple[Part, ...] = ()
    """Parts of variants whose work is recorded, together with the rules that apply."""
    base: Game | None = field(default=None, compare=False, repr=False)
    """Game without these parts, or None."""


@dataclass(slots=True)
class ObservedGame:
    """Result of one game.

    If a rule failed, `fault` is its message, and `decisions` is the only other valid field.
    """

    seats: list[str]
    """Kind of player in each seat."""
    decisions: int = 0
    winners: list[int] = field(default_factory=list)
    scores: list[int | float] = field(default_factory=list)
    ending: str = ""
    lead_changes: int = 0
    """Number of times the lead passed from one seat to another.

    A seat leads if it would win a game that ended now.
    """
    settled: float = 0.0
    """Fraction of the decisions after which the winners were never behind again."""
    halfway: int = 0
    """Rank of the winner after half of the decisions, counted from 1; with several winners, the best of their ranks."""
    leaders: list[float] = field(default_factory=list)
    """Final win share of the seat that led after each part of the game, except the last part.

    If several seats led, the value is the mean of their shares.
    """
    choices: int = 0
    """Number of decisions with more than one legal move."""
    points: list[list[int | float]] = field(default_factory=list)
    """Points of each seat at the start and after each part of the game."""
    moves: dict[str, list[int]] = field(default_factory=dict)
    """Number of times that each seat took an action or made a choice, keyed by name."""
    triggers: dict[str, int] = field(default_factory=dict)
    """Number of steps in which each trigger fired, keyed by name."""
    fired: RuleCoverage | None = None
    """Rules and printed clauses that applied, or None if they were not recorded."""
    weighed: list[DecisionValue] | None = None
    """Evaluated decisions, or None if they were not recorded."""
    fault: str = ""

    @property
    def done(self) -> Counter[str]:
        """Number of times that each action, choice or trigger occurred, keyed by name."""
        return Counter({name: sum(times) for name, times in self.moves.items()}) + Counter(self.triggers)

    def times(self, name: str) -> int:
        """Return the number of times that an action, choice or trigger occurred."""
        return sum(self.moves.get(name, ())) + self.triggers.get(name, 0)

    @property
    def finished(self) -> bool:
        return bool(self.winners)

    def share(self, seat: int) -> float:
        """Return a seat's share of the win, which is 1 for a sole winner and an equal part of a shared win."""
        return share_of_win(self.winners, seat)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, told: dict[str, Any]) -> ObservedGame:
        """Return the game from which `as_data` produced these data.

        Raises:
            KeyError: The data lack a required entry.
            TypeError: The data do not describe a game.
        """
        weighed, bore = told["weighed"], told["fired"]
        return cls(**told | {
            "moves": {intern(name): times for name, times in told["moves"].items()},  # all games share the names
            "triggers": {intern(name): times for name, times in told["triggers"].items()},
            "weighed": None if weighed is None else [DecisionValue(**each) for each in weighed],
            "fired": None if bore is None else RuleCoverage(**bore | {"use": RuleUse(**bore["use"])}),
        })  # fmt: skip


def observe(
    game: Game, seed: int, seats: Sequence[str], depth: ObservationDepth | None = None, plain: bool = False
) -> ObservedGame:
    """Play a game with these kinds of player and return its result.

    If `plain` is True, use the reference engine. If a rule fails, the result records the failure instead of raising an
    exception.
    """
    observed, depth = ObservedGame(list(seats)), depth or ObservationDepth()
    sample = Sample(
        seed, IN_A_GAME if depth.decisions and len(seats) > 1 else 0
    )  # decision values need opponents to win against
    try:
        state = game.start(len(seats), seed, plain=plain)
        choosers = _choosers(state, seed, seats)
        course = _Course(state)
        while not state.is_over:
            seat = state.deciders[0]
            rows = state.rows(seat)
            if len(rows) > 1:
                observed.choices += 1
                sample.offer(state.vector, seat, rows)
            state.apply(choosers[seat](state, seat))
            observed.decisions += 1
            course.after(state)
    except PlayFault as fault:
        observed.fault = str(fault)
        return observed
    observed.winners, observed.scores, observed.ending = state.ranking[0], _scores(state), state.ended_by
    course.close(observed)
    if depth.rules:
        observed.fired = fired(
            state, depth.parts, depth.base.table(len(seats)).flow if depth.base is not None else None
        )
    if depth.decisions:
        observed.weighed = sample.weighed(game.table(len(seats)), seed)
    return observed


def _choosers(state: State, seed: int, seats: Sequence[str]) -> list[Callable[[State, int], Move]]:
    """Return one function per seat, which chooses that seat's moves.

    Games between random players are the same as those that `simulate` plays.
    """
    if all(kind == RANDOM for kind in seats):
        chooser = Chooser(seed, len(seats))

        def at_random(state: State, seat: int) -> Move:
            row = chooser.row(state.table.engine, state.vector, seat, state.rows(seat))
            return state.table.notation.move(seat, row)

        return [at_random] * len(seats)
    players = [seeded(kind, seed, seat) for seat, kind in enumerate(seats)]
    return [_asked(player) for player in players]


def _asked(player: Player) -> Callable[[State, int], Move]:
    return lambda state, seat: player.choose(Position(state, seat))


class _Course:
    """Standings after each decision, and the moves and triggers so far."""

    def __init__(self, state: State) -> None:
        self._scores, self._stood = [_scores(state)], [_standings(state)]
        self._entries = 0
        self._moves: dict[str, list[int]] = {}
        self._triggers: Counter[str] = Counter()

    def after(self, state: State) -> None:
        self._scores.append(_scores(state))
        self._stood.append(_standings(state))
        entry, flow = state.last, state.table.flow
        while entry is not None and entry.length > self._entries:
            if entry.form == MOVE:
                name = flow.move_kinds[entry.row[0]].name or PASS
                self._moves.setdefault(name, [0] * flow.model.players)[entry.seat] += 1
            for number in entry.fired:
                self._triggers[flow.logged_triggers[number].about.name] += 1
            entry = entry.before
        self._entries = state.last.length if state.last is not None else 0

    def close(self, observed: ObservedGame) -> None:
        observed.moves, observed.triggers = dict(sorted(self._moves.items())), dict(sorted(self._triggers.items()))
        observed.points = [self._scores[at] for at in moments(len(self._scores))]
        tell_course(observed, self._stood)


def moments(noted: int) -> list[int]:
    """Return the indices of the start and of the end of each part of a game, whose trace has `noted` entries."""
    return [part * (noted - 1) // PARTS for part in range(PARTS + 1)]


def tell_course(observed: ObservedGame, stood: Sequence[Standings]) -> None:
    """Compute the measurements that depend on who led during the game.

    `stood` contains the standings at the start and after each decision.
    """
    leaders: list[frozenset[int]] = []
    for standings, same in groupby(stood):  # standings stay the same for many decisions
        leaders += [frozenset(seats_by_place(standings)[0])] * len(list(same))
    led: frozenset[int] = frozenset()
    for now, _ in groupby(leaders):
        if len(now) < len(observed.scores) and now != led:
            observed.lead_changes += bool(led)
            led = now
    won = set(observed.winners)
    behind = next((at for at in reversed(range(len(leaders))) if won.isdisjoint(leaders[at])), None)
    observed.settled = (behind + 1) / len(leaders) if behind is not None else 0.0
    parts = (leaders[at] for at in moments(len(stood))[1:-1])
    observed.leaders = [round(fmean(observed.share(seat) for seat in now), 6) for now in parts]
    half = stood[len(stood) // 2]
    observed.halfway = min(1 + sum(other < half[seat] for other in half) for seat in won)


def _scores(state: State) -> list[int | float]:
    return list(map(as_number, state.scores))


def _standings(state: State) -> Standings:
    return tuple(state.table.engine.standings(state.vector))
