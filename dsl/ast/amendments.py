"""The syntax nodes of variants, amendments and scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.declarations import Cell, Declaration
from dsl.ast.expressions import Expr
from dsl.ast.nodes import Cite, Node, Word
from dsl.ast.statements import Block, RoutineCall, Statement


@dataclass(frozen=True, slots=True)
class Target(Node):
    """The rule, line or table cell that an amendment changes, such as `sell.in_stock` or `fee(6)`."""

    path: tuple[Word, ...]
    args: tuple[Expr, ...]

    def __str__(self) -> str:
        return ".".join(word.text for word in self.path)


@dataclass(frozen=True, slots=True)
class Amendment(Node):
    """One amendment in a variant.

    `verb` is "applies", "requires", "excludes", "amends", "board", "set", "except", "replace", "suspend", "add rule",
    "add needs", "add costs", "add accepts", "add limit", "add scoring" or "new". The verb determines which other fields
    are used. `declaration` is the new declaration, or the replacement for the existing declaration of the same name.
    """

    verb: str
    target: Target | None = None
    name: Word | None = None
    when: Expr | None = None
    value: Expr | None = None
    cells: tuple[Cell, ...] = ()
    block: Block | None = None
    where: str = ""
    declaration: Declaration | None = None
    title: str = ""
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant(Declaration):
    game: Word
    amendments: tuple[Amendment, ...]


@dataclass(frozen=True, slots=True)
class Played(Node):
    """A step of play in a scenario: a move (`seat` and `call`) or a chance event (`chance` and `outcome`)."""

    seat: Word | None
    call: RoutineCall | None
    chance: Expr | None = None
    outcome: Expr | None = None
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioPart(Node):
    """`form` is "players", "with", "option", "seed", "setup", "given", "play", "expect", "refused", "allowed", "hidden"
    or "shown".
    """

    form: str
    words: tuple[Word, ...] = ()
    value: Expr | None = None
    statements: tuple[Statement, ...] = ()
    played: tuple[Played, ...] = ()
    expected: tuple[tuple[Expr, tuple[Cite, ...]], ...] = ()
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario(Declaration):
    game: Word | None
    parts: tuple[ScenarioPart, ...]
