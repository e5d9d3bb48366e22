"""The static part of a table: names and facts of its board, owners of pieces, and the map without contents.

The input is a state, but only its rules and board data are used. The output is values that are the same in
every position of the table and are computed only once.
"""

from mercatoria.static_scene.auto_layout import Point
from mercatoria.static_scene.plain_values import plain_value
from mercatoria.static_scene.static_scene import StaticScene, setting_of
from mercatoria.static_scene.terrain import Terrain

__all__ = ["Point", "StaticScene", "Terrain", "plain_value", "setting_of"]
