"""Turns declarations and board data into the checked model for one player count.

`check` processes the declarations in several passes, so that their order never matters. The checker handles constants
and kinds first, then fields, then signatures of values, rules and actions, and finally all bodies. The checker reports
faults to the sink, and returns a model only if there are no errors. An earlier stage, `dsl.amendments.amending`, has
already applied the amendments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dsl import ast, model
from dsl.board import BoardData
from dsl.checking.declarations.call_graph import circles
from dsl.checking.declarations.completeness import check_turn_structure, heading, seats, unique_names
from dsl.checking.declarations.constants import ConstantsCheck
from dsl.checking.declarations.display_names import called_kinds, called_things
from dsl.checking.declarations.facts import add_facts
from dsl.checking.declarations.fields import FieldsCheck
from dsl.checking.declarations.pieces import with_pieces
from dsl.checking.declarations.rules import RulesCheck
from dsl.checking.declarations.series import series
from dsl.checking.declarations.signatures import SignaturesCheck
from dsl.checking.declarations.sizes import positions
from dsl.checking.declarations.start_claims import start_claims
from dsl.checking.declarations.static_budget import work
from dsl.checking.kinds import KindTable, build_kinds
from dsl.checking.names import Names
from dsl.checking.statements.statements import statement_checker
from dsl.desugaring import (
    inline_triggers,
    refill_decks,
    spell_out_cases,
    spell_out_endings,
    spell_out_groups,
    spell_out_offers,
    spell_out_payments,
)
from dsl.diagnostics import Sink
from dsl.translations import Words, chances, kind_labels, refusals, thing_labels

D = TypeVar("D", bound=ast.Declaration)


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


def of_type(declarations: Sequence[ast.Declaration], kind: type[D]) -> list[D]:
    """Return the declarations of one type, in order."""
    return [decl for decl in declarations if isinstance(decl, kind)]


def check(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, options: Mapping[str, int],
    sink: Sink, origins: Mapping[str, str] | None = None, words: Words | None = None,
) -> Checked | None:  # fmt: skip
    """Check an effective rulebook for one player count.

    Report a fault and return None unless there is exactly one `rulebook` heading.

    Args:
        origins: The variant that last changed each rule, by rule name.
        words: The words of another language for things, which no declaration contains.
    """
    rulebook = heading(declarations, sink)
    if rulebook is None:
        return None
    declarations = inline_triggers(spell_out_endings(refill_decks(declarations, sink)), sink)
    declarations = spell_out_payments(spell_out_groups(declarations, sink), sink)
    declarations = spell_out_offers(spell_out_cases(declarations, sink), sink)
    seated = seats(rulebook, sink)
    table = kinds_of(declarations, board, players, seated, sink)
    names = Names(sink, table, players, rulebook.least, refused=set(table.refused))
    statements = statement_checker(names)
    expressions = statements.expressions
    option_ranges = ConstantsCheck(names, expressions, options).declare(declarations)
    unique_names(declarations, sink)
    fields = FieldsCheck(names, expressions)
    fields.declare(of_type(declarations, ast.State))
    signatures = SignaturesCheck(names, expressions)
    signatures.declare(declarations)
    fields.start_values()
    rules = RulesCheck(names, statements, signatures, origins or {})
    made = model.Model(
        rulebook.name.text, rulebook.title, players, seated[:players], rulebook.money, table.kinds,
        list(table.statics.values()), [], {}, {}, {}, [], [], [], None, (), None, (), [],
    )  # fmt: skip
    made.called = dict(called_kinds(declarations, statements))
    made.thing_titles = dict(called_things(board, names))
    if words is not None:
        made.language, made.money = words.language, words.text("money") or made.money
        made.thing_nouns, made.kind_nouns, made.chance_titles = thing_labels(words), kind_labels(words), chances(words)
        made.choice_refusals = refusals(words)
    rules.fill(made, declarations)
    check_turn_structure(rulebook, declarations, sink)
    made.fields = [*names.fields.values(), *rules.fields, *statements.new_fields]
    made.options = {name: names.constants[name].value for name in option_ranges}
    made.option_ranges = option_ranges
    if board is not None:
        made.board_title, made.board_note, made.reconstructed = board.title, board.note, board.reconstructed
        made.board_note = (words.text("note") if words is not None else "") or made.board_note
    start_claims(made, sink)
    circles(made, sink)
    if not sink.errors:
        series(made, sink)
        positions(made, sink)
        work(made, sink)
    return Checked(None if sink.errors else made, names, rulebook, tuple(declarations))


def kinds_of(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, seats: tuple[str, ...], sink: Sink
) -> KindTable:
    """Build the table of all kinds for one player count, including their things and facts."""
    numbers = ast.plain_numbers(of_type(declarations, ast.Number))
    table = build_kinds(with_pieces(declarations, sink), board, players, seats, numbers, sink)
    add_facts(table, board, numbers, sink)
    return table
