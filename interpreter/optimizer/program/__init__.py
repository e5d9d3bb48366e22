"""The planned program as plain data: nodes, instructions and search steps, and how to print them."""
