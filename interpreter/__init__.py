"""The interpreter: from a checked model to a running game, and to answers about it.

    model → lowering → flow → reference ────────────→ table → log → explain → play → testing
                            → optimizer → codegen ──────↑

Each folder is a stage. A stage imports only from earlier stages, and only the names that their `__init__` exports. The
interpreter contains no code for consoles, networks or bots. Random numbers come only from the seeded generator in the
state. `docs/architecture.md` gives an overview on one page.
"""
