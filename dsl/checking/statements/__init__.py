"""Checks statements and costs, with one function for each form.

`statements` maps each form to its function.
"""
