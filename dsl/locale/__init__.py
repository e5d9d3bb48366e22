"""The program's own texts in every language that it speaks, by key.

Each language has one file next to this module, such as `de.yaml`, which maps keys to texts. The texts have the same
blanks as the sentences of a rulebook, so translators learn one notation. A rulebook's words are in other files, which
`dsl.translations` reads.
"""

from dsl.locale.locale import ENGLISH, LANGUAGES, Locale, locale_of

__all__ = ["ENGLISH", "LANGUAGES", "Locale", "locale_of"]
