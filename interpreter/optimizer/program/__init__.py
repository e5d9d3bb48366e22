"""The planned program as a value: nodes, instructions and steps, and how they are printed."""
