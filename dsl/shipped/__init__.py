"""The data that is shipped with the program: the grammar, the catalogue of faults, and the games.

This stage returns the path of a data folder, `grammars` or `games`, both in a checkout and in an installed wheel. The
stage does not read the contents of the folders.
"""

from dsl.shipped.data import data_folder

__all__ = ["data_folder"]
