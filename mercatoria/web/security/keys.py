"""Keys of seats and hosts. A key is sent in a link and a cookie; the store keeps only its hash.

The holder of a seat's key may play at that seat. The host of a table gets a key of 128 random bits, from which the keys
of all seats are derived by HMAC. The host can therefore always see the seat links again, although the store alone
cannot reproduce them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 16


def new_key() -> str:
    """Return a key of 128 random bits that can be part of a link."""
    return _written(secrets.token_bytes(BYTES))


def seat_key(owner: str, table: str, seat: int) -> str:
    """Return the key of a seat, derived from the host's key."""
    return _written(hmac.digest(owner.encode(), f"{table} {seat}".encode(), "sha256")[:BYTES])


def hashed(key: str) -> bytes:
    """Return the hash of a key, for the store. Keys are fully random, so one round of hashing is enough."""
    return hashlib.sha256(key.encode()).digest()


def is_key(given: str, kept: bytes) -> bool:
    """Return True if a key matches the stored hash. The comparison takes constant time."""
    return hmac.compare_digest(hashed(given), kept)


def _written(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
