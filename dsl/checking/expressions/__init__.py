"""Checks expressions, with one function for each form.

`expressions` lists the forms.
"""
