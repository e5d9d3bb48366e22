"""What runs a module: machines of wasmtime, games, batches, counts; and what describes it to others."""
