"""Static part of a table: the names and facts of its board, the owners of pieces, and the map without its contents.

In: a state, only for its rules and board data. Out: values that are the same in all its positions, computed once.
"""

from mercatoria.static_scene.auto_layout import Point
from mercatoria.static_scene.plain_values import plain_value
from mercatoria.static_scene.static_scene import StaticScene, setting_of
from mercatoria.static_scene.terrain import Terrain

__all__ = ["Point", "StaticScene", "Terrain", "plain_value", "setting_of"]
