"""An assistant ports the small game of the page, from an empty folder to full coverage, over the real connection."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import mcp

from tests.docs.code_blocks import DOCS, FENCE
from tests.mercatoria.conftest import ROOT

pytestmark = pytest.mark.slow

PAGE = (DOCS / "porting-with-an-assistant.md").read_text(encoding="utf-8")
RULES = "stones/rulebook.rules"

Work = Callable[["mcp.Client"], Awaitable[None]]


def files() -> list[tuple[str, str, bool]]:
    """Return the files of the page in order: name, text, and whether the text is to be appended."""
    found = [(match["info"].split(), match["text"]) for match in FENCE.finditer(PAGE)]
    return [(info[2], text, info[1] == "append") for info, text in found if info[1:2] in (["file"], ["append"])]


def connected(folder: Path, work: Work, *options: str) -> None:
    """Start the server for a folder, and let a client work."""
    import mcp  # not above: every quick run would import it, and it takes half a second
    from mcp.client.stdio import stdio_client

    environment = {"PYTHONPATH": str(ROOT), **{name: os.environ[name] for name in ("XDG_CACHE_HOME",)
                                               if name in os.environ}}  # fmt: skip
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "mercatoria", "mcp", "--folder", str(folder), *options], env=environment
    )

    async def run() -> None:
        async with asyncio.timeout(300), mcp.Client(stdio_client(command)) as client:
            await work(client)

    asyncio.run(run())


async def asks(client: mcp.Client, tool: str, **given: object) -> Any:
    """Return the data of an answer. The client compares it with the schema of the tool."""
    found = await client.call_tool(tool, given)
    assert not found.is_error, found.content[0].text
    assert found.structured_content["says"]
    return found.structured_content


async def refused(client: mcp.Client, tool: str, **given: object) -> str:
    found = await client.call_tool(tool, given)
    assert found.is_error
    text: str = found.content[0].text
    return text


def test_an_assistant_ports_a_game(tmp_path: Path) -> None:
    clauses, scenarios, rulebook, nasty = files()
    assert not any(tmp_path.iterdir()) and nasty[2]

    async def work(client: mcp.Client) -> None:
        assert "clauses.yaml" in (client.instructions or "")
        found = await asks(client, "games")
        assert "The named folder has no game yet" in found["says"][0]
        example = next(each for each in found["games"] if not each["own"])
        assert (await asks(client, "read", file=example["files"][0]))["text"]
        for name, text, _ in (clauses, scenarios):
            assert "nothing was checked" in (await asks(client, "write", file=name, text=text))["says"][1]
        assert "has no file `rulebook.rules`" in await refused(client, "coverage", game="stones")
        # The first try has a misspelt name, which the assistant mends by the edit that the answer contains.
        wrong = rulebook[1].replace("n <= pile ", "n <= pille ")
        (fault,) = (await asks(client, "write", file=RULES, text=wrong))["faults"]
        assert (fault["code"], fault["file"]) == ("E301", RULES)
        assert "unknown name" in (await asks(client, "explain", about=fault["code"]))["says"][0]
        (edit,) = fault["fix"]
        lines = wrong.split("\n")
        line = lines[edit["line"] - 1]
        at = edit["column"] - 1
        lines[edit["line"] - 1] = line[:at] + edit["after"] + line[at + len(edit["before"]) :]
        # It also forgot a clause.
        forgetful = "\n".join(lines).replace("[STN-004]", "")
        assert (await asks(client, "write", file=RULES, text=forgetful))["playable"]
        assert (await asks(client, "run_scenarios", game="stones"))["passed"] == 4
        covered = await asks(client, "coverage", game="stones")
        assert not covered["complete"]
        assert [each["id"] for each in covered["clauses_without_rule"]] == ["STN-004"]
        assert "Nobody takes more stones" in covered["clauses_without_rule"][0]["rule"]
        await asks(client, "write", file=RULES, text=rulebook[1])
        assert (await asks(client, "coverage", game="stones"))["complete"]
        why = await asks(client, "why_not", game="stones", scenario="little", seat="Ann", move="Ann: take(3)")
        assert (why["allowed"], why["clauses"][0]["id"], why["instead"]) == ("no", "STN-004", "Seat1: take(2)")
        await asks(client, "write", file=nasty[0], text=scenarios[1] + nasty[1])
        assert (await asks(client, "run_scenarios", game="stones"))["failed"] == 0
        assert (await asks(client, "coverage", game="stones"))["complete"]
        assert (await asks(client, "check", game="stones"))["errors"] == 0
        assert (await asks(client, "simulate", game="stones", games=20))["endings"] == {"empty": 20}
        shown = await asks(client, "show_position", game="stones", moves=["Seat1: take(3)"], seat="Seat2")
        assert shown["deciders"] == ["Seat2"] and len(shown["moves"]) == 3
        studied = await asks(client, "study", game="stones", without_rules=["take.enough"], games=4)
        assert studied["rule_sets"][1:] == ["without take.enough"]

    connected(tmp_path, work)
    assert sorted(file.name for file in tmp_path.rglob("*") if file.is_file()) == [
        "clauses.yaml", "rulebook.rules", "turns.rules",
    ]  # fmt: skip


def test_many_requests_at_once(tmp_path: Path) -> None:
    """All are answered, those that are too many with a refusal, and none mixes with another."""

    async def work(client: mcp.Client) -> None:
        codes = ["E301", "E302", "E008", "E315"] * 12
        found = await asyncio.gather(*(client.call_tool("explain", {"about": code}) for code in codes))
        texts = [each.content[0].text for each in found]
        assert all(
            text.startswith((code, "Refused: too many requests")) for code, text in zip(codes, texts, strict=True)
        )
        assert sum(not each.is_error for each in found) >= 33
        names = [f"g{number}/board.yaml" for number in range(8)]
        await asyncio.gather(*(client.call_tool("write", {"file": name, "text": name}) for name in names))
        for name in names:
            assert (tmp_path / name).read_text() == name

    connected(tmp_path, work)


def test_a_server_that_only_reads(tmp_path: Path) -> None:
    async def work(client: mcp.Client) -> None:
        listed = (await client.list_tools()).tools
        assert "write" not in {tool.name for tool in listed}
        assert all(tool.annotations.read_only_hint and tool.output_schema for tool in listed)
        assert "--read-only" in await refused(client, "write", file="a/board.yaml", text="x")

    connected(tmp_path, work, "--read-only")
    assert not any(tmp_path.iterdir())
