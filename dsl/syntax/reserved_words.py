"""The reserved words and built-in functions of the language."""

BUILT_IN = {
    "min": "the smaller of two numbers",
    "max": "the larger of two numbers",
    "clamp": "a number kept between a least and a most",
    "seat": "the seat of that number, counted from 1",
    "clockwise": "all seats in order, from one on",
    "others": "all seats in order after one, without it",
    "neighbours": "the places joined to a place by an edge of a kind",
    "edges": "the edges of a kind that touch a place",
    "reach": "the places within a number of steps",
    "bags": "the ways to take a number of pieces out of a kind or a holder",
    "score": "the score of a seat as it stands",
    "anticlockwise": "all seats the other way round the table, from one on",
    "other": "the other of two players",
    "nth": "the thing at a place in a row, stack or set",
    "distance": "the fewest steps between two places",
    "nearest": "those of some places that are the fewest steps away",
    "longest_trail": "the most edges that one way can take, each once",
}
"""The functions of the language, with a description of each.

`dsl.syntax.from_tree` reads `count`, `sum` and other aggregates.
"""

HOLDING_WORDS = ("supply", "box")

MAY_BE_NAMES = frozenset(["anticlockwise", "other", "nth", "distance", "nearest", "longest_trail"])
"""Functions whose names a rulebook may also declare.

A declaration of the same name hides the function.
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
