"""Planned program to WebAssembly: one module for one flow, and the engine that runs it in wasmtime."""
