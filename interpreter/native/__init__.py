"""Native engine: a planned program as one WebAssembly module, and the engine that runs it.

In: a flow and its planned program. Out: `native_module`, a module as data (`interpreter.wasm`) with its memory layout,
and `NativeEngine`, which runs it in wasmtime, if installed.

`emit` has the basic elements of code and the memory layout. `terms`, `effects` and `play` turn the program into code:
expressions, changes of the position, and control flow. `payments` and `series` solve bills and look ahead in series of
actions. `players` choose a move by its consequences. `module` assembles the parts. `machines` run a module, one
machine per thread, and request whole games, batches and counts from it.

Parts without native code raise the error `ASK` and are listed in `NativeModule.not_carried`. This stage does not
optimise and reads only the program; planning belongs to the optimizer.
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
