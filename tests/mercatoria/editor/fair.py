"""A small game with a board, variants, scenarios, clauses and a picture, and an editor that asks about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mercatoria.editor import Workspace, answer, diagnostics

RULES = """\
# A fair with two towns.
rulebook fair "Fair" [FAR-001]
    players 2 to 3
    board "board.yaml"

kind Town from board
    size_of: 1 to 9

kind Ware: Wool, Salt

table by players  2  3
    start         5  4           [FAR-002]

option toll: 0 to 3 = 1 "What does a road cost?"

each Player has
    purse: 0 to 20 = start "coin"
    stock(Ware): 0 to 9 = 0
    place: Town = Lund

each Town has
    stock: 0 to 9 = size_of

number price = 2                 [FAR-003]

value rich(p: Player): flag = p.purse > 10

round
    turn of player in Player
        player may buy or travel

action buy(ware: Ware) "Buy a ware" [FAR-003]
    says "buy {ware}"
    needs enough: you.purse >= price
    needs left: you.place.stock > 0
    then
        raise you.stock(ware) by 1 clamped
        lower you.purse by price clamped
        lower you.place.stock by 1

action travel(town: Town) "Travel"
    says "travel to {town}"
    needs elsewhere: town != you.place
    needs can_pay: you.purse >= toll
    then
        let price = toll
        lower you.purse by price
        set you.place to town

end late of round when round.number = 5 or any(rich(p) for p in Player)

scoring of p in Player
    coins: p.purse
"""
BOARD = """\
board:
  title: The towns
  reconstructed: false
Town:
  Lund: {size_of: 3}
  Visby: {size_of: 5}
"""
VARIANTS = """\
variant dear "Everything is dear" of fair
    set price to 3
    replace travel.can_pay: you.purse > toll
"""
SCENARIOS = """\
scenario bought "Buying costs coins"
    players Ann, Ben
    given
        set Ann.purse to 6
    play
        Ann: buy(Wool)
    expect
        Ann.purse = 4 [FAR-003]
        Ann.stock(Wool) = 1
        Lund.stock = 2

scenario too_dear "Nothing without coins"
    players Ann, Ben
    given
        set Ann.purse to 1
    refused Ann: buy(Wool) because enough
"""
CLAUSES = """\
clauses:
- id: FAR-001
  section: Players
  rule: Two or three may play.
  status: formalised
- id: FAR-002
  section: Set-up
  rule: Each player begins with a few coins.
  status: formalised
- id: FAR-003
  section: Buying
  rule: A ware costs two coins.
  status: formalised
rulings:
- id: FAR-A01
  question: May a town be empty?
  ruling: An empty town sells nothing.
"""
FILES = {
    "rulebook.rules": RULES,
    "board.yaml": BOARD,
    "variants/dear.rules": VARIANTS,
    "scenarios/buying.rules": SCENARIOS,
    "clauses.yaml": CLAUSES,
}


def written(folder: Path, **other: str) -> Path:
    """Write the game into a folder, with other texts for some files, and return the folder."""
    for name, text in {**FILES, **other}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@dataclass
class Editor:
    """An editor that opens files of one folder and makes requests."""

    home: Path
    workspace: Workspace = field(default_factory=Workspace)
    texts: dict[str, str] = field(default_factory=dict)

    def uri(self, name: str) -> str:
        return (self.home / name).as_uri()

    def text(self, name: str) -> str:
        return self.texts.get(name) or (self.home / name).read_text(encoding="utf-8")

    def open(self, name: str, text: str | None = None) -> list[str]:
        """Open a file, or type a new text, and return the codes of the faults in it."""
        self.texts[name] = self.text(name) if text is None else text
        game = self.workspace.edit(self.uri(name), self.texts[name])
        return [fault.code for fault in self.workspace.faults(game, self.uri(name))[self.uri(name)]]

    def typed(self, name: str, old: str, new: str) -> list[str]:
        """Replace a part of a file that occurs once, and return the codes of the faults in it."""
        text = self.text(name)
        assert text.count(old) == 1, (old, text.count(old))
        return self.open(name, text.replace(old, new))

    def faults(self, name: str) -> list[Any]:
        """Return the diagnostics of a file, after everything has been checked."""
        game = self.workspace.game_of((self.home / name).resolve())
        for _ in game.check_rest():
            pass
        return diagnostics(self.workspace.faults(game).get(self.uri(name), []))

    def place(self, name: str, marked: str) -> dict[str, int]:
        """Return the position of the bar in a part of a file that occurs once, such as `you.|purse >= price`."""
        text, bare = self.text(name), marked.replace("|", "")
        assert text.count(bare) == 1, (bare, text.count(bare))
        return end_of(text[: text.index(bare) + marked.index("|")])

    def ask(self, method: str, name: str, marked: str = "", **params: Any) -> Any:
        """Make a request about a place of a file."""
        at = {"position": self.place(name, marked)} if marked else {}
        return answer(self.workspace, method, {"textDocument": {"uri": self.uri(name)}, **at, **params})

    def shown(self, found: Any) -> list[tuple[str, int, str]]:
        """Return the file, the line and the text of each location."""
        return sorted(self._shown(each) for each in (found if isinstance(found, list) else [found]))

    def _shown(self, location: Any) -> tuple[str, int, str]:
        name = location["uri"].removeprefix(self.home.as_uri() + "/")
        start, end = location["range"]["start"], location["range"]["end"]
        line = self.text(name).split("\n")[start["line"]]
        return name, start["line"] + 1, line[start["character"] : end["character"]]


def end_of(text: str) -> dict[str, int]:
    """Return the position of the end of a text."""
    return {"line": text.count("\n"), "character": len(text.rpartition("\n")[2].encode("utf-16-le")) // 2}


def applied(text: str, edits: list[Any]) -> str:
    """Return a text after edits. Each edit stays in one line."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda each: tuple(each["range"]["start"].values()), reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)
