"""Finds the translations in a game's folder, and applies them.

    words/de.yaml
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dsl.desugaring import Desugaring
from dsl.diagnostics import Sink, did_you_mean
from dsl.folder.game_folder import GameFolder
from dsl.locale import ENGLISH, LANGUAGES
from dsl.source import Source, Span
from dsl.translations import Slot, Words, missing_words, read_words, stale_words, thing_slots, translated

WORDS = "words"
SUFFIX = ".yaml"


@dataclass(frozen=True, slots=True)
class TranslatedFolder:
    """A game's folder in another language.

    Attributes:
        slots: The texts of the game that a file of words can replace.
        faults: The faults in the file of words. A blank that does not exist is reported by the check of a table.
    """

    folder: GameFolder
    words: Words
    slots: Sequence[Slot]
    faults: Sink

    @property
    def missing(self) -> list[Slot]:
        """The texts without words in this language."""
        return missing_words(self.words, self.slots)

    @property
    def stale(self) -> Sink:
        """Warnings about words that belong to no text of the game."""
        sink = Sink()
        stale_words(self.words, self.slots, sink)
        return sink

    def with_texts(self, texts: Mapping[str, str]) -> TranslatedFolder:
        """Return the same words, compared with the descriptions of a picture as well."""
        added = [Slot("", "texts", name, {"": text}) for name, text in texts.items()]
        return replace(self, slots=[*self.slots, *added])


def words_file(folder: GameFolder, language: str) -> Path:
    """Return the path of the file with the words of a language."""
    return folder.path / WORDS / f"{language}{SUFFIX}"


def languages_of(folder: GameFolder) -> list[str]:
    """Return the languages in which a game can be read, English first."""
    return [name for name in LANGUAGES if name == ENGLISH or words_file(folder, name).is_file()]


def unknown_languages(folder: GameFolder, sink: Sink) -> None:
    """Report files of words in a language that the program does not speak."""
    for file in sorted((folder.path / WORDS).glob(f"*{SUFFIX}")):
        if file.stem not in LANGUAGES or file.stem == ENGLISH:
            known = [name for name in LANGUAGES if name != ENGLISH]
            here = Span(Source(f"{folder.shown}/{WORDS}/{file.name}", ""), 0, 0)
            sink.add("W253", f"`{file.stem}` is not a language of the program", here, "this file is never read",
                     hint=did_you_mean(file.stem, known) or f"the languages are {', '.join(known)}")  # fmt: skip


def translated_folder(folder: GameFolder, language: str) -> TranslatedFolder:
    """Return a game's folder with the words of a language. Words that its file lacks stay as they are."""
    file, sink = words_file(folder, language), Sink()
    shown = f"{folder.shown}/{WORDS}/{file.name}"
    source = folder.reader.source(file, shown, sink, folder.path) if folder.reader.exists(file) else None
    words = read_words(source or Source(shown, ""), language, sink)
    found = translated(folder.declarations, folder.variants, words, sink)
    boards = [board for board in (folder.board, *folder.extra_boards.values()) if board is not None]
    asked = folder.may_ask(())
    slots = [*found.slots, *thing_slots(found.declarations, folder.kinds(asked).kinds, boards)]
    if folder.board is not None and folder.board.note:
        slots.append(Slot("", "", "note", {"": folder.board.note}))
    own = replace(
        folder, declarations=found.declarations, variants=found.variants, words=words, scenarios=[], tables={},
        boards={}, desugaring=Desugaring(), memos=None,
    )  # fmt: skip
    return TranslatedFolder(own, words, slots, sink)
