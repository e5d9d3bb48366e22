"""The native engine: compiles a planned program to a WebAssembly module and runs it.

`native_module` generates the module (`interpreter.wasm`) and its memory layout. `NativeEngine` runs the module in
wasmtime, which must be installed.

- `emit` provides the code-generation tools and defines the memory layout.
- `terms` emits expressions and search steps, and charges the work budget.
- `payments` emits code that determines how bills can be paid.
- `effects` emits changes to the position.
- `play` emits control flow, decisions, chance events and whole games.
- `functions` emits the functions that terms call.
- `series` emits code that looks ahead through sequences of actions.
- `players` emits computer players that evaluate the positions after each move.
- `module` assembles the complete module, and `module_passes` lists the passes that it goes through.
- `pass_changes` shows what a pass changes in a game.
- `exported_c` writes the same program as a C file with a header.
- `machines` runs modules, with one machine per thread, and plays individual games or batches of games.

If a game reaches a part of the program that has no native code, the module stops with the error `ASK`.
`NativeModule.not_carried` lists these parts.
"""

from interpreter.native.emit.faults import WAYS
from interpreter.native.exported_c.names import is_c_name
from interpreter.native.exported_c.program import CProgram, c_program
from interpreter.native.machines.batch import Batch
from interpreter.native.machines.claim_search import ClaimSearch, Sought
from interpreter.native.machines.counting import share_counted, tree_counts
from interpreter.native.machines.description import description
from interpreter.native.machines.engine import NativeEngine
from interpreter.native.machines.games import Games, Played
from interpreter.native.machines.machine import Compiled, Machine, Stopped, is_installed
from interpreter.native.machines.making import compiled_module
from interpreter.native.machines.rule_counts import RuleCounts, rule_counts
from interpreter.native.machines.seated import CHANCE, GameTrace, PlayoutLimits, Policy, SeatedGames
from interpreter.native.module import NativeModule, native_module
from interpreter.native.module_passes import ALL_PASSES
from interpreter.native.pass_changes import pass_changes
from interpreter.native.players.eager import FARTHEST, MANY, MOST_BRANCHES, TRIES
from interpreter.native.players.knowledge import ONLY_RANDOM, AssetClass, Fill, Knowledge, Supposition, Top, Valuation

__all__ = [
    "ALL_PASSES", "CHANCE", "FARTHEST", "MANY", "MOST_BRANCHES", "ONLY_RANDOM", "TRIES", "WAYS", "AssetClass",
    "Batch", "CProgram", "ClaimSearch", "Compiled", "Fill", "GameTrace", "Games", "Knowledge", "Machine",
    "NativeEngine", "NativeModule", "Played", "PlayoutLimits", "Policy", "RuleCounts", "SeatedGames", "Sought",
    "Stopped", "Supposition", "Top", "Valuation", "c_program", "compiled_module", "description", "is_c_name",
    "is_installed", "native_module", "pass_changes", "rule_counts", "share_counted", "tree_counts",
]  # fmt: skip
