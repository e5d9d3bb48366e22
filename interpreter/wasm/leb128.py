"""Encodes integers in the LEB128 format of WebAssembly.

Each byte contains seven bits of the integer, and the lowest bits come first.
"""

from __future__ import annotations

_SMALL = [bytes((value,)) for value in range(0x80)]
"""Encodings of integers that fit into one byte, cached because most integers in a module are small."""


def unsigned(value: int) -> bytes:
    """Encode a non-negative integer.

    Raises:
        ValueError: Raised if the integer is negative.
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
    """Encode any integer. Bit 6 of the last byte is the sign."""
    if -0x40 <= value < 0x40:
        return _SMALL[value & 0x7F]
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def counted(items: list[bytes]) -> bytes:
    """Concatenate encoded items, preceded by the number of items."""
    return unsigned(len(items)) + b"".join(items)


def length_prefixed(content: bytes) -> bytes:
    """Prepend the length to a byte string."""
    return unsigned(len(content)) + content
