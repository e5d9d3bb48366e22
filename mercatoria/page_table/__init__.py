"""Tells a page without a server about games and exercises: modules, positions, reasons, grades.

The input is a game, or the rows of the moves that were played in a page. The output is JSON data, and WebAssembly
modules. `mercatoria.page_session` passes on the requests of a page; `mercatoria.page` writes the first position of each
game into files.
"""

from mercatoria.page_table.exercises import Exercises, listed_exercises
from mercatoria.page_table.game_data import GameData, NoModule, game_data
from mercatoria.page_table.play import Play
from mercatoria.page_table.shown_table import shown_table

__all__ = ["Exercises", "GameData", "NoModule", "Play", "game_data", "listed_exercises", "shown_table"]
