"""Emits the look-ahead for series of actions, which finds the moves after which the goal remains reachable."""
