"""Rulebooks in which a player keeps picks from hidden fields secret, and the check that no other player hears them.

The seat Two picks things, pieces or numbers in one of many ways, and the rules put them where only Two may look. After
each possible move, another player who sees the same table must see the same log and get the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import mercatoria
from interpreter.log import entries
from interpreter.position import OPEN, PASS, PlayFault, Row, filled_in
from mercatoria import State
from tests.fuzz.engines.case import RULES, Case, Rejected
from tests.fuzz.engines.case_clock import CaseClock
from tests.fuzz.engines.choosing import Choices
from tests.fuzz.engines.lock_step import Difference, crash
from tests.games.test_secrets import same_for
from tests.games.twins import ASKERS, TWO, told

MOST_MOVES = 12
"""Moves of a decision that are tried."""
OPEN_SIZE = "0 to Two.hand.size"
"""A domain that all players know if they see the size of the hand. They then hear a number that is chosen from it."""
MOST_ASKED = 3
"""Pairs of positions that are compared by all questions; for the others, only the logs are compared."""

HEAD = """\
rulebook secret_picks "Picks that stay hidden"
    players 2
    seats One, Two

kind Card, 5
kind Chip: Bone, Horn, Jade with 9 pieces each

each Player has
    hand: {hand} pile of Card
    kept: {kept} pile of Card
    line: {hand} row of Chip = 2 of Bone + 1 of Jade
    chips: {hand} bag of Chip = 1 of Bone + 2 of Horn
    stash: {kept} bag of Chip
    liked: secret set of Card = {{Card1, Card2, Card4}}
    favourites: secret set of Card = {{}}
    favourite: secret Card or none = none
    purse: secret 0 to 9 = 3
    saved: secret 0 to 90 = 0

game has
    deck: hidden stack of Card = Card
    table: pile of Card
    spare: 0 to 9 = 0

setup
    move everything from deck to Two.hand
    move Card5 from Two.hand to table

value mine(p: Player): set of Card = p.hand
value dear(p: Player): set of Card = {{c in p.hand where c.number > 0}}
value likes(p: Player): set of Card = p.liked
value means(p: Player): 0 to 9 = p.purse
value richest(p: Player): 0 to 9 = max(c.number for c in p.liked)

action wait "Wait"

rule put_away(cards: set of Card) "Put away"
    move cards from Two.hand to Two.kept

rule note(number: 0 to 9) "Note"
    set Two.saved to number
"""


@dataclass(frozen=True)
class Pick:
    """A way to pick: a domain for the name `x`, a condition, and the statement that puts the pick away."""

    domain: str
    where: str
    put: str


class Picks:
    """Writes picks by chance."""

    def __init__(self, choices: Choices) -> None:
        self.c = choices

    def pick(self) -> Pick:
        form = self.c.rare("pick", ("thing", "things", "sort", "bag", "number", "liked", "several liked", "piece"))
        put: tuple[str, ...]
        match form:
            case "thing":
                domain, where = self._things("x in")
                put = ("move x from Two.hand to Two.kept", "do put_away({x})", "set Two.favourite to x")
            case "things":
                domain, where = self._set(self._things("")[0]), self._size()
                put = ("move x from Two.hand to Two.kept", "do put_away(x)", "set Two.favourites to x")
            case "sort":
                domain, where = self.c.one((("Two.chips", ""), ("Chip", "Two.chips(x) > 0")))
                put = ("move 1 of x from Two.chips to Two.stash",)
            case "bag":
                domain, where = f"bag of Two.chips{self._limit('Two.chips')}", self._size()
                put = ("move x from Two.chips to Two.stash",)
            case "piece":
                domain, where = self.c.one((("Two.line", ""), ("{s in Chip where Two.line(s) > 0}", "")))
                put = ("move 1 of x from Two.line to Two.stash",)
            case "number":
                domain, where = self._numbers()
                put = ("set Two.saved to x", "raise Two.saved by x", "do note(x)")
            case "liked":
                domain, where = self.c.one((("Two.liked", ""), ("likes(Two)", ""), ("Card", "x in Two.liked")))
                put = ("set Two.favourite to x", "add x to Two.favourites")
            case _:
                domain, where = self._set(self.c.one(("Two.liked", "likes(Two)"))), self._size()
                put = ("set Two.favourites to x",)
        return Pick(domain, where, self.c.one(put))

    def _things(self, test: str) -> tuple[str, str]:
        """Return a domain of cards of Two's hand, and its condition; without a test, the domain needs no condition."""
        plain = ("Two.hand", "mine(Two)", "dear(Two)", "{c in Card where c in Two.hand}",
                 "{c in Two.hand where c.number < 4}", "union(p.hand for p in Player)")  # fmt: skip
        if test and self.c.chance(0.3):
            return "Card", self.c.one(("x in Two.hand", "x in mine(Two)", "x in Two.hand and x.number < 4"))
        return self.c.rare("things", plain), self.c.one(("", "", "x.number != 1")) if test else ""

    def _numbers(self) -> tuple[str, str]:
        return self.c.rare("numbers", (
            "0 to Two.purse", "0 to means(Two)", "0 to min(2, Two.purse)", "Two.purse down to 0", OPEN_SIZE,
            "0 to Two.chips(Horn)", "0 to richest(Two)", "0 to max(c.number for c in Two.liked)",
            "0 to first(c in Two.liked by most c.number).number", "0 to count(c in Two.liked)",
            "0 to 2 * Two.purse step 2",
        )), self.c.one(("", "", "x < Two.purse"))  # fmt: skip

    def _set(self, of: str) -> str:
        return f"set of {of}{self._limit(of)}"

    def _limit(self, of: str) -> str:
        size = f"{of}.size" if "." in of and " " not in of else "1"
        return self.c.rare("limit", ("", " at most 2", f" exactly min(2, {size})", f" at most {size}"))

    def _size(self) -> str:
        return self.c.one(("", "", "x.size > 0", "x.size < 3"))


def hidden_picks(random: Random, c: Choices) -> Case:
    """Return a rulebook in which every move of the seat Two must stay hidden."""
    phase, actions = ['phase play "Play"'], []
    for number in range(c.number(1, 2)):
        lines, action = _asking(c, Picks(c).pick(), number)
        phase += lines
        actions += action
    picked = "\n".join([*phase, *actions])
    sizes = ("secret",) if OPEN_SIZE in picked else ("secret", "secret", "counted")
    seen = {"hand": c.one(sizes), "kept": c.one(("secret", "hidden", "counted"))}
    text = [HEAD.format(**seen), *phase, "    One must wait", "", *actions,
            'round "Turns"', "    do play", "", "end over of round when round.number = 2", "",
            "scoring of p in Player", "    points: spare"]  # fmt: skip
    return Case({RULES: "\n".join(text) + "\n"}, 2, seed=random.randrange(10**6), secret=True)


def _asking(c: Choices, pick: Pick, number: int) -> tuple[list[str], list[str]]:
    """Return the lines of a phase that let Two pick, and the action that they offer, if any."""
    name, where = f"n{number}", f" where {pick.where}" if pick.where else ""
    pick = Pick(*(_renamed(part, name) for part in (pick.domain, pick.where, pick.put)))
    where = _renamed(where, name)
    says = f', says "keep {{{name}}}"' if c.chance(0.3) else ""
    form = c.rare("asking", ("action", "chooses", "may choose", "secretly", "everyone", "local"))
    if form == "everyone" and (where or number):  # One chooses from the same things, so an earlier pick would show
        form = "secretly"
    if form in ("action", "local") and " down to " in pick.domain:
        form = "chooses"
    match form:
        case "action":
            opened = "open " if c.chance(0.2) and can_be_open(pick.domain) else ""
            head = f'action keep{number}({opened}{name}: {pick.domain}{where}) "Keep"'
            lines = [f'    says "keep {{{name}}}"'] if says else []
            return [f"    Two must keep{number}"], [head, *lines, "    then", f"        {pick.put}", ""]
        case "everyone":
            asked = f"everyone in Player secretly chooses {name} in {pick.domain}{says}"
            lines = asked, f"let {name}_of_two = {name}(Two)", pick.put.replace(name, f"{name}_of_two")
            return [f"    {line}" for line in lines], []
        case "may choose":
            return [f"    Two may choose {name} in {pick.domain}{where}{says}", f"        {pick.put}"], []
        case "local":
            if pick.domain.startswith(("set of", "bag of", "0 to")):
                return [f"    Two chooses {name} in {pick.domain}{where}{says}", f"    {pick.put}"], []
            return [f"    let pool{number} = {{y in {pick.domain}}}",
                    f"    Two chooses {name} in pool{number}{where}{says}", f"    {pick.put}"], []  # fmt: skip
    word = "secretly chooses" if form == "secretly" else "chooses"
    return [f"    Two {word} {name} in {pick.domain}{where}{says}", f"    {pick.put}"], []


def can_be_open(domain: str) -> bool:
    """Return True if a parameter with this domain can be open."""
    return domain.startswith(("set of", "bag of", "0 to")) and "step" not in domain


def _renamed(text: str, name: str) -> str:
    """Return a text with another name in place of `x`."""
    return "".join(name if part == "x" else part for part in _words(text))


def _words(text: str) -> Iterator[str]:
    word = ""
    for sign in text:
        if sign.isalnum() or sign == "_":
            word += sign
            continue
        yield from (word, sign)
        word = ""
    yield word


# ---------------------------------------------------------------- the check


def check_leaks(case: Case, clock: CaseClock) -> int:
    """Play every move of Two, and compare what others hear of it. Return the number of compared pairs.

    Raises:
        Rejected: if `check` finds fault with the rulebook.
        Difference: if another player hears of a difference that the table does not show.
    """
    try:
        state = case.game().start(2, case.seed)
    except (mercatoria.RulebookError, mercatoria.TableError) as fault:
        raise Rejected(fault) from fault
    random, reached, compared = Random(case.seed), [Reached(state, dict.fromkeys(ASKERS, ()))], 0
    while reached and all(not each.state.is_over and TWO in each.state.deciders for each in reached):
        reached = [each.by(after) for each in reached for after in _after_each_move(each.state, random)]
        for asker in ASKERS:
            alike: dict[tuple[str, ...], list[State]] = {}
            for each in reached:
                alike.setdefault(each.seen[asker], []).append(each.state)
            for one, other in (pair for group in alike.values() for pair in pairwise(group)):
                clock.question()
                _compare(one, other, asker, all_questions=compared < MOST_ASKED)
                compared += 1
        reached = random.sample(reached, min(len(reached), 3))
    return compared


@dataclass(frozen=True, slots=True)
class Reached:
    """A position, and what each asker has seen on the way to it.

    An asker can tell two positions apart if an earlier position differed, for example in the number of pieces.
    """

    state: State
    seen: dict[int | None, tuple[str, ...]]

    def by(self, after: State) -> Reached:
        """Return the position after one more move."""
        return Reached(after, {asker: (*seen, _seen(after, asker)) for asker, seen in self.seen.items()})


def _compare(one: State, other: State, asker: int | None, all_questions: bool) -> None:
    where = f"{asker} sees the same after {one.log(TWO)} and {other.log(TWO)}"
    if one.log(asker) != other.log(asker):
        raise Difference("leak log", f"{where}, but hears\n{one.log(asker)}\n{other.log(asker)}")
    if not all_questions:
        return
    try:
        first, second = list(told(one, asker, ())), list(told(other, asker, ()))
        same_for(asker, one, other, [])
    except AssertionError as found:
        raise Difference(f"leak {str(found).split(chr(10))[0][:30]}", f"{where}: {found}") from found
    except Exception as fault:
        raise crash("leak", fault) from fault
    if first != second:
        differing = next((pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]), (first, second))
        raise Difference("leak told", f"{where}, but hears\n{differing[0]}\n{differing[1]}")


def _seen(state: State, asker: int | None) -> str:
    """Return what an asker sees on the table, who decides, and whether Two passed, without the rest of the log."""
    shown = {name: part for name, part in state.view(asker).items() if name != "log"}
    return str((shown, state.log(asker)[:-1], entries(state.last)[-1].row == PASS))


def _after_each_move(state: State, random: Random) -> Iterator[State]:
    """Yield the position after some moves of Two, or no position if Two has no legal move."""
    try:
        rows = list(state.rows(TWO))
    except PlayFault:
        return
    for row in random.sample(rows, min(len(rows), MOST_MOVES)):
        full = _filled_in(state, row, random)
        if full is None:
            continue
        after = state.clone()
        try:
            yield after.apply(state.table.notation.move(TWO, full))
        except PlayFault:
            continue


def _filled_in(state: State, row: Row, random: Random) -> Row | None:
    if OPEN not in row:
        return row
    engine, v = state.table.engine, state.vector
    ranges, sizes = engine.ranges(v, TWO, row), engine.sizes(v, TWO, row)
    for _ in range(20):
        full = filled_in(row, ranges, sizes, random.randrange)
        if engine.is_legal(v, TWO, full):
            return full
    return None
