"""Puts what happens in a game into the words that players read, for one asker or for everybody.

The stage turns moves, offers, log entries, changes of fields, expressions and values of a game into text, and is the
only stage that does so: explanations, drawings, the terminal and the browser take their sentences from here. Names and
single values come from `interpreter.table`, and the notation of moves and of the log from `interpreter.table` and
`interpreter.log`; both are for files and programs as well as for people. A text contains only what its asker may know.
The stage knows nothing of pictures, screens or pages.
"""

from interpreter.wording.log_lines import HIDDEN, PASSED, LogLine, log_line
from interpreter.wording.moves import arguments_text, move_text, title_of
from interpreter.wording.offers import offer_summary, sides, standing_offer

__all__ = [
    "HIDDEN", "PASSED", "LogLine", "arguments_text", "log_line", "move_text", "offer_summary", "sides",
    "standing_offer", "title_of",
]  # fmt: skip
