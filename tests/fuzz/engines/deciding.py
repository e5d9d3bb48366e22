"""Statements that ask players."""

from __future__ import annotations

from tests.fuzz.engines.amounts import Amounts
from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.sentences import UNKNOWN
from tests.fuzz.engines.statements import Lines, Place, indented
from tests.fuzz.engines.world import N, Type


class Decisions(Amounts):
    """Writes the statements that ask players, and all other statements."""

    def seat(self, p: Place) -> str:
        """Write the player who is asked."""
        if p.scope.you and self.c.chance(0.5):
            return "you"
        if p.scope.player and self.c.chance(0.7):
            return "player"
        return self.thing("Player", p.scope, 9)

    def choice(self, s: Scope) -> tuple[str, Type, str]:
        """A domain to choose from that is never empty, the type of its members, and the condition for its use."""
        kind = self.kind()
        form = self.c.rare("choice", ("kind", "range", "flag", "bags", "held", "set", "down", "several"))
        if form == "range":
            return f"{self.c.number(0, 2)} to {self.c.number(2, 5)}", N, ""
        if form == "down":
            return f"{self.c.number(3, 5)} down to {self.c.number(0, 2)}", N, ""
        if form == "flag":
            return "flag", ("f", ""), ""
        if form == "bags":
            return self.c.one(("bags(Good, 1)", "bags(Good, 0, 2)")), ("b", "Good"), ""
        if form == "several":
            return (*self.several(("Good", "Card")), "")
        if form == "held":
            held = self.address(
                self.c.one(self.w.holders("bag", "pile", kind=self.c.one(("Good", "Card"))) or self.w.holders("bag")),
                s,
                3,
            )
            return held, ("t", "Good"), f"{held}.size > 0"
        if form == "set":
            domain = self.set(kind, s, 2)
            return domain, ("t", kind), f"({domain}).size > 0"
        return kind, ("t", kind), ""

    def several(self, kinds: tuple[str, ...] = (), held: tuple[str, ...] = ()) -> tuple[str, Type]:
        """A domain of sets or bags that is never empty, and the type of its members."""
        of = self.c.one(kinds + held)
        form, kind = ("bag", "Good") if of.endswith(("Good", "cart")) else ("set", "Card")
        number = self.c.number(0, 2)
        exact = f" exactly min({number}, {of}.size)" if of in held else " exactly 1"
        size = self.c.rare("several", (f" at most {number}", exact, exact, "" if form == "set" else " at most 3"))
        return f"{form} of {of}{size}", (form[0], kind)

    def _guarded(self, needed: str, lines: Lines) -> Lines:
        return [f"if {needed}", *indented(lines)] if needed else lines

    def _chooses(self, p: Place, words: str = "chooses") -> tuple[Lines, Scope] | None:
        if not p.asks:
            return None
        domain, type, needed = self.choice(p.scope)
        name = self.fresh("h")
        if "cart" in domain or "hand" in domain or domain.startswith(("gone", "heap", "market")):
            type = UNKNOWN
        inner = p.scope.knowing(**{name: type}) if type != UNKNOWN else p.scope
        only = ", unless there is only one" if words == "chooses" and self.c.chance(0.3) else ""
        line = [f"{self.seat(p)} {words} {name} in {domain}{only}{self.said(name, type, p.scope)}"]
        if needed:
            return self._guarded(needed, line + self.block(p.deeper(inner), 1, 2)), p.scope
        return line, inner

    def _secretly(self, p: Place) -> tuple[Lines, Scope] | None:
        return self._chooses(p, "secretly chooses")

    def _may_choose(self, p: Place) -> Lines | None:
        if not p.asks:
            return None
        domain, type, _ = self.choice(p.scope)
        name = self.fresh("h")
        inner, known = p.scope, UNKNOWN
        if type == N or (type[0] == "t" and domain in self.w.kinds):
            inner, known = p.scope.knowing(**{name: type}), type
        where = f" where {self.flag(inner, 2)}" if self.c.chance(0.3) else ""
        once = (
            f", once per {self.c.rare('may choose once', ('game', 'turn', 'round', 'phase'))}"
            if self.c.chance(0.3)
            else f", at most {self.c.number(0, 3)} times"
            if self.c.chance(0.3)
            else ""
        )
        said = self.said(name, known, p.scope) + self.passing(p.scope)
        lines = [
            f"{self.seat(p)} may choose {name} in {domain}{where}{once}{said}",
            *indented(self.block(p.deeper(inner), 1, 2)),
        ]
        return lines + (["else", *indented(self.block(p.deeper(), 1, 1))] if self.c.chance(0.4) else [])

    def _everyone(self, p: Place) -> tuple[Lines, Scope] | None:
        if not p.asks or p.depth > 1:
            return None
        name, form = self.fresh("e"), self.c.rare("everyone", ("range", "kind", "bags", "purse", "several"))
        seats = self.c.one(
            ("Player", "Player", f"others({self.thing('Player', p.scope, 9)})", "{q in Player where q.cart.size > 0}")
        )
        domain, type, result = {
            "range": ("0 to 3", N, f"raise clock by {name}(q) clamped"),
            "kind": ("Good", ("t", "Good"), f"raise {name}(q).level by 1 clamped"),
            "bags": ("bags(Good, 1)", ("b", "Good"), f"raise clock by {name}(q).size clamped"),
            "purse": ("0 to you.purse", N, f"q pays min(q.purse, {name}(q)) to bank"),
            "several": (*self.several(("Card",), ("you.cart", "you.hand")), f"raise clock by {name}(q).size clamped"),
        }[form]
        result = result.replace("q pays", "q.purse pays") if self._two_purses() else result
        return [
            f"everyone in {seats} secretly chooses {name} in {domain}{self.said(name, type, p.scope)}",
            f"for q in {seats}",
            f"    {result}",
        ], p.scope

    def _discards(self, p: Place) -> Lines | None:
        """Pieces or things of one seat, or of several at once, that they choose to give up."""
        if not p.asks or p.depth > 1:
            return None
        holder = self.c.rare("discards", ("cart", "hand", "line"))
        target = "box" if holder == "hand" else "supply"
        if not any(each.name == holder for each in self.w.fields):
            return None
        name, number = self.fresh("d"), self.c.number(0, 3)
        said = f', says "drop {{{name}}}"' if self.c.chance(0.3) else ""
        if self.c.chance(0.5):
            who = self.seat(p)
            return [f"{who} discards {name}: {number} from {who}.{holder} to {target}{said}"]
        seats = self.c.one(("Player", "{q in Player where q.cart.size > 0}"))
        number = f"you.{holder}.size - {number}"
        return [f"everyone in {seats} discards {name}: {number} from you.{holder} to {target}{said}"]

    def _two_purses(self) -> bool:
        return any(each.name == "savings" for each in self.w.fields)

    def _walks(self, p: Place) -> Lines | None:
        if not p.asks or "Town" not in self.w.kinds:
            return None
        name, who = self.fresh("w"), self.seat(p)
        inner = p.scope.knowing(**{name: ("t", "Town"), "here": ("t", "Town")})
        where = f" where {self.flag(inner, 2)}" if self.c.chance(0.4) else ""
        steps = self.c.rare("steps", (f"at most {self.c.number(1, 3)} steps", f"exactly {self.c.number(1, 2)} steps"))
        until = f" until {self.flag(inner, 2)}" if self.c.chance(0.4) else ""
        said = self.said(name, ("t", "Town"), p.scope) + ("" if "exactly" in steps else self.passing(p.scope))
        return [
            (
                f"{who} walks {name} from {self.thing('Town', p.scope, 3)} over Road"
                f"{'' if 'exactly' in steps else where}, {steps}{until}{said}"
            ),
            *indented(self.block(p.deeper(inner), 1, 1)),
        ]

    def _auction(self, p: Place) -> Lines | None:
        if not p.asks or p.depth > 1:
            return None
        name, who, winner, price = (self.fresh(letter) for letter in ("a", "p", "w", "b"))
        inner = p.scope.knowing(**{winner: ("t", "Player"), price: N})
        bidder = p.scope.knowing(**{who: ("t", "Player")})
        where = f" where {self.flag(bidder, 2)}" if self.c.chance(0.4) else ""
        step = f" step {self.c.number(2, 3)}" if self.c.chance(0.3) else ""
        high = self.c.one((str(self.c.number(2, 6)), f"min(5, {who}.purse)"))
        pay = f"{winner}{'.purse' if self._two_purses() else ''} pays min({winner}.purse, {price}) to bank"
        said = self.said("bid", N, p.scope) + self.passing(p.scope)
        lines = [
            f'auction {name} "A sale"',
            f"    bidders {who} in {self.c.one(('Player', 'clockwise(seat(1))', 'others(seat(1))'))}{where}",
        ]
        lines += [
            f"    bid {self.c.number(0, 2)} to {high}{step}{said}",
            f"    won by {winner} at {price}",
            f"        {pay}",
        ]
        lines += indented(indented(self.block(p.deeper(inner), 1, 1)))
        if self.c.chance(0.5):
            lines += ["    unsold", *indented(indented(self.block(p.deeper(), 1, 1)))]
        return lines

    def offered(self, p: Place) -> str:
        """Some of the actions that may be offered."""
        return " or ".join(self._with_first(name, p) for name in self.c.some(p.offers, 1, 3))

    def _with_first(self, name: str, p: Place) -> str:
        """An action, perhaps with its first parameters given."""
        types = self.signatures.get(name, [])
        if not types or not self.c.chance(0.25):
            return name
        given = [self.fit(self.of(type, p.scope, 3), type) for type in types[: self.c.number(1, len(types))]]
        return f"{name}({', '.join(given)})"

    signatures: dict[str, list[Type]]
    """The types of the parameters of actions."""

    def _act(self, p: Place) -> Lines | None:
        if not p.asks or not p.offers:
            return None
        form = self.c.rare(
            "act",
            ("may", "may times", "must", "must times", "must until", "repeatedly", "must repeatedly", "must or pass"),
        )
        who, offers = self.seat(p), self.offered(p)
        times = f", at most {self.c.number(1, 3)} times"
        if form.endswith("repeatedly"):
            word = "must" if form.startswith("must") else "may"
            return (
                [f"{who} {word} {' or '.join(self.limited)}, repeatedly{self.passing() if word == 'may' else ''}"]
                if self.limited
                else None
            )
        if form.startswith("may"):
            return [f"{who} may {offers}{times if 'times' in form else ''}{self.passing()}"]
        if form == "must or pass":
            words = f" {self.sentence({})}" if self.c.chance(0.5) else ""
            return [f"{who} must {offers}, or else pass{words}"]
        idle = [offers, "rest"] if "rest" not in offers else [offers]
        offers = " or ".join(idle)
        if form == "must until":
            return [f"{who} must {offers} until clock > 2 or {self.flag(p.scope, 3)} or round.number > 0"]
        return [f"{who} must {offers}{times if 'times' in form else ''}"]

    def _window(self, p: Place) -> Lines | None:
        if not p.asks or not p.offers or p.depth > 1:
            return None
        name = self.fresh("p")
        seats = self.c.one(("Player", "clockwise(seat(1))", "others(seat(1))"))
        inner = p.scope.knowing(**{name: ("t", "Player")})
        where = f" where {self.flag(inner, 2)}" if self.c.chance(0.4) else ""
        limited = [offer for offer in p.offers if offer in self.limited]
        if not limited:
            return None
        return [f"window for {name} in {seats}{where}: {' or '.join(self.c.some(limited, 1, 2))}{self.passing()}"]

    limited: tuple[str, ...] = ()
    """Actions with a limit, which may be offered again and again."""
