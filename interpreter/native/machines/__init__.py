"""Machines that run a module in wasmtime.

Machines play games, step batches of games, and count events and nodes. The package also describes a module for other
programs.
"""
