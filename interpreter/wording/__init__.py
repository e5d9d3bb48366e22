"""Puts what happens in a game into the words that players read.

Each file words one thing: `sentences` moves, `log_lines` the log, `display_names` things, and `offers`, `changes`,
`fields`, `flags`, `piece_moves`, `values` and `expressions` what their names say; `unmet` says why a condition does not
hold, and `quotations` quotes an expression in the author's text. Explanations, drawings, the terminal and the browser
take their sentences from here. `interpreter.table` puts single names into words. The log of `interpreter.log` is in
notation, for programs.

A text contains only what its asker may know. The stage knows nothing of pictures, screens or pages: a caller who shows
a picture passes its titles of fields.
"""

from interpreter.wording.built_in_phrases import built_in_call
from interpreter.wording.changes import ChangeText, FieldNames, change_in_notation
from interpreter.wording.decisions import not_offered, offered_kinds, step_title
from interpreter.wording.default_sayings import unnumbered
from interpreter.wording.display_names import DisplayNames, display_names
from interpreter.wording.expressions import LIMITS, PlainLanguage
from interpreter.wording.fields import field_in_notation, field_noun, field_phrase, flag_label, of_whom, owner_name
from interpreter.wording.filling import GAP
from interpreter.wording.flags import YOU, verb
from interpreter.wording.log_lines import LogLine, log_line, told_arguments, told_outcome
from interpreter.wording.offers import OfferTerms, accepting_move, offer_summary, offer_terms, sides, standing_offer
from interpreter.wording.quotations import quoted
from interpreter.wording.sentences import (
    button_text,
    differing,
    done_text,
    habit_text,
    heading_text,
    instruction,
    number_phrase,
    shared_instruction,
)
from interpreter.wording.unmet import UnmetCondition, listed_members, within
from interpreter.wording.values import (
    contents_in_notation,
    pieces_in_words,
    value_in_notation,
    value_in_plain_words,
    with_sign,
)

__all__ = [
    "GAP", "LIMITS", "YOU", "ChangeText", "DisplayNames", "FieldNames", "LogLine", "OfferTerms", "PlainLanguage",
    "UnmetCondition", "accepting_move", "built_in_call", "button_text", "change_in_notation",
    "contents_in_notation", "differing", "display_names", "done_text", "field_in_notation", "field_noun",
    "field_phrase", "flag_label", "habit_text", "heading_text", "instruction", "listed_members", "log_line",
    "not_offered", "number_phrase", "of_whom", "offer_summary", "offer_terms", "offered_kinds", "owner_name",
    "pieces_in_words", "quoted", "shared_instruction", "sides", "standing_offer", "step_title", "told_arguments",
    "told_outcome", "unnumbered", "value_in_notation", "value_in_plain_words", "verb", "with_sign", "within",
]  # fmt: skip
