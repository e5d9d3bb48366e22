"""Tests the output that all commands share: one-sentence errors with exit codes, progress and colours."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from dsl.diagnostics import Sink
from dsl.folder import read_folder
from mercatoria.console import errors, output, progress, seating
from mercatoria.console.progress_display import Lines, print_lines


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "stopped"),
        (errors.misuse("Nothing here."), 2, "mercatoria: nothing here"),
        (errors.misuse("HTML needs jinja2."), 2, "mercatoria: HTML needs jinja2"),
        (FileNotFoundError(2, "No such file", "x.json"), 2, "there is no such file or folder: x.json"),
        (FileNotFoundError("there is no game `x`"), 2, "there is no game `x`"),
        (IsADirectoryError(21, "is a folder", "x"), 2, "a folder, but a file is needed: x"),
        (PermissionError(13, "denied", "x"), 1, "you are not allowed to read or write: x"),
        (OSError(28, "No space left on device", "x"), 1, "no space left on device: x"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"), 1, "not text (UTF-8)"),
        (MemoryError(), 1, "not enough memory"),
        (RecursionError(), 1, "nested too deeply"),
        (mercatoria.TableError("nobody plays"), 2, "nobody plays"),
        (mercatoria.RecordError("no record"), 1, "no record"),
        (ZeroDivisionError("by nothing"), 70, "internal error: ZeroDivisionError: by nothing"),
    ],
)
def test_a_fault_is_a_sentence_with_an_exit_code(
    fault: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert errors.report(fault) == code
    said = capsys.readouterr()
    assert words in said.err
    assert not said.out
    assert "Traceback" not in said.err


def test_our_own_faults_can_be_traced(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MERCATORIA_DEBUG", "1")
    assert errors.report(ZeroDivisionError()) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_progress_is_drawn_at_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(output, "err", lambda: Console(file=screen, force_terminal=True, width=80))
    with progress("playing", 3) as advance:
        for _ in range(3):
            advance()
    assert "playing" in screen.getvalue()
    drawn = len(screen.getvalue())
    with progress("playing", 3, quiet=True) as advance:
        advance()
    assert len(screen.getvalue()) == drawn


def test_elsewhere_a_line_comes_every_few_seconds() -> None:
    lines = Lines("playing", 200)
    assert lines.due(4.9) == [], "short runs stay silent"
    lines.done = 50
    assert lines.due(5.0) == ["playing: 50 of 200, 5 s, about 15 s left"]
    assert lines.due(9.9) == []
    assert lines.due(10.0), "also if no game has ended since"
    many = [second for second in range(11, 4000) if lines.due(second)]
    assert 60 <= len(many) <= 160 and max(b - a for a, b in pairwise(many)) == 60, "long runs print fewer"


def test_lines_without_a_total_say_how_long_it_takes_and_what_is_known() -> None:
    lines = Lines("counting", None, lambda: ["decision 7"])
    assert lines.due(6) == ["counting: 6 s"]
    assert lines.due(12) == ["counting: 12 s", "  decision 7"]
    assert lines.due(18) == ["counting: 18 s"]
    assert lines.due(600) == ["counting: 10 min", "  decision 7"]


def test_lines_are_printed_until_the_work_ends() -> None:
    shown = list[str]()
    ended, clock = iter([False, False, False, True]), count(100, 4)
    print_lines(Lines("playing", 3), shown.append, lambda: next(ended), lambda: float(next(clock)))
    assert shown == ["playing: 0 of 3, 8 s"]


def test_partial_results_appear_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, looked = io.StringIO(), 0
    monkeypatch.setattr(output, "err", lambda: Console(file=screen, force_terminal=True, width=80))

    def so_far() -> list[str]:
        nonlocal looked
        looked += 1
        return [f"look {looked}"]

    with progress("playing", 3, so_far=so_far, clock=lambda: 5.0) as advance:
        advance()
    assert not looked, "nothing is known in the first seconds"
    clock = iter(range(1000))
    with progress("playing", 60, so_far=so_far, clock=lambda: 5.0 * next(clock)) as advance:
        for _ in range(60):
            advance()
    assert 3 <= looked <= 5, "after 10, 20, 40 seconds …, and not again and again"
    assert "look 1" in screen.getvalue()


def test_diagnostics_have_the_colour_of_their_severity(countdown: Callable[..., Path]) -> None:
    folder = countdown("set shore to 0")
    _, sink = read_folder(folder).check(2)
    assert isinstance(sink, Sink) and sink.errors
    screen = io.StringIO()
    output.diagnostics(sink.errors, Console(file=screen, force_terminal=True, width=200, color_system="standard"))
    text = screen.getvalue()
    assert "\x1b[1;31merror" in text
    assert "\x1b[1;31m" in text.partition("^")[0].splitlines()[-1], "the underline"
    assert "\x1b[36m   hint: " in text or not any(fault.hint for fault in sink.errors)


@pytest.mark.parametrize(
    ("wanted", "seats", "found"),
    [
        (["greedy"], None, ("greedy", "greedy", "greedy")),
        (["human,greedy"], None, ("human", "greedy", "greedy")),
        (["human", "random"], ["2=greedy"], ("human", "random", "greedy")),
        (["random"], ["0=human,1=greedy"], ("human", "greedy", "random")),
    ],
)
def test_seating(wanted: list[str], seats: list[str] | None, found: tuple[str, ...]) -> None:
    assert seating.kinds(3, wanted, seats) == found


@pytest.mark.parametrize(
    ("wanted", "seats", "words"),
    [
        (["gredy"], None, "did you mean `greedy`"),
        (["random,random,random,random"], None, "4 kinds of player are given, but there are 3 seats"),
        (["random"], ["3=greedy"], "there is no seat 3; seats are numbered from 0 to 2"),
        (["random"], ["human"], "write 0=human"),
        (["random"], ["0=qqqqq"], "there is no player `qqqqq`"),
    ],
)
def test_invalid_seats(wanted: list[str], seats: list[str] | None, words: str) -> None:
    with pytest.raises(Exception, match=words):
        seating.kinds(3, wanted, seats)


def test_one_seat_is_one() -> None:
    with pytest.raises(Exception, match=r"2 kinds of player are given, but there is 1 seat$"):
        seating.kinds(1, ["random,random"])


@pytest.mark.parametrize(
    ("kinds", "installed", "warned"),
    [(["greedy", "medium"], False, True), (["500"], False, True), (["hard"], True, False), (["eager"], False, False)],
)
def test_slow_search_suggests_how_to_speed_up(
    kinds: list[str],
    installed: bool,
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(seating, "is_installed", lambda: installed)
    seating.warn_of_slow(kinds)
    assert ("pip install 'mercatoria[native]'" in capsys.readouterr().err) == warned
