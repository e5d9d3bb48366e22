"""Whole rulebooks made by chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from tests.fuzz.engines.actions import Actions
from tests.fuzz.engines.case import RULES, Case
from tests.fuzz.engines.choosing import Choices
from tests.fuzz.engines.decorating import decorated
from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.statements import Lines, Place, indented
from tests.fuzz.engines.variants import variants_of
from tests.fuzz.engines.wording import worded
from tests.fuzz.engines.world import F, N, Type, Value, World, make_world

SECOND_BOARD = (
    "board: {title: Glade, reconstructed: false}\nTown:\n"
    "  Elder: {depth: 1, sells: [], far: no, tolls: {}, rates: [1, 0, 2]}\n"
)
WIDE = "-2000000000 to 2000000000"


def generated(random: Random, counts: Counter[str]) -> Case:
    """A rulebook made by chance, at a table; `counts` steers it to what was written seldom."""
    choices = Choices(random, counts)
    players = choices.one((2, 2, 3))
    author = Author(make_world(choices, players))
    lines = decorated(choices, author.rulebook())
    files = {RULES: "\n".join(lines) + "\n"}
    if author.w.board:
        files["board.yaml"] = "\n".join(author.w.board) + "\n"
    variants: tuple[str, ...] = ()
    if choices.chance(0.5):
        names, text = variants_of(author)
        files["variants/more.rules"] = "\n".join(decorated(choices, text.splitlines())) + "\n"
        files |= {"small.yaml": SECOND_BOARD} if "small.yaml" in text else {}
        variants = tuple(names)
    return Case(files, players, variants, random.randrange(10**6))


class Author(Actions):
    """Writes the declarations of a rulebook."""

    def rulebook(self) -> Lines:
        """All lines of a rulebook."""
        c = self.c
        lines = worded(self, self.w.lines)
        for _ in range(c.number(1, 4)):
            lines += self.value()
        scoring = [] if c.chance(0.1) else self.scoring()
        self.scored = bool(scoring)
        scope = Scope(scores=self.scored)
        rules: list[tuple[str, tuple[Type, ...]]] = []
        for _ in range(c.number(0, 2)):
            lines += self.rule(scope, rules)
        lines += self.actions(scope, tuple(rules))
        phases = [self.phase(scope, tuple(rules), number) for number in range(c.number(1, 2))]
        for phase in phases:
            lines += phase
        lines += self.course(scope, tuple(rules), len(phases))
        for number in range(c.number(0, 3)):
            lines += self.trigger(scope, tuple(rules), number, len(phases))
        lines += self.ends(scope, tuple(rules))
        if c.chance(0.25):
            lines += [f"law sound: {self.flag(Scope(fixed=True), 1)} or yes", ""]
        if c.chance(0.25):
            form = c.one(("always", "never", "possible", "from everywhere possible"))
            lines += [f"claim bold {form}: {self.flag(Scope(), 1)}", ""]
        lines += scoring
        if c.chance(0.5) or not scoring:
            keys = self.order(Scope({"p": ("t", "Player")}, scores=self.scored), 2)
            lines += [f"ranking of p in Player by {keys}", ""]
        self.text = "\n".join(lines)
        return lines

    scored = True
    text = ""
    """The text written so far."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.asked: dict[int, str] = {}
        self.signatures = {}

    def value(self) -> Lines:
        """A value, which may use those written before it."""
        c, number = self.c, len(self.w.values)
        type = c.one(
            (N, N, N, F, ("t", "Good"), ("s", "Good"), ("b", "Good"), ("s", "Player"), ("s", "Card"), ("o", "Card"))
        )
        if "Town" in self.w.kinds and c.chance(0.2):
            type = ("s", "Town")
        if "Treasure" in self.w.kinds and c.chance(0.2):
            type = ("b", c.one(("Treasure", "Gem")))
        params: list[tuple[str, Type]] = []
        for at in range(c.number(0, 2)):
            params.append((f"a{number}_{at}", c.one((N, ("t", "Good"), ("t", "Player"), ("t", "Card"), F))))
        scope = Scope(dict(params), values=number, fixed=c.chance(0.25))
        name = f"v{number}"
        head = f"value {name}{self.parameters(params)}: {domain_of(type)}"
        goods = [param for param, of in params if of == ("t", "Good")]
        head += f" by {goods[0]}" if goods else ""
        lets: Lines = []
        for _ in range(c.number(0, 2) if c.chance(0.5) else 0):
            local = self.fresh("k")
            kind = c.one((N, F, ("s", "Good"), ("b", "Good"), ("t", "Good")))
            lets.append(f"    let {local} = {self.of(kind, scope, 1)}")
            scope = scope.knowing(**{local: kind})
        result = self.of(type, scope)
        if type == N and c.chance(0.9):
            result = f"clamp({result}, -2000000000, 2000000000)"
        lines = [head, *lets, f"    = {result}"] if lets or c.chance(0.3) else [f"{head} = {result}"]
        if goods:
            case = self.of(type, scope, 2) if type != N else c.any_number()
            lines.append(f"    for {c.one(('Wool', 'Wool, Cloth', 'Cloth when yes'))}: {case}")
        if c.chance(0.3):
            lines.append(
                f"    except odd when {self.flag(scope, 1)}: {self.of(type, scope, 2) if type != N else c.any_number()}"
            )
        self.w.values.append(Value(name, params, type, scope.fixed))
        return [*lines, ""]

    def parameters(self, params: list[tuple[str, Type]]) -> str:
        """Parameters of a value, rule or phase, in brackets."""
        words = [f"{name}: {'-9 to 2000000000' if type == N else domain_of(type)}" for name, type in params]
        return f"({', '.join(words)})" if words else ""

    def rule(self, scope: Scope, rules: list[tuple[str, tuple[Type, ...]]]) -> Lines:
        """A rule, which may carry out those written before it."""
        name = f"rule{len(rules)}"
        types = [self.c.one((N, ("t", "Good"), ("t", "Player"))) for _ in range(self.c.number(0, 2))]
        params = [(f"r{len(rules)}_{at}", type) for at, type in enumerate(types)]
        place = Place(scope.knowing(**dict(params)), rules=tuple(rules))
        title = ' "A rule"' if self.c.chance(0.3) else ""
        lines = [f"rule {name}{self.parameters(params)}{title}", *indented(self.block(place)), ""]
        rules.append((name, tuple(types)))
        return lines

    def phase(self, scope: Scope, rules: tuple[tuple[str, tuple[Type, ...]], ...], number: int) -> Lines:
        """A phase of a turn."""
        place = Place(
            Scope(scope.names, player=True, scores=scope.scores), offers=self.offers, rules=rules, phase=True, turn=True
        )  # fmt: skip
        params: list[tuple[str, Type]] = [(f"f{number}", ("t", "Player"))] if self.c.chance(0.2) else []
        if params:
            self.asked[number] = "player"
            place = replace(place, scope=place.scope.knowing(**dict(params)))
        skip = [f"    skip when {self.flag(place.scope, 1)} and round.number = 2"] if self.c.chance(0.3) else []
        lead = [f"player {self.c.one(('may', 'must'))} {self.offered(place)} or rest"] if self.c.chance(0.8) else []
        if lead and self.c.chance(0.5):
            lead = [f"{lead[0]}, at most {self.c.number(1, 3)} times"]
        if lead and " may " in lead[0]:
            lead = [f"{lead[0]}{self.passing()}"]
        if lead and self.c.chance(0.15):
            lead = [f"player may {' or '.join(self.limited) or 'rest'}{', repeatedly' if self.limited else ''}"]
        if self.series and self.c.chance(0.5):
            lead += self.series_of("player")
        heading = f'phase phase{number}{self.parameters(params)} "A phase"'
        return [heading, *skip, *indented(lead + self.block(place, 0, 3)), ""]

    def course(self, scope: Scope, rules: tuple[tuple[str, tuple[Type, ...]], ...], phases: int) -> Lines:
        """Set-up and round."""
        c, lines = self.c, []
        place = Place(scope, rules=rules)
        lines += ["setup", *indented(["shuffle deck"] * c.chance(0.5) + self.block(place, 1, 2)), ""]
        form = c.rare("round", ("turns", "order", "first", "where"))
        seats = {"turns": "Player", "order": f"clockwise({self.thing('Player', Scope(), 9)})", "first": "Player"}.get(
            form, "Player"
        )
        where = (
            f" where {self.flag(Scope({'player': ('t', 'Player')}), 2)} or round.number < 3" if form == "where" else ""
        )
        calls = [f"phase{n}({self.asked[n]})" if n in self.asked else f"phase{n}" for n in range(phases)]
        body = [f"do {', '.join(calls)}"]
        before = self.block(Place(scope, rules=rules), 0, 1) if form == "first" else []
        return [
            *lines,
            f"round{c.one(('', chr(32) + chr(34) + 'A round' + chr(34)))}",
            *indented([*before, f"turn of player in {seats}{where}", *indented(body)]),
            "",
        ]

    def trigger(self, scope: Scope, rules: tuple[tuple[str, tuple[Type, ...]], ...], number: int, phases: int) -> Lines:
        """A trigger of any form."""
        c, name = self.c, f"wake{number}"
        form = c.rare(
            "trigger",
            ("soon", "soon each", "changes", "changes to", "changes from to", "enters", "leaves", "after", "before"),
        )
        head, known, when = "", dict(scope.names), ""
        only: tuple[str, ...] = ()
        if form == "soon":
            head = f"trigger {name} as soon as {self.flag(scope, 1)}"
        elif form == "soon each":
            kind = c.one(("Good", "Player", "Card"))
            known["x"] = ("t", kind)
            head = f"trigger {name}(x: {kind}) as soon as {self.flag(scope.knowing(x=('t', kind)), 1)}"
        elif form in ("after", "before"):
            anchors = [
                "round",
                "turn",
                "setup",
                *(f"phase{n}" for n in range(phases)),
                *(each for each in self.offers if each in self.plain),
            ]
            anchor = c.rare("anchor", [*anchors, *(rule for rule, _ in rules)])
            head = f"trigger {name} {form} {anchor}"
        else:
            head, known = self.event(name, form, known)
            only = ("set_flag", "set_thing", "set_set", "add", "remove", "pays", "let")
            if form in ("enters", "leaves"):
                only = (*only, "raise", "lower", "set")
        if form != "soon" and form != "soon each" and c.chance(0.3):
            when = f" when {self.flag(Scope(known, you=False), 2)}"
        place = Place(
            Scope(known, you=False, scores=scope.scores),
            rules=(),
            depth=1,
            asks=c.chance(0.4),
            chance=c.chance(0.5),
            only=only,
        )
        return [f"{head}{when}", *indented(self.block(place, 1, 2)), ""]

    def event(self, name: str, form: str, known: dict[str, Type]) -> tuple[str, dict[str, Type]]:
        """The heading of a trigger `each time`, and what its lines know."""
        c = self.c
        if form in ("enters", "leaves"):
            held = c.one(self.w.holders("bag", "pile", "row"))
            kind, owner = held.type[1], held.owner
            params = [f"q: {kind}"] + ([f"o: {owner}"] if owner else [])
            known |= {"q": ("t", kind)} | ({"o": ("t", owner)} if owner else {})
            at = f"o.{held.name}" if owner else held.name
            return f"trigger {name}({', '.join(params)}) each time q {form} {at}", known
        found = [each for each in self.w.scalars(N) if not each.fact and not each.keys]
        made = c.one(found)
        params = [f"o: {made.owner}"] if made.owner else []
        known |= {"o": ("t", made.owner)} if made.owner else {}
        tail = ""
        if form == "changes from to":
            params.append(f"old: {made.low} to {made.high}")
            known["old"] = N
            tail = " from old"
        if form != "changes":
            params.append(f"new: {made.low} to {made.high}")
            known["new"] = N
            tail += " to new"
        at = f"o.{made.name}" if made.owner else made.name
        heading = f"({', '.join(params)})" if params else ""
        return f"trigger {name}{heading} each time {at} changes{tail}", known

    def ends(self, scope: Scope, rules: tuple[tuple[str, tuple[Type, ...]], ...]) -> Lines:
        """The endings: one that comes for sure, and perhaps another."""
        last = f"end last of round when round.number >= {self.c.number(2, 3)}"
        lines = [last, *self.closing(scope, rules), ""]
        if self.c.chance(0.4):
            time = self.c.rare("end", ("at once", "at once, even within actions", "of turn", "of round"))
            early = f"end early {time} when {self.flag(scope, 1)} and round.number > 1"
            lines += [early, *self.closing(scope, rules), ""]
        return lines

    def closing(self, scope: Scope, rules: tuple[tuple[str, tuple[Type, ...]], ...]) -> Lines:
        """The closing lines of an end, or none."""
        if not self.c.chance(0.45):
            return []
        place = Place(scope, offers=(*self.offers, "rest"), rules=rules)
        stop = [f"if {self.flag(scope, 2)}", f"    stop {self.c.one(('game', 'round'))}"] if self.c.chance(0.3) else []
        return indented([*self.block(place, 1, 2), *stop, *self.block(place, 0, 2 if stop else 0)])

    def scoring(self) -> Lines:
        """Lines of scoring."""
        lines = ["scoring of p in Player"]
        scope = Scope({"p": ("t", "Player")})
        for number in range(self.c.number(1, 3)):
            line = self.fraction(scope) if self.c.chance(0.25) else self.number(scope)
            lines.append(f"    s{number}: {line}")
        return [*lines, ""]


def domain_of(type: Type) -> str:
    """The domain of a value of this type."""
    form, kind = type
    words = {"n": WIDE, "f": "flag", "t": kind, "o": f"{kind} or none", "s": f"set of {kind}", "b": f"bag of {kind}"}
    return words[form]
