"""A made-up game on a wide board, on which players open roads.

The board is a lattice of 100 places and 343 paths. The need of the game is written in two ways: as a sentence
(`NATURAL`), and as a hand-made domain (`BY_HAND`), which cannot say why a road is refused. `make bench` compares their
speed, because authors should not have to choose between them.
"""

from __future__ import annotations

from pathlib import Path

SIDE = 10

HEAD = """rulebook wide "Wide"
    players 2 to 4
    board "board.yaml"

kind Place from board
kind Path from board between Place
    cost: 1 to 3
kind Pawn, 2 for each Player

each Player has
    home: Place = P55
    roads: 0 to 40 = 0
each Path has
    road: Player or none = none
each Pawn has
    at: Place or none = none
game has
    turns: 0 to 9999 = 0

value reached(who: Player, place: Place): flag
    = place = who.home or any(p in edges(place, Path) where p.road = who)

value mine(who: Player): set of Path = {p in Path where p.road = who}

round
    turn of player in Player
        player may open_road or close_road or stride, repeatedly
        raise turns by 1 clamped
        if mine(player).size > 20
            random lost in mine(host(player))
            set lost.road to none

value host(who: Player): Player = last(p in Player where p.roads >= who.roads)

action close_road(path: Path where path.road = you) "Close a road"
    limit 1 per turn
    then
        set path.road to none
        lower you.roads by 1 clamped

action stride(pawn: Pawn where pawn.owner = you, place: Place) "Move a pawn to the end of an own road"
    limit 1 per turn
    needs free: all(p.at != place for p in Pawn)
    needs own: any(p in edges(place, Path) where p.road = you)
    then
        set pawn.at to place

end late of turn when turns >= 300
scoring of p in Player
    roads: count(path in Path where path.road = p)
"""

NATURAL = """
action open_road(path: Path) "Open a road"
    limit 2 per turn
    needs free: path.road = none
    needs joined: any(place in path.ends where reached(you, place))
    then
        set path.road to you
        raise you.roads by 1 clamped
"""

BY_HAND = """
value near(who: Player): set of Path
    = {p in union(edges(place, Path) for place in Place where reached(who, place)) where p.road = none}

action open_road(path: near(you)) "Open a road"
    limit 2 per turn
    then
        set path.road to you
        raise you.roads by 1 clamped
"""


def board() -> str:
    """Return the board file: a square lattice with both diagonals and one long path.

    The long path connects two corners.
    """
    places = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    ends = [
        (f"P{row}{column}", f"P{row + down}{column + right}")
        for row, column in places for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + down < SIDE and 0 <= column + right < SIDE
    ]  # fmt: skip
    ends.append(("P00", f"P0{SIDE - 1}"))
    lines = ["board: {title: Wide, reconstructed: yes}", "Place:"]
    lines += [f"  P{row}{column}: {{}}" for row, column in places]
    lines.append("Path:")
    lines += [f"  Path{n}: {{ends: [{one}, {other}], cost: {1 + n % 3}}}" for n, (one, other) in enumerate(ends)]
    return "\n".join(lines) + "\n"


def written(folder: Path, way: str) -> Path:
    """Write the game to a folder, in one of the two forms, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.yaml").write_text(board(), encoding="utf-8")
    (folder / "rulebook.rules").write_text(HEAD + way, encoding="utf-8")
    return folder
