"""The folder stage, which reads a game's files once and checks them for one table.

The stage takes the path of a game's folder or rulebook. The stage returns a `GameFolder` with the rulebook, board,
variants and scenarios. Given a player count, variants and options, a `GameFolder` returns the checked model and all
faults. Only this stage of `dsl` opens game files; it runs all the other stages.
"""

from dsl.folder.file_reader import FileReader
from dsl.folder.files import escapes_folder, read_source
from dsl.folder.game_folder import RULEBOOK, SCENARIOS, UNUSED, VALUES, VARIANTS, GameFolder
from dsl.folder.languages import (
    TranslatedFolder,
    languages_of,
    translated_folder,
    unknown_languages,
    words_file,
)
from dsl.folder.reading import read_folder, read_headings
from dsl.folder.side_files import CLAIMS, HELD, LAWS, is_of_play
from dsl.folder.tables import first_table, player_counts

__all__ = [
    "CLAIMS", "HELD", "LAWS", "RULEBOOK", "SCENARIOS", "UNUSED", "VALUES", "VARIANTS", "FileReader", "GameFolder",
    "TranslatedFolder", "escapes_folder", "first_table", "is_of_play", "languages_of", "player_counts", "read_folder",
    "read_headings", "read_source", "translated_folder", "unknown_languages", "words_file",
]  # fmt: skip
