"""The server for assistants: a shell that connects an assistant with `mercatoria.assistance`.

The input is the messages of an assistant on the standard input, in the model context protocol. The output is its
answers. Every answer comes from a function of `mercatoria.assistance`, in a process with limited time and memory; this
package only reads and writes messages. It needs the extra `desk`, which contains the package mcp. That package is
imported when the server starts, because the process that answers a request does not need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercatoria.mcp.server import serve

__all__ = ["serve"]


def __getattr__(name: str) -> object:
    """Import the server on first use."""
    if name not in __all__:
        raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
    from mercatoria.mcp.server import serve

    return serve
