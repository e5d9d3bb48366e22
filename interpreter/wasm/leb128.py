"""Numbers as WebAssembly writes them: seven bits in a byte, the lowest first (LEB128)."""

from __future__ import annotations

_SMALL = [bytes((value,)) for value in range(0x80)]
"""Encodings of numbers that fit in one byte, the most common case."""


def unsigned(value: int) -> bytes:
    """A number that is not below 0."""
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
    """Any whole number. The last byte's bit 6 is its sign."""
    if -0x40 <= value < 0x40:
        return _SMALL[value & 0x7F]
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def counted(items: list[bytes]) -> bytes:
    """Several things, one behind the other, and first how many there are."""
    return unsigned(len(items)) + b"".join(items)


def length_prefixed(content: bytes) -> bytes:
    """Bytes, and first how many there are."""
    return unsigned(len(content)) + content
