"""Tests that files with invisible characters are rejected, and that other texts show such characters as marks."""

import unicodedata

import pytest

from dsl.board import read_yaml
from dsl.diagnostics import Sink, render
from dsl.source import INVISIBLE, NOWHERE, Source, Span, visible
from dsl.syntax import parse

OPENING = 'rulebook ferries "Ferries"\n    players 2 to 4\n'
HIDDEN = [
    "\x1b",
    "\x07",
    "\x08",
    "\r",
    "\x0c",
    "\x7f",
    "\x85",
    "\x9b",
    "\u200b",
    "\u200d",
    "\u200f",
    "\u202e",
    "\u2028",
    "\u2066",
    "\ufeff",
    "\xad",
    "\U000e0041",
    "\ud800",
]


@pytest.mark.parametrize("sign", HIDDEN)
@pytest.mark.parametrize(
    "place", ["number toll = 3 # {}\n", 'number toll = 3 "T{}oll"\n', "number t{}oll = 3\n", "{}\n"]
)
def test_a_rulebook_may_not_hold_it(sign: str, place: str) -> None:
    sink = Sink()
    assert parse(Source("x", f"{OPENING}\n{place.format(sign)}"), sink) == ()
    (fault,) = sink.found
    assert (fault.code, fault.span.text, fault.span.line) == ("E016", sign, 4)
    assert not INVISIBLE.search(render(fault).replace("\n", ""))


@pytest.mark.parametrize("sign", HIDDEN)
def test_a_board_may_not_hold_it(sign: str) -> None:
    sink = Sink()
    assert read_yaml(Source("x", f"board:\n  title: Fer{sign}ries\n"), sink) is None
    assert {fault.code for fault in sink.found} <= {"E016", "E002"}


@pytest.mark.parametrize("written", ["\\e[2J", "\\x07", "\\u202e", "\\t", "\\x9b", "\\u200b"])
def test_a_board_may_not_hold_it_in_disguise(written: str) -> None:
    sink = Sink()
    assert read_yaml(Source("x", f'board:\n  title: "Fer{written}ries"\n'), sink) is None
    assert [fault.code for fault in sink.found] == ["E016"]
    sink = Sink()
    assert read_yaml(Source("x", f'board:\n  "Fer{written}ries": 1\n'), sink) is None
    assert [fault.code for fault in sink.found] == ["E016"]


def test_every_sign_that_python_calls_unprintable_is_found_unless_it_is_a_space() -> None:
    for number in range(0x110000):
        sign = chr(number)
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in "\t\n":
            known = number in range(0x600, 0x606) or number in (0x6DD, 0x70F, 0x8E2, 0x890, 0x891) or number > 0x11000
            assert known or INVISIBLE.match(sign), f"U+{number:04X}"


def test_it_is_shown_as_a_mark() -> None:
    assert visible("a\x1b[2Jb\x7f\u202e\ud800\tc\n") == "a␛[2Jb␡<U+202E><U+D800>\tc\n"
    assert visible("Straße, 東京, 🎲\ufe0f, — « »") == "Straße, 東京, 🎲\ufe0f, — « »"


def test_a_place_with_an_odd_name_is_shown_with_marks() -> None:
    sink = Sink()
    sink.add("E014", "`\x1b[31mred` is missing", Span(Source("a\u202eb", ""), 0, 0), "\x07")
    said = render(sink.found[0])
    assert "␛[31mred" in said
    assert "a<U+202E>b" in said
    assert not INVISIBLE.search(said)
    assert NOWHERE.source.path == "built in"
