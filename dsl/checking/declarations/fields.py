"""Declares the built-in fields, and checks the fields that a rulebook declares.

The checker declares all fields before it checks the body of any rule. The checker tests start values and capacities
later, because their expressions may use computed values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking.declarations.domains import type_of_domain
from dsl.checking.declarations.labels import label_of
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.holders import slot, sort_of_owner
from dsl.checking.expressions.lookups import fact_of
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Scope
from dsl.checking.types import contents, describe
from dsl.diagnostics import ErrorReported, wording
from dsl.limits import LARGEST_NUMBER
from dsl.source import NOWHERE

MOST_ROUNDS = 100_000

OWN_THING = "this"
"""The name of the thing whose field gets a start value."""


@dataclass(slots=True)
class FieldsCheck:
    """Declares all state fields, the built-in ones first."""

    names: Names
    expressions: ExpressionChecker
    declared: list[tuple[ast.Field, model.StateField]] = field(default_factory=list)

    def declare(self, states: Sequence[ast.State]) -> None:
        """Declare the names of all fields, and report faulty fields."""
        self._built_in()
        for state in states:
            kind = state.kind.text if state.kind is not None else ""
            if kind and kind not in self.names.table.kinds:
                wording.unknown_kind(self.names.sink, kind, state.name.span, self.names.table.known)
                continue
            for decl in state.fields:
                if self.names.sink.gives_up():
                    return
                try:
                    self._declare(decl, kind)
                except ErrorReported:
                    self.names.refused.add((kind, decl.name.text))

    def _built_in(self) -> None:
        fields = self.names.fields

        def add(name: str, type_: model.Type, visibility: str = "open") -> None:
            fields["", name] = _of_game(name, type_, visibility)

        add("player", model.Ref(PLAYER, True))
        add("round_number", model.Int(0, MOST_ROUNDS))
        add("bank", model.Int(-LARGEST_NUMBER, LARGEST_NUMBER, money=True), "hidden")
        for kind in self.names.table.kinds.values():
            if kind.name == PLAYER:
                continue
            if kind.fungible and kind.root == kind.name:
                add(f"supply_{kind.name}", model.Holder("bag", kind.name))
                add(f"box_{kind.name}", model.Holder("bag", kind.name))

    def _declare(self, decl: ast.Field, kind: str) -> None:
        names, word = self.names, decl.name
        if (kind, word.text) in names.fields or (kind and names.table.static(kind, word.text)):
            earlier = names.fields.get((kind, word.text))
            wording.declared_twice(names.sink, word.text, word.span, earlier.span if earlier else None)
            raise ErrorReported
        type_ = type_of_domain(self.expressions, decl.domain, Scope())
        keys = [self._key(key) for key in decl.keys]
        has_owner = kind == PLAYER or PLAYER in (k for _, k in keys)
        if decl.visibility == "secret" and not has_owner:
            title = "only a player's fields can be secret"
            hint = "use `hidden` for information that no player may see"
            self.expressions.fault("E323", title, word.span, hint=hint)
        ownerless = decl.visibility == "counted" and not has_owner
        if ownerless and not isinstance(type_, model.Holder):
            hint = "use `hidden` for information that no player may see"
            self.expressions.fault("E323", "only pieces and things can be counted", word.span, hint=hint)
        found = model.StateField(
            word.text, kind, tuple(key for key, _ in keys), tuple(of for _, of in keys), type_,
            "hidden" if ownerless else decl.visibility, decl.lifetime, span=word.span,
            label=label_of(decl, names.sink), internal=decl.internal, counted=ownerless,
        )  # fmt: skip
        names.fields[kind, word.text] = found
        held = names.table.kinds[type_.kind] if isinstance(type_, model.Holder) else None
        if isinstance(type_, model.Holder) and held and not held.fungible and not type_.traits.references:
            root = held.root
            box = _of_game(f"box_{root}", model.Holder("pile", root), "hidden")
            names.fields.setdefault(("", box.name), box)
        self.declared.append((decl, found))

    def _key(self, expr: ast.Expr) -> tuple[tuple[int, int], str]:
        domain, _ = self.expressions.domain(expr, Scope())
        if isinstance(domain, model.Things):
            kind = self.names.table.kinds[domain.kind]
            return (kind.first, kind.size), domain.kind
        if isinstance(domain, model.RangeOf) and domain.step == 1:
            ends = (domain.low.type, domain.high.type)
            low, high = (of.low if isinstance(of, model.Int) and of.low == of.high else None for of in ends)
            if low is not None and high is not None:
                return (low, high - low + 1), ""
        title = "the brackets of a field must contain kinds or ranges of numbers"
        hint = "write a kind, or a range that has no step and is known before the game begins"
        self.expressions.fault("E307", title, expr.span, hint=hint)

    def start_values(self) -> None:
        """Check the capacities and start values of all fields.

        Their expressions may use computed values, so call this method once the signatures of these values are known.
        """
        for decl, found in self.declared:
            if self.names.sink.gives_up():
                return
            try:
                self._capacity(decl, found)
                self._initial(decl, found)
            except ErrorReported:
                continue

    def _capacity(self, decl: ast.Field, found: model.StateField) -> None:
        """Set the capacity of a holder for each of its owners."""
        if decl.domain.at_most is None or not isinstance(found.type, model.Holder):
            return
        kind = self.names.table.kinds[found.kind] if found.kind else None
        sizes = []
        for offset in range(kind.size if kind else 1):
            scope = Scope()
            if kind:
                thing = model.Const(kind.first + offset, type=model.Ref(kind.name), span=decl.span)
                own_facts(self.expressions, kind.name, thing, scope)
            size = self.expressions.number(decl.domain.at_most, scope)
            if not isinstance(size, model.Const) or size.value < 0:
                title = "the capacity of a holder must be known before the game begins"
                self.expressions.fault("E305", title, decl.domain.at_most.span)
            sizes.append(size.value)
        found.capacity = tuple(sizes)

    def _initial(self, decl: ast.Field, found: model.StateField) -> None:
        holds = isinstance(found.type, model.Holder)
        if found.kind:
            owner = self.names.new_var("owner", model.Ref(found.kind), decl.span)
            found.owner = owner
        scope = Scope()
        if found.owner is not None:
            own_facts(self.expressions, found.kind, found.owner, scope)
            scope.names.setdefault(OWN_THING, found.owner)
        if decl.initial is None:
            return
        target = slot(found, found.owner, (), decl.span)
        value = self._initial_value(decl.initial, scope, target)
        if holds:
            assert isinstance(found.type, model.Holder)
            kind = _held_kind(contents(value))
            if kind and not found.type.traits.references and not self._related(kind, found.type.kind):
                title = f"{describe(found.type)} cannot start with {describe(value.type)}"
                self.expressions.fault("E304", title, decl.initial.span)
        else:
            self.expressions.fits(value, target.type, decl.initial.span)
        found.initial = value

    def _related(self, kind: str, other: str) -> bool:
        table = self.names.table.kinds
        return kind in table and table[kind].root == table[other].root

    def _initial_value(self, expr: ast.Expr, scope: Scope, target: model.Slot) -> model.Expr:
        if isinstance(expr, ast.Amount) and isinstance(target.field.type, model.Holder) and target.field.type.own:
            number = self.expressions.number(expr.number, scope)
            assert target.owner is not None
            sort = sort_of_owner(self.expressions, self.names.table.kinds[target.field.type.kind], target.owner)
            return model.Amounts(((number, sort),), type=model.Bag(target.field.type.kind), span=expr.span)
        if isinstance(expr, ast.Name) and expr.text == "flag":
            self.expressions.fault("E301", "nothing is called `flag`", expr.span)
        return self.expressions.check(expr, scope)


def own_facts(expressions: ExpressionChecker, kind: str, thing: model.Expr, scope: Scope) -> None:
    """Let expressions in a scope refer to the facts of `thing` by name alone, except to rows of numbers."""
    table, scope.owner = expressions.names.table, kind
    for ancestor in reversed(table.lineage(kind)):
        for (owner, name), fact in table.statics.items():
            if owner == ancestor and fact.columns is None:
                scope.names[name] = fact_of(expressions, fact, thing, thing.span)


def _of_game(name: str, type_: model.Type, visibility: str) -> model.StateField:
    return model.StateField(name, "", (), (), type_, visibility, "", None, builtin=True, span=NOWHERE)


def _held_kind(contents: model.Type) -> str:
    held = contents.of if isinstance(contents, model.Many) else contents
    return held.kind if isinstance(held, (model.Ref, model.Bag)) else ""
