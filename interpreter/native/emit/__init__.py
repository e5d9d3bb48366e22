"""What code is made of: a short notation, functions that are being written, where memory lies, faults, budget, and the
functions that every module has."""
