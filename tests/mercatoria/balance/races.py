"""A race with a head start, for the tests of `balance`: the first seat wins more often, the longer its head start."""

from __future__ import annotations

from pathlib import Path

RACE = """\
rulebook race "A race"
    players 2 to 3

option short: flag = no "Does the race end early?"

number head_start = {head_start} "Head start of the first seat"
number finish = 24 "Length of the course"
number twice = 2 * finish

table by players 2 3
    longest        6 4

each Player has
    steps: 0 to 200 = 0

round "A lap"
    turn of player in Player
        player must walk

setup "The start"
    set seat(1).steps to head_start

action walk "Walk"
    then
        random die in 1 to longest
        raise player.steps by die clamped

end arrived at once when any(p in Player where p.steps >= (if short then 12 else finish)) "Somebody arrives"
end far at once when any(p in Player where p.steps >= twice) "Too far"

scoring of p in Player
    steps: p.steps

ranking of p in Player by most p.steps
"""


def race(folder: Path, head_start: int = 4) -> str:
    """Write the race into a folder, and return its path for `load`."""
    folder.mkdir(exist_ok=True)
    (folder / "rulebook.rules").write_text(RACE.format(head_start=head_start), encoding="utf-8")
    return str(folder)
