"""Checks of expressions: one function for each form.

`expressions` lists the forms.
"""
