"""Variants of generated rulebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.statements import Lines, Place, indented
from tests.fuzz.engines.world import N

if TYPE_CHECKING:
    from tests.fuzz.engines.rulebook import Author

FORMS = (
    "number", "cells", "cell", "flag", "except value", "replace value", "replace value when", "replace rule",
    "except rule", "replace rule when", "suspend", "suspend when", "add rule", "add need", "add cost", "add limit",
    "add scoring", "new", "replace end", "replace whole value", "replace whole end", "add accepts", "applies", "each",
    "option", "add rule after", "except course", "limit", "owed", "whole action", "whole trigger", "whole law",
    "whole claim",
    "whole group", "whole card", "whole offer", "whole ranking", "whole kind", "each kind", "board", "whole board",
    "card need", "cost of each", "replace score", "suspend end",
)  # fmt: skip

NUMBERS = (
    "4", "-2", "2 * 3", "20 - 5", "3 + 4 mod 2", "9 / 2 rounded up", "8 / 3 rounded down", "9 mod 4", "20 - 5 * 2",
    "1 + 2 - 3", "7 - rate", "2 * 3 + 4", "7 mod 4 - 1", "9 - (3)", "8 - 2 + 1")  # fmt: skip
"""Arithmetic that begins with a number, which `set` reads as cells at first."""
WORDS = ("Good.size + 1", "(3 + 4)", "(7) - 2", "(7) * 2", "(7) / 2 rounded down", "(7) / 2 rounded up", "(7) mod 4",
    "rate", "rate * 2 + 1", "rate - 1", "Player.size")  # fmt: skip
TARGETS = {
    "value": ("except value", "replace value", "replace value when", "replace whole value"),
    "phase": ("replace rule", "except rule", "replace rule when"),
    "action": ("suspend", "suspend when", "except course"),
    "end": ("replace end", "replace whole end"),
    "row": ("cells", "cell"),
    "act0": ("whole action", "owed", "limit", "add cost", "add need", "cost of each"),
    "card": ("whole card", "card need"),
    "board": ("board", "whole board"),
    "game": ("each", "new"),
}
"""Targets of amendments: two amendments of one variant must not share one."""

INSTEAD = (
    "1 of Cloth from you.cart to supply for 1", "2 alike of Good from you.cart to supply for 1, keeping 1",
    "1 of Cloth from you.cart to supply for 1 when clock > 0", "c in you.hand where c.number > 1 to box for 1",
)  # fmt: skip


def _rule(a: Author, heading: str) -> str:
    """The text of the block with this heading."""
    return (a.text.partition(f"\n{heading}")[2] or "").partition("\n\n")[0]


def variants_of(author: Author) -> tuple[list[str], str]:
    """A variant or two of a rulebook: their names, and their text."""
    lines = ['variant other "Otherwise" of made', *indented(amendments(author, author.c.number(1, 6))), ""]
    names = ["other"]
    if author.c.chance(0.3):
        word = author.c.one(("requires", "amends"))
        lines += ['variant further "Further" of made', f"    {word} other", *indented(amendments(author, 2)), ""]
        names.append("further")
    if author.c.chance(0.2):
        lines += ['variant alone "Alone" of made', "    excludes other", "    suspend act0", ""]
    return names, "\n".join(lines) + "\n"


def amendments(a: Author, number: int) -> Lines:
    """Some amendments, each of another form."""
    lines: Lines = []
    touched: set[str] = set()
    for form in sorted({a.c.rare("amendment", FORMS) for _ in range(number)}):
        target = next((word for word, forms in TARGETS.items() if form in forms), form)
        if target not in touched:
            lines += amendment(a, form)
        touched.add(target)
    return lines or ["suspend act0"]


def amendment(a: Author, form: str) -> Lines:
    """An amendment of a form; nothing where the rulebook has nothing to amend."""
    c, w = a.c, a.w
    value = c.one(w.values) if w.values else None
    known = Scope(dict(value.params), values=w.values.index(value)) if value else Scope()
    you = Scope(you=True)
    place = Place(Scope(), depth=1)
    match form:
        case "number" if "limit_of" in w.numbers:
            return [f"set limit_of to {c.rare('reckoned', NUMBERS + WORDS)}"]
        case "cells" if w.rows:
            return ["set price_at to 3 -2 7 9"]
        case "cell" if w.rows:
            return [f"set price_at({w.rows[0][1]}) to {c.number(-5, 9)}"]
        case "flag" if w.flags:
            return [f"set {w.flags[0]} to {c.one(('yes', 'no'))}"]
        case "option" if "rate" in w.numbers:
            return ["set rate to 3"]
        case "except value" if value:
            return [
                (
                    f"except {value.name} as strange when {a.flag(known, 1)}: "
                    f"{a.of(value.type, known, 2) if value.type != N else 4}"
                )
            ]
        case "replace value" | "replace value when" if value:
            when = f" when {a.flag(known, 2)}" if form.endswith("when") else ""
            return [f"replace {value.name}{when}: {a.of(value.type, known, 2) if value.type != N else c.number(0, 9)}"]
        case "replace whole value" if value and not value.params and value.type == N:
            return [f"replace value {value.name}: -2000000000 to 2000000000 = clamp({a.number(known, 2)}, -9, 99)"]
        case "replace rule" | "replace rule when":
            when = f" when {a.flag(Scope(), 2)}" if form.endswith("when") else ""
            return [f"replace phase0{when}", "    player may rest", *indented(a.block(place, 1, 1))]
        case "except rule":
            return [f"except phase0 as odd_phase when {a.flag(Scope(), 2)}", *indented(a.block(place, 1, 1))]
        case "except course":
            return [f"replace act0 when {a.flag(you, 2)}", *indented(a.block(place, 1, 1))]
        case "suspend" | "suspend when":
            return [f"suspend act0{f' when {a.flag(you, 2)}' if form.endswith('when') else ''}"]
        case "add rule" | "add rule after":
            where = c.one(("before", "after"))
            anchor = c.one(("phase0", "act0", "round", "turn", "setup"))
            when = f" when {a.flag(Scope(), 2)}" if c.chance(0.5) else ""
            return [f"add rule added {where} {anchor}{when}", *indented(a.block(place, 1, 1))]
        case "add need":
            return [f"add needs more to act0: {a.flag(you, 1)}"]
        case "add cost":
            when = f" when {a.flag(you, 2)}" if c.chance(0.5) else ""
            owed = c.one(
                (
                    "1 of Wool from you.cart to supply",
                    "any 1 of Good from you.cart to supply",
                    "1 alike of Good from you.cart to supply",
                    "min(1, you.purse) from you.purse to bank",
                )
            )
            return [f"add costs extra to act0: {owed}{when}"]
        case "add accepts":
            return [
                "add costs price to rest: 1 of Wool from you.cart to supply",
                f"add accepts instead to rest: {c.rare('instead', INSTEAD)}",
            ]
        case "add limit":
            return [f"add limit 1 per {c.one(('turn', 'round', 'game', 'phase'))} to rest"]
        case "add scoring" if a.scored:
            return [f"add scoring bonus: {a.number(Scope({'p': ('t', 'Player')}), 1)}"]
        case "replace end":
            return [f"replace last: round.number >= {c.number(1, 3)}"]
        case "replace whole end":
            return ["replace end last of round when round.number >= 2"]
        case "suspend end" if "end early" in a.text:
            return ["suspend early"]
        case "limit" if "act0" in a.limited:
            return [
                c.one(
                    (
                        f"replace act0.limit: {c.number(1, 3)} per {c.one(('turn', 'game'))}",
                        "set act0.limit to 3",
                        "suspend act0.limit",
                    )
                )
            ]
        case "owed" if "costs d: " in _rule(a, "action act0"):
            return [
                f"replace act0.d: {c.rare('owed anew', ('2 different of Good', '1 alike of Good', 'any 2 of Good'))}"
            ]
        case "whole action":
            params, scope = a.chosen(you, 1)
            return [f'replace action act0{params} "Otherwise"', *indented(a.clauses(scope, ()))]
        case "whole trigger" if "trigger wake0" in a.text:
            return [f"replace trigger wake0 as soon as {a.flag(Scope(), 1)}", *indented(a.block(place, 1, 1))]
        case "whole law" if "law sound" in a.text:
            return [c.one(("replace law sound: yes", "replace sound: Good.size > 0"))]
        case "whole claim" if "claim bold" in a.text:
            return [c.one(("replace claim bold never: no", "replace bold: Good.size > 0", "suspend bold"))]
        case "whole group" if "group many" in a.text:
            if "many" in a.limited:
                return [c.one(("replace many.limit: 2 per turn", "set many.limit to 3", "suspend many.limit"))]
            return ["replace group many: rest or act0"]
        case "whole card" if "card Card2" in a.text:
            return ["replace card Card2 from you.hand to box", "    then", "        raise clock by 1 clamped"]
        case "card need" if "card Card2" in a.text:
            return [f"add needs more to Card2: {a.flag(you, 1)}"]
        case "whole offer" if "offer deal" in a.text:
            return [
                "replace offer deal(o: others(you), coins: 1 to 2) to o",
                "    costs c: min(1, you.purse) from you.purse to o.purse",
            ]
        case "whole ranking" if "ranking of" in a.text:
            return [f"replace ranking of p in Player by most {a.number(Scope({'p': ('t', 'Player')}), 2)}"]
        case "whole kind":
            goods = ", ".join(w.kinds["Good"].literals)
            return [f"replace kind Good: {goods} with {c.number(2, 12)} pieces each"]
        case "each kind":
            return ["replace each Good has", f"    level: 0 to {c.number(5, 99)} = 1"]
        case "board" | "whole board" if w.board:
            return [f'{"replace " if form == "whole board" and c.chance(0.3) else ""}board "small.yaml"']
        case "cost of each":
            return ["add costs each_good for k in Good to act0: min(1, you.cart(k)) of k from you.cart to supply"]
        case "replace score" if a.scored:
            return [c.one((f"replace scoring.s0: {a.number(Scope({'p': ('t', 'Player')}), 1)}", "suspend scoring.s0"))]
        case "new":
            return [
                "new value fresh: 0 to 9 = clamp(clock, 0, 9)",
                "new trigger fresh_wake as soon as fresh = 3",
                "    raise clock by 1 clamped",
            ]
        case "applies":
            return ["applies when Player.size < 9"]
        case "each":
            return ["replace game has", "    clock: 0 to 50 = 1"]
    return []
