"""Checks the bodies of rules one by one, and keeps each result until the body or what it read changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from dsl import ast, model
from dsl.checking.front import Front
from dsl.checking.headings import OF_FORMS
from dsl.checking.names import LegalityValue
from dsl.diagnostics import ErrorReported, Sink
from dsl.source import Span

Key = tuple[type[ast.Declaration], str, int]
"""The type and name of a declaration, and its number among those of this type and name."""


@dataclass(slots=True)
class Body:
    """The checked body of one declaration, with everything that its check read and found.

    Attributes:
        decl: The declaration with the body.
        part: A model that contains only the rules from this body.
        faults: The faults of the body.
        used: The shared names that the body uses.
        faulty_before: The faulty values among these names, when the body was checked.
        faulty: The values that this body shows to be faulty.
        values: The values whose bodies the check read, by name.
        legality: The values that a `can` in the body calls.
        meant: The place of the declaration that each use of a name means.
        counters: The built-in fields for limits and triggers.
        new_fields: The built-in fields for statements. Their names contain their numbers, so `first_field` counts the
            fields of earlier bodies.
        layered: The stacks under which the body puts things.
        sayings: The sentences of moves, each with its player and its span.
    """

    decl: ast.Declaration
    part: model.Model
    faults: Sink
    used: set[str]
    faulty_before: set[str]
    faulty: set[str]
    values: Mapping[str, ast.Value]
    legality: Mapping[str, LegalityValue]
    meant: Mapping[Span, Span]
    counters: Sequence[model.StateField]
    new_fields: Sequence[model.StateField]
    first_field: int
    layered: Sequence[model.StateField]
    sayings: Sequence[tuple[model.Saying, model.Expr, Span]]

    def stands(self, decl: ast.Declaration, front: Front, fields_before: int) -> bool:
        """Return True if a new check of the body would find the same."""
        names = front.names
        return (
            (self.decl is decl or self.decl == decl)
            and (not self.new_fields or self.first_field == fields_before)
            and self.faulty_before == names.faulty_values & self.used
            and all(name in names.values and names.values[name].decl is of for name, of in self.values.items())
        )


@dataclass(slots=True)
class Bodies:
    """The checked bodies of a rulebook under one front."""

    known: dict[Key, Body] = field(default_factory=dict)
    checked: int = 0
    """The number of bodies that the last check did not know."""

    def all(self, front: Front) -> Iterator[Body]:
        """Yield the checked bodies of the declarations of a front, in order.

        While the caller adds the faults of one body to its list, the next body is not yet checked.
        """
        before, self.known, self.checked = self.known, {}, 0
        _forget_shared_limits(front, before)
        numbers: dict[tuple[type[ast.Declaration], str], int] = {}
        fields_before = 0
        for decl in front.declarations:
            of = (type(decl), decl.name.text)
            numbers[of] = numbers.get(of, 0) + 1
            key = (*of, numbers[of])
            body = before.get(key)
            if body is None or not body.stands(decl, front, fields_before):
                body = _checked(decl, front, fields_before)
                self.checked += type(decl) in OF_FORMS
            self.known[key] = body
            front.names.faulty_values |= body.faulty
            fields_before += len(body.new_fields)
            yield body


def _forget_shared_limits(front: Front, known: dict[Key, Body]) -> None:
    """Forget the bodies of all actions that share a limit with a changed action, because they share its counter."""
    counters, groups = front.rules.limits.counters, front.rules.limits.groups
    actions = {decl.name.text: decl for decl in front.declarations if isinstance(decl, ast.Action)}
    for name, decl in actions.items():
        body = known.get((ast.Action, name, 1))
        if body is not None and body.decl is not decl and body.decl != decl:
            shared = groups[name].name.text if name in groups else name
            counters.pop(shared, None)
            for other, group in groups.items():
                if group.name.text == shared:
                    known.pop((ast.Action, other, 1), None)


def _checked(decl: ast.Declaration, front: Front, fields_before: int) -> Body:
    """Check one body as if no other body was checked before."""
    names, rules, faults = front.names, front.rules, Sink()
    known_before = set(names.faulty_values)
    names.sink, names.used, names.legality, names.values_read = faults, set(), {}, {}
    names.meant = {}
    statements = rules.statements
    statements.begin(fields_before)
    rules.fields.clear()
    part = without_rules(front.made)
    with suppress(ErrorReported):
        rules.declaration(decl, part)
    faulty = names.faulty_values - known_before
    names.faulty_values = known_before
    return Body(
        decl, part, faults, names.used, known_before & names.used, faulty, names.values_read, names.legality,
        names.meant, tuple(rules.fields), tuple(statements.new_fields), fields_before, tuple(statements.layered),
        tuple(statements.sayings),
    )  # fmt: skip


def without_rules(made: model.Model) -> model.Model:
    """Return a model without the rules that `add` adds."""
    return replace(
        made, values={}, actions={}, routines={}, wakes=[], listeners=[], endings=[], rulings=[], laws=[], claims=[],
    )  # fmt: skip


def add(part: model.Model, made: model.Model) -> None:
    """Add the rules from one body to a model."""
    made.values |= part.values
    made.actions |= part.actions
    made.routines |= part.routines
    made.wakes += part.wakes
    made.listeners += part.listeners
    made.endings += part.endings
    made.laws += part.laws
    made.claims += part.claims
    made.rulings += part.rulings
    if part.score_var is not None:
        made.score_var, made.score, made.score_parts = part.score_var, part.score, part.score_parts
    if part.rank_var is not None:
        made.rank_var, made.ranking = part.rank_var, part.ranking
