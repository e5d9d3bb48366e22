"""Expressions: one function for each form, found in a table (`expressions`)."""
