"""Writes a page: static files with which readers play games, and change their rules, without a server.

A page can always be played. Its editor needs the folder `built` that the npm script in `npm` makes.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import mercatoria
from dsl.ast import Variant
from dsl.checking import of_type
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from dsl.locale import LANGUAGES, locale_of
from dsl.source import Source
from dsl.syntax import parse
from mercatoria import Game
from mercatoria.page.bytecode import packed
from mercatoria.page.python_files import python_files
from mercatoria.page_table import game_data, listed_exercises
from mercatoria.svg import STYLE

HERE = Path(__file__).parent
TABLE_LOOK = HERE.parent / "web" / "static"
"""The folder with the style sheets of the table in the browser, which the page shares."""
SHARED = ("base.css", "table.css", "panels.css", "icon.svg", "theme.js")
OWN = ("page_", "game_", "your_", "all_my", "take_", "why_not")
PLAIN = ("yes", "yourself", "a_bot", "log", "close", "language")
"""Texts of the program that the page uses, by their beginning or as a whole."""
EXAMPLE = 'variant my_rule "My rule" of {game}\n    set {name} to {value}\n'
EDITOR, PYODIDE, ABOUT = "editor.mjs", "pyodide", "built.json"
PACK, LIBRARY = "python.pack", "python_stdlib.zip"
"""Our Python files with those of other packages, and the standard library."""
NODE = "node"
MOST_TOLD = 2000
"""Maximum number of characters of a failure of node."""


class NotBuilt(Exception):
    """Raised if the folder with the editor is not what the npm script makes. The message says what is missing."""


@dataclass(frozen=True, slots=True)
class PageGame:
    """A game of a page, and the number of players with which it begins."""

    game: Game
    path: Path
    players: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A page that was written: the size of each file, and whether its Python starts from sources, which is slower."""

    sizes: Mapping[str, int]
    from_sources: bool = False


def write_page(
    out: Path, games: Sequence[PageGame], words: Mapping[str, Sequence[str]], built: Path | None,
    exercises: Path | None = None,
) -> Written:  # fmt: skip
    """Write a page to a folder, and return what was written.

    Args:
        words: The words that the editor colours, by what they are.
        built: The folder that the npm script has made, or None for a page that only plays.
        exercises: The folder with the exercises that the page offers.
    """
    out.mkdir(parents=True, exist_ok=True)
    for file in sorted((HERE / "static").iterdir()):
        shutil.copyfile(file, out / file.name)
    for name in SHARED:
        shutil.copyfile(TABLE_LOOK / name, out / name)
    (out / "picture.css").write_text(STYLE, encoding="utf-8")
    listed = [_write_game(out / "games" / each.game.slug, each) for each in games]
    about, compiled = _write_desk(out / "desk", games, built, exercises) if built else ({"has_desk": False}, True)
    page = {
        "version": mercatoria.__version__, "games": listed, "words": {key: sorted(each) for key, each in words.items()},
        "texts": {language: _texts(language) for language in LANGUAGES}, "languages": LANGUAGES,
        "exercises": listed_exercises(exercises) if exercises is not None and built is not None else [], **about,
    }  # fmt: skip
    (out / "page.json").write_text(_as_json(page), encoding="utf-8")
    files = sorted(file for file in out.rglob("*") if file.is_file())
    return Written({str(file.relative_to(out)): file.stat().st_size for file in files}, not compiled)


def _write_game(folder: Path, of: PageGame) -> Mapping[str, object]:
    """Write the files of a game, and return its entry in the list of games."""
    folder.mkdir(parents=True, exist_ok=True)
    made = game_data(of.game, of.players)
    (folder / "game.wasm").write_bytes(made.module)
    (folder / "game.json").write_text(_as_json(made.about), encoding="utf-8")
    shutil.copyfile(of.path / "rulebook.rules", folder / "rulebook.rules")
    return {"slug": of.game.slug, "title": of.game.title, "players": of.players, "counts": list(of.counts),
            "example": example(of.game)}  # fmt: skip


def _write_desk(
    folder: Path, games: Sequence[PageGame], built: Path, exercises: Path | None
) -> tuple[Mapping[str, object], bool]:  # fmt: skip
    """Write the editor and Python, and return what the page must know about them. Raises `NotBuilt`.

    The second result is True if Python's files are bytecode.
    """
    for name in (EDITOR, PYODIDE, ABOUT):
        if not (built / name).exists():
            raise NotBuilt(f"`{built}` has no `{name}`; `make page` makes this folder from the packages of npm")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(built / PYODIDE, folder / PYODIDE)
    shutil.copyfile(built / EDITOR, folder / EDITOR)
    files = python_files([(each.game.slug, each.path) for each in games], exercises)
    compiled = _pack(folder, files)
    about = json.loads((built / ABOUT).read_text(encoding="utf-8"))
    contents = (folder / PACK).read_bytes() + (folder / PYODIDE / LIBRARY).read_bytes()
    mark = f"{about['pyodide']}-{hashlib.sha256(contents).hexdigest()[:16]}"
    return {"has_desk": True, "mark": mark, "snapshots": bool(about["snapshots"])}, compiled


def _pack(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Write the Python files, and return True if they are bytecode.

    Only the Python that will run them can compile them, and node can run it. Without node they are sources.
    """
    pack = folder / PACK
    node = shutil.which(NODE)
    if node is None:
        pack.write_bytes(lzma.compress(packed(files)))
        return False
    pack.write_bytes(packed(files))
    pyodide = (folder / PYODIDE).resolve()
    script = [HERE / "compile.mjs", pyodide, HERE / "bytecode.py", pack.resolve(), pyodide / LIBRARY]
    done = subprocess.run([node, *map(str, script)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"the Python of `{pyodide}` cannot compile our files:\n{done.stderr.strip()[-MOST_TOLD:]}")
    return True


def _texts(language: str) -> dict[str, str]:
    texts = locale_of(language).texts
    return {key: text for key, text in texts.items() if key.startswith(OWN) or key in PLAIN}


def _as_json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


# ---------------------------------------------------------------- an example


def example(game: Game) -> str:
    """Return a variant that changes one number of the game by one and has no faults, or an empty text."""
    return next(_examples(game), "")


def _examples(game: Game) -> Iterator[str]:
    book = game.folder.rulebook
    assert book is not None
    checked, _ = game.folder.check(book.most, lints=False)
    constants = checked.names.constants if checked is not None else {}
    for name, constant in constants.items():
        for value in (constant.value + 1, constant.value - 1):
            text = EXAMPLE.format(game=game.slug, name=name, value=value)
            if value > 0 and _is_sound(game.folder, text, book.most):
                yield text


def _is_sound(folder: GameFolder, text: str, players: int) -> bool:
    """Return True if a variant can be read and has no errors."""
    sink = Sink()
    (variant, *_) = (*of_type(parse(Source("example", text), sink), Variant), None)
    if variant is None or sink.errors:
        return False
    variants = {**folder.variants, variant.name.text: variant}
    changed = replace(folder, variants=variants, tables={}, boards={}, reading=Sink())
    return not changed.check(players, (variant.name.text,), lints=False)[1].errors
