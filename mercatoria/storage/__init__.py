"""Files that are kept: records, saved games, golden records.

In: a state, or a path. Out: a file that is either whole or not there; a state played again from a file. Knows nothing
of commands and screens.
"""

from mercatoria.storage import failed_games, golden, keep_as, records, saved_games
from mercatoria.storage.atomic import write_atomically

__all__ = ["failed_games", "golden", "keep_as", "records", "saved_games", "write_atomically"]
