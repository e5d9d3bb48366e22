"""Answers an assistant that helps to write the rules of a game.

The input is a named folder, the name of a tool, and its input as JSON. The output is sentences with file, line and
clause, and the same as data that fits the schema of the tool. Only the tool `write` changes a file, and only a file of
a game in the named folder. Answers about a position use only what the seat that asks may know.
"""

from mercatoria.assistance.positions import position_as_seen, refusal_as_seen
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused
from mercatoria.assistance.tools import TOOLS, Reply, Tool, answer, tools

__all__ = [
    "TOOLS", "Premises", "Refused", "Reply", "Tool", "answer", "position_as_seen", "refusal_as_seen", "tools",
]  # fmt: skip
