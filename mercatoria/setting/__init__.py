"""What stands still at a table: the names and facts of its board, whose pieces are whose, the map without what lies on
it.

In: a state, only for its rules and board data. Out: values that are the same in all its positions, and made once.
"""

from mercatoria.setting.plain_values import plain_value
from mercatoria.setting.setting import Setting, setting_of
from mercatoria.setting.terrain import Terrain
from mercatoria.setting.unfolding import Point

__all__ = ["Point", "Setting", "Terrain", "plain_value", "setting_of"]
