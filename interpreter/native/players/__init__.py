"""Players inside a module that evaluate their moves: their knowledge, their choices, and their games."""
