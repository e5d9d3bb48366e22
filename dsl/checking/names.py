"""Records the meaning of every name, both for the whole rulebook and within one rule.

`dsl.checking.checker` fills `Names` before it checks any body, so that the order of declarations never matters. A local
name whose definition is faulty is `Poisoned`. The checker drops the lines that use such a name, without a second
report.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking.kinds import KindTable
from dsl.diagnostics import ErrorReported, Sink
from dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table row that is looked up by a number, as in `row(key)`."""

    name: str
    first: int
    values: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueName:
    """The signature of a computed value: its parameter types and its result type."""

    decl: ast.Value
    params: tuple[model.Type, ...]
    type: model.Type


@dataclass(frozen=True, slots=True)
class RoutineName:
    """The signature of a phase, rule, trigger or action.

    `form` is "phase", "rule" or "action".
    """

    form: str
    decl: ast.Phase | ast.Rule | ast.Action
    params: tuple[model.Type, ...]


@dataclass(frozen=True, slots=True)
class LegalityValue:
    """A value that `can` calls, which says if a player can take an action with values for its first parameters.

    Attributes:
        params: The names of these parameters.
        span: The first `can` that calls the value.
    """

    action: str
    params: tuple[str, ...]
    span: Span

    @property
    def name(self) -> str:
        """Name of the value, which no rulebook can use, because it contains a space."""
        return f"can {self.action}" + (f" with {', '.join(self.params)}" if self.params else "")


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """The secret choices of all seats, which a rulebook reads as `name(seat)`."""

    field: model.StateField


@dataclass(frozen=True, slots=True)
class Poisoned:
    """A local name whose definition is faulty."""


Local = model.Expr | SecretChoice | Poisoned
"""The possible meanings of a local name."""


@dataclass(slots=True)
class Names:
    """The names that all rules of a game share, with their meanings."""

    sink: Sink
    table: KindTable
    players: int
    least_players: int = 1
    constants: dict[str, model.Const] = field(default_factory=dict)
    """Numbers, options, rulings and the rows of the `players` table, by name."""
    rows: dict[str, TableRow] = field(default_factory=dict)
    values: dict[str, ValueName] = field(default_factory=dict)
    routines: dict[str, RoutineName] = field(default_factory=dict)
    actions: dict[str, RoutineName] = field(default_factory=dict)
    fields: dict[tuple[str, str], model.StateField] = field(default_factory=dict)
    """State fields, by kind and name; the kind of a field of the game itself is ""."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """The kind and name of each field and fact whose declaration is faulty.

    The checker reports the declaration, but not the uses.
    """
    faulty_values: set[str] = field(default_factory=set)
    """Values whose definition does not have the declared type: either may be wrong, so their uses cause no report."""
    declared_at: dict[str, Span] = field(default_factory=dict)
    """The place of the declaration of each shared name that is not built in."""
    meant: dict[Span, Span] = field(default_factory=dict)
    """The place of the declaration that each use of a name means, for editors."""
    score: model.Type | None = None
    legality: dict[str, LegalityValue] = field(default_factory=dict)
    """The values that `can` calls, by name. The checker adds them to the model after it has checked all actions."""
    checked: model.Model | None = None
    """The model once all its rules are checked. A `can` in a scenario or a question adds its value to this model."""
    used: set[str] = field(default_factory=set)
    """Shared names that an expression or statement uses; the lints report the unused ones."""
    values_read: dict[str, ast.Value] = field(default_factory=dict)
    """The declarations of the values whose bodies a check has read, by name."""
    only_in_play: set[str] = field(default_factory=set)
    """Names of values and game-wide fields, which are unknown before play, so numbers and options cannot use them."""
    next_uid: int = 0

    def note(self, use: Span, declared: Span | None) -> None:
        """Record which declaration a use of a name means, unless the name is built in."""
        if declared is not None and declared is not NOWHERE:
            self.meant[use] = declared

    def note_shared(self, use: Span, name: str) -> None:
        """Record that a shared name is used."""
        self.used.add(name)
        self.note(use, self.declared_at.get(name))

    def note_local(self, use: Span, name: str, scope: Scope) -> None:
        """Record that a local name is used, unless it is the name of no word of the rulebook, such as `you`."""
        while name not in scope.names and scope.outer is not None:
            scope = scope.outer
        local, fact = scope.names[name], self.table.static(scope.owner, name) if scope.owner else None
        if fact is not None:
            self.note_fact(use, fact)
        elif isinstance(local, model.Expr) and local.span.text == name:
            self.note(use, local.span)

    def note_fact(self, use: Span, fact: model.StaticField) -> None:
        """Record that a fact of the board is used."""
        self.note(use, self.table.place_of_fact(fact))

    def new_var(self, name: str, type_: model.Type, span: Span) -> model.Var:
        self.next_uid += 1
        return model.Var(name, self.next_uid, type=type_, span=span)

    def state_field(self, kind: str, name: str) -> model.StateField | None:
        """Return the state field with this name that a kind declares or inherits, or None.

        The kind "" means the game itself.
        """
        for ancestor in self.table.lineage(kind) if kind else [""]:
            if (found := self.fields.get((ancestor, name))) is not None:
                return found
        return None

    def was_refused(self, kind: str, name: str) -> bool:
        """Return True if the rulebook's declaration of this field or fact, or of its kind, is faulty."""
        owners = self.table.lineage(kind) if kind else [""]
        return self.is_faulty(kind) or any((ancestor, name) in self.refused for ancestor in owners)

    def is_faulty(self, kind: str) -> bool:
        """Return True if the heading of a kind, or of a kind that it belongs to, names an unknown kind."""
        return bool(self.table.faulty) and not self.table.faulty.isdisjoint(self.table.lineage(kind))

    def everything(self) -> list[str]:
        """Return all shared names, as candidates for suggestions."""
        game = [name for (kind, name), field in self.fields.items() if not kind and not field.builtin]
        return [*self.constants, *self.rows, *self.values, *self.table.kinds, *self.table.things, *game]

    def is_free(self, name: str) -> bool:
        """Return True if this name is not yet a shared name of the rulebook.

        A `random` statement may then declare it as a local name.
        """
        table = self.table
        taken = (self.constants, self.values, self.rows, table.things, table.kinds)
        return self.state_field("", name) is None and not any(name in names for names in taken)

    def members_of(self, kind: str) -> list[str]:
        """Return the names that may follow a dot after a thing of this kind, as candidates for suggestions."""
        lineage = set(self.table.lineage(kind))
        return [name for owner, name in [*self.fields, *self.table.statics] if owner in lineage]


@dataclass(slots=True)
class Scope:
    """The local names of a block: parameters, `let` names and loop variables.

    An inner scope can use the names of its outer scopes.
    """

    outer: Scope | None = None
    names: dict[str, Local] = field(default_factory=dict)
    owner: str = ""
    """The kind of the thing whose facts can be used without naming the thing, or an empty string."""

    def find(self, name: str) -> Local | None:
        """Return the meaning of a local name, or None if the name is not in scope."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def resolve(self, name: str) -> model.Expr | SecretChoice | None:
        """Look up a local name, or return None if the name is not in scope.

        Raises:
            ErrorReported: Raised if the definition of the name is faulty; the fault has already been reported.
        """
        local = self.find(name)
        if isinstance(local, Poisoned):
            raise ErrorReported
        return local

    def visible(self) -> list[str]:
        """Return all local names in this scope and the enclosing ones, innermost first."""
        return list(self.names) + (self.outer.visible() if self.outer is not None else [])

    def inner(self) -> Scope:
        """Return a new, empty scope inside this one."""
        return Scope(self)
