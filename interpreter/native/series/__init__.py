"""Code generation for looking ahead.

Looking ahead finds the moves of a series that leave a way to its goal.
"""
