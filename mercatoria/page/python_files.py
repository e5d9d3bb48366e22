"""Collects the Python files that a page runs in the browser, with their data.

These are all modules that `mercatoria.page_session` ever imports, with those of the packages that we use. The
docstrings of our modules are left out. The tables of the parser are included, because it takes seconds to compute them
in a browser.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions, requires
from itertools import chain
from modulefinder import ModuleFinder
from pathlib import Path

from dsl.shipped import data_folder
from mercatoria.page.bytecode import SITE, strip_docstrings

TOP = Path(__file__).resolve().parents[2]
"""The folder that contains our packages."""
OURS = ("dsl", "interpreter", "mercatoria")
BEGIN = "from mercatoria.page_session import Session"
USED = ("jsonschema", "lark", "pyyaml")
"""The distributions that a page needs, with those that they need. No optional part of our modules runs in a page."""
STANDS_IN = "rpds"
"""The package that `rpds.py` of this folder replaces."""
OF_RICH = ("rich", *(f"rich.{name}" for name in (
    "_extension", "_palettes", "color", "color_triplet", "errors", "palette", "repr", "terminal_theme",
)))  # fmt: skip
"""The modules of rich that names of colours need. The others print to a terminal."""
DATA = {"jsonschema": "*.json", "jsonschema_specifications": "*.json", "lark": "*.lark", "referencing": "*.json"}
"""Data files of the packages that we use."""
VERSIONED = ("jsonschema", "lark")
"""Distributions whose version is read at run time."""
CACHE = "cache"
"""The folder that contains the tables of the parser; the worker names it in `XDG_CACHE_HOME`."""
READ = """
from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse
parse(Source("a text", "kind Thing: One\\n"), Sink())
"""
NAME = re.compile(r"[\w.-]+")
IF_EXTRA = re.compile(r";.*\bextra\b")


def python_files(games: Sequence[tuple[str, Path]], exercises: Path | None) -> dict[str, bytes]:
    """Return the files by their names in the folder of Python.

    Args:
        games: The folders of the games of the page, each with its name.
        exercises: The folder with the exercises, or None for a page without them.
    """
    found = dict(sorted((*_modules(), *_data(), *_tables())))
    for slug, folder in games:
        found |= dict(_folder(folder, f"games/{slug}"))
    if exercises is not None:
        found |= dict(_folder(exercises, "exercises"))
    return {f"{SITE}{name}": content for name, content in found.items()}


def _modules() -> Iterator[tuple[str, bytes]]:
    """Yield all modules that the session imports, by their place among the packages."""
    paths = [str(TOP), *(path for path in sys.path if path.endswith("-packages") and path != str(TOP))]
    finder = ModuleFinder(paths, excludes=[*_unused(), STANDS_IN])
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "begin.py"
        script.write_text(BEGIN, encoding="utf-8")
        finder.run_script(str(script))
    for name, module in finder.modules.items():
        file = Path(getattr(module, "__file__", None) or "")
        if file.suffix != ".py" or name == "__main__" or (name.split(".")[0] == "rich" and name not in OF_RICH):
            continue
        place = name.replace(".", "/") + ("/__init__.py" if file.name == "__init__.py" else ".py")
        text = file.read_text(encoding="utf-8")
        yield place, (_without_docstrings(text) if name.split(".")[0] in OURS else text).encode()
    yield f"{STANDS_IN}.py", (Path(__file__).parent / f"{STANDS_IN}.py").read_bytes()


def _unused() -> list[str]:
    """Return the installed packages that a page does without, such as those of extras and of tests."""
    used = {"rich", *chain.from_iterable(map(_with_needed, USED))}
    return [name for name, owners in packages_distributions().items()
            if name not in OURS and used.isdisjoint(map(_normal, owners))]  # fmt: skip


def _with_needed(name: str) -> Iterator[str]:
    """Yield the name of a distribution, and of those that it needs when no extra is installed."""
    yield _normal(name)
    for line in requires(name) or ():
        if (needed := NAME.match(line)) is not None and not IF_EXTRA.search(line):
            try:
                yield from _with_needed(needed[0])
            except PackageNotFoundError:
                continue  # another version of Python needs it


def _normal(name: str) -> str:
    return name.lower().replace("_", "-")


def _without_docstrings(text: str) -> str:
    """Return the text of a module without docstrings and comments."""
    tree = ast.parse(text)
    strip_docstrings(tree)
    return ast.unparse(tree) + "\n"


def _data() -> Iterator[tuple[str, bytes]]:
    """Yield the data files that the modules read."""
    yield from _folder(data_folder("grammars"), "grammars")
    for file in sorted((TOP / "dsl" / "locale").glob("*.yaml")):
        yield f"dsl/locale/{file.name}", file.read_bytes()
    for package, pattern in DATA.items():
        for each in distribution(package.replace("_", "-")).files or ():
            if each.parts[0] == package and each.match(pattern):
                yield each.as_posix(), Path(str(each.locate())).read_bytes()
    for package in VERSIONED:
        for each in distribution(package).files or ():
            if each.name == "METADATA":
                yield each.as_posix(), Path(str(each.locate())).read_bytes()


def _tables() -> Iterator[tuple[str, bytes]]:
    """Yield the tables of the parser, as a new process keeps them for later runs."""
    with tempfile.TemporaryDirectory() as folder:
        own = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": str(TOP)}
        subprocess.run([sys.executable, "-c", READ], env=own, check=True)
        yield from _folder(Path(folder), CACHE)


def _folder(folder: Path, place: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield f"{place}/{file.relative_to(folder).as_posix()}", file.read_bytes()
