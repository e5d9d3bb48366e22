"""The language: from text and data to a checked model.

    source → syntax → ast → amendments → desugaring → checking → model → lints
                                         board data ──────↑

Each folder is a stage. It imports only from stages before it, and only what their `__init__` hands out. All of it is
pure: no console, clock, network or randomness. `dsl.folder` alone opens files and runs all the others.
`docs/architecture.md` shows the whole house on one page.
"""
