"""Parses a file block by block, so that a fault affects only its own block.

A block is a heading in the first column with the indented lines below it. The parser handles each block separately, but
all positions refer to the whole file. A block that cannot be parsed causes exactly one diagnostic, and is left out. The
grammar is in the `grammars/` folder; `dsl.syntax.parser_tables` builds or loads its tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

from dsl import ast
from dsl.diagnostics import Sink, wording
from dsl.limits import DEEPEST_NESTING, LONGEST_FILE, LONGEST_LINE, MOST_WORDS
from dsl.shipped import data_folder
from dsl.source import INVISIBLE, Source, Span
from dsl.syntax.from_tree import from_tree
from dsl.syntax.from_tree_sayings import phrase_at
from dsl.syntax.parser_tables import parser
from dsl.syntax.syntax_faults import SIGNS, bad_dedent, glued_words, unexpected_character, unexpected_token
from dsl.syntax.tree_reader import TreeReader

WORDS = re.compile(r"\w+|[^\w\s]")
"""Pattern of a word, a number or a symbol."""
HEADING = re.compile(r"\w+(?: +(?!(?:has|of)\b)[^\W\d]\w*)?")
"""Pattern of the words in a heading that identify the block."""
NESTING = re.compile(r'#[^\n]*|"[^"\n]*"|^ +|[()\[\]{}]', re.MULTILINE)
"""Pattern for measuring nesting. The pattern matches brackets and indentation, and also comments and quoted texts,
whose brackets do not count.
"""

GRAMMAR_FILES = ("rulebook", "statements", "expressions", "amendments", "scenarios", "terminals")


class _Layout(Indenter):
    """Converts the indentation of lines into indent and dedent tokens, except inside brackets."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 (the base class is written so)
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        laid_out: Iterator[Token] = super().process(_apart(stream))  # type: ignore[no-untyped-call]
        return laid_out


class _Glued(Exception):
    """Raised if two words have no space between them.

    The exception stores the first word and its position.
    """

    def __init__(self, first: str, start: int) -> None:
        super().__init__()
        self.first, self.start = first, start


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    """Yield the tokens, and check that spaces separate words, because `mayroll` is not `may roll`."""
    before: Token | None = None
    for token in stream:
        touching = before is not None and token.start_pos is not None and before.end_pos == token.start_pos
        if before is not None and touching and _word_like(before[-1:]) and _word_like(token[:1]):
            raise _Glued(str(before), before.start_pos or 0)
        before = token
        yield token


def _word_like(char: str) -> bool:
    return char.isalnum() or char == "_"


@cache
def grammar_text() -> str:
    folder = data_folder("grammars")
    return "\n".join(folder.joinpath(f"{name}.lark").read_text(encoding="utf-8") for name in GRAMMAR_FILES)


@cache
def _parser() -> Lark:
    return parser(grammar_text(), _Layout())


def parse(source: Source, sink: Sink, only: tuple[str, ...] = ()) -> tuple[ast.Declaration, ...]:
    """Parse a file, and return the syntax trees of all blocks without syntax errors.

    Report faults to the sink.

    Args:
        only: The first words of the blocks to parse; if empty, parse all blocks.
    """
    if not readable(source, sink):
        return ()
    together = FaultsOfBlocks(sink)
    found = []
    for start, end in blocks(source):
        if sink.gives_up():
            break
        if only and not source.text.startswith(only, start):
            continue
        faults = Sink()
        if (block := parse_block(source, start, end, faults)) is not None:
            found.append(block)
        together.add(faults, block is not None)
    return tuple(found)


@dataclass(slots=True)
class FaultsOfBlocks:
    """Collects the faults of the blocks of a file, in order."""

    sink: Sink
    _lacks_lines: bool = False

    def add(self, faults: Sink, is_readable: bool) -> None:
        """Add the faults of the next block, unless the block above reports its missing lines already."""
        if not self._lacks_lines or is_readable:
            self.sink.take_over(faults)
        self._lacks_lines = any(fault.code == "E007" for fault in faults.found)


def parse_call(text: str, sink: Sink) -> ast.RoutineCall | None:
    """Parse a move such as `open_gate(North)` or `pass`, or return None after a fault."""
    source = Source("move", text)
    result = _parse_slice(source, 0, len(text), sink, "call")
    return result if isinstance(result, ast.RoutineCall) else None


def parse_expression(source: Source, sink: Sink) -> ast.Expr | None:
    """Parse a single expression, such as one typed at a prompt, or return None after a fault."""
    result = _parse_slice(source, 0, len(source.text), sink, "expr")
    return result if isinstance(result, ast.Expr) else None


def _expression_at(source: Source, sink: Sink, start: int, end: int) -> ast.Expr | None:
    """Parse the expression between two offsets, such as a value in the sentence of a move."""
    result = _parse_slice(source, start, end, sink, "expr")
    return result if isinstance(result, ast.Expr) else None


def parse_phrase(span: Span, sink: Sink, where: str) -> ast.Phrase:
    """Parse a text with blanks from another file than a rulebook, such as a translation.

    Report faults to the sink, and then treat the text as plain text.

    Args:
        where: The words that a message puts below a faulty blank, such as `in this translation`.
    """
    return phrase_at(TreeReader(span.source, sink, {}, partial(_expression_at, span.source, sink)), span, where)


MARK = "x"
"""A name at the place where `words_after` asks for the next word."""


def words_after(text: str) -> frozenset[str]:
    """Return the words and kinds of tokens that may follow the beginning of a block.

    Keywords are in lower case. A kind of token, such as `NAME`, is in upper case. Return nothing if the beginning
    itself cannot be read.
    """
    reading: Any = _parser().parse_interactive(text + MARK, start="item")  # lark does not say its types
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            if token.start_pos == len(text):
                return _words(reading.accepts())
            reading.feed_token(token)
    except (UnexpectedToken, UnexpectedCharacters) as fault:
        return _words(reading.accepts()) if fault.pos_in_stream == len(text) else frozenset()
    except (DedentError, _Glued, RecursionError):
        pass
    return frozenset()


def _words(terminals: Iterable[str]) -> frozenset[str]:
    return frozenset(name if name in SIGNS else name.lower().lstrip("_") for name in map(str, terminals))


# ---------------------------------------------------------------- blocks


def readable(source: Source, sink: Sink) -> bool:
    """Return True if the parts of a file can be parsed. Report faults of the whole file, and lines before a heading."""
    if not _is_text(source, sink):
        return False
    _stray_lines(source, sink)
    return True


def _is_text(source: Source, sink: Sink) -> bool:
    text = source.text
    here = Span(source, 0, min(1, len(text)))
    if not re.search(r"^[ \t]*[^\s#]", text, re.MULTILINE):
        wording.empty_file(sink, "E001", here)
    elif binary := re.search("[\0\ufffd]", text):
        wording.not_text(sink, Span(source, binary.start(), binary.end()), wording.UNREADABLE)
    elif strange := INVISIBLE.search(text):
        wording.invisible_sign(sink, Span(source, strange.start(), strange.end()))
    elif len(text) > LONGEST_FILE:
        sink.add(
            "E003",
            f"the file is too long: {len(text):,} characters",
            here,
            f"at most {LONGEST_FILE:,} are read",
        )
    elif (words := count_words(text)) > MOST_WORDS:
        sink.add("E003", f"the file is too long: {words:,} words and symbols", here, f"at most {MOST_WORDS:,} are read")
    else:
        for number in source.lines:
            if len(line := source.line_text(number)) > LONGEST_LINE:
                start = source.line_start(number)
                span = Span(source, start, start + 1)
                sink.add(
                    "E003",
                    f"line {number} is too long: {len(line):,} characters",
                    span,
                    f"at most {LONGEST_LINE:,}",
                )
                return False
        return True
    return False


def count_words(text: str) -> int:
    """Return the number of words and symbols in a text, not counting comments.

    The time for parsing the text is proportional to this number.
    """
    return sum(1 for _ in WORDS.finditer(re.sub("#.*", "", text)))


def blocks(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each block, as offsets.

    A block ends before the next line that starts in the first column.
    """
    starts = [match.start() for match in re.finditer(r"^[^\s#]", source.text, re.MULTILINE)]
    ends = [*starts[1:], len(source.text)] if starts else []
    yield from zip(starts, ends, strict=True)


def _stray_lines(source: Source, sink: Sink) -> None:
    """Report a line that precedes the first heading and so belongs to no block."""
    stray = re.match(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+(?=[^\s#])", source.text)
    if stray:
        line = source.line_text(source.position(stray.end())[0])
        span = Span(source, stray.end(), stray.end() + len(line.strip()))
        wording.indented_too_far(sink, "E006", span, "there is no heading above this line")


def parse_block(source: Source, start: int, end: int, sink: Sink) -> ast.Declaration | None:
    """Parse the block between two offsets, or report a fault and return None."""
    result = _parse_slice(source, start, end, sink, "item")
    return result if isinstance(result, ast.Declaration) else None


def _too_deep(root: object) -> Span | None:
    """Return the span of the first node that is nested too deeply, or None.

    The limit exists because later stages recurse over the tree.
    """
    waiting = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, ast.Node):
            if depth > DEEPEST_NESTING:
                return node.span
            waiting += [(child, depth + 1) for child in ast.children(node)]
    return None


def _tabs_in_quotes(source: Source, tree: Tree[Token], sink: Sink) -> None:
    """Report tabs in quoted text, which would spoil the alignment of messages."""
    for token in tree.scan_values(lambda part: isinstance(part, Token) and part.type == "STRING" and "\t" in part):
        at = (token.start_pos or 0) + token.index("\t")
        sink.add("E016", "this quoted text contains a tab", Span(source, at, at + 1), "use a space")


def _nested(source: Source, start: int, name: str, sink: Sink) -> None:
    sink.add(
        "E015", f"{name} is nested too deeply", Span(source, start, start + 1),
        f"more than {DEEPEST_NESTING} levels",
        hint="split it into `let` lines, values or rules",
    )  # fmt: skip


def _name_of_block(text: str, start: int) -> str:
    """Return the name of a block for messages, such as `action sell`."""
    found = HEADING.match(text, start)
    return f"`{found[0]}`" if found else "this"


def _first_too_deep(text: str, start: int, end: int) -> int:
    """Return the first position at which indentation and brackets exceed the nesting limit.

    Return `start` if no position exceeds the limit.
    """
    brackets = indent = 0
    for found in NESTING.finditer(text, start, end):
        match found[0]:
            case "(" | "[" | "{":
                brackets += 1
            case ")" | "]" | "}":
                brackets = max(0, brackets - 1)
            case sign if sign.isspace():
                indent = len(sign) // 4
        if indent + brackets > DEEPEST_NESTING:
            return found.end() - (not found[0].isspace())
    return start


def _parse_slice(source: Source, start: int, end: int, sink: Sink, rule: str) -> object:
    text = source.text
    name = _name_of_block(text, start) if rule == "item" else "this"
    if rule == "item" and not text.endswith("\n"):
        text += "\n"
        end = len(text) if end == len(source.text) else end
    tab = re.compile(r"^[ ]*\t", re.MULTILINE).search(text, start, end)
    if tab is not None and rule == "item":
        wording.tab_indents(sink, "E004", Span(source, tab.end() - 1, tab.end()), "four")
        return None
    try:
        tree = _parser().parse(TextSlice(text, start, end), start=rule)
        if "\t" in text:
            _tabs_in_quotes(source, tree, sink)
        found = from_tree(tree, source, sink, partial(_expression_at, source, sink))
        if deep := _too_deep(found):
            _nested(source, deep.start, name, sink)
            return None
        return found
    except RecursionError:
        _nested(source, _first_too_deep(text, start, end), name, sink)
    except UnexpectedToken as fault:
        unexpected_token(source, start, end, fault, sink)
    except UnexpectedCharacters as fault:
        unexpected_character(source, fault, sink)
    except _Glued as fault:
        glued_words(source, fault.start, fault.first, sink)
    except DedentError:
        bad_dedent(source, start, end, sink)
    except UnexpectedInput as fault:
        position = fault.pos_in_stream or start
        sink.add("E005", "this cannot be read", Span(source, position, position + 1))
    return None
