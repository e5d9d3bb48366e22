"""The generated engine: Python source for one flow, and the engine that runs it."""
