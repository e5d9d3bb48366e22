"""Planned program to WebAssembly: one module for one flow, and the engine that runs it.

In: a flow and its planned program. Out: `native_module`, a module as a value (`interpreter.wasm`) with the plan of its
memory; and `NativeEngine`, which runs it in wasmtime, if that is installed.

`emit` has what code is made of, and where memory lies. `terms`, `effects` and `play` turn the program into code:
what is worked out, what is changed, how play goes on; `payments` and `series` answer what a settlement and a series of
actions ask; `players` choose by what their moves bring. `module` puts all of it together. `machines` run a module, one
each for a thread, and ask it for whole games, batches and counts.

What cannot be carried yet has code that ends in the fault `ASK`, and is listed in `NativeModule.not_carried`. Decides
nothing about what is fast, and looks at nothing but the program: planning is the optimizer's part.
"""

from interpreter.native.emit.faults import WAYS
from interpreter.native.machines.batch import Batch
from interpreter.native.machines.counting import share_counted, tree_counts
from interpreter.native.machines.description import description
from interpreter.native.machines.engine import NativeEngine
from interpreter.native.machines.games import Games, Played
from interpreter.native.machines.machine import Compiled, Machine, Stopped, is_installed
from interpreter.native.machines.making import compiled_module
from interpreter.native.machines.rule_counts import RuleCounts, rule_counts
from interpreter.native.machines.seated import CHANCE, GameTrace, PlayoutLimits, Policy, SeatedGames
from interpreter.native.module import NativeModule, native_module
from interpreter.native.players.eager import FARTHEST, MANY, MOST_BRANCHES, TRIES
from interpreter.native.players.knowledge import ONLY_RANDOM, AssetClass, Fill, Knowledge, Supposition, Top, Valuation

__all__ = [
    "CHANCE", "FARTHEST", "MANY", "MOST_BRANCHES", "ONLY_RANDOM", "TRIES", "WAYS", "AssetClass", "Batch", "Compiled",
    "Fill", "GameTrace", "Games", "Knowledge", "Machine", "NativeEngine", "NativeModule", "Played", "PlayoutLimits",
    "Policy", "RuleCounts", "SeatedGames", "Stopped", "Supposition", "Top", "Valuation", "compiled_module",
    "description", "is_installed", "native_module", "rule_counts", "share_counted", "tree_counts",
]  # fmt: skip
