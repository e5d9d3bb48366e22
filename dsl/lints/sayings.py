"""Warns about sentences of moves that would read badly in the log, or that do not tell two moves apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl import ast, model
from dsl.diagnostics import Sink


def badly_set(declarations: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report sentences that begin with a capital, and words for players that end in a full stop."""
    parts = [part for decl in declarations for part in ast.walk(decl)]
    for part in parts:
        words = part.called if isinstance(part, ast.Kind) else part.label if isinstance(part, ast.Field) else None
        if words is not None and _texts(words).endswith("."):
            what = "name" if isinstance(part, ast.Kind) else "label"
            sink.add("W422", f"the {what} ends in a full stop", words.span, "it stands inside a sentence",
                     hint="remove the full stop")  # fmt: skip
    for phrase in (of for says in parts if isinstance(says, ast.Saying) for of in ast.children(says)):
        text = _texts(phrase)
        if text[:1].isupper():
            sink.add("W422", "the sentence of a move begins with a capital", phrase.span, "the page adds the capital",
                     hint="begin with a small letter, because the sentence also stands inside others")  # fmt: skip
        elif text.endswith("."):
            sink.add("W422", "the sentence of a move ends in a full stop", phrase.span, "the page adds the stop",
                     hint="remove the full stop, because the sentence also stands inside others")  # fmt: skip


def _texts(words: ast.Node) -> str:
    """Return the text of a sentence, a name or a label, without its values."""
    match words:
        case ast.Phrase(text=text) | ast.Label(words=text):
            return text.strip()
    return ""


def unmentioned(made: model.Model, sink: Sink) -> None:
    """Report a parameter that the sentence of its action leaves out, so that two moves have the same sentence.

    A parameter that every offer of the action fixes is not reported, because the player does not choose it.
    """
    fixed = _fixed(made)
    for action in made.actions.values():
        if action.says is None:
            continue
        mentioned = {part.uid for part in model.parts(action.says.imperative) if isinstance(part, model.Var)}
        for param in action.params[0 if action.anytime else fixed.get(action.about.name, 0) :]:
            if param.var.uid not in mentioned:
                name = param.var.name
                sink.add("W423", f"the sentence of `{action.about.name}` leaves out `{name}`", param.var.span,
                         "two moves that differ only here have the same sentence",
                         hint=f"mention it, as in `{{{name}}}`")  # fmt: skip


def _fixed(made: model.Model) -> Mapping[str, int]:
    """Return, for each action that is offered, the number of first parameters that every offer of it fixes."""
    fixed: dict[str, int] = {}
    for offer in made.those_in(model.Offer, *made.with_statements):
        fixed[offer.action] = min(len(offer.bound), fixed.get(offer.action, len(offer.bound)))
    return fixed
