"""The data that is shipped with the program: the grammar, the catalogue of faults, and the games.

Given the name of a data folder, `grammars` or `games`, this stage returns its path, both in a checkout and in an
installed wheel. It knows nothing of the contents of the folders.
"""

from dsl.shipped.data import data_folder

__all__ = ["data_folder"]
