"""Names of this package that other packages use and that need numpy."""

from mercatoria.players.afterstates.expansion import Expansion
from mercatoria.players.afterstates.features import Features, found_settings
from mercatoria.players.afterstates.network import Ensemble, Network, Scale, softmax
from mercatoria.players.afterstates.steps import ArraySteps, array_of
from mercatoria.players.afterstates.stored import described
from mercatoria.players.afterstates.values import AfterstateValues

__all__ = [
    "AfterstateValues", "ArraySteps", "Ensemble", "Expansion", "Features", "Network", "Scale", "array_of", "described",
    "found_settings", "softmax",
]  # fmt: skip
