"""Tests that the planned program is complete and printable, and that equal flowcharts give equal programs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tiny_games import flow_of

from interpreter.flow import Node
from interpreter.flow.nodes import Pick
from interpreter.optimizer import instructions as i
from interpreter.optimizer import planned_nodes as p
from interpreter.optimizer.planning.planning import plan
from interpreter.optimizer.program.program import Program
from interpreter.optimizer.program.steps import Part, contents

RULES = """
value wealth(who: Player): 0 to 999 = who.purse + sum(t.worth for t in Town where t.guest = who)
round
    for p in Player
        p must go or sell, repeatedly
    random rolled in 1 to 6
    raise counter by rolled clamped
    if counter > 40
        for t in Town
            set t.guest to none
    for p in Player where wealth(p) > 20
        p pays 1 to bank
action go(goal: Town)
    needs joined: goal in neighbours(you.home, Path)
    costs fare: Path(you.home, goal).fare to bank
    then
        set you.home to goal
        set goal.guest to you
action sell(ware: Ware, open number: 1 to you.goods(ware))
    costs wares: number of ware from you.goods to supply
    then
        bank pays number to you
scoring of p in Player
    all_told: wealth(p)
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return plan(flow_of(RULES))


def test_equal_flows_have_equal_programs(program: Program) -> None:
    again = plan(flow_of(RULES))
    assert again == program
    assert again.text() == program.text()


def test_other_rules_have_another_program(program: Program) -> None:
    assert plan(flow_of(RULES.replace("pays 1 to", "pays 2 to"))) != program
    assert replace(program, begin=program.begin + 1) != program


def test_a_node_of_the_program_for_each_node_of_the_flow(program: Program) -> None:
    flow = flow_of(RULES)
    assert len(program.nodes) == len(flow.nodes)
    for node, planned in zip(flow.nodes, program.nodes, strict=True):
        assert planned.span.text == node.span.text
        assert planned.about.name == node.about.name


def test_the_text_has_a_line_for_each_node_and_every_fault(program: Program) -> None:
    text = program.text()
    lines = [line for line in text.splitlines() if line[:4].strip().isdigit()]
    assert len(lines) == len(program.nodes)
    for fault in program.faults:
        assert fault.message.replace("\0", "…") in text
    assert "object at 0x" not in text


def test_these_rules_need_no_reference_interpreter(program: Program) -> None:
    assert not [part for part in parts(program.nodes) if type(part).__name__.startswith("Interpreted")]


def test_parts_left_to_the_reference_are_reported() -> None:
    """The reference engine lists the bags that a player can pick. The program must state this at the decision."""
    flow = flow_of("""
        round
            seat(1) chooses goods in bags(Ware, 0, 2)
            raise counter by goods.size clamped
    """)
    (decision,) = (node for node in plan(flow).nodes if isinstance(node, p.Decision))
    (left_over,) = decision.listing.interpreted
    assert isinstance(left_over.option, Pick)


@pytest.mark.parametrize(("need", "ordered"), [("you.purse > 3", True), ("guest.worth > 3", False)])
def test_known_members_are_listed_in_order_unless_a_test_may_fail(need: str, ordered: bool) -> None:
    """The players in clockwise order are not sorted. If a test may fail, the first of them raises its error."""
    flow = flow_of(f"""
        game has
            guest: Town or none = none
        round
            seat(1) must greet
        action greet(other: clockwise(seat(2)))
            needs able: {need}
    """)
    (decision,) = (node for node in plan(flow).nodes if isinstance(node, p.Decision))
    assert decision.listing.ordered is ordered


def test_a_set_in_a_variable_is_not_made_a_set_again() -> None:
    flow = flow_of("""
        value wealth(those: set of Player): 0 to 999 = sum(p.purse for p in those)
        round
            let rich = {p in Player where p.purse > 3}
            raise counter by wealth(rich) clamped
    """)
    text = plan(flow).text()
    assert " sum\n" in text
    assert "join" not in text


def parts(part: object) -> list[Node | Part]:
    """Return all nodes and parts that are within a part."""
    within = [each for item in contents(part) for each in parts(item)]
    return [part, *within] if isinstance(part, (Node, Part)) else within


def test_the_walk_of_this_test_finds_instructions(program: Program) -> None:
    found = {type(part) for part in parts(program.nodes)}
    assert {i.Write, i.ForEach, i.If, i.Decrease, p.Decision, p.Chance} <= found
