"""Lists all passes that a module goes through, in order.

The passes of the optimizer change the plan of a game. The passes in `MODULE_PASSES` change the module that is written
from this plan.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.optimizer import PASSES, Pass


@dataclass(frozen=True, slots=True)
class ModulePass:
    """A transformation of the functions of a module.

    `about` is a sentence without a full stop that says what the pass does.
    """

    name: str
    about: str
    run: Callable[[w.Module], None]


MODULE_PASSES = (
    ModulePass(
        "inlining", "replaces calls of small functions, and of functions with one call, by their code", w.inline_calls
    ),
)
ALL_PASSES: tuple[Pass | ModulePass, ...] = (*PASSES, *MODULE_PASSES)
"""All passes, in the order in which they run."""


def run_module_passes(module: w.Module) -> None:
    """Run all passes of `MODULE_PASSES` on a module, which changes."""
    for each in MODULE_PASSES:
        each.run(module)
