"""Checks that no piece starts in two holders.

The check covers start values that are known before the game begins (`StartValues`). The game itself refuses the others
at its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl import model
from dsl.checking.declarations.start_values import Env, StartValues, UnknownBeforePlay
from dsl.diagnostics import Sink
from dsl.source import NOWHERE, Span

ONE_PLACE = "a thing can be in one place only"


@dataclass(frozen=True, slots=True)
class Claim:
    """One field that starts with a thing, and the owner of this field; None if the game owns it."""

    field: model.StateField
    owner: int | None


def start_claims(made: model.Model, sink: Sink) -> None:
    """Report the first field whose start value takes a thing that another field has, or more pieces than there are."""
    claims = _Claims(made)
    for of in made.fields:
        if isinstance(of.type, model.Holder) and not of.type.traits.references and of.initial is not None:
            taken = claims.of_pieces if made.kinds[made.kinds[of.type.kind].root].fungible else claims.of_things
            if taken(of, of.type, of.initial, sink):
                return


@dataclass(slots=True)
class _Claims:
    """The things and pieces that the fields take at the start, one field after the other."""

    made: model.Model
    things: dict[tuple[str, int], Claim] = field(default_factory=dict)
    used: Counter[tuple[str, int]] = field(default_factory=Counter)

    def of_things(self, of: model.StateField, held: model.Holder, initial: model.Expr, sink: Sink) -> bool:
        """Take the things of a field. Report the first thing that is taken already, and return True."""
        values, root = StartValues(self.made), self.made.kinds[held.kind].root
        for owner, env in self._owners(of):
            try:
                found = values.things(initial, env)
            except UnknownBeforePlay:
                return False
            for thing in found * _copies(of):
                claim = Claim(of, owner)
                earlier = self.things.setdefault((root, thing), claim)
                if earlier is not claim:
                    self._taken_twice(self.made.thing_name(root, thing), claim, earlier, sink)
                    return True
        return False

    def of_pieces(self, of: model.StateField, held: model.Holder, initial: model.Expr, sink: Sink) -> bool:
        """Take the pieces of a field. Report the first sort with too few pieces left, and return True."""
        values, root = StartValues(self.made), self.made.kinds[held.kind].root
        pieces, wanted = self.made.kinds[root].pieces, Counter[int]()
        assert pieces is not None
        for _, env in self._owners(of):
            try:
                for sort, number in values.amounts(initial, env).items():
                    wanted[sort] += number * _copies(of)
            except UnknownBeforePlay:
                return False
        for sort, number in wanted.items():
            there = pieces[sort]
            left = None if there is None else there - self.used[root, sort]
            self.used[root, sort] += number
            if left is not None and left < number:
                title = f"{number} of {self.made.thing_name(root, sort)} start in `{of.name}`"
                sink.add("E332", title, initial.span, f"only {left} are left in the supply",
                         hint="give the kind more pieces, or start with fewer")  # fmt: skip
                return True
        return False

    def _owners(self, of: model.StateField) -> Iterator[tuple[int | None, Env]]:
        """Yield each owner of a field, with the local variable for it in the start value."""
        if not of.kind:
            yield None, {}
            return
        kind = self.made.kinds[of.kind]
        for owner in range(kind.first, kind.first + kind.size):
            yield owner, {of.owner.uid: owner} if of.owner is not None else {}

    def _taken_twice(self, thing: str, claim: Claim, earlier: Claim, sink: Sink) -> None:
        if claim.field is not earlier.field:
            sink.add("E332", f"`{thing}` starts in `{earlier.field.name}` and in `{claim.field.name}`",
                     _place(claim.field), ONE_PLACE,
                     related=[(_place(earlier.field), f"`{earlier.field.name}` has it already")],
                     hint="leave it out of one of the two start values")  # fmt: skip
            return
        where, name = f"`{thing}` starts in `{claim.field.name}`", self.made.thing_name
        if claim.owner is None or earlier.owner is None or claim.owner == earlier.owner:
            title, hint = f"{where} of every combination of keys", "start with nothing, and move it in the set-up"
        else:
            owners = f"of {name(claim.field.kind, earlier.owner)} and of {name(claim.field.kind, claim.owner)}"
            title = f"{where} {owners}"
            hint = "choose different things for each owner, for example with `where x.owner = this`"
        sink.add("E332", title, _place(claim.field), ONE_PLACE, hint=hint)


def _copies(of: model.StateField) -> int:
    """Return the number of holders of one owner. Each of these holders has the same start value."""
    copies = 1
    for _, size in of.keys:
        copies *= size
    return copies


def _place(of: model.StateField) -> Span:
    return of.initial.span if of.initial is not None else NOWHERE
