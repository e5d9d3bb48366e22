"""Tests statically whether an expression can read hidden fields in any position."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from dsl import model as m
from interpreter.flow import below, internal, walk
from interpreter.flow import nodes as f
from interpreter.position import PLAYER, HolderForm


def is_answer(of: m.StateField) -> bool:
    """Return True if a field stores the choices made in a simultaneous decision.

    No rule can read these choices until every player has chosen, and then the choices become public.
    """
    return of.builtin and of.visibility == "hidden" and of.key_kinds == (PLAYER,)


class ClosedReads:
    """Determines whether a part of the rules reads fields that some players cannot see. Results are cached."""

    def __init__(self, flow: f.Flow) -> None:
        self.flow = flow
        self._unordered = self._may_be_unordered()
        self._fields = {of: self._keeps_closed(of) for of in flow.layout.runs}
        self._fields.update((wake.was, False) for wake in flow.model.wakes)
        self._own: dict[int, tuple[object, bool, frozenset[int]]] = {}
        """Cached results by object id: the part itself, True if it reads a closed field, and the local variables that
        it reads.
        """
        self._values: dict[str, bool] = {}
        self._offers: dict[int, bool] = {}
        # The flag of a trigger is as public as the trigger's condition.
        self._fields.update([(wake.was, self._reads_field((wake.domain, wake.condition))) for wake in flow.model.wakes])

    def reads(self, part: object, locals_: AbstractSet[int] = frozenset()) -> bool:
        """Return True if a part may read a field that is not open, or one of the given local variables."""
        known = self._own.get(id(part))
        if known is None:
            mentioned = frozenset(each.uid for each in walk(part) if isinstance(each, m.Var))
            known = self._own[id(part)] = part, self._reads_field(part), mentioned
        return known[1] or not known[2].isdisjoint(locals_)

    def hidden_fields(self, part: object) -> set[m.StateField]:
        """Return the fields that a part may read, also through rule values, and that some players cannot see."""
        found, waiting, values = set[m.StateField](), [part], set[str]()
        while waiting:
            for each in walk(waiting.pop()):
                if isinstance(each, m.Slot) and each.field.visibility != "open" and not is_answer(each.field):
                    found.add(each.field)
                elif isinstance(each, m.CallValue) and each.name not in values:
                    values.add(each.name)
                    waiting += self._parts_of_value(each.name)
        return found

    def _keeps_closed(self, of: m.StateField) -> bool:
        return (of.visibility != "open" or of in self._unordered) and not is_answer(of)

    def _may_be_unordered(self) -> set[m.StateField]:
        """Return the stack fields whose items may be in an order that no player knows.

        These stacks are shuffled or filled at the start, or receive the contents of such a stack.
        """
        model, moved = self.flow.model, list[tuple[m.StateField, m.StateField]]()
        stacks = {of for of, run in self.flow.layout.runs.items()
                  if isinstance(run.storage, HolderForm) and run.storage.keeps_pool}  # fmt: skip
        found = {of for of in stacks if of.initial is not None}
        bodies = [routine.body for routine in model.routines.values()]
        bodies += [body for action in model.actions.values() for body in (action.notes, action.then)]
        for each in walk((*bodies, *(wake.body for wake in model.wakes))):
            if isinstance(each, m.Statement):
                left = [*m.with_role(each, m.Role.GIVES)]
                refilled = left if any(m.with_role(each, m.Role.REFILLS)) else []
                found |= {slot.field for slot in (*m.with_role(each, m.Role.ORDERS), *refilled)} & stacks
                if not each.waits:  # what chance draws is seen when it arrives
                    entered = m.with_role(each, m.Role.TAKES)
                    moved += [(source.field, target.field) for target in entered for source in left]
        while more := {target for source, target in moved if source in found and target in stacks} - found:
            found |= more
        return found

    def _reads_field(self, part: object) -> bool:
        waiting = [part]
        while waiting:
            here = waiting.pop()
            if isinstance(here, tuple):
                waiting += here
            elif isinstance(here, m.Size) and isinstance(here.of, m.Slot) and self._size_is_open(here.of.field):
                waiting += (here.of.owner, here.of.keys)
            elif self._is_closed(here):
                return True
            elif isinstance(here, (m.Expr, m.Statement, m.OrderKey, m.Offer)):
                waiting += below(here)
        return False

    def _is_closed(self, part: object) -> bool:
        """Return True if the outermost part of an expression reads a closed field."""
        match part:
            case m.Slot(field=of):
                return self._fields[of]
            case m.CallValue(name=name):
                return self._value_reads(name)
            case internal.Available(choice=choice):
                return self.offers_closed(choice)
        return False

    def _size_is_open(self, of: m.StateField) -> bool:
        """Return True if every player may know how many pieces a holder contains."""
        run = self.flow.layout.runs[of]
        return isinstance(run.storage, HolderForm) and of.has_public_size

    def _value_reads(self, name: str) -> bool:
        if name not in self._values:
            self._values[name] = False  # values never call each other in a cycle
            self._values[name] = self._reads_field(self._parts_of_value(name))
        return self._values[name]

    def _parts_of_value(self, name: str) -> tuple[object, ...]:
        rule = self.flow.model.values.get(name)
        if rule is None:  # the built-in score
            return tuple(line.value for line in self.flow.model.score)
        cases = tuple((case.when, case.value) for case in rule.exceptions)
        return tuple(working for _, working in rule.workings), rule.base, cases

    def offers_closed(self, choice: int) -> bool:
        """Return True if hidden information may affect which options of a decision are legal."""
        if choice not in self._offers:
            node = self.flow.nodes[choice]
            options = node.options if isinstance(node, f.Decision) else ()
            self._offers[choice] = any(self._option_reads(option) for option in options)
        return self._offers[choice]

    def _option_reads(self, option: f.Option) -> bool:
        match option:
            case f.Pass():
                return False
            case f.Pick(domain=domain, where=where):
                return self._reads_field((domain, where))
            case f.Play(action=action, bound=bound):
                chosen = tuple((param.domain, param.where) for param in action.params)
                needed = tuple(need.condition for need in action.needs)
                return self._reads_field((bound, chosen, needed, *(m.legal_by(each) for each in action.payments)))
