"""Lex Mercatoria: what people touch, the public Python API, the command line and the players."""
