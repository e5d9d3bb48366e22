"""Blocks of prose in the files of the project: docstrings, comments, strings, paragraphs, titles, templates.

`Block.text` has line breaks as spaces and `code` blanked, so that a pattern sees English only.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FIRST_COMMIT = "c861e7c"
"""Subjects of commits are read from the one after this on; older history is not rewritten."""

GUIDE = "docs/style.md"
"""The style guide quotes the patterns that it forbids."""

ALLOWED = re.compile(r"prose: ok ([EA]\d\d)")
"""An exception, in a comment on the line where the block begins."""

CODE = re.compile(r"`[^`\n]*`")
NOT_PROSE = re.compile(r"# ?(fmt|noqa|type|mypy|ruff)\b")
UNREAD = re.compile(r"(?s)(<(script|style)\b[^>]*>).*?(</\2>)")
CODE_LINES = re.compile(r'[;{}]\n|\b[a-z]+=(?:"\w+"|\w+;$)')
"""Signs of CSS, SQL or Graphviz source in a string."""
TAGS = re.compile(r"<[^>]*>|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")
TITLE = re.compile(r'"([^"\n]*[a-z] [^"\n]*)"|#( .*)')


@dataclass(frozen=True, slots=True)
class Block:
    """A block of prose: its kind, the file and line where it begins, and its text on one line."""

    kind: str
    file: str
    line: int
    text: str
    allowed: frozenset[str] = frozenset()
    """Patterns that its first line allows."""
    opening: str = ""
    """The first paragraph of a docstring, with its line breaks."""


def tracked() -> list[str]:
    """Return the files that git tracks, and new ones that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return sorted({name for name in listed.stdout.splitlines() if (ROOT / name).is_file()})


def blocks(files: list[str]) -> Iterator[Block]:
    """Yield the blocks of these files, file by file, in the order of the text."""
    for name in files:
        if name == GUIDE or name.startswith(("tests/prose/", "tests/fuzz/regressions/")):
            continue
        read = reader_of(name)
        if read is None:
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        lines = text.split("\n")
        for kind, line, found in read(name, text):
            first = lines[line - 1] if line <= len(lines) else ""
            opening = found.split("\n\n")[0].strip() if kind == "docstring" else ""
            yield Block(kind, name, line, flat(found), frozenset(ALLOWED.findall(first)), opening)


def flat(text: str) -> str:
    """Return a text on one line, with `code` blanked."""
    text = CODE.sub(lambda match: "`" + "x" * (len(match[0]) - 2) + "`", re.sub(r"\n[ \t]*", "\n", text))
    return text.replace("\n", " ")


Found = Iterator[tuple[str, int, str]]


def reader_of(name: str) -> Callable[[str, str], Found] | None:
    """Return the function that finds the prose of a file, or None if the file has none."""
    suffix = Path(name).suffix
    if name == "grammars/diagnostics.yaml" or name.endswith("clauses.yaml"):
        return catalogue
    return {".py": python, ".md": markdown, ".html": template, ".rules": rules}.get(suffix)


def python(name: str, text: str) -> Found:
    """Docstrings and comments, and outside the tests the strings that hold a space."""
    documented: set[int] = set()
    strings: list[ast.Constant | ast.JoinedStr] = []
    found: list[tuple[str, int, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            documented.add(id(node.value))
            found.append(("docstring", node.lineno, node.value.value.strip()))
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            strings.append(node)
    if not name.startswith("tests/"):
        for each in strings:
            if isinstance(each, ast.Constant) and id(each) not in documented:
                words = str(each.value)
                if len(words) > 10 and " " in words and not CODE_LINES.search(words):
                    found.append(("string", each.lineno, words))
    found += (("comment", line, words) for line, words in comments(text, strings))
    yield from sorted(found, key=lambda each: each[1])


def comments(text: str, strings: list[ast.Constant | ast.JoinedStr]) -> Iterator[tuple[int, str]]:
    """Yield what follows the first `#` outside of strings on each line. (`tokenize` takes four times as long.)"""
    within: dict[int, list[tuple[int, float]]] = {}
    for each in strings:
        assert each.end_lineno is not None and each.end_col_offset is not None
        for line in range(each.lineno, each.end_lineno + 1):
            start = each.col_offset if line == each.lineno else 0
            end = each.end_col_offset if line == each.end_lineno else float("inf")
            within.setdefault(line, []).append((start, end))
    for number, line in enumerate(text.split("\n"), 1):
        at = line.find("#")
        while at >= 0 and any(start <= len(line[:at].encode()) < end for start, end in within.get(number, ())):
            at = line.find("#", at + 1)
        if at >= 0 and " " in line[at:] and not NOT_PROSE.match(line[at:]):
            yield number, line[at:].lstrip("#").strip()


def markdown(name: str, text: str) -> Found:
    kind = "changelog" if name == "CHANGELOG.md" else "paragraph"
    fenced = False
    held: list[str] = []
    start = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.lstrip().startswith("```"):
            fenced, line = not fenced, ""
        elif fenced or (line.startswith("    ") and not held):
            line = ""
        if held and (not line.strip() or re.match(r"\s*([-*|#]|\d+\.)", line)):
            yield kind, start, "\n".join(held)
            held = []
        if line.strip():
            start = start if held else number
            held.append(line)


def template(name: str, text: str) -> Found:
    """Lines without tags, scripts and style sheets."""
    shown = UNREAD.sub(lambda match: match[1] + "\n" * match[0].count("\n") + match[3], text)
    for number, line in enumerate(shown.split("\n"), 1):
        words = TAGS.sub(" ", line).strip()
        if re.search("[a-z]{3} ", words):
            yield "template", number, words


def rules(name: str, text: str) -> Found:
    """Titles, reasons and comments of a rulebook."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in TITLE.finditer(line):
            yield "title", number, (match[1] or match[2]).strip()


def catalogue(name: str, text: str) -> Found:
    for number, line in enumerate(text.split("\n"), 1):
        words = re.sub(r"^\s*(- )?\w+: ?", "", line).strip()
        if re.search("[a-z]{3} ", words) and not line.lstrip().startswith("#"):
            yield "catalogue", number, words


def commits(root: Path = ROOT, first: str = FIRST_COMMIT) -> Iterator[Block]:
    """Yield the subjects of the commits after `first`, newest first, without merges.

    A shallow clone may not hold `first`. History is linear, so all of its commits are then later ones. A checkout with
    another history, such as an unpacked archive, yields none.
    """

    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)

    if git("cat-file", "-e", f"{first}^{{commit}}").returncode == 0:
        wanted = f"{first}..HEAD"
    elif git("rev-parse", "--is-shallow-repository").stdout.strip() == "true":
        wanted = "HEAD"
    else:
        return
    for line in git("log", "--no-merges", "--format=%h%x09%s", wanted).stdout.splitlines():
        short, subject = line.split("\t", 1)
        if not subject.startswith("Merge "):  # a shallow clone hides the second parent of a merge
            yield Block("commit", short, 0, flat(subject))
