"""Keys: the holder of a key may play at its seat. Keys travel in links and cookies; the store keeps only hashes.

The host of a table gets a key of 128 random bits. HMAC derives the seat keys from it, so the host can see the links
again although nothing in the store could produce them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 16


def new_key() -> str:
    """Return a key of 128 random bits, safe for use in a link."""
    return _written(secrets.token_bytes(BYTES))


def seat_key(owner: str, table: str, seat: int) -> str:
    """Return the key of a seat, derived from the host's key."""
    return _written(hmac.digest(owner.encode(), f"{table} {seat}".encode(), "sha256")[:BYTES])


def hashed(key: str) -> bytes:
    """Return the hash that the store keeps of a key. A key is fully random, so one round is enough."""
    return hashlib.sha256(key.encode()).digest()


def is_key(given: str, kept: bytes) -> bool:
    """Return True if a key matches the stored hash, in constant time."""
    return hmac.compare_digest(hashed(given), kept)


def _written(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
