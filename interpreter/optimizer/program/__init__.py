"""The planned program as data: nodes, instructions and steps, and their text form."""
