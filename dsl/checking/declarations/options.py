"""Finds the options of a rulebook, and converts their values to and from words.

An option offers a range of numbers, yes or no, or the things of a kind. The program stores
every value as a number: a thing becomes its index in its root kind, yes becomes 1, and no becomes 0. `fit_options`
converts words into these numbers, and `option_word` converts the numbers back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl import ast, model
from dsl.checking.kinds import KindTable
from dsl.diagnostics import did_you_mean
from dsl.source import whole_number

FLAG_WORDS = {"yes": 1, "true": 1, "1": 1, "no": 0, "false": 0, "0": 0}
MOST_NAMED = 12
"""Maximum number of things that the message about an unknown word lists."""


Choosable = ast.Option | ast.Ruling


def declared_options(declarations: Iterable[ast.Declaration]) -> dict[str, Choosable]:
    """Return the options of a rulebook by name, including its rulings.

    A ruling counts as an option because players may choose another answer.
    """
    return {decl.name.text: decl for decl in declarations if isinstance(decl, Choosable)}


def fit_options(
    given: Mapping[str, object], declarations: Sequence[ast.Declaration], table: KindTable
) -> tuple[dict[str, int], list[str]]:
    """Convert option values from words to numbers.

    Returns:
        The numbers of all valid options by name, and one message for each invalid option.
    """
    known = declared_options(declarations)
    chosen: dict[str, int] = {}
    wrong: list[str] = []
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"this game has {', '.join(known)}" if known else "this game has no options"
            )
            wrong.append(f"there is no option `{name}`; {hint}")
            continue
        found = _fitted(known[name], str(value).strip(), table)
        if isinstance(found, int):
            chosen[name] = found
        else:
            wrong.append(f"option `{name}` {found}")
    return chosen, wrong


def _fitted(decl: Choosable, word: str, table: KindTable) -> int | str:
    """Convert the word given for an option to a number.

    For an invalid word, return the end of an error message that lists the valid words.
    """
    things = _things(decl, table)
    if decl.domain.form == "flag":
        return FLAG_WORDS.get(word.casefold(), f"must be yes or no, not `{word}`")
    if things is not None:
        return _thing(word, *things)
    number = whole_number(word)
    if number is None:
        return f"must be a number, not `{word}`"
    return _in_range(number, decl.domain.of)


def _thing(word: str, first: int, names: Sequence[str]) -> int | str:
    if word in names:
        return first + names.index(word)
    number = whole_number(word)
    if number is not None and first <= number < first + len(names):
        return number  # accept numbers, because older game records store them
    hint = did_you_mean(word, names)
    some = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    return f"must be one of {some}, not `{word}`" + (f"; {hint}" if hint else "")


def _in_range(number: int, of: ast.Expr | None) -> int | str:
    low, high, step = 0, model.MONEY_LIMIT, 1
    if isinstance(of, ast.Range) and isinstance(of.low, ast.Integer) and isinstance(of.high, ast.Integer):
        low, high = of.low.value, of.high.value
        step = of.step.value if isinstance(of.step, ast.Integer) else 1
    if not low <= number <= high:
        return f"must be from {low} to {high}, not {number}"
    if (number - low) % step:
        return f"must be from {low} to {high} in steps of {step}, not {number}"
    return number


def _things(decl: Choosable, table: KindTable) -> tuple[int, Sequence[str]] | None:
    """Return the index of the first thing that an option offers, and the names of all offered things.

    Return None if the option does not offer things.
    """
    of = decl.domain.of
    if decl.domain.form != "members" or not isinstance(of, ast.Name) or of.text not in table.kinds:
        return None
    kind = table.kinds[of.text]
    return kind.first, table.kinds[kind.root].things[kind.first : kind.first + kind.size]


def option_word(decl: Choosable, value: int, table: KindTable) -> str | int:
    """Return the value of an option as a word or number that players understand.

    If the option offers things, the result is the name of the chosen thing.
    """
    if (things := _things(decl, table)) is not None and 0 <= value - things[0] < len(things[1]):
        return things[1][value - things[0]]
    return value
