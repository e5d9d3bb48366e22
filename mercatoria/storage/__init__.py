"""Files of games: records, saved games, golden records.

In: a state, or a path. Out: a file written completely or not at all; a state replayed from a file. Knows nothing of
commands and screens.
"""

from mercatoria.storage import failed_games, golden, keep_as, records, saved_games
from mercatoria.storage.atomic import write_atomically

__all__ = ["failed_games", "golden", "keep_as", "records", "saved_games", "write_atomically"]
