"""Tests studies with known results: new names change nothing, and five extra coins have a visible effect.

A question that gives and takes nothing must not change the game, either.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import mercatoria
from mercatoria.players.prices import prices_of
from mercatoria.study import Deal, Design, RuleSet, deals
from mercatoria.study.findings import findings
from mercatoria.study.observed import ObservationDepth, ObservedGame
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


AUCTIONS = "merchants_of_the_middle_ages"

IDLE = f"""\
variant idle "A question that gives and takes nothing" of {AUCTIONS}
    add rule ask after auction_title when bid(winner) > 0 "Nothing to gain"
        winner may choose nothing in {{0}}, says "take {{nothing florin}}", pass "take nothing"
            bank pays nothing to winner
"""


def test_a_rule_does_not_change_the_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players estimate prices from a few random games, which any change of the rules turns into other games."""
    sets = (RuleSet("base", mercatoria.load(AUCTIONS)),
            RuleSet("idle", mercatoria.load(AUCTIONS, variants=[variant(tmp_path, "idle", IDLE)])))  # fmt: skip
    own = [prices_of(each.game.table(4)).price for each in sets]
    assert own[0] != own[1], "these two games do not show the difference"
    played: list[tuple[float, ...]] = []

    def noted(
        game: mercatoria.Game, seed: int, seats: tuple[str, ...], depth: ObservationDepth, engine: str | None = None
    ) -> ObservedGame:  # fmt: skip
        played.append(prices_of(game.table(len(seats))).price)
        return ObservedGame(list(seats))

    monkeypatch.setattr(deals, "observed", noted)
    Design(sets, ("eager",) * 4, 1).deal(0)
    assert played == [own[0], own[0]]
    assert prices_of(sets[1].game.table(4)).price == own[1], "outside the study, the game keeps its own prices"


@pytest.mark.slow
def test_a_question_without_effect_changes_nothing_but_the_length(tmp_path: Path) -> None:
    sets = (RuleSet("base", mercatoria.load(AUCTIONS)),
            RuleSet("idle", mercatoria.load(AUCTIONS, variants=[variant(tmp_path, "idle", IDLE)])))  # fmt: skip
    design = Design(sets, ("eager",) * 4, 1)
    for number in range(3):
        (before,), (after,) = design.deal(number).games.values()
        assert (after.scores, after.winners) == (before.scores, before.winners)
        assert after.decisions > before.decisions
