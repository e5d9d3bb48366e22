"""The sentences of moves: their templates, and the English inflection from which other forms of a verb derive.

The package knows no rulebook and no game. `dsl.ast` holds the parsed sentences, and `interpreter.wording` fills them
in.
"""

from dsl.phrases.inflection import (
    ARTICLES,
    is_plural,
    is_sentence,
    is_verb,
    ordinal,
    past_tense,
    plural,
    singular,
    third_person,
    with_article,
    without_article,
)
from dsl.phrases.template import ORDINAL, Blank, Either, Item, Part, Stretch, TemplateFault, Text, parts_of

__all__ = [
    "ARTICLES", "ORDINAL", "Blank", "Either", "Item", "Part", "Stretch", "TemplateFault", "Text", "is_plural",
    "is_sentence", "is_verb", "ordinal", "parts_of", "past_tense", "plural", "singular", "third_person", "with_article",
    "without_article",
]  # fmt: skip
