"""The folder stage, which reads a game's files once and checks them for one table.

The stage takes the path of a game's folder or rulebook. The stage returns a `GameFolder` with the rulebook, board,
variants and scenarios. Given a player count, variants and options, a `GameFolder` returns the checked model and all
faults. Only this stage of `dsl` opens game files; it runs all the other stages.
"""

from dsl.folder.files import escapes_folder, read_source
from dsl.folder.game_folder import SCENARIOS, UNUSED, VALUES, GameFolder, read_folder, read_headings
from dsl.folder.languages import (
    TranslatedFolder,
    languages_of,
    translated_folder,
    unknown_languages,
    words_file,
)
from dsl.folder.laws_file import LAWS

__all__ = [
    "LAWS", "SCENARIOS", "UNUSED", "VALUES", "GameFolder", "TranslatedFolder", "escapes_folder", "languages_of",
    "read_folder", "read_headings", "read_source", "translated_folder", "unknown_languages", "words_file",
]  # fmt: skip
