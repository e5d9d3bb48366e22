"""Emits code that changes the position: instructions, moves of pieces, and chance events."""
