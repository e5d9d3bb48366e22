"""Basic elements of code: a short notation, a function writer, the memory layout, errors, the budget, and the
functions of every module."""
