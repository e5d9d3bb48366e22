"""Machines that run a module in wasmtime: games, batches, counts; and a description for other programs."""
