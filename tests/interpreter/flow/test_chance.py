"""Tests that a new source of chance needs only one class. Engines, logs and records use the methods of this class
without changes.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import mercatoria
from dsl.model import Expr, Type
from interpreter.codegen import GeneratedEngine
from interpreter.flow import ChanceNode, Evaluator, Flow, Performer, PieceDraw, RandomValue, chance
from interpreter.flow.node_successors import node_words, successors
from interpreter.flow.nodes import WAITING, Outcomes
from interpreter.position import PC, PlayFault, Vector
from interpreter.reference import Walker
from interpreter.table import CompiledGame, Notation

RULES = """\
rulebook dice "Dice"
    players 2
    seats Ann, Ben

kind Good: Wool, Ore with 9 pieces each
kind Card: Ace, King, Queen

each Player has
    points: 0 to 100 = 0
    store: bag of Good
    hand: secret pile of Card
    note: secret 0 to 3 = 0

game has
    urn: hidden bag of Good = 3 of Wool + 1 of Ore
    deck: hidden stack of Card
    pot: 0 to 100 = 0

setup
    move everything from box to deck
    shuffle deck

round "Throwing"
    turn of player in Player
        do throwing

phase throwing
    draw 1 from urn to player.store
    draw 1 from deck to player.hand
    random player.note in 0 to 3
    random die in 1 to 6
    raise player.points by die

end enough of round when round.number = 1

scoring of p in Player
    points: p.points
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, chance="manual")


def here(state: mercatoria.State) -> ChanceNode:
    node = state.table.flow.nodes[state.vector[PC]]
    assert isinstance(node, ChanceNode)
    return node


def test_every_source_of_chance_says_all_of_itself() -> None:
    sources = [of for _, of in inspect.getmembers(chance, inspect.isclass) if issubclass(of, ChanceNode)]
    assert {PieceDraw, RandomValue} < set(sources)
    assert [of for of in sources if inspect.isabstract(of)] == [ChanceNode]


def test_a_draw_and_a_random_value(state: mercatoria.State) -> None:
    drawn = here(state)
    assert isinstance(drawn, PieceDraw)
    assert (drawn.visibility, drawn.receiver(state.table.walker.evaluator, state.vector)) == ("open", 0)
    assert state.chance_outcomes() == [("Wool", Fraction(3, 4)), ("Ore", Fraction(1, 4))]
    state.resolve("Ore")
    hidden = here(state)
    assert isinstance(hidden, PieceDraw)
    assert (hidden.visibility, hidden.receiver(state.table.walker.evaluator, state.vector)) == ("secret", 0)
    state.resolve("King")
    secret = here(state)
    assert isinstance(secret, RandomValue)
    assert (secret.visibility, secret.receiver(state.table.walker.evaluator, state.vector)) == ("secret", 0)
    state.resolve(2)
    die = here(state)
    assert isinstance(die, RandomValue)
    assert (die.visibility, die.receiver(state.table.walker.evaluator, state.vector)) == ("open", -1)
    state.resolve(6)
    assert state.scores == (6, 0)
    assert here(state).receiver(state.table.walker.evaluator, state.vector) == 1
    fallen = [
        "chance: store = Ore",
        "chance: hand = King",
        "chance: note = 2",
        "chance: die = 6",
        "chance: store = Wool",
    ]
    assert state.log(0) == fallen, "that there is only Wool left is not for all to know"
    assert state.log(1) == [fallen[0], "chance: hand", "chance: note", *fallen[3:]]


# ---------------------------------------------------------------- a new one


@dataclass(frozen=True, slots=True)
class BestOfDice(ChanceNode):
    """Throws `number` dice and keeps the highest."""

    die: Expr
    number: int

    @property
    def outcome_type(self) -> Type:
        return self.target.type

    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        sides = evaluator.members(self.die, v, {})
        throws = [max(throw) for throw in product(sides, repeat=self.number)]
        return [(side, throws.count(side)) for side in sides]

    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        assert not hasattr(self.target, "field")
        performer.bind(self.target, outcome, v, {})  # type: ignore[arg-type]


def with_best_of(flow: Flow, number: int) -> Flow:
    """Return a flowchart in which each die roll keeps the best of `number` dice."""
    nodes = [
        BestOfDice(target=node.target, to=node.to, label=node.label, die=node.domain, number=number,
                   origin=node.origin)
        if isinstance(node, RandomValue) and node.label == "die" else node for node in flow.nodes
    ]  # fmt: skip
    assert sum(isinstance(node, BestOfDice) for node in nodes) == 1
    return replace(flow, nodes=tuple(nodes))


@pytest.mark.parametrize("engine", [Walker, GeneratedEngine])
def test_a_new_source_of_chance_is_one_class(
    state: mercatoria.State, engine: type[Walker] | type[GeneratedEngine]
) -> None:
    old = state.table
    flow = with_best_of(old.flow, 2)
    made = CompiledGame(old.edition, old.checked, flow, engine(flow), Notation(flow), old.fingerprint)
    played = mercatoria.State(made, made.engine.start(), state.chance)
    for fallen in ("Wool", "Ace", 0):
        played.resolve(fallen)
    assert isinstance(here(played), WAITING)
    assert node_words(here(played)) == "die"
    assert len(successors(here(played))) == 1
    assert played.chance_outcomes() == [(side, Fraction(2 * side - 1, 36)) for side in range(1, 7)]
    played.resolve(5)
    assert played.scores == (5, 0)
    assert played.log(1)[-1] == "chance: die = 5"
    assert played.record["log"][-1] == {"chance": 5, "of": "die"}


def test_chance_with_nothing_to_choose_from_is_a_fault(state: mercatoria.State) -> None:
    flow = state.table.flow
    drawn = next(node for node in flow.nodes if isinstance(node, PieceDraw))
    nothing = RandomValue(target=drawn.target, domain=drawn.source, to=0, label="nothing",
                          origin=drawn.origin)  # fmt: skip
    run = flow.layout.runs[drawn.source.field]
    v = state.vector[:]
    v[run.first : run.first + run.width] = [0] * run.width
    with pytest.raises(PlayFault, match="has no possible outcome"):
        nothing.outcomes(state.table.walker.evaluator, v)
