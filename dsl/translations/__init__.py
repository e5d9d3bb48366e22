"""Puts the words of another language in place of those of a rulebook.

A game's folder may have files such as `words/de.yaml`. `read_words` reads such a file, and `translated` returns a
rulebook's declarations with its words: sentences of moves, display names, labels and titles. All later stages work with
these declarations like with any others, so the checker examines the blanks of a translated sentence like those of the
original. `with_missing` adds the texts that a file does not have yet.

A text without translation stays as the rulebook writes it, with one exception: no log line is derived from a translated
sentence, because the rules of English inflection do not fit it. Its log line is the player and the sentence, as in
`Red: das Tor öffnen`.
"""

from dsl.translations.missing import missing_words, stale_words, with_missing
from dsl.translations.things import chances, kind_labels, refusals, thing_labels, thing_slots
from dsl.translations.translation import Slot, Translation, translated
from dsl.translations.words import Words, read_words

__all__ = [
    "Slot", "Translation", "Words", "chances", "kind_labels", "missing_words", "read_words", "refusals",
    "stale_words", "thing_labels", "thing_slots", "translated", "with_missing",
]  # fmt: skip
