"""Code-generation tools and the memory layout.

The package provides a shorthand for WebAssembly instructions, a function writer, error numbers, and the library
functions that every module contains.
"""
