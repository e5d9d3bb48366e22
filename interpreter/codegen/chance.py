"""Chance as Python: for each node that draws or rolls, what may come, and what happens when it has come."""

from __future__ import annotations

from dsl import model as m
from interpreter.codegen.control_flow import Course
from interpreter.codegen.expressions import name_of
from interpreter.codegen.local_names import Held
from interpreter.flow import PieceDraw, RandomValue
from interpreter.flow import nodes as f
from interpreter.optimizer import Term, Untold


class Chance(Course):
    def write_chances(self) -> dict[int, tuple[str, str]]:
        """By node: the function for outcomes and weights, sorted, and the one that settles an outcome and tells where
        play goes on. Without a name, the plain interpreter does it."""
        found = {}
        for number, node in enumerate(self.nodes):
            if isinstance(node, f.ChanceNode):
                self.out.about = node.about
                found[number] = (self._outcomes(f"c{number}", node), self._settling(f"s{number}", node))
        self.out.about = None
        return found

    def _outcomes(self, name: str, node: f.ChanceNode) -> str:
        try:
            text = self._outcomes_of(node)
        except Untold:
            return ""
        with self.out.block(f"def {name}(v):"):
            self.out.write(f"return {text}")
        return name

    def _outcomes_of(self, node: f.ChanceNode) -> str:
        match node:
            case PieceDraw(source=source):
                return self._drawn(source)
            case RandomValue(domain=domain):
                return self._rolled(domain)
        raise Untold

    def _drawn(self, source: m.Slot) -> str:
        entry = self.translator.entry(source, {})
        kind, base = entry.run.kind, self.value(entry.base)
        match entry.run.form:
            case "bag" if kind is not None:
                return f"COUNTED(v, {base}, {kind.first}, {kind.size})"
            case "stack":
                return f"POOL(v, {base})"
        raise Untold

    def _rolled(self, domain: m.Expr) -> str:
        if self.translator.is_counted(domain.type):
            raise Untold
        members = self.translator.members(domain, {})
        if members.op == "fixed" and members.args[0].known:
            return self.constants.name(tuple((each, 1) for each in sorted(set(members.rows[0]))), "D")
        return f"[(x, 1) for x in sorted(set({self.members(members)}))]"

    def _settling(self, name: str, node: f.ChanceNode) -> str:
        lines = len(self.out.lines)
        try:
            with self.out.block(f"def {name}(v, fallen):"):
                self.begin()
                self._settle(node)
                self.goto(node.to, {})
        except Untold:
            del self.out.lines[lines:]
            return ""
        return name

    def _settle(self, node: f.ChanceNode) -> None:
        """Writes what an outcome brings. Raises `Untold` for what is left to the reference engine."""
        match node:
            case PieceDraw():
                self._settle_draw(node)
            case RandomValue():
                self._settle_value(node)
            case _:
                raise Untold

    def _settle_draw(self, node: PieceDraw) -> None:
        source, place = self.translator.entry(node.source, {}), self.translator.entry(node.target, {})
        kind = source.run.kind
        assert kind is not None
        one = self.translator.arena.num(1)
        piece = self._fallen(kind.first, kind.first + kind.size - 1)
        if self.moves_pieces(source, place, piece, one):
            self.pieces(source, place, piece, one, node.span, node.about)
        else:
            self.transfer(source, place, f"{{{self.value(piece)}: 1}}", Held(node.span))

    def _settle_value(self, node: RandomValue) -> None:
        members = self.translator.members(node.domain, {})
        fallen = self._fallen(members.low, members.high)
        if isinstance(node.target, m.Var):
            self.bind(node.target, fallen, {})
        else:
            self.write_number(self.translator.entry(node.target, {}), fallen, node.span)

    def _fallen(self, low: int, high: int) -> Term:
        name = self.translator.arena.fresh(low, high)
        self.out.write(f"{name_of(name)} = fallen")
        return name
