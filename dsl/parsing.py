"""From text to syntax: block by block, so that a fault spoils only its own block.

A file is split at the lines that begin in the first column; each block (a heading and all that is indented below it)
is parsed alone, with file-wide positions. A block that cannot be parsed gives exactly one diagnostic and is left out.
The grammar is in the `grammars/` folder; lark's tables are kept in a cache between runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

from dsl import ast
from dsl.diagnostics import Sink, nearest
from dsl.from_tree import FromTree
from dsl.source import Source, Span

GRAMMAR_FILES = ("rulebook", "statements", "expressions", "amendments", "scenarios", "terminals")

LONGEST_FILE = 2_000_000
"""Characters in one file; a rulebook is a few ten thousand. Longer ones are refused unread."""

LONGEST_LINE = 2_000


class _Layout(Indenter):
    """Turns the white space before a line into indent and dedent tokens, outside brackets."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 (the base class is written so)
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def grammar_text() -> str:
    folder = files("grammars")
    return "\n".join(folder.joinpath(f"{name}.lark").read_text(encoding="utf-8") for name in GRAMMAR_FILES)


@cache
def _parser() -> Lark:
    return Lark(
        grammar_text(), parser="lalr", lexer="contextual", start=["item", "call", "expr"], postlex=_Layout(),
        maybe_placeholders=True, propagate_positions=True, cache=True,
    )  # fmt: skip


def parse(source: Source, sink: Sink) -> tuple[ast.Declaration, ...]:
    """All blocks of a rulebook, variant or scenario file that can be read. Faults go to the sink."""
    if not _readable(source, sink):
        return ()
    found = [_parse_block(source, start, end, sink) for start, end in _blocks(source)]
    return tuple(block for block in found if block is not None)


def parse_call(text: str, sink: Sink) -> ast.Call | None:
    """A move as it is written: `open_city(Trier)`, `pass`."""
    source = Source("move", text)
    result = _parse_slice(source, 0, len(text), sink, "call")
    return result if isinstance(result, ast.Call) else None


def parse_expression(source: Source, sink: Sink) -> ast.Expr | None:
    """One expression, as a person types it at a prompt."""
    result = _parse_slice(source, 0, len(source.text), sink, "expr")
    return result if isinstance(result, ast.Expr) else None


# ---------------------------------------------------------------- blocks


def _readable(source: Source, sink: Sink) -> bool:
    text = source.text
    here = Span(source, 0, min(1, len(text)))
    if not text.strip():
        sink.add("E001", "the file is empty", here, "nothing to read here")
    elif "\0" in text or "\ufffd" in text[:4000]:
        sink.add(
            "E002",
            "this is not a text file",
            here,
            "contains bytes that are no letters",
            hint="save it as UTF-8 text",
        )
    elif len(text) > LONGEST_FILE:
        sink.add(
            "E003",
            f"the file is too long: {len(text):,} characters",
            here,
            f"at most {LONGEST_FILE:,} are read",
        )
    else:
        for number, start in enumerate(source.line_starts, 1):
            if len(line := source.line_text(number)) > LONGEST_LINE:
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


def _blocks(source: Source) -> Iterator[tuple[int, int]]:
    """Start and end offsets of the blocks: from each line that begins in the first column to the next one."""
    starts = [match.start() for match in re.finditer(r"^[^\s#]", source.text, re.MULTILINE)]
    stray = re.match(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+[^\s#]", source.text)
    if stray:
        starts.insert(0, stray.end() - 1)
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        yield start, end


def _parse_block(source: Source, start: int, end: int, sink: Sink) -> ast.Declaration | None:
    result = _parse_slice(source, start, end, sink, "item")
    return result if isinstance(result, ast.Declaration) else None


def _parse_slice(source: Source, start: int, end: int, sink: Sink, rule: str) -> object:
    text = source.text
    if rule == "item" and not text.endswith("\n"):
        text += "\n"
        end = len(text) if end == len(source.text) else end
    tab = re.compile(r"^[ ]*\t", re.MULTILINE).search(text, start, end)
    if tab is not None and rule == "item":
        sink.add("E004", "a tab stands in the indentation", Span(source, tab.end() - 1, tab.end()), "use spaces",
                 hint="four spaces for each level")  # fmt: skip
        return None
    try:
        tree = _parser().parse(TextSlice(text, start, end), start=rule)
        return FromTree(source, sink).transform(tree)
    except UnexpectedToken as fault:
        _unexpected_token(source, start, end, fault, sink)
    except UnexpectedCharacters as fault:
        _unexpected_character(source, fault, sink)
    except DedentError:
        _bad_dedent(source, start, end, sink)
    except UnexpectedInput as fault:
        position = fault.pos_in_stream or start
        sink.add("E005", "this cannot be read", Span(source, position, position + 1))
    return None


# ---------------------------------------------------------------- what a reader is told


SIGNS = {
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LBRACE": "`{`", "RBRACE": "`}`", "LSQB": "`[`",
    "RSQB": "`]`", "EQUAL": "`=`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "DOT": "`.`",
    "COMPARISON": "a comparison", "NAME": "a name", "TITLE": "a name with a capital letter", "INT": "a number",
    "STRING": "a text in quotes", "CITE": "a clause like MDM-031", "_NL": "the end of the line",
    "_INDENT": "an indented line", "_DEDENT": "the end of the indented lines", "$END": "the end of the block",
}  # fmt: skip

FEW = 6


def _words(terminals: set[str]) -> list[str]:
    keywords = sorted(f"`{name.lower()}`" for name in terminals if name not in SIGNS)
    signs = sorted(SIGNS[name] for name in terminals if name in SIGNS)
    return keywords + signs


def _one_of(words: list[str]) -> str:
    if len(words) > FEW:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _unexpected_token(source: Source, start: int, end: int, fault: UnexpectedToken, sink: Sink) -> None:
    token: Token = fault.token
    accepted = {str(name) for name in fault.accepts or fault.expected}
    position = token.start_pos if token.start_pos is not None else end
    span = Span(source, position, position + max(1, len(token)))
    open_bracket = _open_bracket(source, start, position)
    keywords = {name.lower() for name in accepted if name not in SIGNS}
    meant = nearest(str(token), keywords) if token.type in ("NAME", "TITLE") else None
    expected = _one_of(_words(accepted - {"_NL", "$END"}) or _words(accepted))
    label = f"expected {expected}" if expected else "not expected here"
    if token.type == "_INDENT":
        span = _line_at(source, position, token)
        sink.add("E006", "this line is indented too far", span, "nothing above it can have lines of its own")
    elif token.type in ("_NL", "_DEDENT", "$END"):
        span = _end_of_line(source, start, position)
        if accepted == {"_INDENT"} or ("_INDENT" in accepted and len(accepted) == 1):
            sink.add(
                "E007",
                "indented lines are missing below this one",
                span,
                "what belongs to it goes on the next lines",
            )
        elif open_bracket is not None:
            _unclosed(source, open_bracket, sink)
        else:
            sink.add("E008", "the line ends too early", span, label)
    elif meant:
        sink.add("E005", f"`{token}` is not known here", span, label, hint=f"did you mean `{meant}`?")
    elif open_bracket is not None and "_NL" not in accepted and source.position(open_bracket)[0] != span.line:
        _unclosed(source, open_bracket, sink)
    else:
        sink.add("E005", f"`{str(token).strip()}` is not expected here", span, label)


def _unclosed(source: Source, bracket: int, sink: Sink) -> None:
    sign = source.text[bracket]
    span = Span(source, bracket, bracket + 1)
    sink.add("E009", f"this `{sign}` is never closed", span, f"a `{')' if sign == '(' else '}'}` is missing")


def _unexpected_character(source: Source, fault: UnexpectedCharacters, sink: Sink) -> None:
    position = fault.pos_in_stream or 0
    char = source.text[position : position + 1]
    span = Span(source, position, position + 1)
    if char == '"':
        sink.add(
            "E005",
            "this text in quotes does not end on its line",
            span,
            "no closing quote follows",
            hint='add a `"`',
        )
        return
    word = re.compile(r"\w+").match(source.text, position)
    if word:
        span = Span(source, position, word.end())
        keywords = {name.lower() for name in fault.allowed or () if name not in SIGNS}
        meant = nearest(word[0], keywords)
        expected = _one_of(_words(set(fault.allowed or ()) - {"_NL", "$END"}))
        sink.add("E005", f"`{word[0]}` is not expected here", span, f"expected {expected}" if expected else "",
                 hint=f"did you mean `{meant}`?" if meant else "")  # fmt: skip
        return
    shown = char if char.isprintable() else f"character {ord(char):#x}"
    sink.add(
        "E005",
        f"`{shown}` has no meaning here",
        span,
        "not a sign of the language" if char not in "()[]{}" else "",
    )


def _bad_dedent(source: Source, start: int, end: int, sink: Sink) -> None:
    levels = [0]
    first = source.position(start)[0] + 1
    last = source.position(max(start, end - 1))[0]
    for number in range(first, last + 1):
        text = source.line_text(number)
        if not text.strip() or text.strip().startswith("#"):
            continue
        indent = len(text) - len(text.lstrip(" "))
        while levels[-1] > indent:
            levels.pop()
        if (levels[-1] != indent and indent < max(levels[-1] + 1, 1)) or (
            levels[-1] < indent and levels and _shrinks(source, number, indent)
        ):
            offset = source.line_starts[number - 1]
            sink.add("E006", "the indentation fits no line above", Span(source, offset, offset + max(1, indent)),
                     f"{indent} spaces; the lines above have {', '.join(str(n) for n in levels)}")  # fmt: skip
            return
        if indent > levels[-1]:
            levels.append(indent)
    sink.add("E006", "the indentation fits no line above", Span(source, start, start + 1))


def _shrinks(source: Source, number: int, indent: int) -> bool:
    """Whether a line is indented less than the line of text before it."""
    for before in range(number - 1, 0, -1):
        text = source.line_text(before)
        if text.strip() and not text.strip().startswith("#"):
            return len(text) - len(text.lstrip(" ")) > indent
    return False


def _open_bracket(source: Source, start: int, position: int) -> int | None:
    """The innermost bracket that stands open at a position of a block, outside texts and comments."""
    open_at: list[int] = []
    for match in re.compile(r'"[^"\n]*"|#[^\n]*|[(){}]').finditer(source.text, start, position):
        if match[0] in "({":
            open_at.append(match.start())
        elif match[0] in ")}" and open_at:
            open_at.pop()
    return open_at[-1] if open_at else None


def _line_at(source: Source, position: int, token: Token) -> Span:
    """The text of the line that a layout token leads into."""
    line = source.position(min(position + len(token), len(source.text)))[0]
    text = source.line_text(line)
    offset = source.line_starts[line - 1] + len(text) - len(text.lstrip())
    return Span(source, offset, offset + max(1, len(text.strip())))


def _end_of_line(source: Source, start: int, position: int) -> Span:
    """The last character of the text before a position."""
    end = min(position, len(source.text))
    before = re.sub(r"(\s|#[^\n]*\n)*$", "", source.text[start:end])
    last = start + max(0, len(before) - 1)
    return Span(source, last, last + 1)
