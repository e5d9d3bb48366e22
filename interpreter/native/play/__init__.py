"""Emits the control flow: nodes, decisions, whole games, batches of games, and game trees."""
