"""Everything about a table that never changes during play: board names and facts, piece owners, and the empty map.

The input is a state, but the package uses only its rules and board data. The output is computed once and shared by all
positions.
"""

from mercatoria.static_scene.auto_layout import Point
from mercatoria.static_scene.plain_values import plain_value
from mercatoria.static_scene.static_scene import StaticScene, setting_of
from mercatoria.static_scene.terrain import Terrain

__all__ = ["Point", "StaticScene", "Terrain", "plain_value", "setting_of"]
