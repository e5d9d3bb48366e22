"""Draw random sentences of the project for two readers: `python -m tests.prose.sample [SEED]`.

The seed is the first 8 hexadecimal digits of the commit under test unless another is given. A reader sees each sentence
and where it belongs, and answers: would a native engineer have written this, and do I understand it at first reading?
"""

from __future__ import annotations

import ast
import itertools
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from tests.prose.blocks import ROOT, reader_of, tracked

STRATA = {"dsl": 8, "interpreter": 12, "mercatoria": 12, "tests": 4, "docs": 12, "strings": 8, "catalogue": 4}
"""Number of sentences of each stratum; 60 in all."""

SENTENCE = re.compile(r"(?<=[.?!:])\s+(?=[A-Z`*\"])")
WORD = re.compile(r"(?<![\w.(=])[a-zA-Z]+(?=[\s,.:;]|$)")
PARAGRAPH = re.compile(r"\n\s*(?:\n|- )|\n {4,}(?=\w+: )")
"""Ends of paragraphs, of items, and of the entries of `Args:`."""

UNREAD = re.compile(r"<!--.*?-->|-{4,}", re.DOTALL)
CODE = re.compile(r"(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) |\S*\{[\w-]+:|.*, (sans-)?serif$")
"""Strings that are database queries or style sheets."""

SHORTEST = 4
"""Words of the shortest sentence that is worth a reading; names in code are no words."""


def sentences() -> Iterator[tuple[str, str, str]]:
    """Yield stratum, place and text of every sentence."""
    for name in tracked():
        read = reader_of(name)
        if read is None or name.startswith(("tests/prose/", "tests/fuzz/")):
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        symbols = symbols_of(text) if name.endswith(".py") else {}
        for kind, line, found in read(name, text):
            stratum = stratum_of(name, kind)
            if stratum is None:
                continue
            place = f"{name}: {symbols[line]}" if line in symbols else name
            for paragraph in PARAGRAPH.split(UNREAD.sub(" ", found)):
                for sentence in SENTENCE.split(" ".join(paragraph.split())):
                    if is_read(sentence, stratum):
                        yield stratum, place, sentence


def is_read(sentence: str, stratum: str) -> bool:
    """Return False for tables, headings, mere code, and the examples of the catalogue."""
    if CODE.match(sentence):
        return False
    if len(WORD.findall(sentence)) < SHORTEST or sentence[0] in "|#" or sentence.endswith(("Args:", "Raises:")):
        return False
    return stratum != "catalogue" or sentence.rstrip("\"'")[-1] in ".?!"


def stratum_of(name: str, kind: str) -> str | None:
    """Return the stratum of a block, or None if readers do not judge it."""
    if kind in ("catalogue", "paragraph"):
        stratum = {"catalogue": "catalogue", "paragraph": "docs"}[kind]
        return stratum if name.startswith(("docs/", "grammars/")) or "/" not in name else None
    if kind in ("string", "template"):
        source = name.startswith("interpreter/codegen/")  # its strings are pieces of generated code
        return "strings" if name.startswith(("dsl/", "interpreter/", "mercatoria/")) and not source else None
    top = Path(name).parts[0]
    return top if kind in ("docstring", "comment") and top in STRATA else None


def symbols_of(text: str) -> dict[int, str]:
    """Return the name that is documented, by the line of its docstring."""
    named: dict[int, str] = {}
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and body:
            named.setdefault(body[0].lineno, node.name)
        for before, after in itertools.pairwise(body):
            if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                target = before.targets[0] if isinstance(before, ast.Assign) else before.target
                named.setdefault(after.lineno, ast.unparse(target))
    return named


def sample(seed: str, every: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return stratum, place and sentence of one sample: as many of each stratum as `STRATA` says."""
    random = Random(seed)
    found = sorted(set(every))
    return [
        chosen
        for stratum, number in STRATA.items()
        for chosen in random.sample([each for each in found if each[0] == stratum], number)
    ]


def main(arguments: list[str]) -> None:
    """Print one sample."""
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seed = arguments[0] if arguments else head[:8]
    print(f"Seed {seed}")
    for number, (_, place, sentence) in enumerate(sample(seed, sentences()), 1):
        print(f"{number:2}. {place}\n    {sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
