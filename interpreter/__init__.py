"""The interpreter: from a checked model to a running game, and to answers about it.

    model → lowering → flow → reference ────────────→ table → log → explain → play → testing
                            → optimizer → codegen ──────↑

Each folder is one stage of this pipeline. A stage imports only from earlier stages, and only the names that their
`__init__` exports. The interpreter contains no console, network or bot code. Random numbers come only from the seeded
generator in the state. See `docs/architecture.md` for a one-page overview.
"""
