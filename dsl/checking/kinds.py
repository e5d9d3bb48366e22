"""Assigns numbers to the things of all kinds, as declared in the rulebook or listed in the board data.

The things of each root kind are numbered in one sequence. Every sub-kind gets a contiguous range of these numbers, and
the number of a thing is its index. `dsl.checking.declarations.facts` reads the fixed values of things from the board,
and `dsl.checking.declarations.fields` declares the values that change in play.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl import ast, model
from dsl.board import BoardData, Row
from dsl.diagnostics import Sink, wording
from dsl.limits import MOST_THINGS
from dsl.source import NOWHERE, Span

PLAYER = "Player"
"""The built-in kind whose things are the seats."""


@dataclass(slots=True)
class KindTable:
    """The kinds of a game, their things by name, and the facts of the board by kind and name."""

    kinds: dict[str, model.Kind] = field(default_factory=dict)
    declared: dict[str, ast.Kind] = field(default_factory=dict)
    things: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The kind and index of each thing, by the thing's name.

    The index is the thing's position among all things of its root kind.
    """
    statics: dict[tuple[str, str], model.StaticField] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)
    """Kinds whose heading names an unknown kind. The table contains them without the unknown kind."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """The kind and name of each fact whose declaration is faulty."""

    @property
    def known(self) -> list[str]:
        """Return the names of all declared and built-in kinds."""
        return [*self.declared, PLAYER]

    def within(self, inner: str, outer: str) -> bool:
        """Return True if every thing of kind `inner` is also a thing of kind `outer`."""
        name: str | None = inner
        while name:
            if name == outer:
                return True
            decl = self.declared.get(name)
            name = decl.parent.text if decl is not None and decl.parent is not None else None
        return False

    def lineage(self, name: str) -> list[str]:
        """Return a kind and its ancestors, nearest first."""
        line = [name]
        while (decl := self.declared.get(line[-1])) is not None and decl.parent is not None:
            if decl.parent.text in line:
                break
            line.append(decl.parent.text)
        return line

    def pieces_of(self, decl: ast.Kind) -> ast.Kind:
        """Return the kind that declares how many pieces each thing of a kind has.

        Search the given kind first, then its ancestors. Return the given kind if none of them declares a piece count.
        """
        above = (self.declared[name] for name in self.lineage(decl.name.text) if name in self.declared)
        return next((each for each in above if each.pieces), decl)

    def static(self, kind: str, name: str) -> model.StaticField | None:
        """Return the fact with this name that a kind declares or inherits, or None."""
        for ancestor in self.lineage(kind):
            if (fact := self.statics.get((ancestor, name))) is not None:
                return fact
        return None

    def place_of_fact(self, fact: model.StaticField) -> Span | None:
        """Return the place of the declaration of a fact, or None if the fact is built in."""
        fields = self.declared[fact.kind].fields if fact.kind in self.declared else ()
        return next((of.name.span for of in fields if of.name.text == fact.name), None)


def build_kinds(
    declarations: list[ast.Kind], board: BoardData | None, players: int, seats: tuple[str, ...],
    numbers: dict[str, int],
    sink: Sink,
) -> KindTable:  # fmt: skip
    """Build the table of all kinds, and number their things.

    Args:
        numbers: The constants that may determine how many things or pieces there are, by name.
    """
    table = KindTable()
    table.kinds[PLAYER] = model.Kind(PLAYER, PLAYER, 0, seats[:players], span=NOWHERE)
    table.things.update({seat: (PLAYER, index) for index, seat in enumerate(seats[:players])})
    for decl in declarations:
        name = decl.name
        if name.text in table.declared or name.text == PLAYER:
            earlier = table.declared.get(name.text)
            wording.declared_twice(sink, name.text, name.span, earlier.name.span if earlier else None)
        else:
            table.declared[name.text] = decl
    for decl in table.declared.values():
        if sink.gives_up():
            break
        for other in (decl.parent, decl.between, decl.each):
            if other is not None and other.text not in table.known:
                wording.unknown_kind(sink, other.text, other.span, table.known)
                table.faulty.add(decl.name.text)
    for faulty in table.faulty:
        table.declared[faulty] = _of_known_kinds(table.declared[faulty], table)
    for decl in list(table.declared.values()):
        if decl.parent is None:
            _number_root(decl, board, table, numbers, sink)
    return table


def _of_known_kinds(decl: ast.Kind, table: KindTable) -> ast.Kind:
    """Return a kind without the unknown kinds that its heading names."""

    def known(word: ast.Word | None) -> ast.Word | None:
        return word if word is not None and word.text in table.known else None

    return replace(decl, parent=known(decl.parent), between=known(decl.between), each=known(decl.each))


def _number_root(
    root: ast.Kind, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> None:
    """Assign numbers to the things of a root kind and its sub-kinds, depth first, in order of declaration."""
    name = root.name.text
    names: list[str] = []
    pieces: list[int | None] = []
    counted: list[bool] = []
    stretches: dict[str, tuple[int, int]] = {}

    def descend(decl: ast.Kind) -> None:
        start = len(names)
        for thing, count in _own_things(decl, board, table, numbers, sink):
            names.append(thing)
            pieces.append(count)
            counted.append(bool(decl.pieces or root.pieces))
        for below in table.declared.values():
            if below.parent is not None and below.parent.text == decl.name.text and below is not decl:
                descend(below)
        stretches[decl.name.text] = (start, len(names))

    descend(root)
    if any(counted) and not all(counted):
        hint = "give equal pieces to all of these kinds, or to none of them"
        sink.add("E316", f"some kinds of `{name}` have equal pieces, and others do not", root.name.span, hint=hint)
    owned = _shared_owners(stretches, table)
    for kind, (start, end) in stretches.items():
        decl = table.declared[kind]
        owner, owner_kind = owned[kind]
        fungible = any(counted) or bool(root.pieces)
        table.kinds[kind] = model.Kind(
            kind, name, start, tuple(names[start:end]), tuple(pieces[start:end]) if fungible else None,
            owner, owner_kind, None, decl.between.text if decl.between else "", decl.name.span,
            _names_by_owner(decl, end - start, table, numbers),
        )  # fmt: skip
        if owner is not None:
            table.statics[kind, "owner"] = model.StaticField("owner", kind, model.Ref(owner_kind), owner)
        if decl.things == "numbered":
            _number_things(kind, _numbering(decl.number, numbers, Sink())[0], table)
    for kind in sorted(stretches, key=lambda k: stretches[k][1] - stretches[k][0]):
        for index in range(*stretches[kind]):
            if names[index] not in table.declared:
                table.things.setdefault(names[index], (kind, index))
        for index, second in enumerate(table.kinds[kind].by_owner, stretches[kind][0]):
            table.things.setdefault(second, (kind, index))
    _join_ends(stretches, board, table, sink)


def _names_by_owner(decl: ast.Kind, size: int, table: KindTable, numbers: dict[str, int]) -> tuple[str, ...]:
    """Return the second names of things that are numbered for each owner, such as `Field1_Red`."""
    owners = table.kinds.get(decl.each.text) if decl.each is not None and decl.things == "numbered" else None
    if owners is None:
        return ()
    first, number = _numbering(decl.number, numbers, Sink())
    found = tuple(f"{decl.name.text}{first + at}_{owner}" for owner in owners.things for at in range(number))
    return found if len(found) == size else ()


def _number_things(kind: str, first: int, table: KindTable) -> None:
    """Add the fact `number` to a kind whose things are numbered.

    If the things belong to owners, numbering restarts with each owner.
    """
    known = table.kinds[kind]
    each = known.size // max(1, len(set(known.owner))) if known.owner else known.size
    numbers = tuple(index % max(1, each) + first for index in range(known.size))
    domain = model.Int(first, first + max(1, each) - 1)
    table.statics[kind, "number"] = model.StaticField("number", kind, domain, numbers)


def _own_things(
    decl: ast.Kind, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> list[tuple[str, int | None]]:
    """Return the things that a kind itself declares, each with its piece count.

    The count is None if the things are unique.
    """
    name = decl.name.text
    if decl.pieces == "board" and decl.things != "board":
        sink.add(
            "E320",
            f"`{name}` takes its numbers of pieces from the board, so it must take its things from there too",
            decl.name.span,
            hint=f"write `kind {name} from board with pieces from board`, or a number: `with 5 pieces each`",
        )
    if decl.things == "board":
        rows = board.kinds.get(name, {}) if board else {}
        if board is None:  # with a board, the schema check reports the missing entry
            hint = f"list them in the board file under `{name}:`"
            sink.add("E320", f"the board has no `{name}`", decl.name.span, "declared `from board`", hint=hint)
        rows = rows if _few(len(rows), decl, sink) else {}
        things = list(rows)
        if table.pieces_of(decl).pieces == "board":
            return [(thing, _board_pieces(row)) for thing, row in rows.items()]
    else:
        things = _names_of_things(decl, table, numbers, sink)
    of = table.pieces_of(decl)
    pieces = _count(of.piece_count, numbers, sink) if of.pieces == "counted" else None
    return [(thing, pieces) for thing in things]


def _names_of_things(decl: ast.Kind, table: KindTable, numbers: dict[str, int], sink: Sink) -> list[str]:
    """Return the names of the things that the rulebook lists, numbers, or creates for each owner."""
    name, owners = decl.name.text, table.kinds.get(decl.each.text) if decl.each is not None else None
    if decl.things == "listed":
        return [word.text for word in decl.listed]
    if decl.things == "numbered":
        first, number = _numbering(decl.number, numbers, sink)
        every = number * (owners.size if owners else 1)
        return [f"{name}{first + index}" for index in range(every if _few(every, decl, sink) else 1)]
    if decl.things == "each" and owners is not None:
        return [f"{name}_{owner}" for owner in owners.things]
    parts = any(below.parent is not None and below.parent.text == name for below in table.declared.values())
    return [name] if decl.pieces and not parts else []  # the only sort of a kind takes the kind's name


def _few(number: int, decl: ast.Kind, sink: Sink) -> bool:
    """Return True if a kind has at most `MOST_THINGS` things; otherwise, report the kind."""
    if number > MOST_THINGS:
        title = f"there are {number:,} things of kind `{decl.name.text}`"
        sink.add("E326", title, decl.name.span, f"at most {MOST_THINGS:,}")
    return number <= MOST_THINGS


def _board_pieces(row: Row) -> int:
    datum = row.values.get("pieces")
    return datum.value if datum is not None and isinstance(datum.value, int) else 0


def _numbering(number: ast.Expr | None, numbers: dict[str, int], sink: Sink) -> tuple[int, int]:
    """Return the first number of a numbered kind, and how many numbers the kind has."""
    if not isinstance(number, ast.Range):
        return 1, _count(number, numbers, sink)
    low, high = _count(number.low, numbers, sink), _count(number.high, numbers, sink)
    if low > high:
        sink.add("W405", "this range is empty", number.span, f"{low} is more than {high}")
    return low, max(0, high - low + 1)


def _count(number: ast.Expr | None, numbers: dict[str, int], sink: Sink) -> int:
    value = ast.constant_value(number, numbers) if number is not None else None
    if value is None or not 0 <= value <= MOST_THINGS:
        span = number.span if number is not None else NOWHERE
        wording.plain_number_needed(sink, span, f"write a number from 0 to {MOST_THINGS}, or arithmetic with numbers")
        return 1
    return value


def _owners(decl: ast.Kind, size: int, table: KindTable) -> tuple[tuple[int, ...] | None, str]:
    if decl.each is None or decl.each.text not in table.kinds:
        return None, ""
    owners = table.kinds[decl.each.text]
    per_owner = max(1, size // max(1, owners.size))
    return tuple(owners.first + index // per_owner for index in range(size)), decl.each.text


def _shared_owners(
    stretches: dict[str, tuple[int, int]], table: KindTable
) -> dict[str, tuple[tuple[int, ...] | None, str]]:
    """Return, for every kind, the owner of each thing and the kind of those owners.

    A kind without declared owners inherits them from its sub-kinds, if all these owners are of the same kind.
    """
    found = {kind: _owners(table.declared[kind], end - start, table) for kind, (start, end) in stretches.items()}
    for kind in sorted(stretches, key=lambda k: stretches[k][1] - stretches[k][0]):
        if found[kind][0] is not None:
            continue
        start, end = stretches[kind]
        parts = sorted((stretches[k], k) for k in stretches if k != kind and found[k][0] is not None
                       and start <= stretches[k][0] and stretches[k][1] <= end)  # fmt: skip
        owners, kinds, at = list[int](), set[str](), start
        for (first, last), part in parts:
            if first == at:
                owners, at = [*owners, *(found[part][0] or ())], last
                kinds.add(found[part][1])
        if at == end and len(kinds) == 1 and owners:
            found[kind] = tuple(owners), kinds.pop()
    return found


def _join_ends(stretches: dict[str, tuple[int, int]], board: BoardData | None, table: KindTable, sink: Sink) -> None:
    for name in stretches:
        kind = table.kinds[name]
        if not kind.between:
            continue
        ends = []
        for thing in kind.things:
            row = board.kinds.get(name, {}).get(thing) if board else None
            datum = row.values.get("ends") if row else None
            pair = datum.value if datum is not None and isinstance(datum.value, list) else []
            known = [table.things[end][1] for end in pair if isinstance(end, str) and end in table.things]
            ends.append((min(known), max(known)) if len(known) == 2 else (0, 0))
        table.kinds[name] = replace(kind, ends=tuple(ends))
