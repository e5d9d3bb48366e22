"""What is open at a decision as Python: whether a row fits an option, and among which numbers it may be.

Only decisions with open parameters need this; elsewhere a row is legal if it is listed.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from interpreter.codegen.chance import Chance
from interpreter.codegen.expressions import name_of
from interpreter.flow import mentions
from interpreter.flow import nodes as f
from interpreter.optimizer import HUGE, MANY, Env, Meaning, Term, Untold, is_odd, opened_by


@dataclass(frozen=True, slots=True)
class Fit:
    """What tells about the rows of one option: their length, and names of functions. A name that is missing: the plain
    interpreter tells."""

    length: int
    fits: str = ""
    ranges: str = ""


class Fitting(Chance):
    def fit(self, number: str, who: m.Expr, option: f.Option) -> Fit:
        if not isinstance(option, f.Play):
            return Fit(1 if isinstance(option, f.Pass) else 1 + self.queries().rows.width(option.var.type))
        length = 1 + sum(self.queries().rows.width(param.var.type) for param in option.action.params)
        if is_odd(option):
            return Fit(length)
        self.out.about = option.action.about
        fits = self._fits(f"f{number}", who, option)
        ranges = self._ranges(f"r{number}", option)
        self.out.about = None
        return Fit(length, fits, ranges)

    def _fits(self, name: str, who: m.Expr, option: f.Play) -> str:
        out, lines = self.out, len(self.out.lines)
        try:
            with out.block(f"def {name}(v, seat, row):"):
                out.write(f"if seat != {self.value(self.translator.thing(who, {}))}: return False")
                env = self.arguments(option.action, sure=False)
                for test in self.queries().tests(option, env):
                    if not (test.known and test.value):
                        out.write(f"if not {self.test(test)}: return False")
                out.write("return True")
        except Untold:
            del out.lines[lines:]
            return ""
        return name

    def _ranges(self, name: str, option: f.Play) -> str:
        """The ranges of what a listed row leaves open. Whatever stands in for it is never looked at."""
        out, lines = self.out, len(self.out.lines)
        opened = opened_by(option)
        if not opened:
            return ""
        try:
            with out.block(f"def {name}(v, seat, row):"):
                env = self.arguments(option.action)
                known = {uid: meaning for uid, meaning in env.items() if uid not in opened}
                parts = [self._range(param, known, opened) for param in option.action.params if param.var.uid in opened]
                out.write(f"return ({', '.join(parts)},)")
        except Untold:
            del out.lines[lines:]
            return ""
        return name

    def _range(self, param: m.Param, env: Env, opened: set[int]) -> str:
        """The ranges of an open parameter; those of its type, if its domain depends on another open one."""
        arena, queries = self.translator.arena, self.queries()
        of, domain = param.var.type, param.domain
        if mentions(domain) & opened or isinstance(of, m.Many):
            raise Untold
        if isinstance(domain, m.Bags):
            held, _, most = queries.bag_bounds(domain, env)
            return ", ".join(f"range({self.value(arena.math('min', many, most))} + 1)" for many in held.values())
        members = self.translator.members(domain, env)
        if not isinstance(of, m.Int):
            raise Untold
        step = domain.step if isinstance(domain, m.RangeOf) else 1
        return f"RANGE({self.members(members)}, {step}, {of.low}, {of.high})"

    # ------------------------------------------------------------ the row of a move

    def arguments(self, action: m.Action, sure: bool = True) -> dict[int, Meaning]:
        """The seat and the parameters, as locals. If it is `sure` that the move is legal, they lie in their domains."""
        translator, arena, out = self.translator, self.translator.arena, self.out
        seat = arena.name(action.you.uid, 0, len(self.translator.model.seats) - 1)
        out.write(f"{name_of(seat)} = seat")
        env: dict[int, Meaning] = {action.you.uid: seat}
        places: list[str] = []
        at = 1
        for param in action.params:
            width = self.queries().rows.width(param.var.type)
            match param.var.type:
                case m.Bag(kind):
                    first = translator.model.kinds[kind].first
                    counts = [arena.fresh(0 if sure else -HUGE, MANY if sure else HUGE) for _ in range(width)]
                    env[param.var.uid] = {first + n: count for n, count in enumerate(counts)}
                    places += [name_of(count) for count in counts]
                case m.Many(m.Ref(kind)):
                    of = translator.model.kinds[kind]
                    chosen = arena.make("local", (), param.var.uid, of.first, of.first + of.size - 1)
                    if not sure:
                        out.write(f"if min(row[{at}:{at + width}]) < 0: return False")
                    out.write(f"{name_of(chosen)} = B(row, {at}, {of.first}, {width})")
                    env[param.var.uid] = chosen
                    places += ["_"] * width
                case _:
                    env[param.var.uid] = name = self._parameter(param, env, sure)
                    places.append(name_of(name))
            at += width
        if any(place != "_" for place in places):
            out.write(f"_, {', '.join(places)} = row")
        return env

    def _parameter(self, param: m.Param, env: Env, sure: bool) -> Term:
        if not sure or param.var.uid in self.changing:
            return self.translator.arena.name(param.var.uid, -HUGE, HUGE)
        sequence = self.translator.members(param.domain, env)
        return self.translator.arena.name(param.var.uid, sequence.low, sequence.high)
