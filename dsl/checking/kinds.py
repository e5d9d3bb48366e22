"""Kinds and their things: from declarations and board data to numbered things.

Every kind gets a stretch of its root's numbering, every thing its index, every fact of the board its value. What the
rules say about state is left to `dsl.fields`, and all expressions to `dsl.checking.expressions`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl import ast, model
from dsl.board import BoardData, Datum, Row
from dsl.diagnostics import Sink, did_you_mean
from dsl.source import NOWHERE, Span

PLAYER = "Player"
"""The built-in kind of the seats."""

MOST_THINGS = 4_000
"""Things of one kind; keeps a slip like `kind Coin, 100000000` from eating the memory."""


@dataclass(slots=True)
class KindTable:
    """All kinds of a game, the things by name, and the facts of the board by kind and name."""

    kinds: dict[str, model.Kind] = field(default_factory=dict)
    declared: dict[str, ast.Kind] = field(default_factory=dict)
    things: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Thing name to its kind and its index in the root of that kind."""
    statics: dict[tuple[str, str], model.StaticField] = field(default_factory=dict)

    def within(self, inner: str, outer: str) -> bool:
        """Whether every thing of one kind is a thing of another."""
        name: str | None = inner
        while name:
            if name == outer:
                return True
            decl = self.declared.get(name)
            name = decl.parent.text if decl is not None and decl.parent is not None else None
        return False

    def lineage(self, name: str) -> list[str]:
        """A kind and the kinds above it, nearest first."""
        found = [name]
        while (decl := self.declared.get(found[-1])) is not None and decl.parent is not None:
            if decl.parent.text in found:
                break
            found.append(decl.parent.text)
        return found

    def static(self, kind: str, name: str) -> model.StaticField | None:
        """The fact of that name that things of a kind have, its own or inherited."""
        for ancestor in self.lineage(kind):
            if (found := self.statics.get((ancestor, name))) is not None:
                return found
        return None


def build_kinds(
    declarations: list[ast.Kind], board: BoardData | None, players: int, seats: tuple[str, ...],
    numbers: dict[str, int],
    sink: Sink,
) -> KindTable:  # fmt: skip
    """Numbers the things of every kind. `numbers` are the constants that a count may use."""
    table = KindTable()
    table.kinds[PLAYER] = model.Kind(PLAYER, PLAYER, 0, seats[:players], span=NOWHERE)
    table.things.update({seat: (PLAYER, index) for index, seat in enumerate(seats[:players])})
    for decl in declarations:
        if decl.name.text in table.declared or decl.name.text == PLAYER:
            earlier = table.declared.get(decl.name.text)
            related = [(earlier.name.span, "first declared here")] if earlier else []
            sink.add(
                "E312",
                f"`{decl.name.text}` is declared twice",
                decl.name.span,
                "declared again",
                related=related,
            )
            continue
        table.declared[decl.name.text] = decl
    for decl in table.declared.values():
        for other in (decl.parent, decl.between, decl.each):
            if other is not None and other.text not in table.declared and other.text != PLAYER:
                _unknown_kind(other, table, sink)
    for decl in list(table.declared.values()):
        if decl.parent is None:
            _number_root(decl, board, table, numbers, sink)
    for decl in table.declared.values():
        for fact in decl.fields:
            _fact_values(decl, fact, board, table, numbers, sink)
    return table


def _unknown_kind(word: ast.Word, table: KindTable, sink: Sink) -> None:
    known = [*table.declared, PLAYER]
    sink.add(
        "E319",
        f"there is no kind `{word.text}`",
        word.span,
        "unknown kind",
        hint=did_you_mean(word.text, known),
    )


def _number_root(
    root: ast.Kind, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> None:
    """Numbers a root kind and all kinds below it, depth first, in order of declaration."""
    name = root.name.text
    names: list[str] = []
    pieces: list[int | None] = []
    stretches: dict[str, tuple[int, int]] = {}

    def descend(decl: ast.Kind) -> None:
        start = len(names)
        for thing, count in _own_things(decl, board, table, numbers, sink):
            names.append(thing)
            pieces.append(count)
        for below in table.declared.values():
            if below.parent is not None and below.parent.text == decl.name.text and below is not decl:
                descend(below)
        stretches[decl.name.text] = (start, len(names))

    descend(root)
    for kind, (start, end) in stretches.items():
        decl = table.declared[kind]
        owner, owner_kind = _owners(decl, end - start, table)
        fungible = bool(decl.pieces or root.pieces)
        table.kinds[kind] = model.Kind(
            kind, name, start, tuple(names[start:end]), tuple(pieces[start:end]) if fungible else None,
            owner, owner_kind, None, decl.between.text if decl.between else "", decl.name.span,
        )  # fmt: skip
        if owner is not None:
            table.statics[kind, "owner"] = model.StaticField("owner", kind, model.Ref(owner_kind), owner)
        if decl.things == "numbered":
            _number_things(kind, _numbering(decl.number, numbers, Sink())[0], table)
    for kind in sorted(stretches, key=lambda k: stretches[k][1] - stretches[k][0]):
        for index in range(*stretches[kind]):
            if names[index] not in table.declared:
                table.things.setdefault(names[index], (kind, index))
    _join_ends(stretches, board, table, sink)


def _number_things(kind: str, first: int, table: KindTable) -> None:
    """Things that are only numbered know their number; things for each player begin anew for each."""
    known = table.kinds[kind]
    each = known.size // max(1, len(set(known.owner))) if known.owner else known.size
    numbers = tuple(index % max(1, each) + first for index in range(known.size))
    domain = model.Int(first, first + max(1, each) - 1)
    table.statics[kind, "number"] = model.StaticField("number", kind, domain, numbers)


def _own_things(
    decl: ast.Kind, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> list[tuple[str, int | None]]:
    """The things a kind declares itself, with the number of pieces of each."""
    name = decl.name.text
    if decl.things == "board":
        rows = board.kinds.get(name, {}) if board else {}
        if board is None:  # what a board lacks is found against its schema
            sink.add("E320", f"the board has no `{name}`", decl.name.span, "declared `from board`",
                     hint=f"list them in the board file under `{name}:`")  # fmt: skip
        counts = [_board_pieces(row) if decl.pieces == "board" else None for row in rows.values()]
        found: list[tuple[str, int | None]] = list(zip(rows, counts, strict=True))
    elif decl.things == "listed":
        found = [(word.text, None) for word in decl.listed]
    elif decl.things == "numbered":
        first, number = _numbering(decl.number, numbers, sink)
        owners = table.kinds[decl.each.text].size if decl.each and decl.each.text in table.kinds else 1
        found = [(f"{name}{first + index}", None) for index in range(number * owners)]
    elif decl.things == "each" and decl.each is not None and decl.each.text in table.kinds:
        found = [(f"{name}_{thing}", None) for thing in table.kinds[decl.each.text].things]
    elif decl.pieces:
        found = [(name, None)]  # the only sort is called as its kind
    else:
        found = []
    if decl.pieces == "counted":
        number = _count(decl.piece_count, numbers, sink)
        found = [(thing, number) for thing, _ in found]
    if decl.pieces == "board" and decl.things != "board":
        sink.add("E320", f"`{name}` takes its pieces from the board but not its things", decl.name.span)
    return found


def _board_pieces(row: Row) -> int:
    datum = row.values.get("pieces")
    return datum.value if datum is not None and isinstance(datum.value, int) else 0


def _numbering(number: ast.Expr | None, numbers: dict[str, int], sink: Sink) -> tuple[int, int]:
    """The first number of things that are numbered, and how many there are."""
    if not isinstance(number, ast.Range):
        return 1, _count(number, numbers, sink)
    low, high = _count(number.low, numbers, sink), _count(number.high, numbers, sink)
    if low > high:
        sink.add("W405", "this range is empty", number.span, f"{low} is more than {high}")
    return low, max(0, high - low + 1)


def _count(number: ast.Expr | None, numbers: dict[str, int], sink: Sink) -> int:
    value = None
    if isinstance(number, ast.Integer):
        value = number.value
    elif isinstance(number, ast.Name):
        value = numbers.get(number.text)
    if value is None or not 0 <= value <= MOST_THINGS:
        span = number.span if number is not None else NOWHERE
        sink.add("E305", "a plain number is needed here", span, f"from 0 to {MOST_THINGS}, or the name of one")
        return 1
    return value


def _owners(decl: ast.Kind, size: int, table: KindTable) -> tuple[tuple[int, ...] | None, str]:
    if decl.each is None or decl.each.text not in table.kinds:
        return None, ""
    owners = table.kinds[decl.each.text]
    per_owner = max(1, size // max(1, owners.size))
    return tuple(owners.first + index // per_owner for index in range(size)), decl.each.text


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


# ---------------------------------------------------------------- facts


def fact_type(decl: ast.Field, table: KindTable, sink: Sink) -> model.Type:
    """The type of a fact that the board gives for each thing."""
    domain = decl.domain
    if domain.form == "flag":
        return model.Flag()
    if domain.form == "money":
        return model.Int(0, model.MONEY_LIMIT)
    if domain.form in ("members", "or none") and isinstance(domain.of, ast.Range):
        low, high = _literal(domain.of.low), _literal(domain.of.high)
        if low is not None and high is not None:
            if decl.keys and isinstance(decl.keys[0], ast.Name):
                return model.Bag(decl.keys[0].text)
            return model.Int(low, high)
    if isinstance(domain.of, ast.Name):
        name = domain.of.text
        if name not in table.declared and name != PLAYER:
            _unknown_kind(ast.Word(domain.of.span, name), table, sink)
        elif domain.form in ("members", "or none"):
            return model.Ref(name, domain.form == "or none")
        elif domain.form == "set":
            return model.Many(model.Ref(name))
        elif domain.form == "bag":
            return model.Bag(name)
    sink.add("E307", f"`{decl.name.text}` cannot be a fact of the board", decl.domain.span,
             "a range, `flag`, a kind, or a set or bag of one is needed")  # fmt: skip
    return model.Int(0, 0)


def _literal(expr: ast.Expr | None) -> int | None:
    if isinstance(expr, ast.Integer):
        return expr.value
    if isinstance(expr, ast.Negative) and isinstance(expr.of, ast.Integer):
        return -expr.of.value
    return None


def _fact_values(
    decl: ast.Kind, fact: ast.Field, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> None:
    kind = table.kinds.get(decl.name.text)
    if kind is None:
        return
    type_ = fact_type(fact, table, sink)
    initial = _default(fact.initial, numbers)
    if fact.initial is not None and not _fits(initial, type_, table):
        sink.add("E324", f"`{fact.name.text}` cannot be this for all", fact.initial.span,
                 "one plain thing or number of its domain is needed",
                 hint=f"what differs stands in the board file, or is worked out: `value {fact.name.text}"
                      f"({decl.name.text.lower()}: {decl.name.text}): …`")  # fmt: skip
    values = []
    for offset, thing in enumerate(kind.things):
        own_kind, _ = table.things.get(thing, (kind.name, kind.first + offset))
        row = board.kinds.get(own_kind, {}).get(thing) if board else None
        datum = row.values.get(fact.name.text) if row else None
        written = datum.value if datum is not None else initial
        values.append(_fact_value(written, type_, table))
    table.statics[kind.name, fact.name.text] = model.StaticField(fact.name.text, kind.name, type_, tuple(values))


def _default(initial: ast.Expr | None, numbers: dict[str, int]) -> object:
    """What a fact is where the board says nothing: plain data, as a board would have it; `...` if it is not plain."""
    match initial:
        case None | ast.Nothing():
            return None
        case ast.Truth(_, value) | ast.Integer(_, value):
            return value
        case ast.Name(_, text):
            return numbers.get(text, text)
        case ast.Braces(_, items):
            return [_default(item, numbers) for item in items]
    literal = _literal(initial)
    return ... if literal is None else literal


def _fits(value: object, type_: model.Type, table: KindTable) -> bool:
    """Whether plain data can be what a fact is for all things of its kind."""
    match type_:
        case model.Flag():
            return isinstance(value, bool)
        case model.Int(low, high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case model.Ref(kind, optional):
            known = table.things.get(value) if isinstance(value, str) else None
            return optional if value is None else known is not None and table.within(known[0], kind)
        case model.Many(of):
            return isinstance(value, list) and all(_fits(each, of, table) for each in value)
    return value in ([], 0)  # a bag, or a number for each: nothing


def _fact_value(value: object, type_: model.Type, table: KindTable) -> int | tuple[int, ...]:
    """A datum as a number; a wrong one was already reported against the schema, so any value will do."""
    if isinstance(type_, model.Ref):
        return table.things[value][1] if isinstance(value, str) and value in table.things else model.NONE
    if isinstance(type_, model.Many):
        names = value if isinstance(value, list) else []
        return tuple(sorted(table.things[name][1] for name in names if isinstance(name, str) and name in table.things))
    if isinstance(type_, model.Bag):
        kind = table.kinds.get(type_.kind)
        counts = value if isinstance(value, dict) else {}
        found = [_plain(counts.get(name)) for name in (kind.things if kind else ())]
        return tuple(found)
    return _plain(value)


def _plain(value: object) -> int:
    if isinstance(value, Datum):
        value = value.value
    return int(value) if isinstance(value, int) else 0


def where_declared(table: KindTable, kind: str) -> Span:
    decl = table.declared.get(kind)
    return decl.name.span if decl is not None else NOWHERE
