"""Tests that the syntax highlighting agrees with the parser in every rulebook, variant and scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Token
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, String, Text

from dsl.source.spans import Source
from dsl.syntax import parsing
from mercatoria.console import output
from mercatoria.highlight import RulesLexer, headings, keywords
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*(ROOT / "games").rglob("*.rules"), *(ROOT / "docs").rglob("*.rules")])
WORDS_OF_VALUES = Name.Builtin, Name.Builtin.Pseudo
"""Words that the highlighting colours as keywords, although the grammar reads most of them as names."""


def parsed_words(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the position of each literal word of the grammar, and True if the parser reads this word as a keyword."""
    source = Source("coloured", text)
    for start, end in parsing.blocks(source):
        block = parsing._parser().parse_interactive(text[start:end], start="item")
        for token in block.exhaust_lexer():
            if isinstance(token, Token) and token in keywords() and token.start_pos is not None:
                yield start + token.start_pos, token.type not in ("NAME", "TITLE")


def coloured(text: str) -> dict[int, tuple[object, str]]:
    return {at: (kind, word) for at, kind, word in RulesLexer().get_tokens_unprocessed(text)}


@pytest.mark.parametrize(
    "file",
    thinned(((file,) for file in FILES), lambda case: FILES.index(case[0]) % 6 == 0),
    ids=lambda file: f"{file.parent.name}/{file.name}",
)
def test_colours_agree_with_the_parser(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    colours = coloured(text)
    differ = [
        f"{text.count(chr(10), 0, at) + 1}: {colours.get(at)}"
        for at, is_keyword in parsed_words(text)
        if (kind := colours.get(at, (Error, ""))[0]) not in WORDS_OF_VALUES and (kind in Keyword) != is_keyword
    ]
    assert differ == []


@pytest.mark.parametrize(
    "file",
    thinned(((file,) for file in FILES), lambda case: FILES.index(case[0]) % 6 == 0),
    ids=lambda file: f"{file.parent.name}/{file.name}",
)
def test_nothing_is_lost_or_unknown(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tokens = list(RulesLexer(stripnl=False).get_tokens(text))
    assert "".join(word for _, word in tokens) == text
    assert not [word for kind, word in tokens if kind in (Text, Error)]


def test_found_by_name_and_by_suffix() -> None:
    """Pygments finds the lexer through the entry point of the installed project."""
    assert isinstance(get_lexer_by_name("rules"), RulesLexer)
    assert isinstance(get_lexer_for_filename("rulebook.rules"), RulesLexer)


def test_every_block_of_the_grammar_has_its_heading() -> None:
    """The expected headings are the words with which the parser begins a block."""
    begins = parsing._parser().parse_interactive("", start="item").accepts()
    assert {word.casefold() for word in begins} == headings()


def test_citations_comments_and_titles() -> None:
    tokens = list(RulesLexer().get_tokens('phase sail "Set sail" [AB-001, AB-002]  # at last\n'))
    kinds = {word: kind for kind, word in tokens}
    assert kinds["phase"] is Keyword.Declaration and kinds["sail"] is Name.Function
    assert kinds['"Set sail"'] is String
    assert kinds["[AB-001, AB-002]"] is Comment.Special and kinds["# at last"] is Comment.Single


def test_rules_at_a_terminal_are_coloured_and_else_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    text = 'rulebook fair "Fair"\n    players 2 to 4   # [not markup]\n'
    output.rules(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    output.rules(text)
    coloured = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).rstrip("\n") == text.rstrip("\n")
