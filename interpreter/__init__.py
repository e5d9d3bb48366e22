"""The interpreter: from a checked model to a running game. Knows nothing of consoles, webs or bots."""
