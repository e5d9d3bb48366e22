"""Tests that a reader can follow the tutorials: writes their files, runs their commands and compares the output.

The test covers every page that contains a block of commands (`console`). A block `rules file NAME` contains a file, and
a block `rules append NAME` contains text to append to this file.

Comments that a reader does not see describe manual steps between two commands:

    <!-- change FILE: OLD => NEW -->     replace OLD in one line of FILE
    <!-- change back -->                 undo the last change
    <!-- same as FOLDER: OTHER -->       check that FOLDER of the project equals the folder OTHER

The output must contain each line of the page, in this order. Several blanks count as one blank, and `…` matches any
text. The test types the text after a prompt, such as `Seat1> roll`.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from code_blocks import FENCE

from mercatoria.cli import main
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[2]
WALKS = [page for page in sorted((ROOT / "docs").rglob("*.md")) if "```console" in page.read_text(encoding="utf-8")]
CHANGE = re.compile(r"^<!-- change (?:(?P<back>back)|(?P<file>\S+): (?P<old>.*?) => (?P<new>.*?)) -->$", re.MULTILINE)
SAME = re.compile(r"^<!-- same as (?P<folder>\S+): (?P<other>\S+) -->$", re.MULTILINE)
LONG = {"author.md", "balance.md", "porting.md", "study.md", "testing.md", "tutorial.md"}
"""Pages that the default run leaves out."""
PROMPT = re.compile(r"^(?:Seat\d|Red)> ?(.*)$")


class Keyboard(io.StringIO):
    """Scripted terminal input."""

    def isatty(self) -> bool:
        return True


def steps(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the blocks and changes in the order of the page, each with its line number."""
    found = [*FENCE.finditer(text), *CHANGE.finditer(text), *SAME.finditer(text)]
    for match in sorted(found, key=re.Match.start):
        yield text.count("\n", 0, match.start()) + 1, match


@pytest.mark.parametrize(
    "page",
    thinned(((page,) for page in WALKS), lambda case: case[0].name not in LONG),
    ids=lambda page: page.relative_to(ROOT / "docs").as_posix(),
)
def test_walk(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("NO_COLOR", "1")
    text = page.read_text(encoding="utf-8")
    for folder in {f"games/{game.parent.name}" for game in (ROOT / "games").glob("*/rulebook.rules")} | {"docs"}:
        if f"{folder}/" in text or f" {folder}\n" in text:
            shutil.copytree(ROOT / folder, tmp_path / folder)
    before: list[tuple[Path, str]] = []
    commands = 0
    for line, step in steps(text):
        where = f"{page.name}:{line}"
        if step.re is CHANGE:
            change(step, before, where)
        elif step.re is SAME:
            compare_folders(ROOT / step["folder"], Path(step["other"]), where)
        elif step["info"].split()[1:2] in (["file"], ["append"]):
            write(step)
        elif step["info"].split()[:1] == ["console"]:
            commands += console(step["text"], where, monkeypatch, capsys)
    assert commands > 0


def test_the_tutorial_is_walked() -> None:
    assert ROOT / "docs" / "tutorial.md" in WALKS


def write(step: re.Match[str]) -> None:
    """Write a file that the page shows. An empty line separates appended text."""
    _, how, name, *_ = step["info"].split()
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    above = file.read_text(encoding="utf-8") + "\n" if how == "append" else ""
    file.write_text(above + step["text"], encoding="utf-8")


def compare_folders(folder: Path, other: Path, where: str) -> None:
    """Check that the reader's folder equals the project's folder, apart from the README."""
    names = [{each.relative_to(place) for each in place.rglob("*.*")} for place in (folder, other)]
    assert names[0] - {Path("README.md")} == names[1], where
    for name in sorted(names[1]):
        ours, written = ((place / name).read_text(encoding="utf-8") for place in (folder, other))
        assert ours == written, f"{where}: {name}"


def change(step: re.Match[str], before: list[tuple[Path, str]], where: str) -> None:
    if step["back"]:
        file, text = before.pop()
        file.write_text(text, encoding="utf-8")
        return
    file = Path(step["file"])
    text = file.read_text(encoding="utf-8")
    old, new = (step[part].replace("\\n", "\n") for part in ("old", "new"))
    assert text.count(old) == 1, f"{where}: `{old}` stands {text.count(old)} times in {file}"
    before.append((file, text))
    file.write_text(text.replace(old, new), encoding="utf-8")


def console(text: str, where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> int:
    """Run the commands of a block, and return the number of commands."""
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
        compare(told.out + told.err, wanted, f"{where}: {call}")
        number += 1
    return number


def compare(told: str, wanted: str, where: str) -> None:
    """Check that the output contains every line of the page, in the same order."""
    answer = [" ".join(each.split()) for each in told.splitlines()]
    at = 0
    for shown in wanted.splitlines():
        if PROMPT.match(shown) or shown.strip() in ("", "…"):
            continue
        pattern = ".*".join(re.escape(part.strip()) for part in " ".join(shown.split()).split("…"))
        found = next((n for n in range(at, len(answer)) if re.search(pattern, answer[n])), None)
        assert found is not None, f"{where}\nnot told, or not in this order: {shown}\n\n{told}"
        at = found + 1
