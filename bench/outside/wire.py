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
from typing import Literal, Protocol, TypedDict, cast, get_args

SERVING = Path(__file__).with_name("serving.py")
PACKAGE = "catanatron"
"""Name of the other side's package, inside the folder of its source."""
DISCARD = "discard"
Question = dict[str, object]


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
        """Start the program and tell it the board.

        Raises:
            OutsideFault: A path is wrong, or the program is not the expected one.
        """
        if not python.exists():
            raise OutsideFault(f"`{python}` does not exist, but `--python` names it; see docs/outside.md")
        if not (source / PACKAGE).is_dir():
            raise OutsideFault(
                f"`{source}` does not contain the package `{PACKAGE}`, but `--source` names it; see docs/outside.md"
            )
        environment = dict(os.environ, PYTHONPATH=str(source.resolve()), PYTHONHASHSEED="0")
        try:
            self._process = subprocess.Popen(
                [str(python.absolute()), str(SERVING)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                env=environment, start_new_session=True,  # Ctrl-C must not reach it: the match ends it
            )  # fmt: skip
        except OSError as error:
            raise OutsideFault(f"`{python}` cannot be run, but `--python` names it: {error.strerror}") from None
        try:
            self._ask({"do": "board", "board": board})
        except BaseException:
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
        return self._standing({"do": "start", "players": players, "bot": bot, "seed": seed})

    def decide(self, allowed: list[str]) -> Choice:
        return cast("Choice", self._answer({"do": "decide", "allowed": allowed}, "choice"))

    def play(self, word: str, result: list[str] | list[int] | None) -> Standing:
        return self._standing({"do": "play", "word": word, "result": result})

    def settle_roads(self, lengths: list[int], holder: int | None) -> Standing:
        return self._standing({"do": "roads", "lengths": lengths, "holder": holder})

    def _standing(self, question: Question) -> Standing:
        return cast("Standing", self._answer(question, "standing"))

    def _answer(self, question: Question, key: str) -> object:
        """Return one part of the answer. The contents are taken on trust, because the engines are compared anyway."""
        line, answer = self._ask(question)
        if not isinstance(answer, dict) or key not in answer:
            raise OutsideFault(f"the other side answered `{line[:80]}`, which is not an object with the key `{key}`")
        return answer[key]

    def _ask(self, question: Question) -> tuple[str, object]:
        """Return the line of the answer, and the data that it contains."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, UnicodeDecodeError):
            line = ""
        if not line:
            raise OutsideFault("the other side ended without an answer; its own message is above")
        line = line.rstrip("\n")
        try:
            answer: object = json.loads(line)
        except ValueError:
            raise OutsideFault(f"the other side answered `{line[:80]}`, which is not JSON") from None
        if isinstance(answer, dict) and "fault" in answer:
            raise OutsideFault(str(answer["fault"]))
        return line, answer
