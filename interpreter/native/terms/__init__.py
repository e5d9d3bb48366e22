"""Code generation for terms and steps.

The package covers numbers, conditions, sequences, loops and graph functions.
"""
