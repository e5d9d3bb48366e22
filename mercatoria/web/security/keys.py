"""Keys: who has one may sit at a seat. They stand in links and cookies; what is kept of them is a hash.

Whoever sets up a table gets one key of 128 random bits. The keys of its seats are made from that by HMAC, so that he
can be shown the links again while nothing that is kept could make them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 16


def new_key() -> str:
    """A key of 128 random bits, as it can stand in a link."""
    return _written(secrets.token_bytes(BYTES))


def seat_key(owner: str, table: str, seat: int) -> str:
    """The key of a seat, from that of whoever set up the table."""
    return _written(hmac.digest(owner.encode(), f"{table} {seat}".encode(), "sha256")[:BYTES])


def hashed(key: str) -> bytes:
    """What is kept of a key. It is as long as random, so one round is enough."""
    return hashlib.sha256(key.encode()).digest()


def is_key(given: str, kept: bytes) -> bool:
    """Whether a key is the one whose hash is kept; how long this takes tells nothing."""
    return hmac.compare_digest(hashed(given), kept)


def _written(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
