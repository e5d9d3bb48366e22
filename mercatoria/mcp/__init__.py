"""The server for assistants: a shell that connects an assistant with `mercatoria.assistance`.

The input is the messages of an assistant on the standard input, in the model context protocol. The output is its
answers. Every answer comes from a function of `mercatoria.assistance`, in a process with limited time and memory; this
package only reads and writes messages. It needs the extra `desk`, which contains the package mcp.
"""

from mercatoria.mcp.server import serve

__all__ = ["serve"]
