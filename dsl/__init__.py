"""The language: from text and data to a checked model.

    source → syntax → ast → desugaring → amendments → checking → model → lints
                             board data ────────────────↑

Each folder is a stage. It imports only from stages before it, and only what their `__init__` hands out. All of it is
pure: no console, clock, network or randomness; files enter through `dsl.folder` alone.
"""
