"""World of a generated rulebook: its kinds, fields, tables and options, as text and as a table of names."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fuzz.engines.choosing import Choices

Type = tuple[str, str]
"""Type of an expression: ("n", "") a number, ("f", "") yes or no, ("t", KIND) a thing, ("o", KIND) a thing or none,
("s", KIND) a set of things, ("b", KIND) a bag of pieces."""
N, F = ("n", ""), ("f", "")


@dataclass
class Kind:
    """`pieces`: sorts of equal pieces; otherwise single things. `literals` are the names of its things."""

    name: str
    literals: list[str]
    pieces: bool = False
    owned: bool = False
    number: int = 99
    """Pieces of each sort."""
    numbered: int = 0
    edge_of: str = ""


@dataclass
class Field:
    """A field. `form` is "scalar", or the form of a holder; `low` and `high` bound a number."""

    owner: str
    name: str
    form: str
    type: Type
    keys: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    room: int = 0
    closed: bool = False
    fact: bool = False


@dataclass
class Value:
    name: str
    params: list[tuple[str, Type]]
    type: Type
    fixed: bool = False
    """True if the value uses constants only."""


@dataclass
class World:
    """The names that rules can use, and the declarations that make them."""

    choices: Choices
    players: int
    lines: list[str] = field(default_factory=list)
    kinds: dict[str, Kind] = field(default_factory=dict)
    fields: list[Field] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    rows: list[tuple[str, int, int]] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    things: list[tuple[str, str]] = field(default_factory=list)
    """Options that are things: their names and kinds."""

    def scalars(self, type: Type) -> list[Field]:
        return [each for each in self.fields if each.form == "scalar" and each.type == type]

    def holders(self, *forms: str, kind: str = "") -> list[Field]:
        return [each for each in self.fields if each.form in forms and (not kind or each.type[1] == kind)]

    def piece_kinds(self) -> list[str]:
        return [name for name, kind in self.kinds.items() if kind.pieces]

    def single_kinds(self) -> list[str]:
        return [name for name, kind in self.kinds.items() if not kind.pieces and name != "Player"]


SEATS = ("Red", "Blue", "Green", "Gold")


def make_world(choices: Choices, players: int) -> World:
    """The kinds and fields of a new rulebook."""
    world = World(choices, players)
    named = choices.chance(0.6)
    world.kinds["Player"] = Kind("Player", list(SEATS[:2]) if named else ["Seat1", "Seat2"])
    has_board = choices.chance(0.4)
    money = choices.one(("", "pence"))
    most = max(players, choices.number(2, 4))
    world.lines += ['rulebook made "Made by chance"', f"    players {2 if players > 1 else 1} to {most}"]
    world.lines += [f"    seats {', '.join(SEATS[:most])}"] * named
    world.lines += ['    board "board.yaml"'] * has_board + [f"    money {money}"] * bool(money) + [""]
    _kinds(world)
    if has_board:
        _board(world)
    _tables(world)
    _fields(world)
    return world


def _kinds(w: World) -> None:
    c = w.choices
    goods = ["Wool", "Cloth", "Ore", "Salt"][: c.number(2, 4)]
    pieces = c.rare("pieces", ("each", "plain", "unlimited"))
    number = c.number(1, 9) if pieces == "each" else c.number(3, 9)
    how = {
        "each": f"with {number} pieces each", "plain": f"with {number} pieces", "unlimited": "with unlimited pieces",
    }  # fmt: skip
    w.kinds["Good"] = Kind("Good", goods, pieces=True, number=99 if pieces == "unlimited" else number)
    w.lines += [f"kind Good: {', '.join(goods)} {how[pieces]}"]
    cards = 60 if c.chance(0.06) else c.number(3, 7)
    facts = c.chance(0.5)
    w.kinds["Card"] = Kind("Card", [f"Card{n}" for n in range(1, cards + 1)], numbered=cards)
    w.lines += [f"kind Card, {cards}"]
    if facts:
        w.lines += ["    shiny: flag = yes", "    worth: 0 to 4 = 2"]
        w.fields += [
            Field("Card", "shiny", "scalar", F, fact=True),
            Field("Card", "worth", "scalar", N, high=4, fact=True),
        ]
    w.fields += [Field("Card", "number", "scalar", N, low=1, high=cards, fact=True)]
    w.fields += [Field("Player", "number", "scalar", N, low=1, high=w.players, fact=True)]
    if c.chance(0.5):
        w.lines += [f"kind Crew for each Player with {c.number(2, 6)} pieces each"]
        w.kinds["Crew"] = Kind("Crew", [], pieces=True, owned=True)
    if c.chance(0.4):
        w.lines += ["kind Captain for each Player"]
        w.kinds["Captain"] = Kind("Captain", [], owned=True)
    if c.chance(0.3):
        w.lines += [f"kind Ship, {c.number(1, 3)} for each Player"]
        w.kinds["Ship"] = Kind("Ship", [], owned=True)
    if c.chance(0.15):
        w.lines += [f"kind Flag, {c.number(1, 2)} to {c.number(3, 4)} for each Player"]
        w.kinds["Flag"] = Kind("Flag", [], owned=True)
    if c.chance(0.25):
        w.lines += [f"kind Page, {c.number(2, 3)} to {c.number(4, 9)}"]
        w.kinds["Page"] = Kind("Page", ["Page4"])
        w.fields += [Field("Page", "number", "scalar", N, low=2, high=9, fact=True)]
    if c.chance(0.3):
        w.lines += [f"kind Token with {c.number(4, 20)} pieces"]
        w.kinds["Token"] = Kind("Token", ["Token"], pieces=True)
    if c.chance(0.3):
        w.lines += ["kind House", "kind Hut is House for each Player with 4 pieces each"]
        w.lines += ["kind Inn is House for each Player with 2 pieces each"]
        w.kinds["House"] = Kind("House", [], pieces=True, owned=True)
        w.kinds["Hut"], w.kinds["Inn"] = (Kind(name, [], pieces=True, owned=True) for name in ("Hut", "Inn"))
    if c.chance(0.35):
        gems = c.number(4, 12)
        w.lines += ["kind Treasure", f"kind Gem is Treasure: Amber, Pearl with {gems} pieces each"]
        w.lines += [f"kind Copper is Treasure with {c.number(4, 30)} pieces"]
        w.kinds["Treasure"] = Kind("Treasure", ["Amber", "Pearl"], pieces=True)
        w.kinds["Gem"] = Kind("Gem", ["Amber", "Pearl"], pieces=True, number=gems)
        w.kinds["Copper"] = Kind("Copper", ["Copper"], pieces=True)
    w.lines += [""]


def _board(w: World) -> None:
    c = w.choices
    towns = ["Ash", "Elm", "Fir", "Oak", "Yew", "Lime"][: c.number(3, 6)]
    ports = c.number(0, len(towns) - 1)
    w.kinds["Town"] = Kind("Town", towns)
    w.lines += ["kind Town from board", "    depth: 0 to 9", "    sells: set of Good", "    far: flag = no"]
    w.lines += ["    tolls(Good): 0 to 3", "    rates(1 to 3): 0 to 5"]
    if ports:
        w.kinds["Port"] = Kind("Port", towns[:ports])
        w.lines += ["kind Port is Town from board"]
    jewels = c.chance(0.3)
    if jewels:
        w.kinds["Jewel"] = Kind("Jewel", ["Ruby", "Opal"], pieces=True)
        w.lines += ["kind Jewel from board with pieces from board"]
    w.kinds["Road"] = Kind("Road", [], edge_of="Town")
    w.lines += ["kind Road from board between Town", "    fare: 0 to 5", ""]
    goods = w.kinds["Good"].literals
    board = ["board:", "  title: Woods", "  reconstructed: false"]

    def row(name: str) -> str:
        tolls = ", ".join(f"{good}: {c.number(0, 3)}" for good in goods)
        sells = ", ".join(c.some(goods, 0, 2))
        rates = ", ".join(str(c.number(0, 5)) for _ in range(3))
        far = c.one(("yes", "no"))
        return (
            f"  {name}: {{depth: {c.number(0, 9)}, sells: [{sells}], far: {far}, tolls: {{{tolls}}}, rates: [{rates}]}}"
        )

    board += ["Town:", *map(row, towns[ports:])]
    board += ["Port:", *map(row, towns[:ports])] if ports else []
    board += ["Road:"]
    pairs = {(towns[at], towns[at + 1]) for at in range(len(towns) - 1)}
    pairs |= {tuple(sorted(c.random.sample(towns, 2), key=towns.index)) for _ in range(c.number(0, 4))}  # type: ignore[misc]
    for number, (one, other) in enumerate(sorted(pairs), 1):
        w.kinds["Road"].literals.append(f"Road{number}")
        board.append(f"  Road{number}: {{ends: [{one}, {other}], fare: {c.number(0, 5)}}}")
    board += ["Jewel:", f"  Ruby: {{pieces: {c.number(1, 5)}}}", "  Opal: {pieces: 2}"] if jewels else []
    w.board = board
    w.fields += [
        Field("Town", "depth", "scalar", N, high=9, fact=True), Field("Town", "far", "scalar", F, fact=True),
        Field("Town", "sells", "set", ("s", "Good"), fact=True), Field("Road", "fare", "scalar", N, high=5, fact=True),
        Field("Town", "tolls", "scalar", N, keys=("Good",), high=3, fact=True),
    ]  # fmt: skip


def _tables(w: World) -> None:
    c = w.choices
    if c.chance(0.4):
        w.lines += ["table by players 1 2 3 4", f"    purse_size {c.number(3, 9)} {c.number(3, 9)} 8 -1"]
        w.numbers += ["purse_size"]
    if c.chance(0.6):
        first = c.number(-1, 1)
        first = max(first, 0)
        keys, cells = range(first, first + 4), [c.number(-5, 20) for _ in range(4)]
        w.lines += [f"table by level {' '.join(map(str, keys))}", f"    price_at {' '.join(map(str, cells))}"]
        w.rows += [("price_at", first, first + 3)]
    if c.chance(0.3):
        w.lines += ["table by level -1 0 to 2 3", f"    dues {c.number(-5, 5)} {c.number(0, 20)} 7"]
        w.rows += [("dues", -1, 3)]
    if c.chance(0.15):
        w.lines += ["table by Good 1 2 3 4", "    weight_of 3 -2 5 9"]
        w.rows += [("weight_of", 1, 4)]
    if c.chance(0.5):
        w.lines += [f"number limit_of = {c.one(('3 * 2', 'Player.size + 1', '7 / 2 rounded up', '7 mod 4'))}"]
        w.numbers += ["limit_of"]
    if c.chance(0.4):
        w.lines += [f'option fast: flag = {c.one(("yes", "no"))} "Fast?"', "option rate: 1 to 4 = 2"]
        w.numbers += ["rate"]
        w.flags += ["fast"]
    if c.chance(0.2):
        w.lines += [f"option liked: Good = {w.kinds['Good'].literals[0]}"]
        w.things += [("liked", "Good")]
    if c.chance(0.3):
        w.lines += ['ruling strict: flag = yes "Strict?"', '    because "The rules are silent."']
        w.flags += ["strict"]
    w.lines += [""]


RANGES = ((0, 9), (0, 2000), (-64, 64), (-3, 9), (1, 6), (0, 2000000000), (0, 1))


def _fields(w: World) -> None:
    c = w.choices
    owners: dict[str, list[str]] = {}

    def add(owner: str, name: str, words: str, made: Field) -> None:
        keys = f"({', '.join(made.keys)})" if made.keys else ""
        owners.setdefault(owner, []).append(f"    {name}{keys}: {words}")
        w.fields.append(made)

    def number(owner: str, name: str, keys: tuple[str, ...] = ()) -> None:
        low, high = c.one(RANGES)
        life = c.rare("lifetime", ("", "", " per turn", " per round", " per phase", " per game"))
        step = " step 2" if low == 0 and high == 2000 and c.chance(0.2) else ""
        shut = c.rare("visibility", ("", "", "secret ", "hidden ")) if owner == "Player" else c.one(("", "", "hidden "))
        start = f" = {c.number(max(low, 0), min(high, 5))}" if not step else ""
        if start and c.chance(0.25) and (own := _own_number(w, owner)):
            start = f" = clamp({own}, {low}, {high})"
        add(
            owner,
            name,
            f"{shut}{low} to {high}{step}{start}{life}",
            Field(owner, name, "scalar", N, keys, low, high, closed=bool(shut)),
        )

    def any_keys() -> tuple[str, ...]:
        kinds = [name for name in ("Good", "Card", "Player", "Town") if name in w.kinds]
        return (c.one([*kinds, "1 to 3"]),) if c.chance(0.7) else (c.one(kinds), c.one(kinds))

    add(
        "Player",
        "purse",
        f"{c.one(('', '', 'secret '))}money = {c.number(3, 12)}",
        Field("Player", "purse", "money", N, closed=True),
    )
    if c.chance(0.15):
        add("Player", "savings", "money = 2", Field("Player", "savings", "money", N))
    if c.chance(0.2):
        add("", "pot", "money", Field("", "pot", "money", N))
    number("Player", "points")
    number("", "clock")
    number("Good", "level")
    for owner in ("Player", "", "Good", "Card", "Town"):
        if owner and owner not in w.kinds:
            continue
        prefix = owner.lower() or "game"
        if c.chance(0.5):
            number(owner, f"{prefix}_count")
        if c.chance(0.35):
            number(owner, f"{prefix}_of", any_keys())
        if c.chance(0.5):
            add(
                owner,
                f"{prefix}_done",
                f"flag = {_own_flag(w, owner) or c.one(('yes', 'no'))}{c.one(('', ' per turn', ' per round'))}",
                Field(owner, f"{prefix}_done", "scalar", F),
            )
        if c.chance(0.3):
            kind = c.one([name for name in ("Good", "Card", "Player", "Town") if name in w.kinds])
            add(
                owner,
                f"{prefix}_dear",
                f"{kind} or none{c.one((' = none', '', ' = this' if kind == owner else ''))}",
                Field(owner, f"{prefix}_dear", "scalar", ("o", kind)),
            )
        if c.chance(0.25):
            kind = c.one([name for name in ("Good", "Card", "Player", "Town") if name in w.kinds])
            own = " = this" if kind == owner and c.chance(0.5) else ""
            add(owner, f"{prefix}_at", f"{kind}{own}", Field(owner, f"{prefix}_at", "scalar", ("t", kind)))
        if c.chance(0.4):
            kind = c.one([name for name in ("Good", "Card", "Player", "Town", "Road") if name in w.kinds])
            literals = w.kinds[kind].literals
            start = f" = {{{', '.join(c.some(literals, 0, 2))}}}" if literals else ""
            if kind == owner and c.chance(0.5):
                start = c.one((" = {this}", f" = {{x in {kind} where x != this}}"))
            add(owner, f"{prefix}_marks", f"set of {kind}{start}", Field(owner, f"{prefix}_marks", "set", ("s", kind)))
    _holders(w, add)
    for owner, lines in owners.items():
        w.lines += [f"each {owner} has" if owner else "game has", *lines, ""]


def _own_number(w: World, owner: str) -> str:
    """Return a number for a start value that depends on the owner, or an empty string."""
    facts = {
        "Player": "this.number", "Card": "this.number * 3", "Town": "this.depth",
        "Good": f"if this = {w.kinds['Good'].literals[0]} then 1 else 4",
    }  # fmt: skip
    return facts.get(owner, "")


def _own_flag(w: World, owner: str) -> str:
    """Return a flag for a start value that depends on the owner, or an empty string."""
    literals = w.kinds[owner].literals if owner else []
    return f"this {w.choices.one(('=', '!='))} {literals[0]}" if literals and w.choices.chance(0.3) else ""


def _holders(w: World, add: object) -> None:
    c = w.choices

    def holder(owner: str, name: str, words: str, form: str, kind: str, room: int = 0, closed: bool = False) -> None:
        add(
            owner,
            name,
            words,
            Field(owner, name, form, ("b" if form in ("bag", "row") else "s", kind), room=room, closed=closed),
        )  # type: ignore[operator]

    goods = w.kinds["Good"].literals
    filled = ("", f" = 1 of {goods[0]}", f" = 1 of {goods[0]} + 1 of {goods[-1]}")
    if w.kinds["Good"].number <= len(SEATS):
        filled = ("", "", " = min(1, this.number - 1) of Wool")
    room = c.one((0, 0, 3, 6))
    limit = f" at most {room}" if room else ""
    shut = c.one(("", "", "", "secret ", "counted "))
    holder(
        "Player",
        "cart",
        f"{shut}bag of Good{limit}{c.one(filled)}",
        "bag",
        "Good",
        room,
        bool(shut),
    )
    shut = c.one(("", "secret ", "counted "))
    holder("Player", "hand", f"{shut}pile of Card{c.one(('', ' at most 4'))}", "pile", "Card", closed=bool(shut))
    shut = c.one(("", "hidden "))
    holder("", "deck", f"{shut}stack of Card = Card", "stack", "Card", closed=bool(shut))
    if "Treasure" in w.kinds:
        holder("Player", "chest", f"bag of Treasure{c.one(('', ' = 1 of Amber + 1 of Copper'))}", "bag", "Treasure")
        holder("Player", "gems", f"bag of Gem{c.one(('', ' = this.number mod 2 of Pearl'))}", "bag", "Gem")
    for kind in ("Ship", "Flag", "Captain"):
        if kind in w.kinds and c.chance(0.4):
            holder("Player", f"{kind.lower()}s", f"pile of {kind} = {{x in {kind} where x.owner = this}}", "pile", kind)
    if c.chance(0.5):
        holder("", "gone", f"{c.one(('pile', 'stack', 'stack'))} of Card{c.one(('', ' at most 9'))}", "pile", "Card")
    if c.chance(0.5):
        holder("", "market", f"row of Good at most {c.number(2, 6)}", "row", "Good")
    if c.chance(0.3):
        holder("Player", "line", "row of Good at most 4", "row", "Good")
    if c.chance(0.4):
        shut = c.one(("", "hidden ", "counted "))
        holder("", "heap", f"{shut}bag of Good = 1 of {goods[0]}", "bag", "Good", closed=True)
    if c.chance(0.3):
        holder(c.one(("", "Player", "Card")), "spot", "space for Good", "space", "Good")
    if c.chance(0.2):
        holder(c.one(("", "Player", "Good")), "place", "space for Card", "space", "Card")
    if "Crew" in w.kinds:
        holder("Player", "crew", "bag of own Crew = 2 of Crew", "own", "Crew")
    if "Crew" in w.kinds and c.chance(0.5):
        holder("", "camp", "row of Crew at most 9", "row", "Crew")
    if "Token" in w.kinds:
        holder("Player", "tokens", "bag of Token = 1 of Token", "bag", "Token")
    if "Captain" in w.kinds and c.chance(0.6):
        holder("", "inn", "pile of Captain", "pile", "Captain")
    if "House" in w.kinds:
        holder("Good", "house", "space for House", "house", "House")
        holder("Player", "huts", "bag of own Hut = 3 of Hut", "own", "Hut")
