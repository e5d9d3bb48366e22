"""Code generation for control flow.

It covers nodes, decisions, whole games, batches of games, and game trees.
"""
