"""The data shipped with the program: the grammar, the catalogue of faults, and the games.

This stage returns the path of a data folder, `grammars` or `games`, both in a checkout and in an installed wheel. The
caller reads the contents.
"""

from dsl.shipped.data import data_folder

__all__ = ["data_folder"]
