"""The protocol between our side and the other side: one line of JSON for each question, and one for each answer.

Words of the protocol are names of our rulebook: hexes, corners, paths and resources. The other side translates. A move
is a word such as `city:Dunes_SE`, `road:Dunes_Oakwood`, `trade:Ore>Wool`, `robber:Redhill>1` or `end`; seats are
numbers from 0.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, TypedDict, get_args

SERVING = Path(__file__).with_name("serving.py")
DISCARD = "discard"


class Board(TypedDict):
    """The board, as our board file declares it."""

    hexes: dict[str, tuple[list[int], str | None, int]]
    """Cube coordinates, resource and number of each hex."""
    corners: dict[str, tuple[str, str]]
    """A hex of each corner, and the side of the hex, such as SE."""
    paths: dict[str, tuple[str, str]]
    """The two corners of each path."""
    harbours: dict[str, str | None]
    """Resource that each harbour corner takes, or None for all."""


class Standing(TypedDict):
    """The whole position, seen from one of the engines. Seats and resources are in order of declaration."""

    seat: int
    turns: int
    legal: list[str]
    over: bool
    winner: int | None
    hands: list[list[int]]
    bank: list[int]
    cards: list[dict[str, int]]
    points: list[int]
    knights: list[int]
    roads: list[int]
    road_holder: int | None
    army_holder: int | None
    robber: str
    settlements: list[list[str]]
    cities: list[list[str]]
    paths: list[list[str]]


Part = Literal[
    "hands", "bank", "cards", "points", "knights", "roads", "road_holder", "army_holder", "robber", "settlements",
    "cities", "paths",
]  # fmt: skip
COMPARED: tuple[Part, ...] = get_args(Part)
"""Parts of a standing that both engines must agree on at every decision."""


class Choice(TypedDict):
    """A decision of a bot of the other side. A discard is a list of resources, any other decision is a word."""

    word: str
    lost: list[str]
    seconds: float


class OutsideFault(Exception):
    """The other side cannot be started, is not the expected program, or failed."""


class OtherSide(Protocol):
    """An engine with bots, in which the same game is played."""

    def start(self, players: int, bot: str, seed: int) -> Standing:
        """Begin a game in which `bot` may be asked for the decisions of every seat."""
        ...

    def decide(self, allowed: list[str]) -> Choice:
        """Return the decision of the bot whose turn it is, among the words allowed."""
        ...

    def play(self, word: str, result: list[str] | list[int] | None) -> Standing:
        """Play a word with the given result of chance, or the given discarded resources."""
        ...

    def settle_roads(self, lengths: list[int], holder: int | None) -> Standing:
        """Correct the lengths of the longest roads, and their holder."""
        ...


class Process:
    """The other side as a separate process, which runs `serving.py`. A context manager that ends it."""

    def __init__(self, python: Path, source: Path, board: Board) -> None:
        for path, meaning in ((python, "--python"), (source / "catanatron", "--source")):
            if not path.exists():
                raise OutsideFault(f"`{path}` does not exist, but `{meaning}` names it; see docs/outside.md")
        environment = dict(os.environ, PYTHONPATH=str(source), PYTHONHASHSEED="0")
        self._process = subprocess.Popen(
            [str(python), str(SERVING)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            self._ask({"do": "board", "board": board})
        except OutsideFault:
            self.close()
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def start(self, players: int, bot: str, seed: int) -> Standing:
        return self._ask({"do": "start", "players": players, "bot": bot, "seed": seed})["standing"]

    def decide(self, allowed: list[str]) -> Choice:
        return self._ask({"do": "decide", "allowed": allowed})["choice"]

    def play(self, word: str, result: list[str] | list[int] | None) -> Standing:
        return self._ask({"do": "play", "word": word, "result": result})["standing"]

    def settle_roads(self, lengths: list[int], holder: int | None) -> Standing:
        return self._ask({"do": "roads", "lengths": lengths, "holder": holder})["standing"]

    def _ask(self, question: dict[str, object]) -> Answer:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise OutsideFault("the other side ended without an answer; its own message is above")
        answer: Answer = json.loads(line)
        if "fault" in answer:
            raise OutsideFault(answer["fault"])
        return answer


class Answer(TypedDict, total=False):
    """An answer of the other side."""

    standing: Standing
    choice: Choice
    fault: str
