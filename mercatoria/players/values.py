"""Estimates of each seat's chance of winning, from weights fitted to self-play (`mercatoria fit`).

The file `values.json` stores the weights. For each player count, the file lists two weights per fact: one for the
beginning of a game and one for its end. A softmax over the seats' weighted sums gives each seat's share of the win.

The file is separate from the rules. Bots still use the weights after a rule change, provided that every fact in the
file still exists. If one fact is missing, bots use none of the weights, because the weights were fitted together.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, isfinite
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from dsl.folder import GameFolder
from dsl.model import NONE
from interpreter.position import Vector, once
from interpreter.table import CompiledGame
from mercatoria.players.facts import Facts
from mercatoria.players.values_schema import SCHEMA

LOG = logging.getLogger("mercatoria.players.values")

STEEPEST = 30.0
"""Maximum difference between two weighted sums, which keeps the exponential function from overflowing."""


class BadValues(ValueError):
    """Raised if a `values.json` file cannot be used; the message says why."""


class OtherFacts(BadValues):
    """Raised if a weight belongs to a fact that does not exist under these rules, perhaps because of a house rule."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights for one number of players, as stored in the file."""

    players: int
    rules: str
    rounds: float
    terms: Mapping[str, Sequence[float]]
    network: Mapping[str, Any] | None = None
    """Value network of the same table, which some files contain; see `afterstates`."""

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Weights:
        """Return the weights of an entry of the file."""
        return cls(entry["players"], entry["rules"], entry["rounds"], entry["terms"], entry.get("network"))


@dataclass(frozen=True, slots=True)
class _SeatTerms:
    """Weights of one seat's facts, at one stage of the game."""

    ranked: Sequence[float]
    counters: Sequence[tuple[int, float]]
    """Slots, each with the weight that multiplies its value."""
    filled: Sequence[tuple[int, float]]
    spaces: Sequence[tuple[int, int, Sequence[int], float]]

    def sum(self, standing: Sequence[int], v: Vector) -> float:
        found = sum([weight * each for weight, each in zip(self.ranked, standing, strict=True)])
        found += sum([weight * v[slot] for slot, weight in self.counters])
        found += sum([weight for slot, weight in self.filled if v[slot] != NONE])
        for first, end, own, weight in self.spaces:
            stretch = v[first:end]
            found += weight * sum([stretch.count(sort) for sort in own])
        return found


@dataclass(slots=True)
class Values:
    """Fitted values for a game and player count."""

    table: CompiledGame
    weights: Weights
    facts: Facts
    _round: int = field(init=False)
    _known: dict[float, list[_SeatTerms]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the weights against the facts, and find the slot of the round number.

        Raises:
            OtherFacts: A weight belongs to a fact that does not exist under these rules.
        """
        if gone := [name for name in self.weights.terms if name not in self.facts.names]:
            raise OtherFacts(f"the values file has a weight for `{gone[0]}`, which does not exist under these rules")
        self._round = round_slot(self.table)

    def shares(self, v: Vector) -> list[float]:
        """Return each seat's expected share of the win; the shares sum to 1."""
        far = progress(v[self._round], self.weights.rounds)
        if far not in self._known:
            self._known[far] = [self._seat(seat, far) for seat in range(self.weights.players)]
        standings = self.facts.standings(v)
        sums = [terms.sum(standing, v) for terms, standing in zip(self._known[far], standings, strict=True)]
        powers = [exp(max(-STEEPEST, each - max(sums))) for each in sums]
        return [power / sum(powers) for power in powers]

    def _seat(self, seat: int, far: float) -> _SeatTerms:
        facts, terms = self.facts, self.weights.terms
        weight = {name: (1 - far) * early + far * late for name, (early, late) in terms.items()}
        held = list(zip(facts.names[len(facts.ranked) :], facts.holdings[seat], strict=True))
        held = [(name, each) for name, each in held if weight.get(name)]
        return _SeatTerms(
            [weight.get(name, 0.0) for name in facts.ranked],
            [(slot, weight[name]) for name, each in held for slot in each.counters],
            [(slot, weight[name]) for name, each in held for slot in each.filled],
            [(*space, weight[name]) for name, each in held for space in each.spaces],
        )


def round_slot(table: CompiledGame) -> int:
    """Return the slot that stores the round number."""
    return next(run.base[0] for of, run in table.flow.layout.runs.items() if of.name == "round_number" and of.builtin)


def progress(round_number: int, rounds: float) -> float:
    """Return how much of a game is over, from 0 to 1, if it usually lasts `rounds` rounds."""
    return min(1.0, round_number / rounds) if rounds > 1 else 0.0


def values_of(table: CompiledGame) -> Values | None:
    """Return the fitted values for a game and player count.

    Returns None if there are no fitted values or they cannot be used.
    """
    return once(table, _usable_values)


def _usable_values(table: CompiledGame) -> Values | None:
    """Return the fitted values, or log why they cannot be used."""
    try:
        return fitting_values(table)
    except BadValues as fault:
        level = logging.INFO if isinstance(fault, OtherFacts) else logging.WARNING
        LOG.log(level, "bots play without fitted values: %s", fault)
        return None


def fitting_values(table: CompiledGame) -> Values | None:
    """Return the fitted values for a game and player count.

    Returns None if the game has no values for this number of players.

    Raises:
        BadValues: The fitted values cannot be used.
    """
    weights = read_values(table.edition.folder).get(table.flow.model.players)
    return Values(table, weights, Facts(table)) if weights is not None else None


def values_in(table: CompiledGame, entry: Mapping[str, Any]) -> Values:
    """Return the values that bots would use if `values.json` contained `entry`.

    Raises `BadValues`.
    """
    return Values(table, Weights.of(entry), Facts(table))


def read_values(folder: GameFolder) -> dict[int, Weights]:
    """Return the weights stored in a game folder, keyed by player count.

    Raises `BadValues`.
    """
    entries = [] if folder.values is None else entries_in(folder.values.text)
    return {each["players"]: Weights.of(each) for each in entries}


def entries_in(text: str) -> list[dict[str, Any]]:
    """Return the entries of a `values.json` file, given its text. Raises `BadValues`."""
    try:
        found = json.loads(text, parse_constant=_no_number, parse_float=_number)
        _validator().validate(found)
    except ValidationError as fault:
        where = "/".join(map(str, fault.absolute_path))
        place = f" at {where}" if where else ""
        raise BadValues(f"the values file does not have the expected structure{place}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadValues("the values file is not valid JSON") from fault
    entries: list[dict[str, Any]] = found["values"]
    return entries


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(SCHEMA)


def _number(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _no_number(text: str) -> float:
    raise ValueError(text)
