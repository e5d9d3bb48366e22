"""The language: from text and data to a checked model. Pure: no console, clock, network or randomness."""
