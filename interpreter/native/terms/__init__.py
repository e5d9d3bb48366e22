"""Terms and steps as code: numbers, conditions, sequences, loops, graph functions."""
