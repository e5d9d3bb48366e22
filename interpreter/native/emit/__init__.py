"""The basic parts of code generation.

The components are a shorthand for code, a writer of functions, the memory layout, error numbers, the work budget,
and the functions that every module contains.
"""
