"""Computer players that run inside a module and evaluate their moves.

The package covers their knowledge, their choices and their games.
"""
