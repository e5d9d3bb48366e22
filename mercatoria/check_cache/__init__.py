"""Remembers the games in which a check found nothing to report, until a file of the game or of the program changes.

The input is a game's folder. The output is a `Fingerprint`, which a later run recognizes. It depends only on the
contents of files: this stage does not know how a game is checked.
"""

from mercatoria.check_cache.fingerprint import Fingerprint, fingerprint_of

__all__ = ["Fingerprint", "fingerprint_of"]
