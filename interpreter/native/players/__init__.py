"""Emits computer players that run inside a module and evaluate their moves.

The package covers the players' assumptions, their choice of moves, and their games.
"""
