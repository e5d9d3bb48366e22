"""The reserved words and built-in functions of the language."""

BUILT_IN = {
    "min": "the smaller of two numbers",
    "max": "the larger of two numbers",
    "clamp": "a number limited to a lower and an upper bound",
    "seat": "the seat with a given number, counted from 1",
    "clockwise": "all seats in clockwise order, beginning with a given seat",
    "others": "all other seats in clockwise order, beginning after a given seat",
    "neighbours": "the places that edges of a kind join to a place",
    "edges": "the edges of a kind that touch a place",
    "reach": "the places that can be reached in a given number of steps",
    "bags": "all ways to take a number of pieces of a kind or from a holder",
    "score": "the current score of a seat",
    "anticlockwise": "all seats in anticlockwise order, beginning with a given seat",
    "other": "the opponent in a two-player game",
    "nth": "the thing at a position in a row, stack or set",
    "distance": "the smallest number of steps between two places",
    "nearest": "the places in a set that are the fewest steps away",
    "longest_trail": "the length of the longest trail that uses each edge at most once",
}
"""The functions of the language, with a description of each.

`dsl.syntax.from_tree` reads `count`, `sum` and other aggregates.
"""

HOLDING_WORDS = ("supply", "box")

MAY_BE_NAMES = frozenset(["anticlockwise", "other", "nth", "distance", "nearest", "longest_trail"])
"""Functions whose names a rulebook may also declare.

A declaration with the same name hides the function.
"""

RESERVED = frozenset(
    [
        "let",
        "set",
        "to",
        "add",
        "remove",
        "raise",
        "by",
        "lower",
        "move",
        "everything",
        "from",
        "draw",
        "shuffle",
        "random",
        "in",
        "reveal",
        "pays",
        "may",
        "must",
        "chooses",
        "choose",
        "secretly",
        "window",
        "do",
        "stop",
        "if",
        "else",
        "for",
        "repeat",
        "once",
        "times",
        "while",
        "turn",
        "of",
        "or",
        "and",
        "not",
        "where",
        "yes",
        "no",
        "none",
        "then",
        "most",
        "least",
        "when",
        "mod",
        "rounded",
        "player",
        "round",
        "you",
        "game",
        "bank",
        "supply",
        "box",
        "pass",
        "chance",
        "walks",
        "step",
        "score",
    ]
)
"""Words that a rulebook may not declare as names, because readers would take them for keywords."""


def is_taken(word: str) -> bool:
    """Return True if a rulebook may not declare this name."""
    return word in RESERVED or (word in BUILT_IN and word not in MAY_BE_NAMES)
