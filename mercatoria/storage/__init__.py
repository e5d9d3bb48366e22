"""Files of games: records, saved games and golden records.

The package writes a state to a file, either completely or not at all, and replays the state from the file. The package
knows nothing of commands and screens.
"""

from mercatoria.storage import failed_games, golden, keep_as, records, saved_games
from mercatoria.storage.atomic import write_atomically

__all__ = ["failed_games", "golden", "keep_as", "records", "saved_games", "write_atomically"]
