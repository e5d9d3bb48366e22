"""Planned programs as plain data (nodes, instructions and search steps), and their text form."""
