"""Statements that move bags of parts of a kind, and amounts with a calculation."""

from __future__ import annotations

from tests.fuzz.engines.statements import Lines, Place, Statements, indented


class Amounts(Statements):
    """Writes moves of such amounts. Gems and copper are both treasure."""

    def calculated(self, p: Place) -> str:
        """A calculation that `of` follows, such as `3 - n`; its result is rarely below zero."""
        number = f"clamp({self.number(p.scope, 3)}, 0, {2 if self.c.chance(0.9) else 4})"
        return self.c.rare(
            "calculated amount", ("2 - {}", "2 * {}", "1 + {}", "{} - 0", "5 mod max(1, {}) + 1", "3 - {} - 1")
        ).format(number)

    def _move_calculated(self, p: Place) -> Lines:
        kind = self.c.one([name for name in ("Good", "Treasure") if name in self.w.kinds])
        held = [each for each in self.w.holders("bag", kind=kind) if not each.room]
        sort = self.thing(kind, p.scope, 9)
        amount = f"{self.calculated(p)} of {sort}"
        if not held:
            return [f"if supply({sort}) > 9", f"    move {amount} from supply to box"]
        end = self.address(self.c.one(held), p.scope, 3)
        move = f"move {amount} from supply to {end}"
        return [f"if supply({sort}) > 9", f"    {move}"] if self.c.chance(0.8) else [move]

    def _move_parts(self, p: Place) -> Lines | None:
        if "Treasure" not in self.w.kinds:
            return None
        seat, form = (
            self.thing("Player", p.scope, 9),
            self.c.rare("parts", ("gems", "sum", "all", "sort", "back", "drawn")),
        )
        if form == "all":
            return [f"move everything from {seat}.gems to {seat}.chest"]
        if form == "sort":
            sort = self.thing("Gem", p.scope, 9)
            return [f"move all {sort} from {seat}.gems to {self.c.one((f'{seat}.chest', 'supply'))}"]
        if form == "back":
            return [f"move everything from {seat}.chest to supply"]
        if form == "drawn":
            return [f"draw clamp({self.number(p.scope, 3)}, 0, 2) from {seat}.chest to supply"] if p.chance else None
        bag = self.bag("Gem" if form == "gems" else "Treasure", p.scope, 3)
        move = [f"move {bag} from supply to {seat}.chest"]
        enough = self.fresh("g")
        return (
            [f"if all(supply({enough}) > 9 for {enough} in Treasure)", *indented(move)] if self.c.chance(0.8) else move
        )
