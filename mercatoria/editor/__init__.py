"""Checks a game while its author types, for editors and for `mercatoria check`.

The input is a game's folder, and the texts of an editor. The output is diagnostics: those of one table at once, those
of all tables and files when there is time. This package prints nothing, and needs no clock, network or threads.
"""

from mercatoria.editor.desk import Desk
from mercatoria.editor.desks import Desks, home_of
from mercatoria.editor.documents import Block, Document

__all__ = ["Block", "Desk", "Desks", "Document", "home_of"]
