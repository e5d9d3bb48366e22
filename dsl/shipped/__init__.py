"""The data shipped with the program: the grammar, the catalogue of faults, and the games.

This stage returns the path of a data folder, `grammars` or `games`, both in a checkout and in an installed wheel, and
the folder of each shipped game. The caller reads the contents.
"""

from dsl.shipped.data import TOP, data_folder
from dsl.shipped.games import folder_of, shipped

__all__ = ["TOP", "data_folder", "folder_of", "shipped"]
