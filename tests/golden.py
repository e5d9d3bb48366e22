"""Corpora of small texts with their expected results. The pytest option `--update-golden` rewrites these results.

With the option, a test stores the actual result in place of the expected one and is then skipped. Developers should
review the changes like code. Without the option, tests write no files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic

EXPECTED = re.compile(r' *### ([EW]\d{3})(?: "([^"]*)")?')
"""Matches a mark at the end of a line: `### E304 "text"` expects an error with this code and text on the line."""


def meets(fault: Diagnostic, code: str, text: str) -> bool:
    """Return True if the error has the code and contains the text of a mark."""
    return fault.code == code and text in f"{fault.title} {fault.label} {fault.hint}"


def marked(text: str, faults: Sequence[Diagnostic], above: int = 0) -> str:
    """Return a text in which marks show its errors. Correct marks stay in place.

    Args:
        above: Number of lines before the text when the errors were found.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, above + 1):
        here = [fault for fault in faults if fault.span.line == number]
        marks = [mark for mark in EXPECTED.findall(line) if any(meets(fault, *mark) for fault in here)]
        new = [(fault.code, fault.title) for fault in here if not any(meets(fault, *mark) for mark in marks)]
        if new or len(marks) != len(EXPECTED.findall(line)):
            words = [(code, said.split('"')[0]) for code, said in marks + new]
            lines[number - above - 1] = EXPECTED.sub("", line) + "".join(
                f'     ### {code} "{said}"' if said else f"     ### {code}" for code, said in words
            )
    return "\n".join(lines)


def write_anew(path: Path, separator: str, number: int, piece: str) -> None:
    """Replace one piece of a corpus file, and skip the rest of the test."""
    pieces = path.read_text(encoding="utf-8").split(separator)
    same = pieces[number] == piece
    pieces[number] = piece
    path.write_text(separator.join(pieces), encoding="utf-8")
    pytest.skip(f"{path.name}: {'as it was' if same else 'written anew'}")
