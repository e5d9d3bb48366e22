"""The command `words GAME`, which lists the texts of a game for translation into another language."""

from __future__ import annotations

from dsl.diagnostics import RulebookError
from dsl.folder import escapes_folder, read_folder, translated_folder, words_file
from dsl.translations import with_missing
from mercatoria.console import arguments, errors
from mercatoria.picture import described
from mercatoria.storage import write_atomically


def words(game: arguments.GameName, language: arguments.NewLanguage) -> int:
    """Write the texts of a game that have no words in a language yet into the game's file for this language.

    The command keeps everything that the file contains. Each new entry is empty, with the rulebook's words in a comment
    after it.
    """
    folder = read_folder(arguments.place_of(game), game, scenarios=False)
    if folder.reading.errors or folder.rulebook is None:
        raise RulebookError(folder.check(1)[1].in_order())
    file = words_file(folder, language)
    if escapes_folder(file, folder.path):
        raise errors.misuse(f"{file} is reached through a link that leads out of the game's folder")
    found = translated_folder(folder, language).with_texts(described(folder))
    if found.faults.errors:
        raise RulebookError(found.faults.in_order())
    missing = found.missing
    text = with_missing(found.words, found.slots)
    if text != found.words.source.text:
        file.parent.mkdir(exist_ok=True)
        write_atomically(file, text)
        print(f"written: {file}")
    print(f"{len(found.slots)} texts, {len(missing)} without words in this language")
    return 0
