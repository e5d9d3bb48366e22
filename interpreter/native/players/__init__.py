"""Computer players that run inside a module and evaluate their moves.

The package covers the players' knowledge, choices and games.
"""
