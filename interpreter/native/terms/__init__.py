"""Emits terms and search steps: numbers, conditions, sequences, loops and graph functions."""
