"""Single mistakes of an author: one wrong word or sign in a shipped example, and where its report must point.

Each mistake is a replacement in a file of an example. The report has one error, at a piece of the changed text, and
says what to do.
"""

from __future__ import annotations

from typing import NamedTuple


class Mistake(NamedTuple):
    """A replacement in a file of an example, with the words at which its report points."""

    name: str
    example: str
    old: str
    new: str
    at: str
    """The text that the report underlines, or the start of the line that it shows."""
    file: str = "rulebook.rules"
    cure: str = ""
    """Words of the hint, or of the label if there is no hint."""


TAKING = "    then\n        move 1 of good from market to you.hand\n        draw"
"""Lines of the Bazaar that tell its action `buy` from its action `take`."""

MISTAKES = [
    Mistake("a misspelt kind in its declaration", "bazaar", "kind Good:", "kind Goodd:", "Good"),
    Mistake("a misspelt kind with facts", "jewellers", "kind Jewel from", "kind Jewl from", "Jewel"),
    Mistake("a removed kind that a fact names", "caravans", "kind Ware: Salt, Cloth with 20 pieces each\n", "", "Ware"),
    Mistake("a removed kind that holders name", "jewellers", "kind Amber with 5 pieces\n", "", "Amber"),
    Mistake("a removed field", "bazaar", "    hand: bag of Good at most 6\n", "", "hand"),
    Mistake("a removed flag", "caravans", "    on_the_way: flag = no\n", "", "on_the_way"),
    Mistake("a misspelt field in its declaration", "bazaar", "    given: 0 to 9", "    gven: 0 to 9", "given"),
    Mistake("a misspelt field in its use", "bazaar", "lower good.price by", "lower good.prce by", "prce"),
    Mistake("a wrong type of a field", "bazaar", "hand: bag of Good", "hand: bag of Goood", "Goood"),
    Mistake("a missing type of a field", "bazaar", "purse: money\n", "purse:\n", ":"),
    Mistake("an unknown type of a field", "caravans", "purse: money = 3", "purse: mony = 3", "mony"),
    Mistake("a flag written as a number", "caravans", "on_the_way: flag = no", "on_the_way: flag = 0", "0"),
    Mistake("a missing colon after a kind", "bazaar", "kind Good: Leather", "kind Good Leather", "Leather"),
    Mistake("a missing colon after a field", "bazaar", "price: 1 to 6 = 6", "price 1 to 6 = 6", "1"),
    Mistake(
        "a missing colon after a need",
        "bazaar",
        "needs other_sort: good.given = 0",
        "needs other_sort good.given = 0",
        "good",
    ),
    Mistake(
        "a line too far to the left",
        "bazaar",
        "        draw 1 from sack to market\n",
        "    draw 1 from sack to market\n",
        "draw",
    ),
    Mistake(
        "a line too far to the right",
        "bazaar",
        f"    needs room: you.hand.size < 6\n{TAKING}",
        f"        needs room: you.hand.size < 6\n{TAKING}",
        "    ",
    ),
    Mistake("no indentation below a heading", "bazaar", "    purse: money\n", "purse: money\n", "s"),
    Mistake("an unclosed quote", "bazaar", '"Take one good"', '"Take one good', '"'),
    Mistake("a quote opened by mistake", "caravans", 'says "travel to {place}"', 'says travel to {place}"', "travel"),
    Mistake("an unclosed bracket", "bazaar", "action buy(good: market)", "action buy(good: market", '"Take one good"'),
    Mistake("an unclosed brace in a sentence", "caravans", '"travel to {place}"', '"travel to {place"', "{"),
    Mistake("an unknown blank in a sentence", "caravans", '"travel to {place}"', '"travel to {plce}"', "plce"),
    Mistake("an unknown parameter", "bazaar", "action sell(good: you.hand,", "action sell(god: you.hand,", "good"),
    Mistake("an unknown action", "bazaar", "player may buy or barter", "player may by or barter", "by"),
    Mistake("a misspelt action in its declaration", "jewellers", "action find_amber", "action fnd_amber", "find_amber"),
    Mistake("a misspelt action that is not used", "caravans", "action halt(", "action hlt(", "halt"),
    Mistake("a misspelt value in its declaration", "bazaar", "value taken:", "value takn:", "taken"),
    Mistake(
        "a value of another type",
        "jewellers",
        "value fame(who: Player): 0 to 99",
        "value fame(who: Player): flag",
        "sum",
    ),
    Mistake(
        "a number compared with a thing",
        "bazaar",
        f"you.hand.size < 6\n{TAKING}",
        f"you.hand < 6\n{TAKING}",
        "you.hand",
    ),
    Mistake(
        "a thing compared with a number",
        "caravans",
        "needs empty: caravan.load = none",
        "needs empty: caravan.load = 0",
        "0",
    ),
    Mistake("a thing of another kind", "caravans", "ware != caravan.at.buys", "ware != caravan.at", "caravan.at"),
    Mistake(
        "a number that is set to a thing",
        "caravans",
        "set caravan.left to caravan.at",
        "set caravan.steps to caravan.at",
        "caravan.at",
    ),
    Mistake("pieces of another kind", "caravans", "move 2 of Water from supply", "move 2 of Salt from supply", "Salt"),
    Mistake("a keyword of another statement", "bazaar", "raise good.taken by 1", "raise good.taken to 1", "to"),
    Mistake("a misspelt keyword", "bazaar", "draw 5 from sack", "drw 5 from sack", "drw"),
    Mistake("a misspelt heading", "bazaar", "each Player has", "every Player has", "every"),
    Mistake("an else without an if", "caravans", "if caravan.load != none and", "iff caravan.load != none and", "iff"),
    Mistake(
        "a board key misspelt",
        "jewellers",
        "price: {Ruby: 2}, fame: 1",
        "prize: {Ruby: 2}, fame: 1",
        "prize",
        file="board.yaml",
    ),
    Mistake("a kind of the board misspelt", "jewellers", "Jewel:\n", "Jewels:\n", "Jewels", file="board.yaml"),
    Mistake(
        "a thing of the board misspelt",
        "caravans",
        "Kano: {buys: Salt}",
        "Kanno: {buys: Salt}",
        "Kano",
        file="board.yaml",
    ),
    Mistake(
        "a value of the board misspelt",
        "caravans",
        "Bilma: {buys: Cloth}",
        "Bilma: {buys: Clothes}",
        "Clothes",
        file="board.yaml",
    ),
    Mistake("a number of the board too large", "jewellers", "fame: 4}", "fame: 40}", "40", file="board.yaml"),
    Mistake("a board section misspelt", "jewellers", "board:\n  title", "bord:\n  title", "bord", file="board.yaml"),
    Mistake("a fact that the rules do not declare", "caravans", "    toll: 0 to 3\n", "", "toll"),
    Mistake("a board that does not exist", "caravans", 'board "board.yaml"', 'board "bord.yaml"', ""),
    Mistake("a seat count the wrong way round", "bazaar", "players 2 to 4", "players 4 to 2", "bazaar"),
    Mistake("a missing scoring heading", "bazaar", "scoring of p in Player\n", "scoring of p Player\n", "Player"),
    Mistake("a second equals sign", "bazaar", "good.given = 0", "good.given == 0", "=", cure="write one `=`"),
    Mistake(
        "an equals sign after set",
        "caravans",
        "set caravan.at to place",
        "set caravan.at = place",
        "=",
        cure="`set caravan.at to …`",
    ),
    Mistake(
        "a then after a condition",
        "caravans",
        "load = place.buys\n",
        "load = place.buys then\n",
        "then",
        cure="end the line here",
    ),
    Mistake(
        "a colon after a condition",
        "caravans",
        "load = place.buys\n",
        "load = place.buys:\n",
        ":",
        cure="end the line here",
    ),
    Mistake(
        "a colon after a loop",
        "bazaar",
        "for p in Player\n        draw",
        "for p in Player:\n        draw",
        ":",
        cure="end the line here",
    ),
    Mistake("an each after for", "bazaar", "for p in Player\n", "for each p in Player\n", "p", cure="without `each`"),
    Mistake(
        "a comma between actions",
        "bazaar",
        "may buy or barter or sell",
        "may buy, barter or sell",
        "barter",
        cure="`may … or …`",
    ),
    Mistake(
        "an and between actions",
        "bazaar",
        "may buy or barter or sell",
        "may buy and barter",
        "and",
        cure="`may … or …`",
    ),
    Mistake(
        "a payment without a payer",
        "bazaar",
        "bank pays how_many",
        "pay how_many",
        "how_many",
        cure="`you pays … to bank`",
    ),
    Mistake(
        "a move without a source",
        "bazaar",
        "draw 1 from sack to market",
        "draw 1 to market",
        "to",
        cure="`from … to …`",
    ),
    Mistake(
        "pieces without an of",
        "bazaar",
        "how_many of good from",
        "how_many good from",
        "good",
        cure="write `of` before the sort",
    ),
    Mistake(
        "a division without rounding",
        "bazaar",
        "how_many * good.price to",
        "how_many / 2 to",
        "to",
        cure="`rounded down`",
    ),
    Mistake("a truth value of Python", "caravans", "on_the_way to yes", "on_the_way to True", "True", cure="`yes`"),
    Mistake("a type of Python", "bazaar", "hand: bag of Good at most 6", "hand: list of Good", "list", cure="`row`"),
    Mistake(
        "a flag compared with a number",
        "caravans",
        "until not caravan.on_the_way",
        "until caravan.on_the_way = 0",
        "0",
        cure="`not caravan.on_the_way`",
    ),
    Mistake(
        "a thing compared with a kind",
        "caravans",
        "caravan.at in Town",
        "caravan.at = Town",
        "Town",
        cure="`caravan.at in Town`",
    ),
    Mistake("a thing for a set", "caravans", "caravan.at in Town", "caravan.at in Agadez", "Agadez", cure="`{Agadez}`"),
    Mistake(
        "a turn's end without its time",
        "bazaar",
        "end late of round when",
        "end late when",
        "when",
        cure="expected `at` or `of`",
    ),
    Mistake(
        "a holder in a comparison",
        "bazaar",
        "room: you.hand.size < 6",
        "room: you.hand < 6",
        "you.hand",
        cure="`you.hand.size`",
    ),
    Mistake(
        "pieces from a board that lists none",
        "caravans",
        "with 20 pieces each",
        "with pieces from board",
        "Ware",
        cure="`kind Ware from board",
    ),
    Mistake(
        "a section of the board for a listed kind",
        "caravans",
        "Road:\n",
        "Ware:\n  Salt: {}\nRoad:\n",
        "Ware",
        file="board.yaml",
        cure="`kind Ware from board",
    ),
]
