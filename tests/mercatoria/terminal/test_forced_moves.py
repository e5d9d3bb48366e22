"""Tests that the terminal says which only legal move it plays for a person, unless others could see a secret."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from mercatoria.terminal import loop
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

RULES = """\
rulebook last "The last card"
    players 2
    seats Red, Blue

kind Card: Wool, Ore with 9 pieces each

each Player has
    hand: counted bag of Card = 1 of Wool
    laid: bag of Card

round "Round"
    everyone in Player secretly chooses card in you.hand, says "put down {card}"
    for p in Player
        move 1 of card(p) from p.hand to p.laid

end soon of round when round.number = 1
"""


@pytest.mark.parametrize(("kinds", "is_told"), [(("human", "greedy"), True), (("human", "human"), False)])
def test_a_forced_card_is_told_to_the_only_person(
    kinds: tuple[str, ...], is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    state, shown = mercatoria.load(str(tmp_path)).start(2), io.StringIO()
    session = Session(Console(file=shown, width=100), state, kinds, picture_of(state), "last")
    with contextlib.suppress(LeftTable):
        loop.run(session)
    assert session.state.is_over
    assert ("You put down Wool (the only legal move)" in shown.getvalue()) == is_told
