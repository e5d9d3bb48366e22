"""Turns declarations and board data into the checked model for one player count.

`check` processes the declarations in three steps, so that their order never matters. The first step is the front, with
constants, kinds, fields and the signatures of values, rules and actions. All bodies follow, and then whatever concerns
the assembled model. A `Memo` keeps the front and the bodies between two checks of one table. The checker reports faults
to the sink, and returns a model only if there are no errors. An earlier stage, `dsl.amendments.amending`, has already
applied the amendments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl import ast, model
from dsl.board import BoardData
from dsl.checking.bodies import Bodies, add, without_rules
from dsl.checking.declarations.call_graph import circles
from dsl.checking.declarations.completeness import check_turn_structure, heading, unique_names
from dsl.checking.declarations.series import series
from dsl.checking.declarations.sizes import positions
from dsl.checking.declarations.start_claims import start_claims
from dsl.checking.declarations.static_budget import work
from dsl.checking.front import Front, Table, checked_front
from dsl.checking.names import Names
from dsl.desugaring import Desugaring
from dsl.diagnostics import Sink
from dsl.source import Span
from dsl.translations import Words


@dataclass(slots=True)
class Checked:
    """The result of a check: a model, and the names that scenarios and questions may use.

    The model is None if there are errors.
    """

    model: model.Model | None
    names: Names
    rulebook: ast.Rulebook
    declarations: tuple[ast.Declaration, ...]
    """The effective declarations after desugaring, for the lints."""


@dataclass(slots=True)
class Memo:
    """The results of the last check of one table, from which the next check takes what has not changed.

    The names of a `Checked` belong to the memo: they change with the next check.
    """

    desugaring: Desugaring = field(default_factory=Desugaring)
    front: Front | None = None
    bodies: Bodies = field(default_factory=Bodies)

    def meant(self) -> dict[Span, Span]:
        """Return the place of the declaration that each use of a name means."""
        found = dict(self.front.meant) if self.front is not None else {}
        for body in self.bodies.known.values():
            found |= body.meant
        return found


def check(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, options: Mapping[str, int],
    sink: Sink, origins: Mapping[str, str] | None = None, words: Words | None = None, memo: Memo | None = None,
) -> Checked | None:  # fmt: skip
    """Check an effective rulebook for one player count.

    Report a fault and return None unless there is exactly one `rulebook` heading.

    Args:
        origins: The variant that last changed each rule, by rule name.
        words: The words of another language for things, which no declaration contains.
        memo: The results of an earlier check of the same table; they never change the outcome.
    """
    rulebook = heading(declarations, sink)
    if rulebook is None:
        return None
    memo = memo or Memo()
    plain = memo.desugaring.plain(declarations, sink)
    front = _front(rulebook, plain, Table(board, players, dict(options), dict(origins or {}), words), memo)
    sink.take_over(front.faults)
    unique_names(plain, sink)
    made = _assembled(front, memo.bodies, sink)
    check_turn_structure(rulebook, plain, sink)
    start_claims(made, sink)
    circles(made, sink)
    if not sink.errors:
        series(made, sink)
        positions(made, sink)
        work(made, sink)
    return Checked(None if sink.errors else made, front.names, rulebook, tuple(plain))


def _front(rulebook: ast.Rulebook, plain: Sequence[ast.Declaration], table: Table, memo: Memo) -> Front:
    """Return the front of the last check, if it stands; otherwise, check it, and forget all bodies."""
    front = memo.front
    if front is None or not front.fits(plain, table):
        front = memo.front = checked_front(rulebook, plain, table)
        memo.bodies.known = {}
    front.take(plain)
    front.reset()
    return front


def _assembled(front: Front, bodies: Bodies, sink: Sink) -> model.Model:
    """Return the model with the rules from all bodies."""
    names, rules = front.names, front.rules
    made = without_rules(front.made)
    made.walks = front.made.walks = front.made.walks.next()
    counters: list[model.StateField] = []
    new_fields: list[model.StateField] = []
    sayings: list[tuple[model.Saying, model.Expr, Span]] = []
    used, legality = set(front.used), dict(front.legality)
    layered: list[model.StateField] = []
    if not sink.gives_up():
        names.sink = sink
        rules.limits.declare(front.declarations)
        for body in bodies.all(front):
            add(body.part, made)
            sink.take_over(body.faults)
            counters += body.counters
            new_fields += body.new_fields
            sayings += body.sayings
            layered += body.layered
            used |= body.used
            legality |= {name: asked for name, asked in body.legality.items() if name not in legality}
            if sink.gives_up():
                break
    names.sink, names.used, names.legality = sink, used, legality
    for field_ in names.fields.values():
        field_.layered = field_ in layered
    rules.together(made, sayings)
    if "setup" not in made.routines:
        book = next(decl for decl in front.declarations if isinstance(decl, ast.Rulebook))
        about = model.Clauses("setup", "", (), book.name.span)
        made.routines["setup"] = model.Routine(about, "setup", (), (), ())
    made.fields = [*names.fields.values(), *dict.fromkeys(counters), *new_fields]  # actions can share a counter
    return made
