"""Reports faults that several stages can find, so that their wording is the same everywhere.

The caller supplies the position and the names. Functions that report faults in files take the code as an argument,
because rulebooks and data files have different codes.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics.diagnostic import Sink, did_you_mean
from dsl.source import Span, visible

UNREADABLE = "contains bytes that are not UTF-8 text"
NO_CLOSING_QUOTE = "the closing quotation mark is missing"
PLAIN_DATA = "only plain names and values are allowed"

# ---------------------------------------------------------------- names


def declared_twice(sink: Sink, name: str, span: Span, earlier: Span | None = None, what: str = "") -> None:
    """Report a name that the rulebook declares a second time.

    `earlier` locates the first declaration, or is None if the message cannot show it.
    """
    related = [(earlier, "first declared here")] if earlier is not None else []
    sink.add("E312", f"{what}`{name}` is declared twice", span, "declared again", related=related)


def reserved_word(sink: Sink, name: str, span: Span) -> None:
    """Report that a declared name is a reserved word of the language."""
    sink.add("E313", f"`{name}` is a reserved word", span, "choose another name")


def unknown_kind(sink: Sink, name: str, span: Span, known: Iterable[str]) -> None:
    """Report an unknown kind.

    The hint suggests the most similar known kind.
    """
    hint = did_you_mean(name, known) or f"declare it: `kind {name}: …`"
    sink.add("E319", f"there is no kind `{name}`", span, "unknown kind", hint=hint, missing=name)


def unknown_variant(sink: Sink, name: str, span: Span, known: Iterable[str]) -> None:
    """Report a variant that the game does not have.

    The hint suggests the most similar known variant.
    """
    sink.add("E402", f"there is no variant `{name}`", span, hint=did_you_mean(name, known))


def seats_at(players: int) -> str:
    """Return the number of seats as text, such as `the table has 3 seats`."""
    return f"the table has {players} seat{'' if players == 1 else 's'}"


def number_of_players(least: int, most: int) -> str:
    """Return numbers of players as text, such as `2 to 4 players`, or `2 players`."""
    return f"{least} to {most} players" if least < most else f"{most} player{'' if most == 1 else 's'}"


# ---------------------------------------------------------------- values


def plain_number_needed(sink: Sink, span: Span, allowed: str) -> None:
    """Report an expression that should be a literal number.

    `allowed` describes the numbers that are allowed here.
    """
    sink.add("E305", "a constant number is needed here", span, allowed)


# ---------------------------------------------------------------- files


def not_text(sink: Sink, span: Span, what: str) -> None:
    """Report a file that does not consist of UTF-8 text.

    `what` describes its contents.
    """
    sink.add("E002", "this is not a text file", span, what, hint="save it as UTF-8 text")


def invisible_sign(sink: Sink, span: Span) -> None:
    """Report an invisible character, which could make a file look different from its real contents."""
    sink.add("E016", "this is an invisible character", span, visible(span.text), hint="delete it")


def empty_file(sink: Sink, code: str, span: Span) -> None:
    sink.add(code, "the file is empty", span, "nothing to read here")


def tab_indents(sink: Sink, code: str, span: Span, spaces: str) -> None:
    """Report a tab in the indentation of a line.

    `spaces` is the number of spaces per level, written as a word.
    """
    sink.add(code, "a tab in the indentation", span, "use spaces", hint=f"use {spaces} spaces for each level")


def indented_too_far(sink: Sink, code: str, span: Span, why: str) -> None:
    """Report a line that is indented too far below the previous line."""
    hint = "take away the spaces in front of it"
    sink.add(code, "this line is indented too far", span, why, hint=hint)


def indentation_fits_nothing(sink: Sink, code: str, span: Span, label: str = "") -> None:
    """Report a line whose indentation differs from that of every open block."""
    hint = "begin it below the first letter of another line of its block"
    sink.add(code, "the indentation matches no line above", span, label, hint=hint)


def never_closed(sink: Sink, code: str, span: Span, closing: str) -> None:
    """Report a bracket that is never closed."""
    sink.add(code, f"this `{span.text}` is never closed", span, f"a `{closing}` is missing")
