"""Terms and steps as code: numbers, conditions, sequences, loops, ways on a graph."""
