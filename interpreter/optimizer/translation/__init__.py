"""Translates rulebook expressions into terms: fields become addresses, and rulebook values are inlined."""
