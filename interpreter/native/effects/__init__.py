"""Emits code that changes the position: instructions and moves of pieces."""
