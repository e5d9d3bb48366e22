"""Decides which choices a player makes from something that other players cannot see.

The decision follows the source of a choice and the places that the chosen value reaches, and not the type of the value.
A thing, a set or a bag is drawn from a hidden field if the field contains it; such a value stays hidden until its
pieces are in an open holder. Any other value, such as a number that a hidden purse limits, is a hidden pick only if the
rules write it into hidden fields alone. Otherwise, every player hears it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from dsl import model as m
from interpreter.flow import Flow, Pick, Play, walk
from interpreter.trace.closed_reads import ClosedReads


@dataclass(frozen=True, slots=True)
class HiddenPick:
    """A choice that other players may not see.

    `root` is the root kind of the pieces or things that are drawn from a hidden field, or "" for any other value. With
    `keeps`, they may stay hidden. A choice of nothing then stays hidden too. With `never_shown`, the rules write the
    value into hidden fields alone.
    """

    root: str = ""
    keeps: bool = True
    never_shown: bool = False


class HiddenPicks:
    """Finds the hidden picks among the choices of one game."""

    def __init__(self, flow: Flow, reads: ClosedReads) -> None:
        self._kinds, self._reads, self._flows = flow.model.kinds, reads, m.LocalFlows(flow.model)
        runs = flow.layout.runs.items()
        self._held = {run.kind.root for of, run in runs if isinstance(of.type, m.Holder) and run.kind is not None}
        """The root kinds of the pieces and things in holders."""

    def of(self, option: Pick | Play, tainted: AbstractSet[int]) -> Iterator[tuple[int, HiddenPick]]:
        """Yield the hidden picks of an option, each with the index of its parameter.

        All players hear the terms of an offer. A choice that is made `secretly` is not a pick of this sort.

        Args:
            tainted: Uids of the local variables that may contain a secret.
        """
        if isinstance(option, Pick):
            found = [self._chosen(option.var, option.domain, option.where, tainted)]
        else:
            params, bound = option.action.params, option.bound
            found = [self._given(param.var, value, tainted) for param, value in zip(params, bound, strict=False)]
            found += [None if option.action.is_proposal else self._chosen(param.var, param.domain, param.where, tainted)
                      for param in params[len(bound):]]  # fmt: skip
        yield from ((at, pick) for at, pick in enumerate(found) if pick is not None)

    def _chosen(self, var: m.Var, domain: m.Expr, where: m.Expr | None, tainted: AbstractSet[int]) -> HiddenPick | None:
        """Describe a player's choice of a member of a domain. Return None if the choice is public."""
        flow, root = self._flows.of(var), self._root(var.type)
        is_pool = bool(root) and self._reads_state(domain)  # all players see what leaves an open pool
        source = domain if where is None or is_pool else (domain, where)
        if not self._reads.reads(source, tainted):
            return None
        if root and self._draws(_pool(domain) if source is domain else source, root, tainted):
            return HiddenPick(root, bool(flow.closed), flow.is_hidden)
        return HiddenPick() if flow.is_hidden else None

    def _given(self, var: m.Var, value: m.Expr, tainted: AbstractSet[int]) -> HiddenPick | None:
        """Describe an argument that the rules give. Return None if the argument is public."""
        if not self._reads.reads(value, tainted):
            return None
        return HiddenPick(self._root(var.type), True)

    def _reads_state(self, part: object) -> bool:
        return any(isinstance(each, (m.Slot, m.CallValue)) for each in walk(part))

    def _draws(self, pool: object, root: str, tainted: AbstractSet[int]) -> bool:
        """Return True if an expression takes things of a kind from a hidden field or a tainted variable."""
        held = any(self._root(of.type) == root for of in self._reads.hidden_fields(pool))
        return held or any(self._root(each.type) == root and each.uid in tainted
                           for each in walk(pool) if isinstance(each, m.Var))  # fmt: skip

    def _root(self, of: m.Type) -> str:
        """Return the root kind of the things in a value or a field, or "" for a value without things in holders."""
        match of:
            case m.Ref(kind) | m.Bag(kind) | m.Holder(kind=kind) if kind in self._kinds:
                root = self._kinds[kind].root
                return root if root in self._held else ""
            case m.Many(of=member):
                return self._root(member)
        return ""


def _pool(domain: m.Expr) -> m.Expr:
    """Return the part of a domain that its members are taken from, without the limits of a bag or set."""
    match domain:
        case m.Bags(within=m.Expr() as within):
            return within
        case m.Subsets(of=of):
            return of
    return domain
