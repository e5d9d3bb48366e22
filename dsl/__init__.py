"""The rules language, which turns a rulebook and its board data into a checked model.

    source → syntax → ast → amendments → desugaring → checking → model → lints
                                    board data ──────────↑

Each folder is a stage. A stage imports only names that the `__init__` of an earlier stage exports. The code is pure: it
uses no console, clock, network or randomness. Only `dsl.folder` opens game files and calls the other stages.
`docs/architecture.md` maps the stages on one page.
"""
