"""Exports a game as a C file with a header.

The C file holds the same program as the WebAssembly module: `interpreter.wasm` writes its functions in C.
"""
