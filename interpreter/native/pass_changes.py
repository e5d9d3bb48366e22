"""Shows what each pass changes in a game: the steps of its searches, or the functions of its module."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter import wasm as w
from interpreter.flow import Flow
from interpreter.native.module import native_module
from interpreter.native.module_passes import ALL_PASSES, MODULE_PASSES, ModulePass
from interpreter.optimizer import Change, Program, changes, rule_title


def pass_changes(flow: Flow, program: Program, start: tuple[int, ...], name: str) -> list[Change]:
    """Return what a pass changes in a game, in order.

    Args:
        start: The vector with which games begin.
        name: The name of a pass in `ALL_PASSES`.
    """
    wanted = next(each for each in ALL_PASSES if each.name == name)
    if not isinstance(wanted, ModulePass):
        return changes(flow, name)
    module = native_module(flow, program, start, inlining=False).module
    titles = _titles(flow, module)
    for each in MODULE_PASSES:
        before = {function.name: function for function in module.functions}
        each.run(module)
        if each is wanted:
            break
    return [
        Change(titles.get(after.name, after.name), w.function_text(before[after.name]), w.function_text(after))
        for after in module.functions
        if after != before[after.name]
    ]


def _titles(flow: Flow, module: w.Module) -> Mapping[str, str]:
    """Return a title for each function that belongs to a node, by the function's name."""
    found: dict[str, str] = {}
    for entry, name in enumerate(module.table):
        found.setdefault(name, f"{name} of {rule_title(flow.nodes[entry % len(flow.nodes)].about)}")
    return found
