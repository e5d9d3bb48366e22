"""The table that maps each form of statement to the function that checks it.

Each function also translates its syntax node into a statement of the model.
"""

from __future__ import annotations

from dsl import ast
from dsl.checking.expressions.expressions import expression_checker
from dsl.checking.names import Names
from dsl.checking.statements.assignments import ASSIGNMENTS
from dsl.checking.statements.auctions import AUCTIONS
from dsl.checking.statements.choices import CHOICES
from dsl.checking.statements.control_flow import CONTROL_FLOW
from dsl.checking.statements.discards import spell_out
from dsl.checking.statements.moves import MOVES
from dsl.checking.statements.statement_checker import Forms, LongForms, StatementChecker
from dsl.checking.statements.walks import WALKS

LONG_FORMS: LongForms = {ast.Discards: spell_out}
FORMS: Forms = {**ASSIGNMENTS, **MOVES, **CHOICES, **CONTROL_FLOW, **WALKS, **AUCTIONS}


def statement_checker(names: Names, *, in_given: bool = False) -> StatementChecker:
    """Return a statement checker that knows the names of a rulebook.

    Args:
        in_given: True to accept statements that only the starting position of a scenario may contain.
    """
    return StatementChecker(names, expression_checker(names), FORMS, LONG_FORMS, in_given)
