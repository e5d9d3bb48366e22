"""Basic elements of code generation.

The elements are a short notation for code, a writer of functions, the memory layout, errors, the work budget, and the
functions that every module contains.
"""
