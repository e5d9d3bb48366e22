"""The interpreter: from a checked model to a running game, and to answers about it.

    model → lowering → flow → reference ────────────→ table → log → explain → play → testing
                            → optimizer → codegen ──────↑

Each folder is a stage. It imports only from stages before it, and only what their `__init__` hands out. The interpreter
knows nothing of consoles, networks or bots. Chance comes only from the seeded generator in the state.
`docs/architecture.md` shows the whole house on one page.
"""
