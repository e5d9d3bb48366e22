"""Value networks as plain data, for the file `values.json`; see `mercatoria.players.values_schema`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from interpreter.table import CompiledGame
from mercatoria.players.afterstates.action_costs import Costs
from mercatoria.players.afterstates.features import Features, FeatureSettings, MissingInput
from mercatoria.players.afterstates.income import Income
from mercatoria.players.afterstates.mobility import Ways
from mercatoria.players.afterstates.network import Ensemble, Network, Scale
from mercatoria.players.afterstates.steps import ArraySteps, Numbers
from mercatoria.players.values import BadValues, OtherFacts
from mercatoria.players.values_schema import rounded

Stored = dict[str, Any]
"""Part of the file, as plain data."""


def described(settings: FeatureSettings, names: Sequence[str], ensemble: Ensemble) -> Stored:
    """Return what the file says about a network, without its provenance."""
    goods = settings.income.goods
    return {
        "inputs": list(names),
        "scale": _rows(np.stack([ensemble.scale.mean, ensemble.scale.deviation], 1)),
        "networks": [
            {"hidden": _rows(net.hidden.T), "bias": _row(net.bias), "out": _row(net.out), "direct": _row(net.direct)}
            for net in ensemble.networks
        ],
        "goods": list(goods), "depends": list(settings.income.depends), "phase": settings.phase,
        "kinds": list(settings.ways.kinds), "preparing": list(settings.ways.preparing),
        "costs": {
            kind: {good: number for good, number in zip(goods, costs, strict=True) if number}
            for kind, costs in settings.costs.items()
        },
        "belongings": list(settings.belongings),
    }  # fmt: skip


def settings_in(stored: Mapping[str, Any]) -> FeatureSettings:
    """Return the settings of a stored network's features."""
    goods = tuple(stored["goods"])
    costs: Costs = {kind: tuple([of_kind.get(good, 0) for good in goods]) for kind, of_kind in stored["costs"].items()}
    ways = Ways(tuple(stored["kinds"]), tuple(stored["preparing"]))
    belongings = tuple(stored.get("belongings", ()))
    return FeatureSettings(stored["phase"], Income(goods, tuple(stored["depends"])), ways, costs, belongings)


def features_in(table: CompiledGame, stored: Mapping[str, Any], rounds: float) -> Features:
    """Return the features of a stored network, for use by one thread.

    Raises:
        OtherFacts: An input of the network does not exist under these rules.
    """
    try:
        features = Features(ArraySteps(table), settings_in(stored), rounds)
    except MissingInput as fault:
        raise OtherFacts(f"the network was fitted to rules with {fault}, which these rules do not have") from fault
    if list(features.names) != stored["inputs"]:
        changed = sorted(set(features.names) ^ set(stored["inputs"])) or stored["inputs"]
        raise OtherFacts(f"the network was fitted to rules with other facts, such as `{changed[0]}`; fit it again")
    return features


def ensemble_in(stored: Mapping[str, Any]) -> Ensemble:
    """Return the weights of a stored network.

    Raises:
        BadValues: The weights do not match the inputs, or an input has no deviation to be measured in.
    """
    scale, inputs = _array(stored["scale"]), len(stored["inputs"])
    networks = [
        Network(_array(each["hidden"]).T, _array(each["bias"]), _array(each["out"]), _array(each["direct"]))
        for each in stored["networks"]
    ]
    units = {each.hidden.shape for each in networks if each.hidden.shape == (inputs, len(each.bias))}
    if scale.shape != (inputs, 2) or len(units) != 1 or any(
        each.hidden.shape not in units or each.out.shape != each.bias.shape or each.direct.shape != (inputs,)
        for each in networks
    ):  # fmt: skip
        raise BadValues("the weights of the network do not match its inputs")
    for name, (_, deviation) in zip(stored["inputs"], stored["scale"], strict=True):
        if deviation <= 0:
            raise BadValues(
                f"the input `{name}` of the network has a deviation of {deviation}, and must have more than 0"
            )
    return Ensemble(Scale(scale[:, 0], scale[:, 1]), networks)


def _array(numbers: Sequence[Any]) -> Numbers:
    if len({len(row) if isinstance(row, list) else 0 for row in numbers}) > 1:
        raise BadValues("the weights of the network have rows of different lengths")
    return np.array(numbers, np.float32)


def _row(numbers: Numbers) -> list[float]:
    return [rounded(number) for number in numbers.tolist()]


def _rows(numbers: Numbers) -> list[list[float]]:
    return [_row(row) for row in numbers]
