"""Code generation for changes of a position.

The changes are instructions, moves of pieces, and chance events.
"""
