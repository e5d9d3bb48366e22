"""Expressions made by chance, each of the type that is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.fuzz.engines.world import F, N, Type, World

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
DEEPEST = 4


@dataclass(frozen=True)
class Scope:
    """The names that are known where an expression stands. `values` says how many of the world's values may be used:
    values use earlier ones only. `scores` says whether `score(…)` may be asked."""

    names: dict[str, Type] = field(default_factory=dict)
    you: bool = False
    player: bool = False
    values: int = 999
    scores: bool = False
    fixed: bool = False
    """True if only constants may be read."""

    def knowing(self, **names: Type) -> Scope:
        return replace(self, names=self.names | names)


class Expressions:
    """Writes expressions. Each method named after a type gives one of that type, as text."""

    def __init__(self, world: World) -> None:
        self.w, self.c = world, world.choices
        self._last = 0

    def fresh(self, letter: str = "x") -> str:
        """A local name that was not used before."""
        self._last += 1
        return f"{letter}{self._last}"

    def of(self, type: Type, s: Scope, d: int = 0) -> str:
        """An expression of a type."""
        form, kind = type
        if form == "n":
            return self.number(s, d)
        if form == "f":
            return self.flag(s, d)
        if form in "to":
            return self.thing(kind, s, d, form == "o")
        if form == "s":
            return self.set(kind, s, d)
        return self.bag(kind, s, d)

    def _try(self, group: str, s: Scope, d: int, forms: tuple[str, ...], last: str, **more: object) -> str:
        """Try alternatives until one fits here."""
        for _ in range(8):
            name = self.c.rare(group, forms)
            made = getattr(self, f"_{group}_{name}")(s, d + 1, **more)
            if made is not None:
                return str(made)
        return last

    def _locals(self, s: Scope, *types: Type) -> list[str]:
        return [name for name, type in s.names.items() if type in types]

    # ------------------------------------------------------------ numbers

    NUMBERS = (
        "plus", "minus", "times", "down", "up", "mod", "min", "max", "clamp", "if", "count", "sum", "most", "field",
        "field", "held", "size", "supply", "row", "rate", "value", "round", "local", "local", "named", "negative",
        "distance", "trail", "score", "graph_size", "plain_count", "key",
    )  # fmt: skip
    SMALL = ("local", "field", "literal", "literal", "named", "round", "held", "size")

    def number(self, s: Scope, d: int = 0) -> str:
        deep = d >= DEEPEST or self.c.chance(0.2 + 0.15 * d)
        return self._try("number", s, d, self.SMALL if deep else self.NUMBERS, self._number_literal(s, d))

    def _number_literal(self, s: Scope, d: int) -> str:
        return str(self.c.any_number())

    def _two(self, s: Scope, d: int) -> tuple[str, str]:
        one = self.number(s, d)
        return one, (one if self.c.chance(0.08) else self.number(s, d))

    def _number_plus(self, s: Scope, d: int) -> str:
        return "({} + {})".format(*self._two(s, d))

    def _number_minus(self, s: Scope, d: int) -> str:
        return "({} - {})".format(*self._two(s, d))

    def _number_times(self, s: Scope, d: int) -> str:
        return f"({self.number(s, d)} * {self.c.number(0, 4) if self.c.chance(0.5) else self.number(s, d)})"

    def _divisor(self, s: Scope, d: int) -> str:
        return (
            str(self.c.number(1, 10))
            if self.c.chance(0.7)
            else self.c.one((f"max(1, {self.number(s, d)})", "(0 - 2)", "(0 - 7)"))
        )

    def _number_down(self, s: Scope, d: int) -> str:
        return f"({self.number(s, d)} / {self._divisor(s, d)} rounded down)"

    def _number_up(self, s: Scope, d: int) -> str:
        return f"({self.number(s, d)} / {self._divisor(s, d)} rounded up)"

    def _number_mod(self, s: Scope, d: int) -> str:
        return f"({self.number(s, d)} mod {self._divisor(s, d)})"

    def _number_min(self, s: Scope, d: int) -> str:
        return "min({}, {})".format(*self._two(s, d))

    def _number_max(self, s: Scope, d: int) -> str:
        return "max({}, {})".format(*self._two(s, d))

    def _number_clamp(self, s: Scope, d: int) -> str:
        low, high = sorted((self.c.number(-9, 9), self.c.number(-9, 40)))
        return f"clamp({self.number(s, d)}, {low}, {high})"

    def _number_negative(self, s: Scope, d: int) -> str:
        return f"(-{self.c.one((str(self.c.number(0, 9)), '(' + self.number(s, d) + ')'))})"

    def _number_if(self, s: Scope, d: int) -> str:
        return f"(if {self.flag(s, d)} then {self.number(s, d)} else {self.number(s, d)})"

    def _number_count(self, s: Scope, d: int) -> str:
        name, domain, inner = self.binder(s, d)
        where = f" where {self.flag(inner, d)}" if self.c.chance(0.8) else ""
        return f"count({name} in {domain}{where})"

    def _number_plain_count(self, s: Scope, d: int) -> str:
        return f"{self.set(self.kind(), s, d)}.size"

    def _gathered(self, word: str, s: Scope, d: int, body: str, sure: bool = False) -> str:
        name, domain, inner = self.binder(s, d, sure)
        made = self.number(inner, d) if body == "n" else self.flag(inner, d)
        where = f" where {self.flag(inner, d)}" if not sure and self.c.chance(0.4) else ""
        return f"{word}({made} for {name} in {domain}{where})"

    def _number_sum(self, s: Scope, d: int) -> str:
        return self._gathered("sum", s, d, "n")

    def _number_most(self, s: Scope, d: int) -> str:
        return self._gathered(self.c.one(("min", "max")), s, d, "n", self.c.chance(0.9))

    def _number_field(self, s: Scope, d: int) -> str | None:
        return self.field_of(N, s, d)

    def _number_key(self, s: Scope, d: int) -> str | None:
        found = [each for each in self.w.scalars(N) if each.keys]
        return self.address(self.c.one(found), s, d) if found and not s.fixed else None

    def _number_held(self, s: Scope, d: int) -> str | None:
        found = self.w.holders("bag", "row")
        if not found or s.fixed:
            return None
        made = self.c.one(found)
        return f"{self.address(made, s, d)}({self.thing(made.type[1], s, d)})"

    def _number_size(self, s: Scope, d: int) -> str | None:
        found = self.w.holders("bag", "row", "pile", "stack", "own", "set")
        found = [each for each in found if not s.fixed or each.fact]
        return f"{self.address(self.c.one(found), s, d)}.size" if found else None

    def _number_supply(self, s: Scope, d: int) -> str | None:
        if s.fixed:
            return None
        kind = self.c.one([each for each in self.w.piece_kinds() if each != "House"])
        return f"{self.c.one(('supply', 'supply', 'box'))}({self.thing(kind, s, d)})"

    def _number_row(self, s: Scope, d: int) -> str | None:
        if not self.w.rows:
            return None
        row, first, last = self.c.one(self.w.rows)
        return f"{row}(clamp({self.number(s, d)}, {first}, {last}))"

    def _number_rate(self, s: Scope, d: int) -> str | None:
        return f"{self.thing('Town', s, d)}.rates(clamp({self.number(s, d)}, 1, 3))" if self.w.board else None

    def _number_value(self, s: Scope, d: int) -> str | None:
        return self.value_of(N, s, d)

    def _number_round(self, s: Scope, d: int) -> str | None:
        return None if s.fixed else "round.number"

    def _number_local(self, s: Scope, d: int) -> str | None:
        found = self._locals(s, N)
        return self.c.one(found) if found else None

    def _number_named(self, s: Scope, d: int) -> str:
        return self.c.one([*self.w.numbers, "Player.size", "Good.size"])

    def _number_distance(self, s: Scope, d: int) -> str | None:
        if "Town" not in self.w.kinds:
            return None
        goal = self.c.one((self.thing("Town", s, d), self.set("Town", s, d)))
        return f"distance({self.thing('Town', s, d)}, {goal}, {self.roads(s, d)})"

    def _number_trail(self, s: Scope, d: int) -> str | None:
        if "Town" not in self.w.kinds:
            return None
        closed = f", {self.set('Town', s, d)}" if self.c.chance(0.5) else ""
        return f"longest_trail({self.roads(s, d)}{closed})"

    def _number_graph_size(self, s: Scope, d: int) -> str | None:
        return f"{self._members_graph(s, d, kind='Town')}.size" if "Town" in self.w.kinds else None

    def _number_score(self, s: Scope, d: int) -> str | None:
        return f"(score({self.thing('Player', s, d)}) / 1 rounded {self.c.one(('down', 'up'))})" if s.scores else None

    # ------------------------------------------------------------ numbers with a fraction

    FRACTIONS = ("times", "plus", "sum", "if", "least", "score")

    def fraction(self, s: Scope, d: int = 0) -> str:
        """A number that may have a fraction."""
        return self._try("fraction", s, d, self.FRACTIONS, self.literal())

    def literal(self) -> str:
        """A number written with a fraction."""
        return self.c.rare("signs", ("½", "1½", "⅓", "2¾", "⅙", "0.5", "2.125", "3⅔"))

    def _fraction_times(self, s: Scope, d: int) -> str:
        return f"({self.literal()} * {self.number(s, d)})"

    def _fraction_plus(self, s: Scope, d: int) -> str:
        return f"({self.number(s, d)} {self.c.one('+-')} {self.literal()})"

    def _fraction_sum(self, s: Scope, d: int) -> str:
        name, domain, inner = self.binder(s, d)
        return f"sum({self.fraction(inner, d)} for {name} in {domain})"

    def _fraction_if(self, s: Scope, d: int) -> str:
        return f"(if {self.flag(s, d)} then {self.fraction(s, d)} else {self.number(s, d)})"

    def _fraction_least(self, s: Scope, d: int) -> str:
        return f"{self.c.one(('min', 'max'))}({self.number(s, d)}, {self.fraction(s, d)})"

    def _fraction_score(self, s: Scope, d: int) -> str | None:
        return f"score({self.thing('Player', s, d)})" if s.scores else None

    # ------------------------------------------------------------ yes and no

    FLAGS = (
        "compare", "compare", "fractions", "things", "order", "none", "member", "kind_member", "range_member", "bags",
        "sets", "and", "or", "not", "if", "any", "any_body", "all", "field", "value", "named", "number_set", "local",
        "can",
    )  # fmt: skip

    signatures: dict[str, list[Type]]
    """The types of the parameters of actions."""
    askable: tuple[str, ...] = ()
    """Actions that `can` may ask about: those written before, which accept nothing instead of their costs."""
    scored: bool = False

    def _flag_can(self, s: Scope, d: int) -> str | None:
        if not self.askable or s.fixed or (self.scored and not s.scores):  # needs may ask for the score
            return None
        name = self.c.one(self.askable)
        types = self.signatures.get(name, [])
        given = types[: self.c.number(0, len(types))] if self.c.chance(0.4) else []
        args = f"({', '.join(self.fit(self.of(type, s, d + 1), type) for type in given)})" if given else ""
        return f"can({self.thing('Player', s, d)}, {name}{args})"

    def flag(self, s: Scope, d: int = 0) -> str:
        deep = d >= DEEPEST or self.c.chance(0.1 + 0.15 * d)
        forms = ("compare", "field", "local", "things", "named", "member") if deep else self.FLAGS
        return self._try("flag", s, d, forms, f"{self.c.any_number()} > 1")

    def _flag_compare(self, s: Scope, d: int) -> str:
        one, other = self._two(s, d)
        return f"({one} {self.c.rare('comparison', COMPARISONS)} {other})"

    def _flag_fractions(self, s: Scope, d: int) -> str:
        other = self.number(s, d) if self.c.chance(0.6) else self.fraction(s, d)
        return f"({self.fraction(s, d)} {self.c.rare('comparison', COMPARISONS)} {other})"

    def _flag_things(self, s: Scope, d: int) -> str:
        kind = self.kind()
        optional = self.c.chance(0.4)
        return f"({self.thing(kind, s, d, optional)} {self.c.one(('=', '!='))} {self.thing(kind, s, d)})"

    def _flag_order(self, s: Scope, d: int) -> str:
        kind = self.kind()
        return f"({self.thing(kind, s, d)} {self.c.one(('<', '<=', '>', '>='))} {self.thing(kind, s, d)})"

    def _flag_none(self, s: Scope, d: int) -> str:
        return f"({self.thing(self.kind(), s, d, True)} {self.c.one(('=', '!='))} none)"

    def _flag_member(self, s: Scope, d: int) -> str:
        kind = self.kind()
        word = self.c.one(("in", "in", "not in"))
        return f"({self.thing(kind, s, d)} {word} {self.set(kind, s, d)})"

    def _flag_kind_member(self, s: Scope, d: int) -> str | None:
        return f"({self.thing('Town', s, d)} in Port)" if "Port" in self.w.kinds else None

    def _flag_range_member(self, s: Scope, d: int) -> str:
        low = self.c.number(-3, 5)
        form = self.c.rare("range", ("{} to {}", "{1} down to {0}", "{} to {} step 2", "{1} down to {0} step 3"))
        return f"({self.number(s, d)} in {form.format(low, low + self.c.number(0, 8))})"

    def _flag_number_set(self, s: Scope, d: int) -> str:
        numbers = ", ".join(self.number(s, d + 1) for _ in range(self.c.number(1, 3)))
        return f"({self.number(s, d)} {self.c.one(('in', 'not in'))} {{{numbers}}})"

    def _flag_bags(self, s: Scope, d: int) -> str:
        held = self.w.holders("bag", "row", kind="Good")
        other = (
            self.address(self.c.one(held), s, d)
            if held and not s.fixed and self.c.chance(0.4)
            else self.bag("Good", s, d)
        )
        return f"({self.bag('Good', s, d)} {self.c.one(('=', '!='))} {other})"

    def _flag_sets(self, s: Scope, d: int) -> str:
        kind = self.kind()
        return f"({self.set(kind, s, d, False)} {self.c.one(('=', '!='))} {self.set(kind, s, d, False)})"

    def _flag_and(self, s: Scope, d: int) -> str:
        return f"({self.flag(s, d)} and {self.flag(s, d)})"

    def _flag_or(self, s: Scope, d: int) -> str:
        return f"({self.flag(s, d)} or {self.flag(s, d)})"

    def _flag_not(self, s: Scope, d: int) -> str:
        return f"(not {self.flag(s, d)})"

    def _flag_if(self, s: Scope, d: int) -> str:
        return f"(if {self.flag(s, d)} then {self.flag(s, d)} else {self.flag(s, d)})"

    def _flag_any(self, s: Scope, d: int) -> str:
        name, domain, inner = self.binder(s, d)
        return f"any({name} in {domain} where {self.flag(inner, d)})"

    def _flag_any_body(self, s: Scope, d: int) -> str:
        return self._gathered("any", s, d, "f")

    def _flag_all(self, s: Scope, d: int) -> str:
        return self._gathered("all", s, d, "f")

    def _flag_field(self, s: Scope, d: int) -> str | None:
        return self.field_of(F, s, d)

    def _flag_value(self, s: Scope, d: int) -> str | None:
        return self.value_of(F, s, d)

    def _flag_named(self, s: Scope, d: int) -> str:
        return self.c.one([*self.w.flags, "yes", "no"])

    def _flag_local(self, s: Scope, d: int) -> str | None:
        found = self._locals(s, F)
        return self.c.one(found) if found else None
