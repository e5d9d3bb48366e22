"""Checks the sentences of moves, and derives the log line of a sentence that has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dsl import ast, model
from dsl.checking.names import Scope
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.checking.types import describe
from dsl.diagnostics import ErrorReported
from dsl.phrases import past_tense
from dsl.source import Span

ACTOR = {"you": False, "your": True}
"""The blanks for the player of a move in a log line; True means the genitive."""


def saying_of(
    c: StatementChecker, says: ast.Saying | None, you: model.Expr, named: Mapping[str, model.Var],
    outside: Scope | None = None,
) -> model.Saying | None:  # fmt: skip
    """Return the sentence of a move, or None if there is none or if it has a fault.

    Args:
        you: The player who makes the move. Only a log line may name this player.
        named: The parameters that the sentence may mention.
        outside: The scope of the statement that asks for the move, if the sentence may also mention its local names.
    """
    if says is None:
        return None
    local = {name: var for name, var in _locals(outside) if name not in named} if outside is not None else {}
    scope = Scope(names={**local, "you": you, **named})
    try:
        imperative = tuple(phrase_parts(c, says.imperative.parts, scope, in_log=False))
        log = tuple(phrase_parts(c, says.log.parts, scope, in_log=True)) if says.log is not None else None
        around = _around(c, (imperative, log or ()), local.values(), says.span)
        found = model.Saying(imperative, log if log is not None else _derived(c, says.imperative, imperative), around)
    except ErrorReported:
        return None
    c.sayings.append((found, you, says.span))
    return found


def surroundings(*sayings: model.Saying | None) -> tuple[model.Var, ...]:
    """Return the local names outside a move that its sentences mention, each once."""
    return tuple({var.uid: var for said in sayings if said is not None for var in said.around}.values())


def _locals(scope: Scope) -> Iterator[tuple[str, model.Var]]:
    """Yield the local variables of a scope and the scopes around it, with their names."""
    for name in scope.visible():
        if isinstance(local := scope.find(name), model.Var):
            yield name, local


def _around(c: StatementChecker, phrases: object, local: Iterable[model.Var], span: Span) -> tuple[model.Var, ...]:
    """Return the local variables that a sentence mentions.

    Raises:
        ErrorReported: if one of them is not a thing, a number or a flag.
    """
    mentioned = {part.uid for part in model.parts(phrases) if isinstance(part, model.Var)}
    around = tuple(var for var in local if var.uid in mentioned)
    for var in around:
        if not isinstance(var.type, (model.Ref, model.Int, model.Flag)):
            title = "a sentence may mention only things, numbers and flags of the rule around it"
            c.names.sink.add("E331", title, span, f"`{var.name}` is {describe(var.type)}")
            raise ErrorReported
    return around


def phrase_parts(
    c: StatementChecker, parts: tuple[ast.PhrasePart, ...], scope: Scope, in_log: bool | None = None
) -> Iterator[model.PhrasePart]:
    """Yield the checked parts of a text with blanks.

    Args:
        in_log: True for a log line, False for the instruction of a move, and None for a text without an actor.
    """
    for part in parts:
        match part:
            case ast.PhraseText(text=text):
                yield model.PhraseText(text)
            case ast.PhraseBlank(items=(ast.PhraseItem(value=ast.Name(text=name), forms=()),)) if (
                name in ACTOR and in_log is not None
            ):
                if not in_log:
                    title = f"`{{{name}}}` is for log lines only"
                    c.names.sink.add("E019", title, part.items[0].value.span, "the button speaks to the player")
                    raise ErrorReported
                yield model.PhraseActor(ACTOR[name])
            case ast.PhraseBlank(items=items):
                yield model.PhraseBlank(tuple(_item(c, item, scope) for item in items))
            case ast.PhraseEither(flag=flag, yes=yes, no=no):
                condition = c.expressions.flag(flag, scope)
                yield model.PhraseEither(condition, yes, no)
            case ast.PhraseStretch(parts=inner):
                yield model.PhraseStretch(tuple(phrase_parts(c, inner, scope, in_log)))


def _item(c: StatementChecker, item: ast.PhraseItem, scope: Scope) -> model.PhraseItem:
    value = c.expressions.number(item.value, scope) if item.forms else c.expressions.check(item.value, scope)
    return model.PhraseItem(value, item.forms)


def _derived(c: StatementChecker, phrase: ast.Phrase, imperative: model.Phrase) -> model.Phrase:
    """Return the log line that follows from an imperative: the player, and the first word in the past tense.

    Raises:
        ErrorReported: if the sentence begins with a blank.
    """
    match imperative:
        case (model.PhraseText(text), *rest):
            first: model.PhrasePart = model.PhraseText(_past(text))
        case (model.PhraseEither(flag, yes, no), *rest):
            first = model.PhraseEither(flag, _past(yes), _past(no))
        case _:
            title = "the sentence of a move begins with a verb, unless its log line is written out"
            c.names.sink.add("E019", title, phrase.span, "no verb to put into the past")
            raise ErrorReported
    return (model.PhraseActor(False), model.PhraseText(" "), first, *rest)


def _past(text: str) -> str:
    verb, space, rest = text.partition(" ")
    return f"{past_tense(verb)}{space}{rest}"
