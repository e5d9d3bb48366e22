"""The interpreter: from a checked model to a running game, and to answers about it.

    model → flow (lowering) → reference ─────────────────────→ table → log → explain → play → testing
                            → optimizer → codegen ────────────↑

Each folder is a stage. It imports only from stages before it, and only what their `__init__` hands out. Knows nothing
of consoles, webs or players, and draws chance only from the generator in the state.
"""
