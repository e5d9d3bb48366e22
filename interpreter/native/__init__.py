"""The native engine: compiles a planned program to one WebAssembly module and runs that module.

The native engine takes a flowchart and its planned program. `native_module` returns a module as data
(`interpreter.wasm`) with its memory layout, and `NativeEngine` runs the module in wasmtime, if wasmtime is installed.

`emit` provides the tools that generate code, and the memory layout. `terms`, `effects` and `play` turn the program into
code: expressions, changes of the position, and control flow. `payments` computes how bills can be paid, and `series`
looks ahead through sequences of actions. `players` adds the code of computer players that choose a move by evaluating
the positions it leads to. `module` assembles the parts. `machines` run a module, one machine for each thread, and play
whole games and batches of games.

A game that reaches a part of the program without native code stops with the error `ASK`. `NativeModule.not_carried`
lists these parts. The native engine only reads the program and does not optimise it, because planning is the
optimizer's work.
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
