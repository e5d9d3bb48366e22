"""Secret keys of seats and hosts. Browsers send the keys in links and cookies. The store contains only hashes of the
keys.

Anyone who has the key of a seat may play for this seat. The host's key consists of 128 random bits. The seats' keys are
derived from the host's key by HMAC. The host can therefore display the seat links again, but someone who steals the
database cannot reconstruct them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 16


def new_key() -> str:
    """Generate a key of 128 random bits that can be used in a URL."""
    return _written(secrets.token_bytes(BYTES))


def seat_key(owner: str, table: str, seat: int) -> str:
    """Derive the key of a seat from the host's key."""
    return _written(hmac.digest(owner.encode(), f"{table} {seat}".encode(), "sha256")[:BYTES])


def hashed(key: str) -> bytes:
    """Return the hash of a key, as saved in the store. Keys are fully random, so one round of hashing is enough."""
    return hashlib.sha256(key.encode()).digest()


def is_key(given: str, kept: bytes) -> bool:
    """Return True if a key matches the stored hash. The comparison takes constant time."""
    return hmac.compare_digest(hashed(given), kept)


def _written(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
