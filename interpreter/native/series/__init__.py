"""Code generation for looking ahead.

Looking ahead finds the moves of a series after which its goal can still be reached.
"""
