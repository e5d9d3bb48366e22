"""Tests the formatter with random texts that are generated from the grammar.

The texts cover every form of the language, with comments. Their syntax is correct, but their names have no meaning. If
a developer adds a form to the grammar, these tests cover it automatically.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from lark.grammar import NonTerminal, Symbol
from test_formatter import holds, without_faults

from dsl.syntax.from_tree_expressions import GATHERINGS, MAPPED_GATHERINGS
from dsl.syntax.parsing import _parser

WORDS = {
    "NAME": ["who", "city", "x1", "ähre", "a_long_name_of_something_that_is_never_short"],
    "TITLE": ["Wien", "City", "Äpfel"],
    "INT": ["0", "7", "120"],
    "STRING": ['"Köln (2)"', '""', '"a # in it, and a { too"'],
    "COMPARISON": ["!=", "<="],
    "CITE": ["AB-1", "CDE-22"],
    "ANY_OF": ["any"],
    "PIECE": ["piece"],
    "_REFILL": ["refill"],
    "_DISCARDS": ["discards"],
}
BREAKS = ["", "", "", "", "   # why", "\n\n", "\n    # a line of its own", "\n# at the left"]
"""Possible line ends of a generated text."""

GATHERED = {
    **{f"{word} ( {over} )": 1 for word in GATHERINGS for over in ("#", "# where <expr>", "# by <order>")},
    **{f"{word} ( <expr> for #{where} )": 1 for word in MAPPED_GATHERINGS for where in ("", " where <expr>")},
    "{ # }": 4, "{ # where <expr> }": 4, "{ <expr> for # by <order> }": 4,
}  # fmt: skip
"""Forms that collect members, with their weights. The grammar also accepts other words here, but only to give a better
error message.
"""

LOOSE = {
    "<expr>", "<either>", "<both>", "<denied>", "<compared>", "<sum>", "<product>", "<quantity>", "<signed>",
    "<postfix>", "<members>", "<domain>",
}  # fmt: skip
"""Grammar rules for which the generator usually takes the shortest form, so that the text ends at some point."""

ROOM = 26
"""Maximum nesting depth of a generated text, in grammar rules. A nested expression takes about ten levels."""
SEEDS = 320
"""Number of texts in the quick test, which does without Hypothesis because Hypothesis took a minute for
a dozen texts.
"""


@cache
def expansions() -> dict[str, list[list[str]]]:
    """Return the alternatives of each grammar rule, as lists of words and rule names."""
    rules: dict[str, list[list[str]]] = {}
    for rule in _parser().rules:
        if rule.origin.name != "over" and NonTerminal("over") not in rule.expansion:
            rules.setdefault(f"<{rule.origin.name}>", []).append([_sign(symbol) for symbol in rule.expansion])
    for text, weight in GATHERED.items():
        rules["<postfix>"] += [text.replace("#", "NAME in <members>").split()] * weight
    return rules


@cache
def signs() -> dict[str, str]:
    return {terminal.name: terminal.pattern.value.replace("\\", "") for terminal in _parser().terminals}


def _sign(symbol: Symbol) -> str:
    """Return a grammar rule's name in `<>`, a keyword or sign as written, or the type of any other token."""
    if not symbol.is_term:
        return f"<{symbol.name}>"
    return symbol.name if symbol.name in WORDS or symbol.name.startswith("_") else signs()[symbol.name]


@cache
def height(word: str) -> int:
    """Return the minimum nesting depth of a text that a grammar rule generates."""
    return heights().get(word, 0)


@cache
def heights() -> dict[str, int]:
    found: dict[str, int] = {}
    while len(found) < len(expansions()):
        for name, forms in expansions().items():
            known = [
                max((found.get(word, 0) for word in form), default=0)
                for form in forms
                if all(word in found or word not in expansions() for word in form)
            ]
            if known:
                found.setdefault(name, 1 + min(known))
    return found


Choose = Callable[[Sequence[Any]], Any]


class Walk:
    """A random text under construction. The grammar's indentation tokens determine its indentation."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.lines: list[str] = []
        self.depth = 0
        self.line: list[str] = []

    def write(self, word: str, room: int) -> None:
        if word in expansions():
            forms = [form for form in expansions()[word] if max(map(height, form), default=0) < room]
            forms = forms or [min(expansions()[word], key=lambda form: max(map(height, form), default=0))]
            if word in LOOSE:
                forms += [form for form in forms if len(form) == 1] * 8
            for part in self.choose(forms):
                self.write(part, room - 1)
        elif word in ("_INDENT", "_DEDENT"):
            self.depth += 1 if word == "_INDENT" else -1
        elif word == "_NL":
            text = "    " * self.depth + " ".join(self.line)
            self.lines.append(text + self.choose(BREAKS))
            self.line = []
        else:
            self.line.append(self.choose(WORDS[word]) if word in WORDS else word)


def text_by(choose: Choose) -> str:
    """Return a random text of one to three blocks."""
    walk = Walk(choose)
    for _ in range(choose((1, 1, 1, 2, 3))):
        walk.write("<item>", ROOM)
        walk.lines.append("")
    return "\n".join(walk.lines) + "\n"


@st.composite
def texts(draw: Callable[..., Any]) -> str:
    return text_by(lambda options: draw(st.sampled_from(options)))


def test_whatever_the_grammar_allows() -> None:
    found = [text_by(Random(seed).choice) for seed in range(SEEDS)]
    readable = [text for text in found if without_faults(text)]
    assert len(readable) > 25
    for text in readable:
        holds(text)


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck), max_examples=1000)
@given(texts())
def test_much_of_what_the_grammar_allows(text: str) -> None:
    """If the test fails, Hypothesis shortens the text."""
    assume(without_faults(text))
    holds(text)


def test_every_rule_of_the_grammar_is_reached() -> None:
    """Each grammar rule occurs in some random text, and `WORDS` has an example of every token."""
    reached, coming = set[str](), ["<item>"]
    while coming:
        name = coming.pop()
        if name not in reached:
            reached.add(name)
            coming += [word for form in expansions()[name] for word in form if word in expansions()]
    declared = {f"<{rule.origin.name}>" for rule in _parser().rules}
    assert declared - reached == {"<over>"}
    words = {word for forms in expansions().values() for form in forms for word in form}
    assert {word for word in words if word.isupper()} == {*WORDS, "_NL", "_INDENT", "_DEDENT"}
