"""The data that comes with the program: the grammar and the catalogue of faults in `grammars`, the games in `games`.

In: the name of such a folder. Out: its path, in a checkout and in an installed wheel. Knows nothing of what the folders
hold.
"""

from dsl.shipped.data import data_folder

__all__ = ["data_folder"]
