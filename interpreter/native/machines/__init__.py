"""Machines that run a module in wasmtime.

Machines play games, step batches of games, and count events and nodes. The package also produces a description that
other programs need to run a module.
"""
