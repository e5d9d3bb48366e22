"""Players inside a module that evaluate their moves.

The package covers their knowledge, their choices and their games.
"""
