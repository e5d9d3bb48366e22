"""Starts the language server for each test, and drives it like an editor.

The tests are skipped if pygls or pytest-lsp, which the extras `desk` and `dev` install, is missing.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

MISSING = [name for name in ("pygls", "pytest_lsp", "pytest_asyncio") if importlib.util.find_spec(name) is None]
collect_ignore_glob = ["test_*.py"] if MISSING else []

if not MISSING:
    import pytest_lsp
    from lsprotocol import types
    from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

    from tests.mercatoria.lsp.typist import Typist

    COMMAND = [sys.executable, "-m", "mercatoria", "lsp"]

    ASKED = ("client/registerCapability", "workspace/codeLens/refresh", "workspace/inlayHint/refresh")
    """Requests that the server makes of an editor."""

    @pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND))
    async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
        """Start the server, and end it after the test."""
        for request in ASKED:
            lsp_client.feature(request)(lambda _: None)
        capabilities = client_capabilities("visual-studio-code")
        await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
        yield
        await lsp_client.shutdown_session()

    @pytest.fixture
    def typist(client: Any, tmp_path: Path) -> Typist:
        """Return an author whose editor has the server."""
        return Typist(client, tmp_path.resolve())
