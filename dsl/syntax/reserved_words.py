"""The words that a rulebook may not declare as names."""

from dsl.syntax.built_in_words import FUNCTIONS

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
    return word in RESERVED or (word in FUNCTIONS and not FUNCTIONS[word].may_be_name)
