"""The table that maps each form of statement to the function that checks it.

Each function also translates its syntax node into a statement of the model.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import ast
from dsl.checking.expressions.expressions import expression_checker
from dsl.checking.names import Names
from dsl.checking.statements.assignments import let, raise_, random, reveal, set_
from dsl.checking.statements.auctions import auction
from dsl.checking.statements.choices import act, chooses, may_choose, once, secretly, window
from dsl.checking.statements.control_flow import do, for_, if_, repeat, stop, trigger_lines, turn_of
from dsl.checking.statements.moves import draw, move, pays, shuffle, turn_up
from dsl.checking.statements.statement_checker import StatementChecker, StatementForm
from dsl.checking.statements.walks import walks

FORMS: Mapping[type[ast.Statement], StatementForm] = {
    ast.Let: let, ast.Set: set_, ast.Raise: raise_, ast.Random: random, ast.Reveal: reveal, ast.MovePieces: move,
    ast.Draw: draw, ast.Shuffle: shuffle, ast.TurnUp: turn_up, ast.Pays: pays, ast.Act: act, ast.Chooses: chooses,
    ast.MayChoose: may_choose, ast.Secretly: secretly, ast.Window: window, ast.Once: once, ast.Do: do, ast.Stop: stop,
    ast.If: if_, ast.For: for_, ast.Repeat: repeat, ast.TriggerLines: trigger_lines, ast.TurnOf: turn_of,
    ast.Walks: walks, ast.Auction: auction,
}  # fmt: skip


def statement_checker(names: Names, *, in_given: bool = False) -> StatementChecker:
    """Return a statement checker that knows the names of a rulebook.

    Args:
        in_given: True to accept statements that only the starting position of a scenario may contain.
    """
    return StatementChecker(names, expression_checker(names), FORMS, in_given)
