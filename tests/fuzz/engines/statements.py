"""Statements made by chance."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.sentences import Sentences
from tests.fuzz.engines.world import F, Field, N

Lines = list[str]


@dataclass(frozen=True)
class Place:
    """Context of statements. `offers`: actions that may be offered; `rules`: routines that may be called."""

    scope: Scope
    asks: bool = True
    chance: bool = True
    offers: tuple[str, ...] = ()
    rules: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    loops: bool = False
    phase: bool = False
    turn: bool = False
    depth: int = 0
    only: tuple[str, ...] = ()
    """If not empty, the only allowed statements: those of a trigger must not wake it again."""

    def deeper(self, scope: Scope | None = None, **more: bool) -> Place:
        return replace(self, scope=scope or self.scope, depth=self.depth + 1, **more)  # type: ignore[arg-type]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class Statements(Sentences):
    """Writes blocks of statements."""

    PLAIN = (
        "let", "set", "set_flag", "set_thing", "set_set", "add", "remove", "raise", "raise", "lower", "move",
        "move_all", "move_everything", "move_thing", "under", "draw", "shuffle", "turn_up", "random", "random_where",
        "random_field", "reveal", "pays", "charge", "set_local", "move_own", "house", "move_bag",
        "move_calculated", "move_parts", "move_piece",
    )  # fmt: skip
    COMPOUND = (
        "if",
        "for",
        "repeat",
        "once",
        "do",
        "chooses",
        "may_choose",
        "secretly",
        "everyone",
        "discards",
        "walks",
        "auction",
        "act",
        "window",
        "stop",
        "in_order",
    )

    def block(self, p: Place, least: int = 1, most: int = 3) -> Lines:
        """Statements, one after the other; each may use the names that those before it made."""
        lines: Lines = []
        for _ in range(self.c.number(least, most)):
            made, scope = self.statement(p)
            lines += made
            p = replace(p, scope=scope)
        return lines or [f"let {self.fresh('u')} = 0"]

    def statement(self, p: Place) -> tuple[Lines, Scope]:
        """A statement, and the scope after it."""
        if p.only:
            made = getattr(self, f"_{self.c.rare('narrow', p.only)}")(p)
            return (made if isinstance(made, tuple) else (made, p.scope)) if made else (["let u = 0"], p.scope)
        compound = p.depth < 3 and self.c.chance(0.45 if p.depth < 2 else 0.25)
        for _ in range(10):
            name = self.c.rare("statement", self.COMPOUND if compound else self.PLAIN)
            made = getattr(self, f"_{name}")(p)
            if made is not None:
                return made if isinstance(made, tuple) else (made, p.scope)
        name = self.fresh("u")
        return [f"let {name} = {self.number(p.scope, 2)}"], p.scope.knowing(**{name: N})

    # ------------------------------------------------------------ what changes

    def _let(self, p: Place) -> tuple[Lines, Scope]:
        type = self.c.one((N, N, F, ("t", "Good"), ("s", "Good"), ("b", "Good"), ("t", "Player"), ("s", "Card")))
        name = self.fresh("l")
        return [f"let {name} = {self.of(type, p.scope, 1)}"], p.scope.knowing(**{name: type})

    def _set_local(self, p: Place) -> Lines | None:
        found = [(name, type) for name, type in p.scope.names.items() if name[0] == "l"]
        if not found:
            return None
        name, type = self.c.one(found)
        return [f"set {name} to {self.of(type, p.scope, 1)}"]

    def _numbers(self) -> list[Field]:
        return [each for each in self.w.scalars(N) if not each.fact]

    def _set(self, p: Place) -> Lines:
        made = self.c.one(self._numbers())
        number = self.number(p.scope, 1)
        fits = f"clamp({number}, {made.low}, {made.high})" if self.c.chance(0.9) else number
        return [f"set {self.address(made, p.scope, 2)} to {fits}"]

    def _set_flag(self, p: Place) -> Lines | None:
        found = [each for each in self.w.scalars(F) if not each.fact]
        return [f"set {self.address(self.c.one(found), p.scope, 2)} to {self.flag(p.scope, 1)}"] if found else None

    def _set_thing(self, p: Place) -> Lines | None:
        found = [each for each in self.w.fields if each.form == "scalar" and each.type[0] in "to"]
        if not found:
            return None
        made = self.c.one(found)
        return [f"set {self.address(made, p.scope, 2)} to {self.thing(made.type[1], p.scope, 1, made.type[0] == 'o')}"]

    def _sets(self) -> list[Field]:
        return [each for each in self.w.holders("set") if not each.fact]

    def _set_set(self, p: Place) -> Lines | None:
        found = self._sets()
        if not found:
            return None
        made = self.c.one(found)
        return [f"set {self.address(made, p.scope, 2)} to {self.set(made.type[1], p.scope, 1)}"]

    def _changed_set(self, p: Place) -> tuple[str, str] | None:
        found = self._sets()
        if not found:
            return None
        made = self.c.one(found)
        what = self.thing if self.c.chance(0.6) else self.set
        return what(made.type[1], p.scope, 2), self.address(made, p.scope, 2)

    def _add(self, p: Place) -> Lines | None:
        made = self._changed_set(p)
        return ["add {} to {}".format(*made)] if made else None

    def _remove(self, p: Place) -> Lines | None:
        made = self._changed_set(p)
        return ["remove {} from {}".format(*made)] if made else None

    def _raise(self, p: Place, word: str = "raise") -> Lines:
        made = self.c.one(self._numbers())
        bound = self.c.rare("bound", ("", " wrapping", " clamped", " clamped"))
        by = self.number(p.scope, 2) if bound else "1"
        by = f"clamp({by}, 0, 9)" if self.c.chance(0.8) else by
        return [f"{word} {self.address(made, p.scope, 2)} by {by}{bound}"]

    def _lower(self, p: Place) -> Lines:
        return self._raise(p, "lower")

    # ------------------------------------------------------------ what moves

    def _goods_at(self, p: Place) -> tuple[Field | None, str]:
        found = self.w.holders("bag", "row", kind="Good")
        if self.c.chance(0.35):
            return None, self.c.one(("supply", "supply", "box"))
        made = self.c.one(found)
        return made, self.address(made, p.scope, 3)

    def _counted(self, source: Field | None, at: str, sort: str) -> str:
        return f"{at}({sort})"

    def _move(self, p: Place) -> Lines | None:
        (source, start), (target, to) = self._goods_at(p), self._goods_at(p)
        if start == to:
            return None
        sort = self.thing("Good", p.scope, 9)
        number = self.number(p.scope, 3)
        safe = self.c.chance(0.9)
        many = f"min({self._counted(source, start, sort)}, clamp({number}, 0, 2))" if safe else str(self.c.number(0, 2))
        lines = [f"move {many} of {sort} from {start} to {to}"]
        if (target is not None and target.room and safe) or (target is not None and target.form == "row"):
            room = 3 if not target.room else target.room - 2
            return [f"if {to}.size < {max(1, min(room, 2))}", *indented(lines)]
        return lines

    def _move_bag(self, p: Place) -> Lines | None:
        bag = self.bag("Good", p.scope, 3)
        found = [each for each in self.w.holders("bag", kind="Good") if not each.room]
        if not found:
            return None
        to = self.address(self.c.one(found), p.scope, 3)
        good = self.fresh("g")
        return (
            [f"if all(supply({good}) > 9 for {good} in Good)", f"    move {bag} from supply to {to}"]
            if self.c.chance(0.8)
            else [f"move {bag} from supply to {to}"]
        )

    def _move_piece(self, p: Place) -> Lines | None:
        found = self.w.holders("row", kind="Good")
        if not found:
            return None
        start, to = self.address(self.c.one(found), p.scope, 3), self._goods_at(p)[1]
        at = self.number(p.scope, 3)
        if self.c.chance(0.9):
            return [f"if {start}.size > 0 and {to if '.' in to else start}.size < 2",
                    f"    move piece clamp({at}, 1, {start}.size) of {start} to {to}"]
        return [f"move piece {self.c.number(1, 3)} of {start} to {to}"]

    def _move_all(self, p: Place) -> Lines | None:
        source, start = self._goods_at(p)
        return (
            [f"move all {self.thing('Good', p.scope, 9)} from {start} to {self.c.one(('supply', 'box'))}"]
            if source
            else None
        )

    def _move_everything(self, p: Place) -> Lines | None:
        source, start = self._goods_at(p)
        return [f"move everything from {start} to supply"] if source else None

    def _cards_at(self, p: Place, *forms: str) -> str:
        return self.address(self.c.one(self.w.holders(*(forms or ("pile", "stack")), kind="Card")), p.scope, 3)

    def _move_thing(self, p: Place) -> Lines | None:
        start, to = self._cards_at(p, "pile"), self._cards_at(p, "pile", "stack")
        if start == to:
            return None
        name = self.fresh("c")
        form = self.c.rare("move thing", ("first", "set", "everything"))
        if form == "everything":
            return [f"move everything from {start} to {to}"]
        if form == "set":
            where = self.flag(p.scope.knowing(**{name: ("t", "Card")}), 3)
            return [f"move {{{name} in {start} where {where}}} from {start} to {to}"]
        return [f"if {start}.size > 0", f"    move first({name} in {start}) from {start} to {to}"]

    def _under(self, p: Place) -> Lines:
        start, name = self._cards_at(p, "pile"), self.fresh("c")
        if self.c.chance(0.4):
            return [f"move everything from {start} under deck"]
        return [f"if {start}.size > 0", f"    move first({name} in {start}) from {start} under deck"]

    def _move_own(self, p: Place) -> Lines | None:
        camps = self.w.holders("row", kind="Crew")
        if "Crew" not in self.w.kinds:
            return None
        seat = self.thing("Player", p.scope, 9)
        if camps and self.c.chance(0.7):
            return [f"if {seat}.crew.size > 0 and camp.size < 9", f"    move 1 of Crew from {seat}.crew to camp"]
        return [f"if supply(Crew({seat})) > 0", f"    move 1 of Crew from supply to {seat}.crew"]

    def _house(self, p: Place) -> Lines | None:
        if "House" not in self.w.kinds:
            return None
        good, seat = self.thing("Good", p.scope, 9), self.thing("Player", p.scope, 9)
        return [
            f"if {good}.house = none",
            f"    if {seat}.huts.size > 0",
            f"        move 1 of Hut from {seat}.huts to {good}.house",
            f"else if {good}.house in Hut and {good}.house.owner = {seat} and supply(Inn({seat})) > 0",
            f"    move everything from {good}.house to supply",
            f"    move 1 of Inn({seat}) from supply to {good}.house",
        ]

    def _draw(self, p: Place) -> Lines | None:
        if not p.chance:
            return None
        number = f"clamp({self.number(p.scope, 3)}, 0, 2)"
        heaps = self.w.holders("bag", kind="Good")
        if self.c.chance(0.4):
            source = self.c.one(heaps)
            return [f"draw {number} from {self.address(source, p.scope, 3)} to {self.c.one(('supply', 'box'))}"]
        gone = " reshuffling gone" if any(each.name == "gone" for each in self.w.fields) and self.c.chance(0.5) else ""
        to = self.c.one((self._cards_at(p, "pile"), "box"))
        if to != "box" and self.c.chance(0.3):
            return [f"refill {to} to {number} from deck{gone}"]
        room = [f"if {to}.size < 3", f"    draw {number} from deck to {to}{gone}"]
        return room if to != "box" else [f"draw {number} from deck to box"]

    def _shuffle(self, p: Place) -> Lines:
        return ["shuffle deck"]

    def _turn_up(self, p: Place) -> Lines | None:
        return ["turn up deck"] if p.chance else None

    def _random(self, p: Place) -> tuple[Lines, Scope] | None:
        if not p.chance:
            return None
        name, kind = self.fresh("z"), self.kind()
        form = self.c.rare("random", ("kind", "range", "set", "bag"))
        if form == "kind":
            return [f"random {name} in {kind}"], p.scope.knowing(**{name: ("t", kind)})
        if form == "range":
            return [f"random {name} in 1 to {self.c.number(2, 6)}"], p.scope.knowing(**{name: N})
        if form == "bag":
            bag = self.bag("Good", p.scope, 3)
            return [
                f"if ({bag}).size > 0",
                f"    random {name} in {bag}",
                f"    raise {name}.level by 1 clamped",
            ], p.scope
        domain = self.set(kind, p.scope, 2)
        inner = self.block(p.deeper(p.scope.knowing(**{name: ("t", kind)})), 1, 1)
        return [f"if ({domain}).size > 0", f"    random {name} in {domain}", *indented(inner)], p.scope

    def _random_where(self, p: Place) -> tuple[Lines, Scope] | None:
        if not p.chance:
            return None
        name, kind = self.fresh("z"), self.kind()
        as_number = self.c.chance(0.4)
        type = N if as_number else ("t", kind)
        domain = "1 to 4" if as_number else kind
        inner = p.scope.knowing(**{name: type})
        weight = f", weighted by clamp({self.number(inner, 2)}, 1, 9)" if self.c.chance(0.6) else ""
        where = (
            f" where {self.flag(inner, 2)} or {name} = {'1' if as_number else f'first(q in {kind})'}"
            if self.c.chance(0.6) or not weight
            else ""
        )
        return [f"random {name} in {domain}{where}{weight}"], inner

    def _random_field(self, p: Place) -> Lines | None:
        found = [each for each in self._numbers() if each.low <= 1 and each.high >= 6]
        if not found or not p.chance:
            return None
        return [f"random {self.address(self.c.one(found), p.scope, 2)} in 1 to 6"]

    def _reveal(self, p: Place) -> Lines | None:
        found = [
            each for each in self.w.fields if not each.fact and each.form in ("scalar", "bag", "pile", "set", "money")
        ]
        if self.c.chance(0.3):
            return ["if deck.top != none", "    reveal deck.top"]
        return [f"reveal {self.address(self.c.one(found), p.scope, 3)}"]

    def _pays(self, p: Place) -> Lines:
        seat, other = self.thing("Player", p.scope, 9), self.thing("Player", p.scope, 9)
        amount = f"clamp({self.number(p.scope, 2)}, 0, 9)"
        if any(each.name == "savings" for each in self.w.fields):
            seat, other = f"{seat}.purse", f"{other}.{self.c.one(('purse', 'savings'))}"
        if self.c.chance(0.5):
            return [f"bank pays {amount} to {seat}"]
        purse = seat if seat.endswith("purse") else f"{seat}.purse"
        return [f"{seat} pays min({purse}, {amount}) to {self.c.one(('bank', other))}"]

    def _charge(self, p: Place) -> Lines | None:
        if not any(each.name == "pot" for each in self.w.fields):
            return None
        return [f"bank pays {self.c.number(0, 3)} to pot"]

    # ------------------------------------------------------------ blocks

    def _if(self, p: Place) -> Lines:
        condition, inner = self.flag(p.scope, 1), self.block(p.deeper(), 1, 2)
        if self.brief(inner):
            return [f"{inner[0]} if {condition}"]
        lines = [f"if {condition}", *indented(inner)]
        if self.c.chance(0.3):
            lines += [f"else if {self.flag(p.scope, 1)}", *indented(self.block(p.deeper(), 1, 2))]
        if self.c.chance(0.4):
            lines += ["else", *indented(self.block(p.deeper(), 1, 2))]
        return lines

    def _for(self, p: Place) -> Lines:
        name, domain, inner = self.binder(p.scope, 1)
        where = f" where {self.flag(inner, 2)}" if self.c.chance(0.4) else ""
        block, loop = self.block(p.deeper(inner), 1, 2), f"for {name} in {domain}{where}"
        return [f"{block[0]} {loop}"] if self.brief(block) else [loop, *indented(block)]

    def brief(self, block: Lines) -> bool:
        return len(block) == 1 and not re.search(r"\[GEN|#|never stuck| for | if ", block[0]) and self.c.chance(0.5)

    def _in_order(self, p: Place) -> Lines | None:
        if not p.asks:
            return None
        name, domain, inner = self.binder(p.scope, 1)
        return [
            f"for {name} in {domain}, in any order by {self.thing('Player', p.scope, 9)}",
            *indented(self.block(p.deeper(inner), 1, 1)),
        ]

    def _repeat(self, p: Place) -> Lines:
        again = f" while {self.flag(p.scope, 1)}" if self.c.chance(0.5) else ""
        body = self.block(p.deeper(loops=True), 1, 2)
        if self.c.chance(0.4):
            body += [f"if {self.flag(p.scope, 2)}", "    stop repeating"]
        return [
            f"repeat {self.c.one((str(self.c.number(1, 3)), f'clamp({self.number(p.scope, 2)}, 0, 3)'))} times{again}",
            *indented(body),
        ]

    def _once(self, p: Place) -> Lines:
        scope = self.c.rare("once", ("turn", "round", "phase", "game"))
        whose = f" for {self.thing('Player', p.scope, 9)}" if self.c.chance(0.4) else ""
        return [f"once per {scope}{whose}", *indented(self.block(p.deeper(), 1, 2))]

    def _do(self, p: Place) -> Lines | None:
        if not p.rules:
            return None
        calls = []
        for name, params in self.c.some(p.rules, 1, 2):
            args = [self.fit(self.of(type, p.scope, 2), type) for type in params]
            calls.append(f"{name}({', '.join(args)})" if args else name)
        return [f"do {', '.join(calls)}"]

    def _stop(self, p: Place) -> Lines | None:
        scopes = ["round", "game"] + ["phase"] * p.phase + ["turn"] * p.turn
        if self.c.chance(0.5):
            return None
        return [f"if {self.flag(p.scope, 2)} and round.number > 1", f"    stop {self.c.one(scopes)}"]
