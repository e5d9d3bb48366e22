"""Runs modules in wasmtime.

A machine plays games, steps batches of games, and counts events or game-tree nodes. `description` tells other programs
how to run a module.
"""
