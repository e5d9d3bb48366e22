"""The roles of a node's fields. A role says how a statement or an expression uses the part in the field.

The annotation of every field of a node class names the role of the field, as in `value: Reads[Expr]`. Analyses ask for
the fields with a role, so they also cover node classes that are added later. A class that has a field without a role
cannot be defined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from inspect import get_annotations
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, TypeVar

T = TypeVar("T")


class Role(Enum):
    """The role of a field. The value is the name of the role in annotations."""

    READS = "Reads"
    DECIDES = "Decides"
    SETS = "Sets"
    ADJUSTS = "Adjusts"
    GIVES = "Gives"
    TAKES = "Takes"
    REFILLS = "Refills"
    ORDERS = "Orders"
    WRITES = "Writes"
    SHOWS = "Shows"
    BINDS = "Binds"
    RUNS = "Runs"
    CALLS = "Calls"
    OFFERS = "Offers"
    NAMES = "Names"
    PLAIN = "Plain"


Reads = Annotated[T, Role.READS]
"""An expression that is evaluated."""
Decides = Annotated[T, Role.DECIDES]
"""An expression that decides whether, for which members, or how often the statements in `Runs` fields run."""
Sets = Annotated[T, Role.SETS]
"""A slot or local that gets a new value."""
Adjusts = Annotated[T, Role.ADJUSTS]
"""A slot or local whose new value is computed from its old one."""
Gives = Annotated[T, Role.GIVES]
"""A slot that pieces, things or money leave."""
Takes = Annotated[T, Role.TAKES]
"""A slot that pieces, things or money enter."""
Refills = Annotated[T, Role.REFILLS]
"""A slot whose pieces refill the slot in the `Gives` field when that one is empty."""
Orders = Annotated[T, Role.ORDERS]
"""A slot whose contents change their order."""
Writes = Annotated[T, Role.WRITES]
"""State fields that a node may change in any entry."""
Shows = Annotated[T, Role.SHOWS]
"""A slot whose contents are shown and not changed."""
Binds = Annotated[T, Role.BINDS]
"""Locals that get a value, for the rest of the node and for the statements after it."""
Runs = Annotated[T, Role.RUNS]
"""A block of statements, which may run any number of times."""
Calls = Annotated[T, Role.CALLS]
"""Rules that are called, with their arguments."""
Offers = Annotated[T, Role.OFFERS]
"""Actions that a player may take while play waits."""
Names = Annotated[T, Role.NAMES]
"""A state field or fact to which the node refers."""
Plain = Annotated[T, Role.PLAIN]
"""Words, numbers and flags, which contain no node."""

CHANGES = frozenset({Role.SETS, Role.ADJUSTS, Role.GIVES, Role.TAKES, Role.REFILLS})
"""The roles of slots and locals that get another content."""
DIVERTS = frozenset({Role.RUNS, Role.CALLS, Role.OFFERS})
"""The roles of fields through which a node runs other statements."""

ASSIGNS = frozenset({Role.SETS, Role.ADJUSTS, Role.BINDS})
"""The roles of locals that get a value."""

WITHOUT_ROLE = frozenset({"span", "cites", "type", "about"})
"""Fields that every node may have and that do not affect play."""

_ROLES = {role.value: role for role in Role}
_ANNOTATION = re.compile(r"(\w+)\[")


class ModelNode:
    """A part of the model whose fields have roles."""

    __slots__ = ()
    roles: ClassVar[Mapping[str, Role]] = MappingProxyType({})
    """The role of each field, in the order of the fields."""
    waits: ClassVar[bool] = False
    """True if play waits in the node, for a decision or for chance."""

    def __init_subclass__(cls, **given: Any) -> None:
        """Collect the roles of a new class. Raises `TypeError` for a field without a role."""
        super().__init_subclass__(**given)
        roles = dict(cls.roles)
        for name, annotation in get_annotations(cls).items():
            found = _ANNOTATION.match(annotation) if isinstance(annotation, str) else None
            if name in WITHOUT_ROLE or (found is not None and found[1] == "ClassVar"):
                continue
            if found is None or found[1] not in _ROLES:
                known = ", ".join(_ROLES)
                raise TypeError(f"`{cls.__name__}.{name}` has no role; write its annotation as ROLE[…], one of {known}")
            roles.pop(name, None)  # a field declared again takes its new place
            roles[name] = _ROLES[found[1]]
        cls.roles = MappingProxyType(roles)


def with_role(node: ModelNode, *roles: Role) -> Iterator[Any]:
    """Yield the parts of a node with one of the given roles, in the order of the fields. None and () are skipped."""
    for name, role in node.roles.items():
        if role in roles and (part := getattr(node, name)) is not None and part != ():
            yield part
