"""The tutorial is walked from top to bottom: its files are written, its commands run, its answers compared.

What a reader does by hand between two commands stands in comments that a page does not show:

    <!-- change FILE: OLD => NEW -->     one line is changed
    <!-- change back -->                 the last change is undone

Answers are compared loosely: the lines shown must come in this order, each within a line of the true answer; blanks
count as one, and `…` stands for anything. At a prompt (`Seat1> roll`) what follows is typed.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fenced import FENCE

from mercatoria.cli import main

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
CHANGE = re.compile(r"^<!-- change (?:(?P<back>back)|(?P<file>\S+): (?P<old>.*?) => (?P<new>.*?)) -->$", re.MULTILINE)
PROMPT = re.compile(r"^(?:Seat\d|Red)> ?(.*)$")


class Keyboard(io.StringIO):
    """What a person types, as if at a terminal."""

    def isatty(self) -> bool:
        return True


def steps(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Blocks and changes in the order of the page, each with its line."""
    found = [*FENCE.finditer(text), *CHANGE.finditer(text)]
    for match in sorted(found, key=re.Match.start):
        yield text.count("\n", 0, match.start()) + 1, match


def test_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("NO_COLOR", "1")
    shutil.copytree(ROOT / "games" / "medieval_merchant", tmp_path / "games" / "medieval_merchant")
    before: list[tuple[Path, str]] = []
    commands = 0
    for line, step in steps(TUTORIAL):
        if step.re is CHANGE:
            change(step, before, line)
            continue
        kind, *rest = step["info"].split() or [""]
        if rest[:1] == ["file"]:
            file = Path(rest[1])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step["text"], encoding="utf-8")
        elif kind == "console":
            commands += console(step["text"], line, monkeypatch, capsys)
    assert commands > 20


def change(step: re.Match[str], before: list[tuple[Path, str]], line: int) -> None:
    if step["back"]:
        file, text = before.pop()
        file.write_text(text, encoding="utf-8")
        return
    file = Path(step["file"])
    text = file.read_text(encoding="utf-8")
    old, new = (step[part].replace("\\n", "\n") for part in ("old", "new"))
    assert text.count(old) == 1, f"tutorial.md:{line}: `{old}` stands {text.count(old)} times in {file}"
    before.append((file, text))
    file.write_text(text.replace(old, new), encoding="utf-8")


def console(text: str, line: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> int:
    """Runs the commands of a block; how many they were."""
    number = 0
    for command in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        call, _, wanted = command.partition("\n")
        args = [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', call)]
        assert args[0] == "mercatoria"
        typed = [found[1] for shown in wanted.splitlines() if (found := PROMPT.match(shown))]
        typed += ["yes"] if typed else []
        monkeypatch.setattr("sys.stdin", Keyboard("".join(f"{answer}\n" for answer in typed)))
        main(args[1:])
        told = capsys.readouterr()
        compare(told.out + told.err, wanted, f"tutorial.md:{line}: {call}")
        number += 1
    return number


def compare(told: str, wanted: str, where: str) -> None:
    """Every line that is shown comes in the answer, in this order."""
    answer = [" ".join(each.split()) for each in told.splitlines()]
    at = 0
    for shown in wanted.splitlines():
        if PROMPT.match(shown) or shown.strip() in ("", "…"):
            continue
        pattern = ".*".join(re.escape(part.strip()) for part in " ".join(shown.split()).split("…"))
        found = next((n for n in range(at, len(answer)) if re.search(pattern, answer[n])), None)
        assert found is not None, f"{where}\nnot told, or not in this order: {shown}\n\n{told}"
        at = found + 1
