"""Plans the assignment of rulebook locals.

A local is bound to a variable of the planned program. A local whose value must survive a pause is also written to
slots.
"""

from __future__ import annotations

from dsl import model as m
from dsl.source import Span
from interpreter.flow import nodes as f
from interpreter.flow import walk
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.instructions import KeepMembers, Write, WriteRun
from interpreter.optimizer.program.steps import Compute
from interpreter.optimizer.terms.operations import HUGE, Operation
from interpreter.optimizer.translation.locations import Meaning
from interpreter.optimizer.translation.translation import Translator


def changing_variables(flow: f.Flow) -> frozenset[int]:
    """Return the uids of locals that are assigned more than once."""
    model = flow.model
    bodies = [routine.body for routine in model.routines.values()]
    bodies += [action.then for action in model.actions.values()] + [wake.body for wake in model.wakes]
    bodies += [node.body for node in flow.nodes if isinstance(node, f.Effect)]
    changed = (target for s in walk(tuple(bodies)) if isinstance(s, m.Statement)
               for target in m.with_role(s, m.Role.SETS, m.Role.ADJUSTS))  # fmt: skip
    return frozenset(target.uid for target in changed if isinstance(target, m.Var))


class VariablePlanner:
    """Plans assignments to locals."""

    def __init__(self, translator: Translator, builder: BlockBuilder) -> None:
        self._stores = translator.stores
        self._arena = translator.arena
        self._builder = builder

    def bind(self, var: m.Var, meaning: Meaning, env: dict[int, Meaning], span: Span) -> None:
        """Assign a value to a local, and write it to the local's slots, if there are any.

        `span` is the position that an error reports.
        """
        store, num = self._stores.get(var.uid), self._arena.num
        if store is None:
            self.name(var, meaning, env)
        elif isinstance(meaning, dict):
            kept = {sort: self._builder.held(many) for sort, many in meaning.items()}
            values = tuple(kept.get(sort, num(0)) for sort in range(store.first, store.first + store.width))
            self._builder.add(WriteRun(num(store.base), values))
        elif store.form == "number":
            self._builder.add(Write(num(store.base), meaning))
        else:
            self._builder.add(KeepMembers(store, meaning, span))

    def name(self, var: m.Var, meaning: Meaning, env: dict[int, Meaning]) -> None:
        """Bind a local without slots to its value.

        A local that never changes may be replaced by a constant or another variable.
        """
        changes = var.uid in self._builder.changing
        if isinstance(meaning, dict):
            env[var.uid] = {sort: self._builder.held(many) for sort, many in meaning.items()}
        elif not meaning.sequence and not changes and meaning.simple:
            env[var.uid] = meaning
        else:
            low, high = (-HUGE, HUGE) if changes else (meaning.low, meaning.high)
            op: Operation = "local" if meaning.sequence else "name"
            env[var.uid] = name = self._arena.make(op, (), var.uid, low, high)
            self._builder.add(Compute(name, meaning))
