"""The page about assistants has the tools and the limits of the program. `test_tutorial` follows its port."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mercatoria.assistance import TOOLS

PAGE = (Path(__file__).resolve().parents[2] / "docs/porting-with-an-assistant.md").read_text(encoding="utf-8")


def test_the_table_has_all_tools() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(TOOLS)


def test_the_lines_for_clients_start_the_command() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        ((servers),) = json.loads(block).values()
        assert servers["mercatoria"]["command"] == "mercatoria"
        assert servers["mercatoria"]["args"][:2] == ["mcp", "--folder"]


def test_the_page_has_the_limits() -> None:
    pytest.importorskip("mcp", reason="the extra `desk` is not installed")
    from mercatoria.mcp.jobs import LONGEST, MOST_MEMORY

    assert f"at most {LONGEST:.0f} seconds and one gigabyte" in PAGE and MOST_MEMORY == 2**30
