"""The encoding of numbers in WebAssembly (LEB128).

Each byte holds seven bits of the number, and the lowest bits come first.
"""

from __future__ import annotations

_SMALL = [bytes((value,)) for value in range(0x80)]
"""Encodings of the numbers that fit into one byte, which are the most common numbers."""


def unsigned(value: int) -> bytes:
    """Encode a whole number that is not negative.

    Raises:
        ValueError: The number is negative.
    """
    if 0 <= value <= 0x7F:
        return _SMALL[value]
    if value < 0:
        raise ValueError(f"{value} is below 0")
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def signed(value: int) -> bytes:
    """Encode any integer; bit 6 of the last byte is the sign bit."""
    if -0x40 <= value < 0x40:
        return _SMALL[value & 0x7F]
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def counted(items: list[bytes]) -> bytes:
    """Return encoded items as one byte string that begins with their count."""
    return unsigned(len(items)) + b"".join(items)


def length_prefixed(content: bytes) -> bytes:
    """Return bytes preceded by their length."""
    return unsigned(len(content)) + content
