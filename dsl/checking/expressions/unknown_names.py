"""Reports unknown names, each with the most similar known name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.types import describe
from dsl.diagnostics import ErrorReported, Suggestion, did_you_mean
from dsl.source import Span
from dsl.syntax import FUNCTIONS, meant_function

TYPES = ("money", "flag")
"""Types without a kind, which authors may misspell."""


OF_OTHER_LANGUAGES = {
    **dict.fromkeys(("true", "True"), Suggestion("yes", "write `yes`")),
    **dict.fromkeys(("false", "False"), Suggestion("no", "write `no`")),
    **dict.fromkeys(("null", "nil", "None"), Suggestion("none", "write `none`")),
    **dict.fromkeys(("number", "int", "integer", "Number"), "write a range of numbers, such as `0 to 9`"),
    **dict.fromkeys(("bool", "boolean"), Suggestion("flag", "write `flag`")),
    **dict.fromkeys(("list", "array"), "write `bag`, `row`, `pile`, `stack` or `set`"),
    "self": "write `you` for the player who acts, or `this` for the own thing of a field",
}
"""Words of other languages, with the word to write instead."""


def unknown_name(c: ExpressionChecker, text: str, span: Span, scope: Scope, called: bool = False) -> NoReturn:
    """Report an undefined name, and suggest similar names, starting with local names.

    Args:
        called: True if brackets follow the name, so that it may mean a function or an aggregate.

    Raises `ErrorReported`.
    """
    if c.names.was_refused("", text):
        raise ErrorReported
    if text in c.names.only_in_play:
        c.fault("E305", f"`{text}` is not known before the game begins", span, "a constant number is needed")
    if text == "you":
        hint = "write `player` for the player whose turn it is"
        c.fault("E301", "`you` has no meaning here", span, "only the player who acts or chooses is `you`", hint=hint)
    similar = did_you_mean(text, [*c.names.everything(), *FUNCTIONS, *TYPES], before=scope.visible())
    similar = similar or (meant_function(text) if called else "")
    where = _where_it_is(c, text, scope)
    both = similar.after(where) if where and isinstance(similar, Suggestion) else where or similar
    hint = OF_OTHER_LANGUAGES.get(text) or both or f"declare `{text}`, or write another name"
    c.fault("E301", f"nothing is called `{text}`", span, "unknown name", hint=hint, missing=text)


def _where_it_is(c: ExpressionChecker, text: str, scope: Scope) -> str:
    """Return a hint that says where to find `round` or a field of a thing, or an empty string."""
    if text == "round":
        return "write `round.number` for the number of the current round"
    owner = next((kind for kind, name in c.names.fields if name == text and kind), "")
    if not owner:
        return ""
    whose = "you" if owner == PLAYER and "you" in scope.visible() else "player" if owner == PLAYER else ""
    return f"each {owner} has its own: " + (f"write `{whose}.{text}`" if whose else f"name its owner, `….{text}`")


def owner_kind(c: ExpressionChecker, of: model.Expr, word: ast.Word, written: str) -> str:
    """Return the kind of the expression before a dot.

    Args:
        written: The source text of the expression, for the message.

    Raises:
        ErrorReported: Raised if the expression is not a thing.
    """
    if isinstance(of.type, model.Ref) and of.type.kind:
        return of.type.kind
    c.fault("E302", f"this expression has no `{word.text}`", word.span, f"`{written}` is {describe(of.type)}")


def unknown_member(c: ExpressionChecker, kind: str, word: ast.Word) -> NoReturn:
    """Report that things of a kind have no member with this name.

    Raises `ErrorReported`.
    """
    if c.names.was_refused(kind, word.text):
        raise ErrorReported
    hint = did_you_mean(word.text, c.names.members_of(kind)) or f"declare it under `each {kind} has`"
    c.fault("E302", f"a {kind} has no `{word.text}`", word.span, "unknown here", hint=hint, missing=f".{word.text}")


def keys_missing(c: ExpressionChecker, field: model.StateField, span: Span, hint: str = "") -> NoReturn:
    """Report that an expression reads a field but omits its keys. Raises `ErrorReported`."""
    c.fault(
        "E303",
        f"`{field.name}` has one value for each {field.key_kinds[0]}",
        span,
        "say which value you mean",
        hint=hint,
    )


def unknown_action(c: ExpressionChecker, word: ast.Word) -> NoReturn:
    """Report an offer of an unknown action. Raises `ErrorReported`."""
    hint = f"`{word.text}` is a rule; write `do {word.text}`" if word.text in c.names.routines else ""
    _unknown_routine(c, word, "action", c.names.actions, hint)


def unknown_rule(c: ExpressionChecker, word: ast.Word) -> NoReturn:
    """Report a `do` statement that names an unknown rule or phase. Raises `ErrorReported`."""
    hint = f"`{word.text}` is an action; let players choose it: `player may …`" if word.text in c.names.actions else ""
    _unknown_routine(c, word, "rule or phase", c.names.routines, hint)


def _unknown_routine(c: ExpressionChecker, word: ast.Word, what: str, known: Iterable[str], hint: str) -> NoReturn:
    hint = hint or did_you_mean(word.text, known) or f"declare it: `{what.partition(' ')[0]} {word.text}`"
    c.fault("E315", f"there is no {what} `{word.text}`", word.span, "unknown", hint=hint, missing=word.text)
