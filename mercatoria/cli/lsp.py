"""The command `lsp`, which serves an editor in the language server protocol."""

from __future__ import annotations

from mercatoria.console import errors

HOW = "the language server needs the extra `desk`: pip install 'mercatoria[desk]'"


def lsp() -> int:
    """Serve an editor: faults as you type, hover, completion, rename.

    The editor starts this command and talks to it over the standard input and output.
    """
    try:
        from mercatoria.lsp import serve  # imported late, because it needs the optional extra `desk`
    except ModuleNotFoundError as fault:
        raise errors.misuse(HOW) from fault
    serve()
    return 0
