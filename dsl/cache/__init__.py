"""The texts that the program keeps between runs, in a folder that only the user can write.

The input is the name of a family of texts, a key, and a text. The output is that text in a later run, or None. This
stage does not know the meaning of the texts. Reading a text executes no code. A text may be missing in any run, so its
caller must be able to compute it again.
"""

from dsl.cache.text_cache import TextCache

__all__ = ["TextCache"]
