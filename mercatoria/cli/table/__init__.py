"""A game at the terminal: the picture, the menu of moves, and the session that joins them."""
