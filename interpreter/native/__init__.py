"""Planned program to WebAssembly: one module for one flow, and the engine that runs it.

In: a flow and its planned program. Out: `native_module`, a module as a value (`interpreter.wasm`) with the plan of its
memory; and `NativeEngine`, which runs it in wasmtime, if that is installed. `memory` says where everything lies,
`notation` and `writer` make code short to write; `arithmetic`, `expressions`, `sequences`, `steps` and `instructions`
have one place for each term, step and instruction; `library` and `holders` are functions that every module has, and
`loops` what such functions are made of; `bills` asks what can be paid, by the functions of `reckoning`, `debts`,
`dealing` and `coins`, which work on the rows of `bill_memory`; `looking_ahead` and `backwards` test the moves of
`series` by what can follow, and keep the `positions` that they have seen. `functions`, `decisions`, `open_rows`,
`chance` and `control_flow` write what belongs to one game; `dispatch` finds it by the number of a node, `playing` plays
whole games inside the module, `tree` counts game trees there, and `side_by_side` steps many games at once;
`counters` count on request what happens. `machine` runs a module; `games`, `counting`, `rule_counts` and `batch` ask it
for that. `description` tells those who run a module without us what is in it.

What cannot be carried yet has code that ends in the fault `ASK`, and is listed in `NativeModule.not_carried`. Decides
nothing about what is fast, and looks at nothing but the program: planning is the optimizer's part.
"""

from interpreter.native.batch import Batch
from interpreter.native.counting import tree_counts
from interpreter.native.description import description
from interpreter.native.engine import NativeEngine
from interpreter.native.faults import WAYS
from interpreter.native.games import Games, Played
from interpreter.native.machine import Compiled, Machine, Stopped, is_installed
from interpreter.native.module import NativeModule, native_module
from interpreter.native.rule_counts import RuleCounts, rule_counts

__all__ = [
    "WAYS", "Batch", "Compiled", "Games", "Machine", "NativeEngine", "NativeModule", "Played", "RuleCounts", "Stopped",
    "description", "is_installed", "native_module", "rule_counts", "tree_counts",
]  # fmt: skip
