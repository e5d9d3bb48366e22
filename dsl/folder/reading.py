"""Reads all files of a game's folder: rulebook, laws, claims, boards, variants and scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dsl import ast
from dsl.checking import of_type
from dsl.diagnostics import Sink, wording
from dsl.folder.file_reader import FROM_DISK, FileReader
from dsl.folder.files import read_source
from dsl.folder.game_folder import RULEBOOK, SCENARIOS, VALUES, VARIANTS, GameFolder
from dsl.folder.side_files import HELD, misplaced
from dsl.limits import MOST_WORDS
from dsl.source import Source, Span
from dsl.syntax import parse


def read_folder(
    path: Path, shown: str = "", scenarios: bool = True, reader: FileReader = FROM_DISK
) -> GameFolder:  # fmt: skip
    """Read a game from its folder, or from the path of a rulebook file in that folder.

    Faults in the files never cause an exception.

    Args:
        scenarios: True to read scenarios as well; play does not need them.
        reader: What reads the single files.
    """
    folder = path if path.is_dir() else path.parent
    name = shown or str(path if path.is_dir() else path.parent)
    sink = Sink()
    book = folder / RULEBOOK if path.is_dir() else path
    declarations = reader.rules(book, f"{name}/{book.name}", sink, folder if path.is_dir() else None)
    side = [folder / file for file in HELD if reader.exists(folder / file) and book.name != file]
    found = GameFolder(folder, name, declarations, None, {}, [], sink, reader=reader)
    found.scenarios += of_type(declarations, ast.Scenario)
    declared = of_type(declarations, ast.Variant)
    beside: list[ast.Scenario] = []
    others = [reader.files(folder / VARIANTS), reader.files(folder / SCENARIOS) if scenarios else []]
    if _too_long([book, *side, *others[0], *others[1]], name, sink, reader):
        side, others = [], [[], []]
    for file in side:
        conditions = reader.rules(file, f"{name}/{file.name}", sink, folder)
        misplaced(declarations, conditions, file.name, sink)
        declarations += conditions
    for file in others[0]:
        rules = reader.rules(file, f"{name}/{VARIANTS}/{file.relative_to(folder / VARIANTS).as_posix()}", sink, folder)
        declared += of_type(rules, ast.Variant)
        beside += of_type(rules, ast.Scenario)
    for variant in declared:
        if (other := found.variants.get(variant.name.text)) is not None:
            wording.declared_twice(sink, variant.name.text, variant.name.span, other.name.span, "variant ")
        found.variants[variant.name.text] = variant
    for file in others[1]:
        shown_file = f"{name}/{SCENARIOS}/{file.relative_to(folder / SCENARIOS).as_posix()}"
        found.scenarios += of_type(reader.rules(file, shown_file, sink, folder), ast.Scenario)
    found.scenarios += beside if scenarios else []
    _read_boards(found, sink, reader)
    if reader.exists(folder / VALUES):  # ignore faults, because a game can be played without these values
        found.values = reader.source(folder / VALUES, f"{name}/{VALUES}", Sink(), folder)
    found.declarations = tuple(d for d in declarations if not isinstance(d, (ast.Variant, ast.Scenario)))
    if found.rulebook is None and not path.is_dir() and not sink.errors:
        _no_rulebook(declarations, book, sink)
    return found


def _no_rulebook(declarations: Sequence[ast.Declaration], file: Path, sink: Sink) -> None:
    """Report a file that contains a variant where a game is needed."""
    for variant in of_type(declarations, ast.Variant)[:1]:
        of = variant.game
        sink.add("E402", f"this file is a variant of `{of.text}`, not a game", of.span,
                 hint=f"name the game, then the variant: `mercatoria play {of.text} --variant {file}`")  # fmt: skip


def _too_long(files: list[Path], shown: str, sink: Sink, reader: FileReader) -> bool:
    """Report a fault and return True if the files of a game have more than `MOST_WORDS` words in total.

    The caller then skips variants and scenarios.
    """
    together = 0
    for file in files:
        together += reader.words(file)
        if together > MOST_WORDS:
            title = f"the rule files together are too long: at least {together:,} words and symbols"
            sink.add("E003", title, Span(Source(shown, ""), 0, 0), f"at most {MOST_WORDS:,} are read")
            return True
    return False


def read_headings(path: Path, shown: str) -> GameFolder:
    """Read only the heading, variants and board of a game, without its rules."""
    sink = Sink()
    found = GameFolder(path, shown, (), None, {}, [], sink)
    for file in (path / RULEBOOK, *FROM_DISK.files(path / VARIANTS)):
        source = read_source(file, f"{shown}/{file.relative_to(path).as_posix()}", sink, path)
        declarations = parse(source, sink, ("rulebook ", "variant ")) if source is not None else ()
        found.declarations += tuple(of_type(declarations, ast.Rulebook))
        found.variants |= {variant.name.text: variant for variant in of_type(declarations, ast.Variant)}
    _read_boards(found, sink, FROM_DISK)
    return found


def _read_boards(found: GameFolder, sink: Sink, reader: FileReader) -> None:
    rulebook = found.rulebook
    if rulebook is not None and rulebook.board:
        found.board = reader.board(rulebook.board, rulebook.span, found.path, found.shown, sink)
    for variant in found.variants.values():
        found.read_boards_of(variant, found.path, found.shown, sink, reader)
