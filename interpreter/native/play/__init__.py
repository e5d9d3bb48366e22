"""Code generation for control flow.

The package covers nodes, decisions, whole games, batches of games, and game trees.
"""
