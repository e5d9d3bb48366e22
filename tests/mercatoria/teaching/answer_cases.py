"""Answers to the exercises of the lessons, written as edits of an accepted reading.

Each wrong answer has the kind of its slip, and words of the line that its pupil has to change.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EXERCISES = Path(__file__).resolve().parents[3] / "docs" / "lessons" / "exercises"


@dataclass(frozen=True)
class Case:
    exercise: str
    title: str
    edits: tuple[tuple[str, str], ...]
    kind: str = ""
    line: str = ""
    reading: str = "first"

    @property
    def folder(self) -> Path:
        return next(EXERCISES.glob(f"{self.exercise}_*"))

    @property
    def text(self) -> str:
        text = (self.folder / "accepted" / f"{self.reading}.rules").read_text(encoding="utf-8")
        for old, new in self.edits:
            assert old in text, (self, old)
            text = text.replace(old, new, 1)
        return text

    @property
    def line_number(self) -> int:
        return next(number for number, line in enumerate(self.text.splitlines(), 1) if self.line in line)


ROOM = '    needs room: you.cart.size < 3 "The cart is full"\n'
MODEST = 'needs modest: heap < 15 or stones <= 2 "The first may take two at most"'
FEE = "player pays min(1, player.purse) to bank"
MOVE = "        move 1 of good from supply to you.cart"
SWAP = "action swap(mine: you.cart, other: Good where other != mine)"
BIDS = "    everyone in Player secretly chooses bid in 0 to you.purse\n"
RARE, LAST = (
    "except rare when supply(good) <= 3 and round.number < days: 3",
    "except last_day when round.number = days: 1",
)
PATIENCE = 'add needs patience to sell: round.number > 1 "Nothing is sold on the first day"'

CHAIN = "1 to 3 = if round.number = days then 1 else if supply(good) {} 3 then 3 else 2"
FEE_PHASE = f'phase stall_fee "Pay for the stall"\n    skip when round.number = 1\n    {FEE}\n\n'

WRONG = (
    Case("1a", "only two", (("1 to 3", "1 to 2"),), "number", "action take"),
    Case("1a", "none may be taken", (("1 to 3", "0 to 3"),), "number", "action take"),
    Case("1b", "the last one wins", (("then 0 else 1", "then 1 else 0"),), "turned", "not_last"),
    Case("1b", "other player", (("if p = last then 0", "if p != last then 0"),), "turned", "not_last"),
    Case("1c", "both tests", (("heap < 15 or", "heap < 15 and"),), "connective", "needs modest"),
    Case("1c", "one at most", (("stones <= 2", "stones < 2"),), "boundary", "needs modest"),
    Case("1c", "all the time", (("heap < 15 or stones", "stones"),), "left out", "needs modest"),
    Case("1c", "in the range", ((MODEST, ""), ("1 to 3", "1 to 2")), "left out", "action take"),
    Case("1c", "first for each", (("heap < 15", "heap < 14"),), "boundary", "needs modest"),
    Case("2a", "as it was", ((" = 0 per turn", " = 0"),), "time", "bought:"),
    Case("2b", "first day only", (("round.number = 1", "round.number != 1"),), "turned", "skip when"),
    Case("2b", "first day pays", (("    skip when round.number = 1\n", ""),), "left out", "phase stall_fee"),
    Case("2b", "third day", (("round.number = 1", "round.number <= 2"),), "boundary", "skip when"),
    Case("2b", "penniless", ((FEE, "player pays 1 to bank"),), "bound", "pays 1"),
    Case("2b", "after buying", (("do stall_fee, buying", "do buying, stall_fee"),), "order", "do buying"),
    Case("2b", "all", ((f"    {FEE}", f"    for p in Player\n        {FEE.replace('player', 'p')}"),), "who", "for p"),
    Case("2b", "two pennies", (("min(1,", "min(2,"),), "number", "min(2"),
    Case("2b", "the bank pays", ((FEE, "bank pays 1 to player"),), "direction", "bank pays 1"),
    Case("2b", "each round", (("do stall_fee, buying, selling", "do buying, selling"),), "left out", "do buying"),
    Case("2c", "purse only", (("    pieces: p.cart.size", ""),), "left out", "scoring"),
    Case("2c", "twice", (("p.cart.size", "2 * p.cart.size"),), "number", "pieces:"),
    Case("3a", "four", (("< 3", "<= 3"),), "boundary", "needs room:"),
    Case("3a", "two", (("< 3", "< 2"),), "boundary", "needs room:"),
    Case("3a", "each sort", (("you.cart.size < 3", "you.cart(good) < 3"),), "all or each", "needs room:"),
    Case("3a", "to sell", ((ROOM, ""), ("    costs good: 1", f"{ROOM}    costs good: 1")), "place", "needs room:"),
    Case("3a", "tested late", ((ROOM, ""), (MOVE, f"        if you.cart.size < 3\n    {MOVE}")), "place", "if you"),
    Case("3a", "others count", (("you.cart.size < 3", "supply(good) < 3"),), "which", "needs room:"),
    Case("3a", "turned", (("< 3", "> 3"),), "turned", "needs room:"),
    Case("3b", "paid late", (("    costs price: 2 to bank\n", ""), (MOVE, f"        you pays 2 to bank\n{MOVE}")),
         "place", "you pays 2"),
    Case("3b", "paid twice", ((MOVE, f"        you pays 2 to bank\n{MOVE}"),), "too much", "you pays 2"),
    Case("3b", "for three", (("costs price: 2", "costs price: 3"),), "number", "costs price"),
    Case("3c", "wool for wool", ((" where other != mine", ""),), "left out", "action swap"),
    Case("3c", "free", (("    costs price: 1 to bank\n", ""),), "left out", "action swap"),
    Case("3c", "not back", (("from you.cart to supply", "from you.cart to box"),), "which", "costs mine"),
    Case("3c", "keeps both", (("    costs mine: 1 of mine from you.cart to supply\n", ""),), "left out", "action swap"),
    Case("3c", "only the same", (("other != mine", "other = mine"),), "turned", "action swap"),
    Case("3c", "empty supply", (("    needs in_supply: supply(other) > 0\n", ""),), "left out", "action swap"),
    Case("4a", "all see it", (("wish: secret Good", "wish: Good"),), "seen", "wish:"),
    Case("4a", "none sees it", (("wish: secret Good", "wish: hidden Good"),), "seen", "wish:"),
    Case("4b", "the lowest", (("by most bid(p)", "by least bid(p)"),), "direction", "let winner"),
    Case("4b", "no barrel", (("raise winner.barrels", "lower winner.barrels"),), "direction", "lower winner"),
    Case("4b", "nothing paid", (("    winner pays bid(winner) to bank\n", ""),), "left out", "let winner"),
    Case("4b", "all pay", (("    winner pays bid(winner)", "    for p in Player\n        p pays bid(p)"),), "who",
         "for p in"),
    Case("4b", "at most one less", (("0 to you.purse", "1 to you.purse"),), "number", "everyone"),
    Case("4c", "any good", (("draw 1 from sack to stall",
                             "random good in Good\n    move 1 of good from sack to stall"),), "chance", "random good"),
    Case("4c", "two pieces", (("draw 1", "draw 2"),), "number", "draw 2"),
    Case("5a", "fewer than three", (("<= 3 and", "< 3 and"),), "boundary", "except rare"),
    Case("5a", "last day one", (("= days: 1", "= days: 2"),), "number", "except last_day"),
    Case("5a", "no last day", ((f"    {LAST}\n", ""),), "left out", "value price"),
    Case("5b", "no sale ever", (("round.number > 1", "round.number > 2"),), "boundary", "add needs"),
    Case("5b", "no buying", (("patience to sell", "patience to buy"),), "place", "add needs"),
    Case("5b", "five days", (("days to 4", "days to 5"),), "number", "set days"),
    Case("5b", "the half", ((f"    {PATIENCE}\n", ""),), "left out", "variant"),
    Case("6a", "for each", (("pays 3 to you", "pays 3 * you.cart(good) to you"),), "too much", "bank pays"),
    Case("6b", "ruling turned", (("flag = yes", "flag = no"),), "turned", "ruling sell"),
    Case("6b", "not at all", (("or you.cart(good) > you.fresh(good)", "or you.cart(good) < you.fresh(good)"),),
         "turned", "needs overnight"),
    Case("1a", "a need", (("1 to 3", "1 to 15"), ("stones <= heap", "stones <= heap\n    needs few: stones < 3")),
         "boundary", "needs few"),
    Case("1c", "first round", (("heap < 15", "round.number > 1"),), "time", "needs modest"),
    Case("2a", "set to one", ((" = 0 per turn", " = 0"), ("raise you.bought by 1", "set you.bought to 1")), "time",
         "bought:"),
    Case("2b", "as a cost", (("do stall_fee, buying", "do buying"), (FEE_PHASE, ""), ("    costs price: 2 to bank",
         "    costs price: 2 to bank\n    costs stall: 1 to bank when round.number > 1")), "place", "costs stall"),
    Case("2b", "day three", (("    skip when round.number = 1\n", ""), (FEE,
         "if round.number > 2 and player.purse > 0\n        player pays 1 to bank")), "boundary", "if round"),
    Case("2b", "a single penny", ((FEE, "if player.purse > 1\n        player pays 1 to bank"),), "boundary",
         "if player"),
    Case("3a", "capacity", ((ROOM, ""), ("cart: bag of Good", "cart: bag of Good at most 3")), "left out",
         "action buy"),
    Case("3a", "sum of sorts", (("you.cart.size < 3", "you.cart(Wool) + you.cart(Salt) < 4"),), "boundary",
         "needs room:"),
    Case("3b", "more than two", (("    costs price: 2 to bank\n", "    needs money: you.purse > 2\n"), (MOVE,
         f"        you pays 2 to bank\n{MOVE}")), "boundary", "needs money"),
    Case("4b", "one after another", ((BIDS,
         "    for p in Player\n        p chooses bid in 0 to p.purse\n        set p.offered to bid\n"),
         ("by most bid(p)", "by most p.offered"), ("bid(winner)", "winner.offered"),
         ("barrels: 0 to 3 = 0", "barrels: 0 to 3 = 0\n    offered: 0 to 8 = 0")), "chance", "for p in"),
    Case("5a", "a chain", ((f"    {RARE}\n    {LAST}\n", ""), ("1 to 3 = 2", CHAIN.format("<"))), "boundary",
         "value price"),
    Case("5b", "buying too", ((PATIENCE, f"{PATIENCE}\n    {PATIENCE.replace('sell', 'buy')}"),), "too much", "to buy"),
    Case("6b", "eight fresh ones", (("raise you.fresh(good) by 1", "set you.fresh(good) to 8"),), "number",
         "set you.fresh"),
)  # fmt: skip

RIGHT = (
    Case("1a", "a need", (("1 to 3", "1 to 15"), ("stones <= heap", "stones <= heap and stones < 4"))),
    Case("1b", "who took", (("if p = last then 0 else 1", "if p != last then 1 else 0"),)),
    Case("1b", "minus", (("if p = last then 0 else 1", "if p = last then 0 - 1 else 0"),)),
    Case("1c", "nobody took", (("heap < 15", "last != none"),)),
    Case("1c", "not more", (("heap < 15 or stones <= 2", "not (heap = 15 and stones > 2)"),)),
    Case("2a", "per round", ((" = 0 per turn", " = 0 per round"),)),
    Case("2b", "in an if", (("    skip when round.number = 1\n", ""), (FEE,
         "if round.number > 1 and player.purse > 0\n        player pays 1 to bank"))),
    Case("2b", "other name", (("do stall_fee,", "do fee,"), ("phase stall_fee", "phase fee"))),
    Case("2c", "each sort", (("p.cart.size", "sum(p.cart(g) for g in Good)"),)),
    Case("3a", "at most", (("< 3", "<= 2"),)),
    Case("3a", "not full", (("you.cart.size < 3", "not you.cart.size >= 3"),)),
    Case("3a", "other name", (("needs room:", "needs space:"),)),
    Case("3c", "a need", ((" where other != mine", ""), ("    needs in_supply: supply(other)",
         "    needs another: other != mine\n    needs in_supply: supply(other)"))),
    Case("5a", "other order", ((f"    {RARE}\n    {LAST}", f"    {LAST}\n    {RARE}"),)),
    Case("5a", "not last", (("round.number < days", "not round.number = days"),)),
    Case("5b", "not first", (("round.number > 1", "round.number != 1"),)),
    Case("6b", "at least one", (("you.cart(good) > you.fresh(good)", "you.cart(good) - you.fresh(good) >= 1"),)),
    Case("2a", "set back by a rule", ((" = 0 per turn", " = 0"), ('phase buying "Buy"\n',
         'phase buying "Buy"\n    set player.bought to 0\n'))),
    Case("2c", "counted well", (("    cart: bag of Good\n", "    cart: bag of Good\n    pieces: 0 to 16 = 0\n"),
         (MOVE, f"{MOVE}\n        raise you.pieces by 1"), ("        bank pays 3 to you",
         "        bank pays 3 to you\n        lower you.pieces by 1"), ("p.cart.size", "p.pieces"))),
    Case("3a", "a value", (("you.cart.size < 3", "has_room(you)"), ("action buy",
         "value has_room(who: Player): flag = who.cart.size + 1 <= 3\n\naction buy"))),
    Case("3b", "a need", (("    costs price: 2 to bank\n", "    needs money: you.purse >= 2\n"), (MOVE,
         f"        you pays 2 to bank\n{MOVE}"))),
    Case("5a", "a chain", ((f"    {RARE}\n    {LAST}\n", ""), ("1 to 3 = 2", CHAIN.format("<=")))),
)  # fmt: skip
