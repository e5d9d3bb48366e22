"""Checks of statements and costs: one function for each form.

`statements` lists the forms of statements.
"""
