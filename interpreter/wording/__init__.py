"""Puts what happens in a game into the words that players read.

The stage turns moves, offers, log entries, changes of fields, expressions and values of a game into text, and is the
only stage that does so: explanations, drawings, the terminal and the browser take their sentences from here. Names and
single values come from `interpreter.table`, and the notation of moves and of the log from `interpreter.table` and
`interpreter.log`; both are for files and programs as well as for people. A text contains only what its asker may know.
The stage knows nothing of pictures, screens or pages.
"""

from interpreter.wording.changes import ChangeText, FieldNames, change_in_notation
from interpreter.wording.expressions import PlainLanguage
from interpreter.wording.fields import field_in_notation, field_phrase, of_whom
from interpreter.wording.log_lines import HIDDEN, PASSED, LogLine, log_line
from interpreter.wording.moves import arguments_text, move_text, title_of
from interpreter.wording.offers import offer_summary, sides, standing_offer
from interpreter.wording.quotations import quoted
from interpreter.wording.values import contents_in_notation, pieces_in_words, value_in_notation, value_in_plain_words

__all__ = [
    "HIDDEN", "PASSED", "ChangeText", "FieldNames", "LogLine", "PlainLanguage", "arguments_text", "change_in_notation",
    "contents_in_notation", "field_in_notation", "field_phrase", "log_line", "move_text", "of_whom", "offer_summary",
    "pieces_in_words", "quoted", "sides", "standing_offer", "title_of", "value_in_notation", "value_in_plain_words",
]  # fmt: skip
