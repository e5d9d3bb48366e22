"""Emits the control flow: nodes, decisions, chance events, whole games, batches of games, and game trees."""
