"""Checks a game while its author types, and answers the questions of an editor about it.

The input is a game's folder, the texts of an editor, and requests as JSON of the language server protocol. The output
is diagnostics, those of one table at once, those of all tables and files when there is time, and answers as JSON. This
package prints nothing, and needs no clock, network or threads. `mercatoria check` and the language server use it.
"""

from mercatoria.editor.desk import Desk
from mercatoria.editor.desks import Desks, home_of
from mercatoria.editor.documents import Block, Document
from mercatoria.editor.faults import PULL, QUICK_FIX, diagnostics
from mercatoria.editor.hover import forms_of_word
from mercatoria.editor.lenses import PLAY, RUN
from mercatoria.editor.methods import METHODS, answer
from mercatoria.editor.open_game import OpenGame, Table
from mercatoria.editor.positions import Json
from mercatoria.editor.tokens import LEGEND
from mercatoria.editor.workspace import Refused, View, Workspace

__all__ = [
    "LEGEND", "METHODS", "PLAY", "PULL", "QUICK_FIX", "RUN", "Block", "Desk", "Desks", "Document", "Json", "OpenGame",
    "Refused", "Table", "View", "Workspace", "answer", "diagnostics", "forms_of_word", "home_of",
]  # fmt: skip
