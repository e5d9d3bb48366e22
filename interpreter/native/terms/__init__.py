"""Code generation for terms and steps.

It covers numbers, conditions, sequences, loops and graph functions.
"""
