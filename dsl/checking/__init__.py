"""Syntax tree to model: every name resolved, every type and range known.

In: effective declarations, board data, a player count, options. Out: `Checked`, which holds the model if there is no
error, and the names by which scenarios and questions are read. `checker` goes through the declarations in rounds. Each
other file checks one form: kinds, fields and signatures, expressions, statements, decisions, costs, rules. Knows
nothing of variants or of play.
"""

from dsl.checking.checker import Checked, check, kinds_of, of_type
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import KindTable
from dsl.checking.names import Faulty, Names, Scope
from dsl.checking.options import declared_options, fit_options, option_word
from dsl.checking.statements import Statements

__all__ = [
    "Checked", "Expressions", "Faulty", "KindTable", "Names", "Scope", "Statements", "check", "declared_options",
    "fit_options", "kinds_of", "of_type", "option_word",
]  # fmt: skip
