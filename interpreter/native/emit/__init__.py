"""The tools with which the emitters generate code.

The package contains a shorthand for code, a writer of functions, the memory layout, error numbers, the work budget, and
the functions that every module contains.
"""
