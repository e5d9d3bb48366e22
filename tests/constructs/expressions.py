"""The entry of every class of expression, in the order of the model."""

from __future__ import annotations

from tests.constructs.construct import Construct, in_value

NO_SLIP = {"mutants": "no word or number in it can be mistaken, and its statement has the mutants"}

EXPRESSIONS = [
    in_value("Var", "count(n in 1 to 3 where n < you.luck)"),
    in_value("Const", "min(1, you.luck)"),
    in_value("FactValue", "you.spot.depth / 2 rounded down"),
    in_value("Slot", "max(1, you.luck)"),
    in_value("Size", "{0, you.luck / 2 rounded down}.size"),
    in_value("CountOf", "you.hold(Wool) / 2 rounded down"),
    in_value("Lookup", "toll(you.luck)", without=NO_SLIP),
    in_value("CallValue", "rich(you)", without=NO_SLIP),
    in_value("Arith", "you.luck / 2 rounded down"),
    in_value("Compare", "(if you.luck > 1 then 1 else 0)"),
    in_value("In", "(if Wool in you.hold then 1 else 0)"),
    in_value("Not", "(if not Wool in you.hold then 1 else 0)"),
    in_value("And", "(if you.luck > 0 and you.luck < 3 then 1 else 0)"),
    in_value("Or", "(if you.luck < 1 or you.luck > 2 then 1 else 0)"),
    in_value("If", "(if you.luck > 1 then 2 else 1)"),
    in_value("AggregateExpr", "sum(you.hold(g) for g in {Wool} where you.luck > 1)"),
    in_value("Things", "count(c in Card where c.number <= you.luck / 2 rounded down)"),
    in_value("RangeOf", "sum(n for n in 1 to you.luck / 2 rounded down)"),
    in_value("Listed", "sum(n for n in {0, you.luck / 2 rounded down})"),
    in_value("Joined", "({Ash} + reach(you.spot, Road, 0)).size"),
    in_value("Neighbours", "neighbours(you.spot, Road).size", without=NO_SLIP),
    in_value("Edges", "edges(you.spot, Road).size", without=NO_SLIP),
    in_value("Ends", "(if you.spot in AshBirch.ends then 1 else 0)"),
    in_value("EdgeBetween", "(if Road(Ash, you.spot) = none then 0 else 1)"),
    in_value("Reach", "reach(you.spot, Road, 1).size / 3 rounded down"),
    in_value("Clockwise", "count(p in clockwise(you) where p.luck > 1)"),
    in_value("GraphQuestion", "min(1, distance(Ash, you.spot, Road))"),
    in_value("Nth", "(if nth(you.luck + 5, Card) = none then 1 else 0)"),
    in_value("Amounts", "(if you.hold = 1 of Wool + 2 of Cloth then 1 else 0)"),
    Construct(name="Bags", text="some: bag of you.hold at most 1", heading="act(some: bag of you.hold at most 1)",
              act="then\n    set out to min(1, some(Wool))\n", told="set out to"),
    Construct(name="Subsets", text="some: set of you.hand at most 1", heading="act(some: set of you.hand at most 1)",
              act="then\n    set out to min(1, some.size)\n", told="set out to"),
]  # fmt: skip
