"""The Python half of a page: answers the requests of its scripts in a worker of the browser.

A request has a method and parameters, and its answer is JSON. The methods of `mercatoria.editor` have the parameters of
the language server protocol. Those that begin with `page/` belong to the page. What only play and exercises need is
imported with the first such request, because the first check of a text must not wait for it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.diagnostics import Diagnostic, RulebookError
from mercatoria.editor import METHODS, Json, OpenGame, Refused, Workspace, answer, diagnostics
from mercatoria.editor import Table as CheckedTable

if TYPE_CHECKING:
    from mercatoria.page_table import Exercises, Play

Params = Mapping[str, Json]
OWN_FILE = "variants/{name}.rules"
"""The file of the reader's own variant in the folder of a game."""
RULEBOOK = "rulebook.rules"
READ_NO_SCENARIOS = ("textDocument/completion", "textDocument/hover")
"""The requests of an editor that are answered without the scenarios of the game, because the reader waits for them."""
NEED_SCENARIOS = ("page/scenarios", *(method for method in METHODS if method not in READ_NO_SCENARIOS))
LONE = "_from_a_link"
"""The folder of a rulebook that came with a link."""


@dataclass(slots=True)
class Session:
    """A page with one game open.

    Attributes:
        games: The folder that contains the folders of the games.
        exercises: The folder that contains the exercises.
        module: The WebAssembly module that the last request compiled; the worker takes it from here.
    """

    games: Path
    exercises: Path
    workspace: Workspace = field(default_factory=lambda: Workspace(scenarios=False))
    module: bytes = b""
    _home: Path = Path()
    _own: Path = Path()
    _checking: Iterator[None] | None = None
    _ran: set[str] = field(default_factory=set)
    _play: Play | None = None
    _graded: Exercises | None = None

    def answer(self, request: str) -> str:
        """Answer a request, which is JSON with `method` and `params`, as JSON with `result` or `refused`."""
        asked = json.loads(request)
        try:
            result = self._result(str(asked["method"]), asked.get("params", {}))
        except RulebookError as fault:
            return _as_json({"refused": "\n".join(map(_told, fault.diagnostics[:3]))})
        except Refused as fault:
            return _as_json({"refused": str(fault)})
        return _as_json({"result": result})

    def _result(self, method: str, params: Params) -> Json:
        if method in NEED_SCENARIOS:
            deque(self.game.desk.read_scenarios(), maxlen=0)
        if method in METHODS:
            return answer(self.workspace, method, params)
        match method:
            case "page/open":
                return self.open(params)
            case "page/edit":
                return self.edit(params)
            case "page/rest":
                return self.rest()
            case "page/scenarios":
                return self.scenarios()
            case "page/compile":
                made = self.play.compile(self.game.folder, params)
                self.module = made.module
                return made.about
            case "page/grade":
                return self.grader.grade(params)
        return self.play.answer(method, params)

    # ------------------------------------------------------------ texts

    @property
    def game(self) -> OpenGame:
        """The game that is open."""
        return self.workspace.game_of(self._home / RULEBOOK)

    def open(self, params: Params) -> Json:
        """Open a game, with the reader's own variant, and return its texts and their faults.

        If the parameters contain a rulebook, this rulebook is the game.
        """
        self._home = self.games / (str(params["game"]) or LONE)
        if "rulebook" in params:
            self._home.mkdir(exist_ok=True)
            (self._home / RULEBOOK).write_text(str(params["rulebook"]), encoding="utf-8")
        if not (self._home / RULEBOOK).is_file():
            raise Refused(f"this page does not contain the game `{params['game']}`")
        self._own = self._home / OWN_FILE.format(name=params["name"])
        self._play, self._ran = None, set()
        text = (self._home / RULEBOOK).read_text(encoding="utf-8")
        files = {"rulebook": (self._home / RULEBOOK).as_uri(), "own": self._own.as_uri()}
        self._take(files["rulebook"], text)
        self._take(files["own"], str(params.get("own", "")))
        return {"files": files, "text": text, **self._checked(files["own"])}

    def edit(self, params: Params) -> Json:
        """Take the new text of a file, and return the faults of the first table, by file."""
        uri = str(params["uri"])
        self._take(uri, str(params["text"]))
        return self._checked(uri)

    def rest(self) -> Json:
        """Check the rest of the game for one step."""
        if self._checking is None:
            self._checking = self.game.check_rest()
        done = next(self._checking, self) is self
        return {"done": done, "diagnostics": self._faults() if done else {}}

    def _take(self, uri: str, text: str) -> None:
        self._checking = None
        if text.strip() or uri != self._own.as_uri():
            self.workspace.edit(uri, text)
        else:
            self.workspace.close(uri)  # nothing is typed, so there is no such file

    def _checked(self, edited: str) -> Mapping[str, Json]:
        book, own = self.game.folder.rulebook, self._variants()
        counts = range(book.least, book.most + 1) if book is not None else range(0)
        self.game.table = self.game.table_with(own[-1]) if own else CheckedTable()
        return {"diagnostics": self._faults(edited), "own": own, "players": list(counts)}

    def _variants(self) -> list[str]:
        """Return the names of the reader's own variants."""
        variants = self.game.folder.variants.items()
        return [name for name, each in variants if Path(each.name.span.source.path) == self._own]

    def _faults(self, edited: str = "") -> Mapping[str, Json]:
        """Return the faults of the first table, and those of the table with the reader's variants."""
        found: dict[str, list[Diagnostic]] = {
            uri: list(each) for uri, each in self.workspace.faults(self.game, edited).items()
        }
        own = found.setdefault(self._own.as_uri(), [])
        known = {(each.code, str(each.span)) for each in own}
        for name in self._variants():
            table = self.game.table_with(name)
            _, sink = self.game.folder.check(table.players, table.variants, {})
            for fault in sink.in_order():
                if Path(fault.span.source.path) == self._own and (fault.code, str(fault.span)) not in known:
                    known.add((fault.code, str(fault.span)))
                    own.append(fault)
        return {uri: diagnostics(each) for uri, each in found.items()}

    # ------------------------------------------------------------ scenarios, play, exercises

    def scenarios(self) -> Json:
        """Return the scenarios in the order in which to run them: new and changed ones first."""
        found = [(each.name.text, each.title, str(hash(each))) for each in self.game.folder.scenarios]
        order = sorted(found, key=lambda each: each[2] in self._ran)
        self._ran |= {mark for _, _, mark in found}
        return [{"name": name, "title": title} for name, title, _ in order]

    @property
    def play(self) -> Play:
        """The game that the reader plays."""
        if self._play is None:
            from mercatoria.page_table import Play

            self._play = Play(self._home)
        return self._play

    @property
    def grader(self) -> Exercises:
        """The exercises of the page."""
        if self._graded is None:
            from mercatoria.page_table import Exercises

            self._graded = Exercises(self.exercises)
        return self._graded


def _told(fault: Diagnostic) -> str:
    return f"{Path(fault.span.source.path).name}, line {fault.span.line}: {fault.title}"


def _as_json(data: Mapping[str, Json]) -> str:
    return json.dumps(data, ensure_ascii=False)
