"""Tests of the architecture rules: import directions, pure inner stages, and no game names outside `games/`.

The tests parse files with `ast` and do not import them. Each rule maps a syntax tree to a list of faults. The tests at
the end of this file show that each rule finds its faults.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("dsl", "interpreter", "mercatoria")
LONGEST_FILE = 400
"""Maximum number of lines in a file."""

# Packages and data folders of this project that each package may import.
MAY_IMPORT = {
    "dsl": {"dsl", "grammars"},
    "interpreter": {"dsl", "interpreter", "grammars"},
    "mercatoria": {"dsl", "interpreter", "mercatoria", "grammars", "games"},
}
PROJECT = {"dsl", "interpreter", "mercatoria", "grammars", "games", "tests", "bench", "docs"}

# Imports from outside that the pure stages may use: these libraries, and the standard library with the exceptions
# below.
PURE = {"dsl", "interpreter"}
LIBRARIES = {"lark", "yaml", "jsonschema", "referencing", "wasmtime"}
IMPURE = {
    "console": {"curses", "getpass", "readline", "cmd", "tty", "termios", "pty"},
    "clock": {"time", "datetime", "calendar", "sched", "zoneinfo"},
    "network or other programs": {
        "asyncio", "email", "ftplib", "http", "imaplib", "poplib", "select", "selectors", "smtplib", "socket",
        "socketserver", "ssl", "subprocess", "urllib", "webbrowser", "wsgiref", "xmlrpc",
    },
    # The interpreter uses its own seeded integer generator, whose state is part of the game state.
    "randomness": {"random", "secrets", "uuid"},
}  # fmt: skip

# Names on some board that are also ordinary words of a rules language. A name that means only
# one game's thing must never be added.
ORDINARY_WORDS = {
    "player": "the people at the table, in every game",
    "place": "a rank in the final order; where a piece or a fault is",
    "space": "white space; a place for a piece",
    "region": "a part of a text or of a board",
    "route": "a way through a graph",
    "card": "a piece in a pile, in most games",
    "marker": "a pytest or text marker; a piece of any game",
    "token": "what a lexer yields",
    "track": "a row of numbered spaces; to follow",
    "step": "one thing done after another; what a walk is made of",
    "good": "not bad",
    "grey": "a colour of the terminal",
    "border": "the line around a table on the screen",
    "bonus": "points on top, in any scoring",
    "nothing": "not anything",
    "anything": "whatever there is",
    "exchange": "giving one thing for another",
    "column": "what stands below one another: of a table, of a line of text",
    "time": "when something happens, and how often",
    "side": "left or right of something",
    "link": "a file that stands for another; what a page leads to",
    "reverse": "the other way round",
    "black": "a colour of the terminal",
    "orange": "a colour of pictures",
    "brown": "a colour of pictures",
    "purple": "a colour of pictures",
    "yellow": "a colour of the terminal",
    "blue": "a colour of the terminal",
    "green": "a colour of the terminal",
    "red": "a colour of the terminal",
    "doing": "carrying out, of any rule",
    "moving": "bringing a piece from holder to holder",
    "trading": "what trading games are about",
    "path": "a way through folders or a graph",
    "start": "where something begins",
    "site": "pages under one name on the web",
    "resource": "whatever a page loads, in the words of HTTP",
    "post": "after; a place where something stands",
    "opening": "what comes first; a sign that is closed again",
    "intersection": "what several sets have in common",
    "lent": "the past tense of a verb",
}


def python_files() -> list[Path]:
    return sorted(path for stage in FLOORS for path in (ROOT / stage).rglob("*.py"))


def stage_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


# ---------------------------------------------------------------- imports


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of every absolute import. Relative imports stay inside their top-level package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module


def import_faults(stage: str, tree: ast.Module) -> list[str]:
    faults = []
    for line, module in imported_modules(tree):
        fault = import_fault(stage, module.partition(".")[0])
        if fault:
            faults.append(f"line {line}: {module}: {fault}")
    return faults


def import_fault(stage: str, module: str) -> str | None:
    if module in PROJECT:
        return None if module in MAY_IMPORT[stage] else f"{stage}/ must not know {module}/"
    if stage not in PURE or module in LIBRARIES:
        return None
    for what, modules in IMPURE.items():
        if module in modules:
            return f"{stage}/ is pure: no {what}"
    if module not in sys.stdlib_module_names:
        return f"{stage}/ uses of other libraries only {', '.join(sorted(LIBRARIES))}"
    return None


# ---------------------------------------------------------------- names of games and their things


def plain(text: str) -> str:
    """Return the words of a text in lower case, separated by single spaces, after splitting `CamelCase` and
    `snake_case`.
    """
    parted = re.sub(r"(?<=[^\W\d_])(?<![A-Z])(?=[A-Z])|[\W_]+", " ", text)
    return f" {' '.join(parted.casefold().split())} "


def game_names(games: Path) -> set[str]:
    """Return the slugs, kinds and things of all games, normalised by `plain`, without short names and common words."""
    names: set[str] = set()
    for folder in games.iterdir():
        if folder.is_dir() and not folder.name.startswith(("_", ".")):
            names.add(folder.name)
            for board in folder.glob("*.yaml"):
                if board.name != "clauses.yaml":
                    names.update(board_names(yaml.safe_load(board.read_text(encoding="utf-8"))))
            for rules in folder.glob("rulebook.rules"):
                names.update(declared_names(rules.read_text(encoding="utf-8")))
    forms = {plain(name) for name in names}
    return {form for form in forms if len(form.strip()) >= 4 and form.strip() not in ORDINARY_WORDS}


def board_names(data: object) -> Iterator[str]:
    """Yield the kinds of a board file and their things. A key in lower case only groups kinds."""
    if not isinstance(data, dict):
        return
    for key, below in data.items():
        if str(key)[:1].isupper():
            yield str(key)
            yield from thing_names(below)
        else:
            yield from board_names(below)


def declared_names(rules: str) -> Iterator[str]:
    """Yield the kinds and things that a rulebook declares."""
    yield from re.findall(r"^kind (\w+)", rules, re.MULTILINE)
    for things in re.findall(r"^kind \w+: (.*(?:\n  .*)*)", rules, re.MULTILINE):
        yield from re.findall(r"\b[A-Z]\w+", re.sub(r"\[.*?\]|#.*| with .*", "", things))


def thing_names(things: object) -> Iterator[str]:
    if isinstance(things, dict):
        yield from (str(name) for name in things if not str(name)[:1].islower())  # lower-case keys lay out a grid
    elif isinstance(things, list):
        for thing in things:
            if isinstance(thing, str):
                yield thing
            elif isinstance(thing, dict):
                yield from (str(thing[key]) for key in ("name", "id") if key in thing)


def written_words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of every identifier and string. Strings include docstrings."""
    for node in ast.walk(tree):
        for field in vars(node).values():
            for text in field if isinstance(field, list) else (field,):
                if isinstance(text, str):
                    yield getattr(node, "lineno", 0), text


class Names:
    """Names of games and their things, and a search for them that remembers the texts that it has read."""

    def __init__(self, names: Iterable[str]) -> None:
        self.any_name = re.compile("|".join(re.escape(name) for name in sorted(names)) or "(?!)")
        self.words = {name.split()[0] for name in names}
        """The first word of each name."""
        self.read: dict[str, str] = {}

    def in_text(self, text: str) -> str:
        """Return the first name in a text, or an empty string."""
        if text not in self.read:
            form = plain(text)
            found = None if self.words.isdisjoint(form.split()) else self.any_name.search(form)
            self.read[text] = found[0].strip() if found else ""
        return self.read[text]


def name_faults(names: Names, tree: ast.Module) -> list[str]:
    found = ((line, text, names.in_text(text)) for line, text in written_words(tree))
    return [f"line {line}: {text!r} names {name!r} of a game" for line, text, name in found if name]


# ---------------------------------------------------------------- shape of a file


def shape_faults(tree: ast.Module, length: int) -> list[str]:
    faults = []
    if not ast.get_docstring(tree):
        faults.append("does not open with a docstring that says its idea")
    if length > LONGEST_FILE:
        faults.append(
            f"has {length} lines, because it holds several parts, and a file may have at most {LONGEST_FILE}; move one "
            "part, such as a class with its helpers, into a new file of the same stage, and import it here"
        )
    return faults


# ---------------------------------------------------------------- the tests


@pytest.fixture(scope="module")
def faults() -> dict[str, list[str]]:
    """Return the faults of all files, by rule. Each file is parsed once for all rules."""
    names, found = Names(game_names(ROOT / "games")), dict[str, list[str]]()
    for path in python_files():
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        for rule, broken in (
            ("imports", import_faults(stage_of(path), tree)),
            ("names", name_faults(names, tree)),
            ("shape", shape_faults(tree, len(source.splitlines()))),
        ):
            found.setdefault(rule, []).extend(f"{path.relative_to(ROOT)}: {fault}" for fault in broken)
    return found


@pytest.mark.parametrize("folder", FLOORS)
def test_folder_exists(folder: str) -> None:
    assert (ROOT / folder / "__init__.py").is_file()


def test_imports_go_one_way_and_inner_stages_are_pure(faults: dict[str, list[str]]) -> None:
    assert not faults["imports"], "\n".join(faults["imports"])


def test_no_game_is_named_outside_games(faults: dict[str, list[str]]) -> None:
    assert not faults["names"], "\n".join(faults["names"])


def test_files_open_with_a_docstring_and_stay_short(faults: dict[str, list[str]]) -> None:
    assert not faults["shape"], "\n".join(faults["shape"])


def test_data_folders_hold_no_code() -> None:
    for data in ("games", "grammars"):
        assert (ROOT / data).is_dir()
        assert not list((ROOT / data).rglob("*.py"))


# ---------------------------------------------------------------- faults that the rules find


@pytest.mark.parametrize(
    ("stage", "source"),
    [
        ("dsl", "import interpreter.flow"),
        ("dsl", "from mercatoria import load"),
        ("dsl", "def f():\n    import rich.table"),
        ("dsl", "from typer import Option"),
        ("interpreter", "import mercatoria"),
        ("interpreter", "from games import x"),
        ("interpreter", "import random"),
        ("interpreter", "from time import perf_counter"),
        ("interpreter", "import os, socket"),
        ("interpreter", "import numpy"),
        ("mercatoria", "import tests.helpers"),
    ],
)
def test_forbidden_import_is_found(stage: str, source: str) -> None:
    assert len(import_faults(stage, ast.parse(source))) == 1


@pytest.mark.parametrize(
    ("stage", "source"),
    [
        ("dsl", "import re, lark\nfrom dsl.spans import Span\nfrom . import ast"),
        ("interpreter", "from dsl.model import Model\nfrom .random import Generator"),
        ("mercatoria", "import time, rich, interpreter, dsl"),
    ],
)
def test_allowed_import_is_not_a_fault(stage: str, source: str) -> None:
    assert import_faults(stage, ast.parse(source)) == []


IMAGINED_BOARD = """
Player: [Red]
Oasis: {Kashgar: {wells: 2}, Bükhara: {wells: 3}}
things: {Ware: [jade, {name: Old Map}]}
"""


@pytest.fixture
def imagined_names(tmp_path: Path) -> set[str]:
    game = tmp_path / "silk_road"
    game.mkdir()
    (game / "board.yaml").write_text(IMAGINED_BOARD, encoding="utf-8")
    rules = "kind Spice: Musk,\n    Saffron with 3 pieces each   [ABC-001]   # Dear\n\naction Sell\n"
    (game / "rulebook.rules").write_text(rules, encoding="utf-8")
    return game_names(tmp_path)


def test_names_are_collected_from_a_board(imagined_names: set[str]) -> None:
    words = {name.strip() for name in imagined_names}
    assert words == {"silk road", "oasis", "kashgar", "bükhara", "ware", "jade", "old map", "spice", "musk", "saffron"}


@pytest.mark.parametrize(
    "source",
    [
        "start('silk_road')",
        "goods = ['Jade']",
        "kashgar = 1",
        "class OldMap: pass",
        "x.to_bükhara(1)",
        "f'the oasis {n}'",
        "'For example jade.'",
        "def f(jade=0): pass",
        "match x:\n    case {'k': oasis}: pass",
    ],
)
def test_name_of_a_game_is_found(imagined_names: set[str], source: str) -> None:
    assert name_faults(Names(imagined_names), ast.parse(source))


@pytest.mark.parametrize("source", ["'hardware'", "player = 1", "x = 1  # jade"])
def test_other_words_are_not_a_fault(imagined_names: set[str], source: str) -> None:
    assert name_faults(Names(imagined_names), ast.parse(source)) == []


@pytest.mark.parametrize("source", ["x = 1", '"""Idea."""\n' + "x = 1\n" * LONGEST_FILE])
def test_shapeless_file_is_found(source: str) -> None:
    assert len(shape_faults(ast.parse(source), len(source.splitlines()))) == 1
