"""Records, saved games and golden records: the files in which games are stored.

The package writes each file atomically, and replays the stored game to restore the position. The package does not
depend on the command line or the screen.
"""

from mercatoria.storage import failed_games, golden, keep_as, records, saved_games
from mercatoria.storage.atomic import named_in_errors, write_atomically

__all__ = ["failed_games", "golden", "keep_as", "named_in_errors", "records", "saved_games", "write_atomically"]
