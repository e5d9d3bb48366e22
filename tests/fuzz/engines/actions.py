"""Actions, cards, offers and series made by chance."""

from __future__ import annotations

from tests.fuzz.engines.deciding import Decisions
from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.statements import Lines, Place, indented
from tests.fuzz.engines.world import F, N, Type

TITLES = (' "Do it"', ' "B. Buy a good"', ' "Take one card, then a card"', ' "3. Wheel"')
Rules = tuple[tuple[str, tuple[Type, ...]], ...]


class Actions(Decisions):
    """Writes what players may do. `offers` are the names that phases can offer."""

    offers: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    series: bool = False

    def actions(self, scope: Scope, rules: Rules) -> Lines:
        """Some actions, perhaps a card, an offer, a series and a group."""
        c = self.c
        lines = ["action rest", ""]
        names, limited = [], []
        for number in range(c.number(1, 3)):
            name = f"act{number}"
            made = self.action(f"action {name}", scope, rules)
            lines += made
            names.append(name)
            if c.chance(0.15) and any("costs m" in line for line in made) and "accepts" not in "".join(made):
                accepted = "    accepts k: 1 of Wool from you.cart to supply for 1"
                lines += [f"payment kind{number} for {name}", accepted, ""]
                made += lines[-3:]
            limited += [name] * any(line.startswith("    limit") for line in made)
            if not any("accepts" in line for line in made):
                self.askable = (*self.askable, name)
        self.plain = tuple(names)
        if c.chance(0.3):
            lines += self.anytime(scope)
        if c.chance(0.3):
            lines += self.card(scope)
            names.append(lines[-2].split()[0] if False else "Card2")
        if c.chance(0.3):
            lines += self.offer(scope)
            names.append("deal")
            self.askable = (*self.askable, "deal")
        if c.chance(0.25):
            lines += self.finishing()
        if c.chance(0.2):
            lines += [f'group many: {" or ".join(c.some(names, 1, 2))} "Many"', ""]
            names.append("many")
            if set(lines[-2].split('"')[0].split()) - {"group", "many:", "or"} <= set(self.askable):
                self.askable = (*self.askable, "many")
            if not {*lines[-2].split()} & {*limited} and c.chance(0.5):
                lines[-1:] = [f"    limit {c.number(1, 2)} per {c.one(('turn', 'round', 'phase', 'game'))}", ""]
                limited.append("many")
        self.offers, self.limited = tuple(names), tuple(limited)
        return lines

    def action(self, head: str, scope: Scope, rules: Rules) -> Lines:
        """An action of a heading, with everything below it."""
        c = self.c
        before = Scope(scope.names, you=True, scores=scope.scores)
        params, known = self.chosen(before)
        named = {name: type for name, type in known.names.items() if name not in before.names}
        self.signatures[head.split()[1]] = list(named.values())
        title = c.one(TITLES) if c.chance(0.4) else ""
        return [f"{head}{params}{title}", *indented(self.says(named) + self.clauses(known, rules)), ""]

    def clauses(self, s: Scope, rules: Rules, then: bool = True) -> Lines:
        """Write the lines below the heading of an action."""
        c, lines = self.c, []
        if c.chance(0.4):
            lines += [
                f"needs a: {self.flag(s, 1)} or round.number > 1" if c.chance(0.6) else f"needs a: {self.flag(s, 1)}"
            ]
        form = c.rare(
            "cost",
            (
                "none",
                "none",
                "money",
                "pieces",
                "bag",
                "thing",
                "debt",
                "any thing",
                "when",
                "each",
                "accepts",
                "to box",
                "other",
            ),
        )
        lines += self.costs(form, s)
        if c.chance(0.5):
            scope = c.rare("limit", ("turn", "round", "phase", "game"))
            lines += [f"limit {c.number(1, 2)} per {scope}"]
        if then and c.chance(0.85):
            block = self.block(Place(s, rules=rules, depth=1))
            lines += [f"then {block[0]}"] if self.brief(block) else ["then", *indented(block)]
        return lines

    def costs(self, form: str, s: Scope) -> Lines:
        """Costs of a form, and what is accepted for them."""
        c = self.c
        purse = "you.purse"
        good, number = self.thing("Good", s, 9), f"clamp({self.number(s, 3)}, 0, 3)"
        own = " from you.purse" if any(each.name == "savings" for each in self.w.fields) else ""
        if form == "money":
            return [f"costs m: {self.c.one((number, f'min(2, {purse})'))}{own} to bank"]
        if form == "when":
            return [f"costs m: min(1, {purse}){own} to bank when {self.flag(s, 2)}"]
        if form == "pieces":
            owed = c.one(("1", "3 - 2", f"2 - clamp({self.number(s, 3)}, 0, 2)"))
            return [f"costs g: {owed} of {good} from you.cart to {c.one(('supply', 'box'))}"]
        if form == "bag":
            return [f"costs g: {self.bag('Good', s, 3)} from you.cart to supply"]
        if form == "thing":
            return ["costs t: first(c in you.hand) from you.hand to box when you.hand.size > 0"]
        if form == "debt":
            owed = c.rare(
                "debt",
                (
                    "1 different of Good",
                    "2 different of Good",
                    "1 alike of Good",
                    "2 alike of {Wool, Cloth}",
                    "any 1 of Good",
                    "any 2 of Good",
                ),
            )
            return [f"costs d: {owed} from you.cart to supply"]
        if form == "any thing":
            return ["costs d: any 1 of you.hand from you.hand to box"]
        if form == "each":
            return [
                (
                    "costs e for k in Good: "
                    f"{c.one(('min(1, you.cart(k)) of k', 'any min(1, you.cart(k)) of Good'))} from you.cart to supply"
                )
            ]
        if form == "to box":
            return [f"costs g: any 1 of you.cart from you.cart to box when {self.flag(s, 2)}"]
        if form == "other":
            other = self.thing("Player", s, 9)
            return [f"costs m: min(1, {purse}){own} to {other}{'.purse' if own else ''}"]
        if form == "accepts":
            return self.accepted(s, own)
        return []

    def accepted(self, s: Scope, own: str) -> Lines:
        """A cost with something that is accepted for it."""
        c = self.c
        form = c.rare("accepts", ("piece", "alike", "coins", "change", "change most", "thing"))
        when = f" when {self.flag(s, 3)}" if c.chance(0.3) else ""
        keeping = ", keeping 1" if c.chance(0.3) else ""
        if form == "piece":
            return [
                "costs g: any 2 of Good from you.cart to supply",
                f"accepts o: 2 of Cloth from you.cart to supply for 1{keeping}{when}",
            ]
        if form == "alike":
            return [
                "costs g: 1 of Wool from you.cart to supply",
                f"accepts o: 2 alike of Good from you.cart to supply for 1{keeping}{when}",
            ]
        change = {"coins": "", "change": ", with change", "change most": ", with change at most 2"}.get(form, "")
        given = "c in you.hand" + (" where c.number > 1" if c.chance(0.5) else "")
        if form == "thing":
            return [
                f"costs m: 3{own} to bank",
                f"accepts o: {given} to box for min(3, c.number){keeping}{change}{when}",
            ]
        return [
            f"costs m: {c.number(2, 5)}{own} to bank",
            f"accepts o: 1 of Wool from you.cart to supply for 2{keeping}{change}{when}",
        ]

    def chosen(self, s: Scope, most: int = 2, openly: bool = False) -> tuple[str, Scope]:
        """Parameters of an action in brackets, and the scope that knows them."""
        c, words = self.c, []
        for _ in range(c.number(0, most)):
            name = self.fresh("n")
            form = c.rare(
                "param",
                (
                    "number",
                    "kind",
                    "held",
                    "flag",
                    "bag",
                    "set",
                    "bag of held",
                    "open number",
                    "open bag",
                    "open set",
                    "seats",
                    "own set",
                    "step",
                    "value",
                    "listed",
                    "several",
                ),
            )
            kind = c.one(("Good", "Card", "Player"))
            domain, type, mark = kind, ("t", kind), ""
            if form in ("number", "open number"):
                domain, type = (
                    f"{c.number(0, 2)} to "
                    + c.one((str(c.number(2, 6)), "you.purse", f"clamp({self.number(s, 3)}, 0, 9)")),
                    N,
                )
                mark = "open " if form == "open number" else ""
            elif form == "step":
                domain, type = f"0 to {c.number(4, 9)} step {c.number(2, 3)}", N
            elif form == "held":
                domain, type = c.one((("you.cart", ("t", "Good")), ("you.hand", ("t", "Card"))))
            elif form == "flag":
                domain, type = "flag", F
            elif form in ("bag", "open bag"):
                domain, type = f"bag of {c.one(('Good', 'you.cart'))} at most {c.number(1, 2)}", ("b", "Good")
                mark = "open " if form == "open bag" else ""
            elif form == "bag of held":
                held, of = c.one((("cart", "Good"), ("gems", "Gem"))) if "Gem" in self.w.kinds else ("cart", "Good")
                domain, type = f"bag of you.{held} at most 2", ("b", of)
            elif form in ("set", "open set"):
                kind = c.one(("Card", "Player"))
                domain, type = f"set of {kind} at most {c.number(1, 2)}", ("s", kind)
                mark = "open " if form == "open set" else ""
            elif form == "seats":
                domain, type = c.one(("others(you)", "clockwise(you)")), ("t", "Player")
            elif form == "own set":
                domain, type = "set of you.hand at most 2", ("s", "Card")
            elif form == "several":
                domain, type = self.several(("Card", "Good"), ("you.hand", "you.cart"))
            elif form == "listed":
                domain = self.set(kind, s, 2)
            elif form == "value":
                domain = self.value_of(("s", kind), s, 2) or kind
            inner = s.knowing(**{name: type})
            where = f" where {self.flag(inner, 2)}" if c.chance(0.3) else ""
            words.append(f"{mark}{name}: {domain}{where}")
            s = inner
        words.sort(key=lambda each: each.startswith("open ") and openly)
        return (f"({', '.join(words)})" if words else ""), s

    def anytime(self, scope: Scope) -> Lines:
        """An action at any time, which comes to an end."""
        s = Scope(scope.names, you=True)
        return [
            "action now at any time", *indented(self.says({})), "    limit 1 per round", "    then",
            *indented(indented(self.block(Place(s, asks=False, chance=False, depth=2), 1, 1))), "",
        ]  # fmt: skip

    def card(self, scope: Scope) -> Lines:
        """A card to be played."""
        params, s = self.chosen(Scope(scope.names, you=True, scores=scope.scores), 1)
        says = self.says({name: type for name, type in s.names.items() if name not in scope.names})
        return [f'card Card2{params} from you.hand to box "A card"', *indented(says + self.clauses(s, ())), ""]

    def offer(self, scope: Scope) -> Lines:
        """An offer to another player, or to each of them."""
        c, s = self.c, Scope(scope.names, you=True)
        good = c.one(self.w.kinds["Good"].literals)
        money = ".purse" if any(each.name == "savings" for each in self.w.fields) else ""
        form = c.rare("offer", ("to", "countered", "breaking in", "to each", "until one"))
        lines = [f"limit {c.number(1, 2)} per turn"]
        if c.chance(0.3):
            lines += [f"needs b: {self.flag(s, 2)}"]
        if form in ("to each", "until one"):
            ending = ", until one accepts" if form == "until one" else ""
            where = f" where {self.flag(s.knowing(o=('t', 'Player')), 2)}" if c.chance(0.3) else ""
            head = f'offer deal(give: Good, coins: 0 to 2) to each o in others(you){where}{ending} "A deal"'
            lines += [
                "costs g: 1 of give from you.cart to o.cart",
                f"costs c: coins from o{money or '.purse'} to you{money}",
            ]
        else:
            more = {
                "countered": f", countered at most {c.number(1, 2)} times",
                "breaking in": ", anybody may break in",
            }.get(form, "")
            head = f'offer deal(o: others(you), give: Good, open coins: 0 to you.purse) to o{more} "A deal"'
            lines += [
                "costs g: 1 of give from you.cart to o.cart",
                f"costs c: coins{' from you.purse' if money else ''} to o{money}",
            ]
        lines += self.says({"give": ("t", "Good"), "coins": N})
        if c.chance(0.5):
            inner = s.knowing(o=("t", "Player"), give=("t", "Good"), coins=N)
            lines += ["then", *indented(self.block(Place(inner, asks=False, chance=c.chance(0.3), depth=2), 1, 2))]
        del good
        return [head, *indented(lines), ""]

    def finishing(self) -> Lines:
        """A series that must end well, and its actions."""
        c = self.c
        self.series = True
        goal = c.number(2, 5)
        self.goal = goal
        return [
            "each Player has", "    sum_up: 0 to 9 = 0", "",
            f"action pile_up(n: 1 to {c.number(1, 3)}) \"Put in\"",
            *indented(self.says({"n": N})), f"    needs fits: you.sum_up + n <= {goal}",
            *(["    costs m: 1 from you.purse to bank"] if c.chance(0.5) else []),
            "    then", "        raise you.sum_up by n", "",
        ]  # fmt: skip

    goal = 3

    def series_of(self, who: str) -> Lines:
        """Lines that begin the series."""
        lines = [f"set {who}.sum_up to 0", f"{who} must pile_up until {who}.sum_up = {self.goal}, never stuck"]
        return [*lines, "else", f"    raise {who}.sum_up by 1 clamped"]
