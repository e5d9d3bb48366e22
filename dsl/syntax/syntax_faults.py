"""Reports syntax errors in the author's terms, at most one for each block."""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from dsl.diagnostics import Sink, nearest, suggestion, wording
from dsl.source import Source, Span
from dsl.syntax.reserved_words import RESERVED

SIGNS = {
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "LBRACE": "`{`", "RBRACE": "`}`", "LSQB": "`[`",
    "RSQB": "`]`", "EQUAL": "`=`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "DOT": "`.`",
    "COMPARISON": "a comparison", "NAME": "a name", "TITLE": "a name with a capital letter", "INT": "a number",
    "FRACTION": "a number", "PIECE": "`piece`",
    "STRING": "text in quotes", "ANY_OF": "`any`", "CITE": "a clause like ABC-12", "_NL": "the end of the line",
    "_INDENT": "an indented line", "_DEDENT": "the end of the indented lines", "$END": "the end of the block",
}  # fmt: skip

FEW = 9

BEGINS_EXPRESSION = {"NAME", "INT", "LPAR", "LBRACE"}


def expected_words(terminals: set[str]) -> str:
    """List the tokens allowed at a position in the form `expected a, b or c`.

    Return an empty string if too many tokens are allowed.
    """
    terminals = terminals - {"_NL", "$END"} or terminals
    if terminals >= BEGINS_EXPRESSION:
        return "expected a name, a number or a bracket"
    words = sorted(f"`{name.lower().lstrip('_')}`" for name in terminals if name not in SIGNS)
    words += sorted({SIGNS[name] for name in terminals if name in SIGNS})
    if not words or len(words) > FEW:
        return ""
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])


def unexpected_token(source: Source, start: int, end: int, fault: UnexpectedToken, sink: Sink) -> None:
    token: Token = fault.token
    accepted = {str(name) for name in fault.accepts or fault.expected}
    position = token.start_pos if token.start_pos is not None else end
    span = Span(source, position, position + max(1, len(token)))
    bracket = _open_bracket(source, start, position)
    if "_INDENT" in accepted and len(accepted) == 1:
        span = _end_of_line(source, start, position)
        sink.add(
            "E007",
            "indented lines are missing below this line",
            span,
            "write the contents of the block on the next lines, indented",
        )
    elif token.type == "_INDENT":
        span = _line_at(source, position, token)
        wording.indented_too_far(sink, "E006", span, "the line above cannot have indented lines")
    elif token.type in ("_NL", "_DEDENT", "$END"):
        if bracket is not None:
            _unclosed(source, bracket, sink)
        else:
            last = _end_of_line(source, start, position)
            sink.add("E008", "the line ends too early", last, expected_words(accepted))
    elif token.type == "LSQB" and bracket is not None:
        hint = f"put the citation at the end of the line, after the `{_closing(source, bracket)}`"
        sink.add("E005", "a citation cannot be inside brackets", span, "", hint=hint)
    elif bracket is not None and "_NL" not in accepted and source.position(bracket)[0] != span.line:
        _unclosed(source, bracket, sink)
    elif (word := re.compile(r"\w+").match(source.text, position)) and not token.startswith('"'):
        unknown_word(source, word.start(), accepted, sink)
    elif habit := _habit(source, position):
        sink.add("E005", f"`{str(token).strip()}` is not expected here", span, "", hint=habit)
    elif token.type in ("RPAR", "RBRACE") and bracket is None:
        sink.add("E005", f"this `{token}` closes nothing", span, "no bracket is open")
    elif not misspelt_beginning(source, position, sink):
        title = f"`{str(token).strip()}` is not expected here"
        sink.add("E005", title, span, expected_words(accepted), hint=_cure(source, position, accepted))


def _cure(source: Source, position: int, accepted: set[str]) -> str:
    """Return advice for a word or sign that the grammar does not allow: what is probably missing before it."""
    missing = next((sign for sign in LIKELY_MISSING if sign in accepted), None)
    if missing is None and len(accepted) == 1:
        (missing,) = accepted
    line = source.line_start(source.position(position)[0])
    if missing is None and not source.text[line:position].strip():
        if position == line:
            return "begin the block with `kind`, `each`, `game`, `action`, `round`, `end` or another keyword"
        return "indent it as far as the lines to which it belongs"
    if missing == "ROUNDED":
        return "write `rounded down` or `rounded up` before it"
    word = SIGNS.get(missing, f"`{missing.lower()}`") if missing and expected_words(accepted) else ""
    return f"write {word} before it" if word.startswith("`") else ""


LIKELY_MISSING = ("COLON", "IN", "BY", "RPAR")
"""Words and signs that authors often leave out, the likeliest first."""


def unknown_word(source: Source, start: int, accepted: set[str], sink: Sink) -> None:
    """Report a word that the grammar does not allow at its position.

    The usual cause is a misspelt keyword.
    """
    word = re.compile(r"\w+").match(source.text, start)
    assert word is not None
    keywords = {name.lower() for name in accepted if name not in SIGNS}
    meant = nearest(word[0], keywords) if word[0] not in keywords else None
    title = f"`{word[0]}` is not known here" if meant else f"`{word[0]}` is not expected here"
    habit = _habit(source, start)
    if not meant and not habit and misspelt_beginning(source, start, sink):
        return
    hint = habit or suggestion(meant) or _cure(source, start, accepted)
    label = "" if habit else expected_words(accepted)
    sink.add("E005", title, Span(source, start, word.end()), label, hint=hint)


LIKELY = 0.75
"""Similarity above which the first word of a line is taken for a misspelt keyword, and not for a name."""


def misspelt_beginning(source: Source, position: int, sink: Sink) -> bool:
    """Report the word before `position` if it begins its line and is probably a misspelt keyword; return True if so.

    The parser takes a misspelt keyword such as `rase` for the name of a seat, and only rejects the word after it.
    """
    start = source.line_start(source.position(position)[0])
    before = re.fullmatch(r" +(\w+) +", source.text[start:position])
    meant = nearest(before[1], RESERVED, LIKELY) if before is not None else None
    if before is None or meant is None or meant.startswith(before[1]):
        return False
    span = Span(source, start + before.start(1), start + before.end(1))
    sink.add("E005", f"`{before[1]}` is not known here", span, "", hint=suggestion(meant))
    return True


HABITS = (
    (r"^ +says +()(?=[^\" ])", 'put the sentence in quotes: `says "…"`'),
    (r"=()(?==)", "to compare, write one `=`"),
    (r"^ +set +([\w.]+(?:\([^()]*\))?) *(?==)", "write `to` before the new value: `set {} to …`"),
    (r"^ +([\w.]+(?:\([^()]*\))?) *(?==)", "to change a value, write `set {} to …`"),
    (r"^ +([\w.]+(?:\([^()]*\))?) *(?=\+ ?=)", "to add to a number, write `raise {} by {}`"),
    (r"^ +([\w.]+(?:\([^()]*\))?) *(?=- ?=)", "to subtract from a number, write `lower {} by {}`"),
    (r"^ +()repeat +while +", "every loop needs a bound: `repeat 20 times while …`"),
    (r"()(?=is( not)?\b)", "to compare, write `=` or `!=`"),
    (r"^ *(?:new +)?trigger +\w+ *(?:\([^()]*\))? +()(?=when\b)", "write `as soon as …` or `each time …`"),
    (r"^ +(?:else|if|for|repeat)\b.*?()(?=(?::|then) *(?:#.*)?$)", "end the line here, and indent the next lines"),
    (r"^ +for +each +()", "write `for` without `each`: `for x in …`"),
    (r"^ +pay +()", "begin with the player who pays: `you pays … to bank`"),
    (r"^ +(?:move|draw) +(?:(?!from\b)[^#])*?()(?=(?:to|under)\b)", "say where it comes from: `from … to …`"),
    (r"^ +(?:(?:costs|accepts) +\w+:|move) *[\w.]+ +()(?=\w+ +(?:from|to)\b)", "write `of` before the sort: `2 of …`"),
    (r"\b(?:may|must) +\w+(?:\([^()]*\))?(?:, *| +)()(?=\w)", "join the actions with `or`: `may … or …`"),
    (r"^ +for\b.*()(?=by (most|least)\b)", "pick the members one by one: `first(x in … by most …)`"),
)
"""Habits from other programming languages: a pattern that ends at the fault, and a piece of advice.

A pattern may use `?=` to look at the text after the fault.
"""


def _habit(source: Source, position: int) -> str:
    """Return advice if the author seems to follow a habit from another language; otherwise, return an empty string."""
    line = source.line_text(source.position(position)[0])
    column = position - source.line_start(source.position(position)[0])
    for pattern, advice in HABITS:
        found = next((m for m in re.finditer(pattern, line) if m.end() == column), None)
        if found is not None:
            by = re.match(r"[+-] ?= *([^#]*[^#\s])", line[column:])
            return advice.format(_changed(source, found[1]), by[1] if by else "…")
    return ""


def _changed(source: Source, name: str) -> str:
    """Return a field name as a statement must write it, with `you.` before the name of a player's field."""
    blocks = re.findall(r"^each Player has\n((?: .*\n|\n)*)", source.text + "\n", re.MULTILINE)
    declared = any(re.search(rf"^ +{re.escape(name)}\b.*:", block, re.MULTILINE) for block in blocks)
    return f"you.{name}" if declared else name


def glued_words(source: Source, start: int, first: str, sink: Sink) -> None:
    """Report a keyword or number that is joined to the next word without a space."""
    word = re.compile(r"\w+").match(source.text, start)
    assert word is not None
    span = Span(source, start, word.end())
    sink.add("E005", f"`{word[0]}` is not known here", span, "", hint=f"a space after `{first}`?")


def unexpected_character(source: Source, fault: UnexpectedCharacters, sink: Sink) -> None:
    position = fault.pos_in_stream or 0
    char = source.text[position : position + 1]
    span = Span(source, position, position + 1)
    if char == '"':
        title = "this quoted text does not end on its line"
        sink.add("E005", title, span, wording.NO_CLOSING_QUOTE, hint='add a `"`')
    elif char.isalnum() or char == "_":
        unknown_word(source, position, set(fault.allowed or ()), sink)
    else:
        shown = char if char.isprintable() else "an invisible character"
        label = "not a symbol of the language" if char not in "()[]{}" else expected_words(set(fault.allowed or ()))
        title = f"`{shown}` has no meaning here" if char.isprintable() else f"there is {shown} here"
        hint = "" if char.isprintable() else f"its code is {ord(char):#06x}; delete it"
        sink.add("E005", title, span, label, hint=hint)


def _unclosed(source: Source, bracket: int, sink: Sink) -> None:
    wording.never_closed(sink, "E009", Span(source, bracket, bracket + 1), _closing(source, bracket))


def _closing(source: Source, bracket: int) -> str:
    return ")" if source.text[bracket] == "(" else "}"


def bad_dedent(source: Source, start: int, end: int, sink: Sink) -> None:
    """Report the first line whose indentation differs from that of every open block."""
    levels = [0]
    first, last = source.position(start)[0] + 1, source.position(max(start, end - 1))[0]
    for number in range(first, last + 1):
        text = source.line_text(number)
        if not text.strip() or text.strip().startswith("#"):
            continue
        indent, above = len(text) - len(text.lstrip(" ")), list(levels)
        while levels[-1] > indent:
            levels.pop()
        if levels[-1] == indent:
            continue
        if above[-1] > indent:
            offset = source.line_start(number)
            listed = " or ".join(str(level) for level in above if level)
            label = f"{indent} {'space' if indent == 1 else 'spaces'}; the lines above begin with {listed}"
            span = Span(source, offset, offset + indent)
            wording.indentation_fits_nothing(sink, "E006", span, label)
            return
        levels.append(indent)
    wording.indentation_fits_nothing(sink, "E006", Span(source, start, start + 1))


def _open_bracket(source: Source, start: int, position: int) -> int | None:
    """Return the position of the innermost open bracket, or None.

    Ignore brackets in quoted texts and comments.
    """
    open_at: list[int] = []
    for match in re.compile(r'"[^"\n]*"|#[^\n]*|[(){}]').finditer(source.text, start, position):
        if match[0] in "({":
            open_at.append(match.start())
        elif match[0] in ")}" and open_at:
            open_at.pop()
    return open_at[-1] if open_at else None


def _line_at(source: Source, position: int, token: Token) -> Span:
    """Return the span of the line that follows a layout token."""
    line = source.position(min(position + len(token), len(source.text)))[0]
    text = source.line_text(line)
    offset = source.line_start(line) + len(text) - len(text.lstrip())
    return Span(source, offset, offset + max(1, len(text.strip())))


def _end_of_line(source: Source, start: int, position: int) -> Span:
    """Return the span of the last character before a position, not counting white space and comments."""
    end = min(position, len(source.text))
    before = re.sub(r"(\s|#[^\n]*\n)*$", "", source.text[start:end])
    last = start + max(0, len(before) - 1)
    return Span(source, last, last + 1)
