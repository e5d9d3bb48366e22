"""The language server: a shell that connects an editor with `mercatoria.editor`.

The input is the messages of an editor on the standard input, in the language server protocol. The output is its answers
and notices. Every answer comes from a function of `mercatoria.editor`; this package only reads and writes messages, and
checks the rest of a game while the author pauses. It needs the extra `desk`, which contains pygls.
"""

from mercatoria.lsp.server import serve

__all__ = ["serve"]
