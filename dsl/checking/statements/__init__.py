"""Statements and costs: one function for each form, found in a table (`statements`)."""
