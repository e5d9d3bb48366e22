"""Tests studies with known results: new names change nothing, and five extra coins have a visible effect."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import mercatoria
from mercatoria.study import Deal, Design, RuleSet
from mercatoria.study.findings import findings
from tests.mercatoria.conftest import ROOT, SHIPPED
from tests.mercatoria.study.studied_games import variant

CARAVANS = ROOT / "docs" / "examples" / "caravans"

OTHER_NAMES = {
    "Salt": "Zinc", "Cloth": "Amber", "Agadez": "Zinder", "Kano": "Abuja", "Sand": "Weald", "Dunes": "Copse",
    "Caravan": "Wagon", "purse": "chest", "skins": "barrels", "steps": "miles", "fill": "top_up", "set_out": "leave",
    "halt": "arrive", "toll": "fee", "left": "came_from",
}  # fmt: skip
"""Other names for goods, places, fields and actions, which reverse the alphabetical order."""

FIVE_COINS = """\
variant five_coins "Five coins more for the first seat" of {game}
    add rule gift before round when round.number = 1
        bank pays 5 to seat(1)
"""


def renamed(folder: Path) -> str:
    """Return a copy of the game with these other names, in a separate folder."""
    shutil.copytree(CARAVANS, folder, ignore=shutil.ignore_patterns("scenarios", "README.md"))
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        for name, other in OTHER_NAMES.items():
            text = re.sub(rf"\b{name}(?=\b|[A-Z])|(?<=[a-z]){name}\b", other, text)
        file.write_text(text, encoding="utf-8")
    return str(folder)


def without_names(deal: Deal, name: str) -> list[object]:
    """Return the games of a deal without the names of their moves."""
    return [
        replace(game, moves={}, triggers={}) for game in deal.games[name]
    ] + [(sorted(game.moves.values()), sorted(game.triggers.values())) for game in deal.games[name]]


@pytest.mark.parametrize(("seats", "deals"), [
    (("random", "random", "random"), 15),
    (("greedy", "random"), 3),
    pytest.param(("greedy", "random", "greedy"), 30, marks=pytest.mark.slow),
])  # fmt: skip
def test_other_names_make_no_difference_at_all(tmp_path: Path, seats: tuple[str, ...], deals: int) -> None:
    base, other = mercatoria.load(str(CARAVANS)), mercatoria.load(renamed(tmp_path / "caravans"))
    design = Design((RuleSet("base", base), RuleSet("other", other)), seats, 1)
    dealt = [design.deal(number) for number in range(deals)]
    for deal in dealt:
        assert without_names(deal, "base") == without_names(deal, "other")
    found = findings(design, dealt).rule_sets[1].differences
    asked = {name: each for name, each in found.items() if not name.startswith("done")}
    assert {"win.Seat1", "score.Seat1", "length"} <= set(asked)
    assert all(each.mean == 0 and not each.tells for each in asked.values())


@pytest.mark.parametrize(("game", "seats", "deals"), [
    (SHIPPED, ("random", "random"), 200),
    pytest.param(str(CARAVANS), ("random", "random"), 250, marks=pytest.mark.slow),
    pytest.param(str(CARAVANS), ("greedy", "random"), 200, marks=pytest.mark.slow),
])  # fmt: skip
def test_five_coins_for_the_first_seat_show(tmp_path: Path, game: str, seats: tuple[str, ...], deals: int) -> None:
    """The intervals are valid at any time, so the test may use any number of deals."""
    file = variant(tmp_path, "five_coins", FIVE_COINS.format(game=Path(game).name))
    sets = (RuleSet("base", mercatoria.load(game)), RuleSet("richer", mercatoria.load(game, variants=[file])))
    design = Design(sets, seats, 1)
    found = findings(design, [design.deal(number) for number in range(deals)]).rule_sets[1].differences
    first, second = sets[0].game.table(2).flow.model.seats
    assert found[f"win.{first}"].low > 0
    assert found[f"win.{second}"].high < 0
    assert found[f"score.{first}"].mean > 0
