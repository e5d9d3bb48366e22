"""Syntax highlighting: a Pygments lexer, registered as `rules` for every tool that uses Pygments.

The keywords come from the grammar, and the functions and values from the tables in `dsl.syntax`, so a new construct is
coloured without a change here. Many words are keywords only in context: `number` begins a block, but in `stall.number`
it is the name of a fact. The lexer sees only neighbouring text. A full analysis would need the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from dsl import syntax
from dsl.ast import HOLDER_FORMS
from dsl.shipped import data_folder
from dsl.syntax import AGGREGATES, FUNCTIONS, HOLDINGS, RESERVED

CALLED = frozenset([*AGGREGATES, *FUNCTIONS])
"""Words that take arguments in parentheses and return a value."""

TYPES = frozenset(["flag", "money", *HOLDER_FORMS]) - {"set"}
"""Names of field types, apart from ranges and kinds."""

VALUES = frozenset([*syntax.VALUES, *HOLDINGS])
"""Words for values that exist in every game."""

BEFORE_NAMES = ("as", "because", "chance", "chooses", "choose", "let", "random", "walks")
"""Words that must be followed by a name, even if the name is spelt like a keyword.

Block headings are also followed by a name.
"""

BEFORE_EXPRESSIONS = re.compile(r"(?:\b(?:if|and|or|not|most|least|mod|while|until|move|draw|to)|[<>=+*/-]) $")
"""Pattern for text that can only be followed by a name or value, so the next word is not a keyword."""

FIRST_LETTERS = "abcdefghijklmnopqrstuvwxyz#"
"""First characters of a line that starts a new block or comment."""

Coloured = tuple[int, object, str]
"""A token: its position in the text, its type, and its text."""

CLAIMED = "always|never|possible"
SMALL = r"[a-zß-öø-ÿ_]\w*"
GREAT = r"[A-ZÀ-ÖØ-Þ]\w*"


@cache
def keywords() -> frozenset[str]:
    """Return all keywords of the grammar."""
    grammars = sorted(data_folder("grammars").glob("*.lark"))
    found: set[str] = set()
    for grammar in grammars:
        if grammar.name != "terminals.lark":
            text = re.sub(r"^\s*//.*$", "", grammar.read_text(encoding="utf-8"), flags=re.MULTILINE)
            found.update(re.findall(r'"([a-z]+)"', text))
    return frozenset(found)


@cache
def headings() -> frozenset[str]:
    """Return the words that may begin a block, which are listed in the rule `item` of the grammar."""
    rules = (data_folder("grammars") / "rulebook.lark").read_text(encoding="utf-8")
    items = re.search(r"^\?item:(.*?)\n\n", rules, re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"\w+", items[1])) if items else set()
    return frozenset(named & keywords()) | {"each", "game"}


def _one_of(words: frozenset[str] | tuple[str, ...]) -> str:
    return rf"(?:{'|'.join(sorted(words))})\b"


class RulesLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """A lexer for rulebooks, variants and scenarios."""

    name = "Lex Mercatoria rules"
    aliases = ["rules", "mercatoria"]  # noqa: RUF012 (the base class is written so)
    filenames = ["*.rules"]  # noqa: RUF012
    mimetypes = ["text/x-mercatoria-rules"]  # noqa: RUF012

    tokens = {  # noqa: RUF012
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"\[[A-Z]{2,6}-[A-Z]?\d+(?:,\s*[A-Z]{2,6}-[A-Z]?\d+)*\]", Comment.Special),
            (rf"^( *(?:new|replace) )?(claim)( +)({SMALL})( +)(from)?( +)?(everywhere)?( +)?({CLAIMED})(?=:)", bygroups(
                Keyword, Keyword.Declaration, Whitespace, Name.Function, Whitespace, Keyword, Whitespace, Keyword,
                Whitespace, Keyword)),
            (rf"^( *new )?({_one_of(headings())})( +)(?!(?:has|of|by)\b)({SMALL})(?=[ (:\n])", bygroups(
                Keyword, Keyword.Declaration, Whitespace, Name.Function)),
            (rf"^({_one_of(headings())})", Keyword.Declaration),
            (rf"(\.)({SMALL})", bygroups(Punctuation, Name.Attribute)),
            (r"(as)( +)(soon)( +)(as)\b", bygroups(Keyword, Whitespace, Keyword, Whitespace, Keyword)),
            (rf"(time)( +)({SMALL})(?= +(?:enters|leaves)\b)", bygroups(Keyword, Whitespace, Name.Variable)),
            (r"(rounded)( +)(up|down)\b", bygroups(Keyword, Whitespace, Keyword)),
            (rf"({_one_of(BEFORE_NAMES)})( +)({SMALL})(?!\.)", bygroups(Keyword, Whitespace, Name.Variable)),
            (rf"(costs)( +)({SMALL})(: )({SMALL})(?= from)", bygroups(
                Keyword, Whitespace, Name.Label, Punctuation, Name.Variable)),
            (rf"{_one_of(CALLED)}(?=\()", Name.Builtin),
            (rf"(?:(?<=: )|(?<=secret )|(?<=counted )|(?<=hidden )){_one_of(TYPES)}(?!\.)", Keyword.Type),
            (r"round(?=\.)|over(?= *(?:$|\)|and\b|or\b|#|\[))", Name.Builtin.Pseudo),
            (rf"{_one_of(VALUES)}", Name.Builtin.Pseudo),
            (r"repeatedly(?=, pass )|one(?=, says )|steps(?=,\s+paying\b)", Keyword),
            (r'pass\b(?! +")', Name.Builtin.Pseudo),  # the move; before a sentence, the keyword
            (rf"{SMALL}(?=\()", Name),
            (rf"{SMALL}(?=:)", Name.Label),
            (SMALL, Name),
            (GREAT, Name.Class),
            (r"\d*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|\d+\.\d+", Number.Float),
            (r"\d+", Number.Integer),
            (r"!=|<=|>=|[=<>+*/-]", Operator),
            (r"[(){},:.]", Punctuation),
            (r".", Text),
        ]
    }  # fmt: skip

    def get_tokens_unprocessed(self, text: str, stack: Iterable[str] = ("root",)) -> Iterator[Coloured]:
        """Yield the tokens of some text.

        A keyword of the grammar becomes a keyword token unless it is used as a name.
        """
        for at, kind, word in super().get_tokens_unprocessed(text, stack):
            if kind is Name and word in RESERVED | keywords() and not self._is_name(text, at, word):
                kind = Keyword
            yield at, kind, word

    @staticmethod
    def _is_name(text: str, at: int, word: str) -> bool:
        """Return True if a word is used as a name at this position and is not reserved.

        A word is a name if its block defines it as a variable, or if the neighbouring text requires a name.
        """
        if word in RESERVED:
            return False
        after = text[at + len(word) : at + len(word) + 2]
        if _bound(word, _block(text, at)) and not text.startswith(" of ", at + len(word)):
            return True
        compared = after[:1] in ("(", ")", ",", ".") or after in (" =", " <", " >", " +", " -")
        return compared or BEFORE_EXPRESSIONS.search(text[max(0, at - 8) : at]) is not None


def _block(text: str, at: int) -> str:
    """Return the unindented line before a position and the indented lines that follow it."""
    start = max(text.rfind(f"\n{first}", 0, at + 1) for first in FIRST_LETTERS)
    ends = [end for first in FIRST_LETTERS if (end := text.find(f"\n{first}", at)) >= 0]
    return text[max(0, start) : min(ends, default=len(text))]


def _bound(word: str, block: str) -> bool:
    """Return True if a block defines this name as a parameter or as a variable."""
    return re.search(rf"(?:\b(?:for|let|choose|chooses|random) |[(,] *){word}(?: in |:| =)", block) is not None


__all__ = ["CALLED", "TYPES", "VALUES", "RulesLexer", "headings", "keywords"]
