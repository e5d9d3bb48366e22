"""Things, sets and bags made by chance; and how fields are addressed."""

from __future__ import annotations

from tests.fuzz.engines.expressions import DEEPEST, Expressions, Scope
from tests.fuzz.engines.world import Field, N, Type


class Terms(Expressions):
    """Writes expressions of all types."""

    def kind(self) -> str:
        """A kind whose things can be compared and gone through."""
        return self.c.rare(
            "kind", [name for name in self.w.kinds if name not in ("Hut", "Inn", "House", "Token", "Copper")]
        )

    # ------------------------------------------------------------ things

    THINGS = (
        "literal", "literal", "local", "local", "field", "first", "last", "value", "seat", "you", "player", "numbered",
        "nth", "owner", "top", "space", "other", "edge", "other_end", "if", "own_sort", "named",
    )  # fmt: skip
    OPTIONAL = ("first", "last", "nth", "top", "space", "edge", "nothing", "field_none")

    def thing(self, kind: str, s: Scope, d: int = 0, optional: bool = False) -> str:
        """A thing of a kind; `optional`: or none."""
        forms = self.THINGS
        if d >= DEEPEST or self.c.chance(0.4):
            forms = ("literal", "local", "seat", "you", "player", "field", "named")
        if optional and d < DEEPEST:
            forms = self.OPTIONAL
        return self._try("thing", s, d, forms, self._thing_literal(s, d, kind) or f"first(q in {kind})", kind=kind)

    def _thing_literal(self, s: Scope, d: int, kind: str) -> str | None:
        literals = self.w.kinds[kind].literals
        if literals:
            return self.c.one(literals)
        return f"{kind}({self.thing('Player', s, d + 2)})" if kind in ("Crew", "Hut", "Inn") else None

    def _thing_own_sort(self, s: Scope, d: int, kind: str) -> str | None:
        return f"{kind}({self.thing('Player', s, d)})" if kind in ("Crew", "Hut", "Inn") else None

    def _thing_named(self, s: Scope, d: int, kind: str) -> str | None:
        found = [name for name, of in self.w.things if of == kind]
        return self.c.one(found) if found else None

    def _thing_local(self, s: Scope, d: int, kind: str) -> str | None:
        found = self._locals(s, ("t", kind))
        return self.c.one(found) if found else None

    def _thing_field(self, s: Scope, d: int, kind: str) -> str | None:
        return self.field_of(("t", kind), s, d)

    def _thing_field_none(self, s: Scope, d: int, kind: str) -> str | None:
        return self.field_of(("o", kind), s, d)

    def _thing_nothing(self, s: Scope, d: int, kind: str) -> str:
        return "none"

    def _ordered(self, word: str, s: Scope, d: int, kind: str) -> str:
        name, inner = self.fresh(), s
        inner = s.knowing(**{name: ("t", kind)})
        where = f" where {self.flag(inner, d)}" if self.c.chance(0.3) else ""
        order = f" by {self.order(inner, d)}" if self.c.chance(0.8) else ""
        return f"{word}({name} in {self.set(kind, s, d)}{where}{order})"

    def order(self, s: Scope, d: int) -> str:
        """Write a sort key for things."""
        keys = [f"{self.c.one(('most', 'least'))} {self.number(s, d + 1)}" for _ in range(self.c.number(1, 2))]
        return ", then ".join(keys)

    def _thing_first(self, s: Scope, d: int, kind: str) -> str:
        return self._ordered("first", s, d, kind)

    def _thing_last(self, s: Scope, d: int, kind: str) -> str:
        return self._ordered("last", s, d, kind)

    def _thing_value(self, s: Scope, d: int, kind: str) -> str | None:
        return self.value_of(("t", kind), s, d)

    def _thing_seat(self, s: Scope, d: int, kind: str) -> str | None:
        if kind != "Player":
            return None
        return (
            f"seat({self.c.number(1, self.w.players)})"
            if self.c.chance(0.8)
            else f"seat(clamp({self.number(s, d)}, 1, Player.size))"
        )

    def _thing_you(self, s: Scope, d: int, kind: str) -> str | None:
        return "you" if s.you and kind == "Player" else None

    def _thing_player(self, s: Scope, d: int, kind: str) -> str | None:
        return "player" if s.player and kind == "Player" else None

    def _thing_other(self, s: Scope, d: int, kind: str) -> str | None:
        return f"other({self.thing('Player', s, d)})" if kind == "Player" and self.w.players == 2 else None

    def _thing_numbered(self, s: Scope, d: int, kind: str) -> str | None:
        number = self.w.kinds[kind].numbered
        if not number:
            return None
        return (
            f"{kind}({self.c.number(1, number)})"
            if self.c.chance(0.5)
            else f"{kind}(clamp({self.number(s, d)}, 1, {number}))"
        )

    def _thing_nth(self, s: Scope, d: int, kind: str) -> str:
        rows = [self.address(each, s, d) for each in self.w.holders("row", "stack", kind=kind) if not s.fixed]
        among = self.c.one(rows) if rows and self.c.chance(0.6) else self.set(kind, s, d)
        return f"nth({self.c.one((str(self.c.number(1, 4)), f'max(1, {self.number(s, d)})'))}, {among})"

    def _thing_owner(self, s: Scope, d: int, kind: str) -> str | None:
        owned = [name for name, each in self.w.kinds.items() if each.owned and name not in ("House", "Hut", "Inn")]
        return f"{self.thing(self.c.one(owned), s, d)}.owner" if owned and kind == "Player" else None

    def _thing_top(self, s: Scope, d: int, kind: str) -> str | None:
        found = list(self.w.holders("stack", kind=kind))
        return f"{self.address(self.c.one(found), s, d)}.top" if found and not s.fixed else None

    def _thing_space(self, s: Scope, d: int, kind: str) -> str | None:
        found = [each for each in self.w.holders("space") if each.type[1] == kind]
        return self.address(self.c.one(found), s, d) if found and not s.fixed else None

    def _thing_edge(self, s: Scope, d: int, kind: str) -> str | None:
        return f"Road({self.thing('Town', s, d)}, {self.thing('Town', s, d)})" if kind == "Road" else None

    def _thing_other_end(self, s: Scope, d: int, kind: str) -> str | None:
        return f"{self.thing('Road', s, d)}.other_end({self.thing('Town', s, d)})" if kind == "Town" else None

    def _thing_if(self, s: Scope, d: int, kind: str) -> str:
        if self.c.chance(0.3):
            return f"({self._ordered('first', s, d, kind)} or else {self.thing(kind, s, d)})"
        return f"(if {self.flag(s, d)} then {self.thing(kind, s, d)} else {self.thing(kind, s, d)})"

    # ------------------------------------------------------------ sets

    SETS = (
        "kind", "kind", "listed", "joined", "without", "filtered", "mapped", "union", "field", "held", "seats", "graph",
        "value", "empty", "local", "if",
    )  # fmt: skip

    def set(self, kind: str, s: Scope, d: int = 0, wide: bool = True) -> str:
        """A set of things of a kind."""
        forms = self.SETS if d < DEEPEST else ("kind", "listed", "field", "local")
        last = kind
        return self._try("members", s, d, forms, last, kind=kind)

    def _members_kind(self, s: Scope, d: int, kind: str) -> str:
        return kind

    def _members_empty(self, s: Scope, d: int, kind: str) -> str | None:
        return "{}" if self.c.chance(0.1) else None

    def _members_listed(self, s: Scope, d: int, kind: str) -> str | None:
        things = [self.thing(kind, s, d + 1) for _ in range(self.c.number(1, 3))]
        return f"{{{', '.join(things)}}}"

    def _members_joined(self, s: Scope, d: int, kind: str) -> str:
        return f"({self.set(kind, s, d)} + {self.set(kind, s, d)})"

    def _members_without(self, s: Scope, d: int, kind: str) -> str:
        return f"({self.set(kind, s, d)} - {self.set(kind, s, d)})"

    def _members_filtered(self, s: Scope, d: int, kind: str) -> str:
        name = self.fresh("s")
        return f"{{{name} in {self.set(kind, s, d)} where {self.flag(s.knowing(**{name: ('t', kind)}), d)}}}"

    def _members_mapped(self, s: Scope, d: int, kind: str) -> str:
        name, domain, inner = self.binder(s, d)
        where = f" where {self.flag(inner, d)}" if self.c.chance(0.3) else ""
        return f"{{{self.thing(kind, inner, d)} for {name} in {domain}{where}}}"

    def _members_union(self, s: Scope, d: int, kind: str) -> str:
        name, domain, inner = self.binder(s, d)
        return f"union({self.set(kind, inner, d)} for {name} in {domain})"

    def _members_field(self, s: Scope, d: int, kind: str) -> str | None:
        found = [each for each in self.w.holders("set", kind=kind) if each.fact or not s.fixed]
        return self.address(self.c.one(found), s, d) if found else None

    def _members_held(self, s: Scope, d: int, kind: str) -> str | None:
        found = self.w.holders("pile", "stack", "row", "bag", kind=kind)
        if not found or s.fixed:
            return None
        name = self.fresh("s")
        where = self.flag(s.knowing(**{name: ("t", kind)}), d)
        return f"{{{name} in {self.address(self.c.one(found), s, d)} where {where}}}"

    def _members_seats(self, s: Scope, d: int, kind: str) -> str | None:
        word = self.c.rare("seats", ("clockwise", "others", "anticlockwise"))
        return f"{word}({self.thing('Player', s, d)})" if kind == "Player" else None

    def _members_graph(self, s: Scope, d: int, kind: str) -> str | None:
        if kind == "Road":
            forms = ("edges({0}, Road)", "reach({2}, {1})", "reach({2}, {1}, {3})", "reach(from {2}{5})")
            form = self.c.rare("graph", forms)
        elif kind == "Town":
            form = self.c.rare(
                "graph",
                (
                    "neighbours({0}, Road)",
                    "neighbours({0}, Road)",
                    "reach({0}, {1})",
                    "reach({4}, {1}, {3})",
                    "reach(from {4}{5})",
                    "nearest({0}, {4}, {1})",
                    "towards({0}, {4}, {1})",
                    "{2}.ends",
                ),
            )
        else:
            return None
        parts = (
            self.thing("Town", s, d),
            self.roads(s, d),
            self.thing("Road", s, d),
            str(self.c.number(0, 3)),
            self.set("Town", s, d),
            self.paid_way(s, d) if "from" in form else "",
        )
        return form.format(*parts)

    def paid_way(self, s: Scope, d: int) -> str:
        """The part of a way with prices that follows its start."""
        name = self.fresh()
        inner = s.knowing(**{name: ("t", "Road")})
        by = f" by {self.roads(s, d + 1)}" if self.c.chance(0.5) else ""
        where = f" where {self.flag(inner, d + 1)}" if self.c.chance(0.4) else ""
        steps = f", at most {self.c.number(0, 4)} steps" if self.c.chance(0.6) else ""
        price = f"max(0, min(9, {self.number(inner, d + 1)}))"
        owner = (
            f", once to {self.thing('Player', inner, d + 1, optional=self.c.chance(0.3))}" if self.c.chance(0.6) else ""
        )
        coins = f"max(0, {self.number(s, d + 1)})"
        return f"{by} over {name} in {self.roads(s, d)}{where}{steps}, paying {price} from {coins}{owner}"

    def roads(self, s: Scope, d: int) -> str:
        """A domain of edges."""
        return "Road" if self.c.chance(0.6) else self.set("Road", s, d)

    def _members_value(self, s: Scope, d: int, kind: str) -> str | None:
        return self.value_of(("s", kind), s, d)

    def _members_local(self, s: Scope, d: int, kind: str) -> str | None:
        found = self._locals(s, ("s", kind))
        return self.c.one(found) if found else None

    def _members_if(self, s: Scope, d: int, kind: str) -> str | None:
        if self.c.chance(0.2):
            missing = self._ordered("first", s, d, kind) if self.c.chance(0.5) else self.set(kind, s, d)
            return f"({missing} or else {self.set(kind, s, d)})"
        return (
            f"(if {self.flag(s, d)} then {self.set(kind, s, d)} else {self.set(kind, s, d)})"
            if self.c.chance(0.3)
            else None
        )

    # ------------------------------------------------------------ bags

    BAGS = ("amount", "amount", "plus", "minus", "held", "held", "value", "local", "parts", "calculated")

    def bag(self, kind: str, s: Scope, d: int = 0) -> str:
        """A bag of pieces, as a value."""
        forms = self.BAGS if d < DEEPEST else ("amount", "held")
        return self._try("bag", s, d, forms, f"1 of {self.w.kinds[kind].literals[0]}", kind=kind)

    def _bag_amount(self, s: Scope, d: int, kind: str) -> str:
        number = str(self.c.number(0, 3)) if self.c.chance(0.7) else f"clamp({self.number(s, d)}, 0, 3)"
        return self._wide(f"{number} of {self.thing(kind, s, max(d, DEEPEST))}", kind)

    def _wide(self, amount: str, kind: str) -> str:
        """An amount of gems as an amount of treasure, where the kind is treasure."""
        return (
            f"({amount} {self.c.one('+-')} {self.c.one(('0', '0', '1'))} of Copper)" if kind == "Treasure" else amount
        )

    def _bag_calculated(self, s: Scope, d: int, kind: str) -> str:
        number = f"clamp({self.number(s, d)}, 0, 3)"
        of = self.c.rare("calculated bag", ("3 - {}", "2 * {}", "{} + 1", "{} mod 2")).format(number)
        return self._wide(f"({of} of {self.thing(kind, s, DEEPEST)})", kind)

    def _bag_parts(self, s: Scope, d: int, kind: str) -> str | None:
        return (
            f"({self.bag('Gem', s, d)} {self.c.one('++-')} {self.bag('Copper', s, d)})" if kind == "Treasure" else None
        )

    def _bag_plus(self, s: Scope, d: int, kind: str) -> str:
        return f"({self.bag(kind, s, d)} + {self.bag(kind, s, d)})"

    def _bag_minus(self, s: Scope, d: int, kind: str) -> str:
        return f"({self.bag(kind, s, d)} - {self.bag(kind, s, d)})"

    def _bag_held(self, s: Scope, d: int, kind: str) -> str | None:
        found = self.w.holders("bag", "row", kind=kind)
        if not found or s.fixed:
            return None
        sort = self.thing(kind, s, DEEPEST)
        return f"({self.address(self.c.one(found), s, d)} {self.c.one('+-')} {self.c.number(0, 1)} of {sort})"

    def _bag_value(self, s: Scope, d: int, kind: str) -> str | None:
        return self.value_of(("b", kind), s, d)

    def _bag_local(self, s: Scope, d: int, kind: str) -> str | None:
        found = self._locals(s, ("b", kind))
        return self.c.one(found) if found else None

    # ------------------------------------------------------------ what is looked up

    def field_of(self, type: Type, s: Scope, d: int) -> str | None:
        """A field of a type."""
        found = [each for each in self.w.scalars(type) if each.fact or not s.fixed]
        if type == N and not s.fixed:
            found += self.w.holders("money")
        return self.address(self.c.one(found), s, d) if found else None

    def address(self, made: Field, s: Scope, d: int) -> str:
        """A field of some thing."""
        keys = [self.key(key, s, d + 1) for key in made.keys]
        tail = f"{made.name}({', '.join(keys)})" if keys else made.name
        return f"{self.thing(made.owner, s, d + 1)}.{tail}" if made.owner else tail

    def key(self, key: str, s: Scope, d: int) -> str:
        """Write a key for a field with keys."""
        if key in self.w.kinds:
            return self.thing(key, s, d)
        return str(self.c.number(1, 3)) if self.c.chance(0.6) else f"clamp({self.number(s, d)}, 1, 3)"

    def value_of(self, type: Type, s: Scope, d: int) -> str | None:
        """A call of a value of a type."""
        found = [each for each in self.w.values[: s.values] if each.type == type and (each.fixed or not s.fixed)]
        if not found:
            return None
        value = self.c.one(found)
        args = [self.fit(self.of(type, s, d + 1), type) for _, type in value.params]
        return f"{value.name}({', '.join(args)})" if args else value.name

    def fit(self, text: str, type: Type) -> str:
        """An argument that fits every parameter."""
        return f"clamp({text}, 0, 9)" if type == N else text

    def binder(self, s: Scope, d: int, sure: bool = False) -> tuple[str, str, Scope]:
        """A name, what it goes through, and the scope that knows it; `sure`: there is something to go through."""
        name = self.fresh()
        if self.c.chance(0.15):
            form = self.c.rare("range", ("{} to {}", "{1} down to {0}", "{} to {} step 2", "{1} down to {0} step 3"))
            low = self.c.number(-1, 3)
            domain = form.format(low, low + self.c.number(0, 5))
            if not sure and self.c.chance(0.3):
                domain = f"{{{', '.join(self.number(s, d + 2) for _ in range(2))}}}"
            return name, domain, s.knowing(**{name: N})
        kind = self.kind()
        if not sure and self.c.chance(0.05):
            return name, self.bag("Good", s, d + 1), s.knowing(**{name: ("t", "Good")})
        held = self.w.holders("pile", "stack", "row", "bag", "space", "own", kind=kind)
        if held and not sure and not s.fixed and self.c.chance(0.3):
            return name, self.address(self.c.one(held), s, d), s.knowing(**{name: ("t", kind)})
        return name, kind if sure else self.set(kind, s, d), s.knowing(**{name: ("t", kind)})
