"""Emits terms and search steps: numbers, conditions, sequences, loops, graph functions and the work budget."""
