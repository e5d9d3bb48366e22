"""The messages of the language server protocol, read with as few conversions as possible.

Requests about a file reach `mercatoria.editor.methods` as the JSON in which they come.
"""

from __future__ import annotations

import logging

from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCRequestMessage

from mercatoria.editor import METHODS

FAULTS = "textDocument/publishDiagnostics"
"""The notice that publishes the faults of a file."""

REQUEST_FAILED = -32803
"""The code of the protocol for a request that is understood but refused."""


class Refusal(JsonRpcException):  # type: ignore[misc]  # pygls may not be installed
    """Raised to refuse a request. The editor shows the message."""

    CODE = REQUEST_FAILED


class Connection(LanguageServer):  # type: ignore[misc]  # pygls may not be installed
    """The connection to one editor. Only failures of the server are logged, not refused requests."""

    def report_server_error(self, error: Exception, source: object) -> None:
        """Tell the author about a failure of the server."""
        if not isinstance(error, Refusal):
            super().report_server_error(error, source)


def is_fault(record: logging.LogRecord) -> bool:
    """Return False for the record of a refused request."""
    return not (record.exc_info and isinstance(record.exc_info[1], Refusal))


class PlainProtocol(LanguageServerProtocol):  # type: ignore[misc]  # pygls may not be installed
    """The protocol of pygls with columns in UTF-16 units, and with plain parameters of our requests."""

    def structure_message(self, data: dict[str, object]) -> object:
        """Return a message as an object."""
        method, params = data.get("method"), data.get("params")
        if method == "initialize" and isinstance(params, dict):
            general = params.get("capabilities", {}).get("general")
            if isinstance(general, dict):
                general.pop("positionEncodings", None)  # every client knows UTF-16, and `positions` counts in it
        if "jsonrpc" in data and "id" in data and method in METHODS:
            return JsonRPCRequestMessage(id=data["id"], method=method, params=params, jsonrpc=data["jsonrpc"])
        return super().structure_message(data)

    def get_message_type(self, method: str) -> object:
        """Return the class of a message, or None for one whose parameters are plain JSON."""
        return super().get_message_type(method) if method != FAULTS else None
