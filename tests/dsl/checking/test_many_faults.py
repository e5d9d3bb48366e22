"""Tests that a rulebook with very many faults is refused, and that the rest of it need not be known."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics.diagnostic import MOST_FAULTS
from dsl.folder import read_folder

RULEBOOK = """\
rulebook many "Many faults"
    players 1

game has
{fields}
value doubled: 0 to 198 = 2 * level

action rest "Rest"
    then raise level by 1

phase work
    you may rest

round "Day"
    do work

end last of round when round.number = 2
"""


def test_declarations_after_many_faults_are_not_looked_for(tmp_path: Path) -> None:
    """The check gives up before it reads the headings of values, actions and phases."""
    fields = "    level: 0 to 99 = 0\n" * (2 * MOST_FAULTS)
    (tmp_path / "rulebook.rules").write_text(RULEBOOK.format(fields=fields), encoding="utf-8")
    folder = read_folder(tmp_path, "many")
    for _ in range(2):
        checked, sink = folder.check(1)
        assert len(sink.errors) >= MOST_FAULTS
        assert checked is None or checked.model is None
