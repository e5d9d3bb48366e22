"""Compares how a record plays under two rule sets, and names the rules that cause differences.

Both rule sets replay the record in parallel. The comparison reports the first occurrence of each of these divergences:

- A seat has a move under one rule set but not under the other.
- A move of the record is illegal under the second rule set.
- The positions differ.

A rule can cause a divergence if it differs between the rule sets. The rule must also have run in the step that
diverges, or explain why the move is illegal. If none of the rules involved differs, the search continues with the rules
that they mention.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dsl import ast
from dsl.amendments import Amended, Change, Difference, differences, parts
from dsl.diagnostics import Sink
from dsl.printing import declaration_lines
from interpreter.game import Game, IllegalMove, State
from interpreter.log import RecordError, check_heading, check_rules
from interpreter.play import Chance
from interpreter.position import NUMBER, FieldLayout, PlayFault
from interpreter.reference import Walker
from interpreter.table import CompiledGame, NotAMove, Notation
from interpreter.testing.rule_trace import RuleTrace

MOST_NAMED = 5
"""Maximum number of moves or fields to list by name; the report only counts the others."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first divergence of its form. `form` is "moves", "refused" or "position".

    `number` is the index of the record entry, counted from 1, or 0 for the set-up. `entry` is the move or chance
    outcome as text.
    """

    form: str
    number: int
    entry: str
    told: tuple[str, ...]
    rules: tuple[Difference, ...]

    def to_data(self) -> dict[str, Any]:
        rules = [{"rule": each.key, "form": each.form, "changes": _changes(each)} for each in self.rules]
        return {"form": self.form, "number": self.number, "entry": self.entry, "told": list(self.told), "rules": rules}


@dataclass(frozen=True, slots=True)
class Comparison:
    """All divergences between two replays, in order of occurrence.

    `played` counts the entries that both rule sets could replay.
    """

    played: int
    entries: int
    divergences: tuple[Divergence, ...]
    ends: tuple[str, str]
    """State of the game under each rule set after the replay."""

    def to_data(self) -> dict[str, Any]:
        divergences = [divergence.to_data() for divergence in self.divergences]
        return {"played": self.played, "entries": self.entries, "partings": divergences, "ends": list(self.ends)}


def compare(record: Mapping[str, Any], game: Game, other: Game) -> Comparison:
    """Compare how a record plays under the rules of `game` and of `other`.

    Raises `RecordError` if the record was not made under the rules of `game`.
    """
    check_heading(record, game.slug)
    return _Pair(record, game, other).compare()


def _changes(each: Difference) -> list[dict[str, object]]:
    part = each.after or each.before
    changes: Sequence[Change] = part.changes if part is not None else ()
    return [{"variant": c.variant, "file": c.span.source.path, "line": c.span.line} for c in changes]


# ---------------------------------------------------------------- parallel replays


class _Pair:
    """Replays one record under both rule sets."""

    def __init__(self, record: Mapping[str, Any], game: Game, other: Game) -> None:
        players = record["players"]
        check_rules(record, game.table(players, plain=True).fingerprint)
        self.record = record
        (self.one, one_trace), (self.two, two_trace) = (_started(each, players) for each in (game, other))
        self.traces = (one_trace, two_trace)
        self.causes = _Causes(_effective(game, players), _effective(other, players))
        self.found: dict[str, Divergence] = {}

    def compare(self) -> Comparison:
        log = self.record["log"]
        self.position(0, "the set-up")
        played = 0
        for number, entry in enumerate(log, 1):
            text = str(entry.get("move", f"chance: {entry.get('chance')}"))
            self.moves(number, text)
            if not self.repeated(number, text, entry):
                break
            played = number
            self.position(number, text)
        found = sorted(self.found.values(), key=lambda divergence: divergence.number)
        return Comparison(played, len(log), tuple(found), (_end(self.one), _end(self.two)))

    def noted(self, clear: bool = False) -> set[str]:
        """Return the rules that ran under either rule set since the last call with `clear`."""
        found: set[str] = set()
        for trace in self.traces:
            found |= trace.rules
            if clear:
                trace.rules.clear()
        return found

    def part(self, form: str, number: int, entry: str, told: Iterable[str], rules: Iterable[str]) -> None:
        self.found.setdefault(form, Divergence(form, number, entry, tuple(told), self.causes.of(set(rules))))

    def repeated(self, number: int, text: str, entry: Mapping[str, Any]) -> bool:
        """Replay a record entry under both rule sets. Return False if the second rule set does not allow the entry."""
        self.noted(clear=True)
        try:
            self.one.repeat(entry)
        except (NotAMove, IllegalMove, PlayFault) as fault:
            raise RecordError(f"entry {number} of the record cannot be played: {fault}") from fault
        try:
            if self.two.is_over:
                self.part("refused", number, text, ["the game is already over at this point"], [self.two.ended_by])
                return False
            self.two.repeat(entry)
        except IllegalMove as fault:
            reasons = fault.explanation.reasons
            told = [line for reason in reasons for line in str(reason).splitlines()]
            self.part("refused", number, text, told, [reason.rule for reason in reasons] + sorted(self.noted()))
            return False
        except (NotAMove, PlayFault) as fault:
            self.part("refused", number, text, [str(fault)], self.noted())
            return False
        return True

    def moves(self, number: int, entry: str) -> None:
        """Record a divergence if a deciding seat has different moves under the two rule sets."""
        if "moves" in self.found:
            return
        told: list[str] = []
        rules: set[str] = set()
        for seat in sorted({*self.one.deciders, *self.two.deciders}):
            one, two = ([str(move) for move in state.moves(seat)] for state in (self.one, self.two))
            for state, mine, others, where in ((self.two, one, two, "first"), (self.one, two, one, "second")):
                lost = sorted(set(mine) - set(others), key=mine.index)
                told += [f"only under the {where}: {move}" for move in lost[:MOST_NAMED]]
                told += [f"only under the {where}: {len(lost) - MOST_NAMED:,} more"] if len(lost) > MOST_NAMED else []
                rules |= {rule for move in lost[:MOST_NAMED] for rule in _forbidding(state, move)}
        if told:
            self.part("moves", number, entry, told, rules or self.noted())

    def position(self, number: int, entry: str) -> None:
        """Record a divergence if the contents of a shared field differ."""
        if "position" in self.found:
            return
        unlike = [line for run in self.one.table.flow.layout.runs.values() for line in self.unlike(run)]
        if unlike:
            more = [f"{len(unlike) - MOST_NAMED:,} more"] if len(unlike) > MOST_NAMED else []
            self.part("position", number, entry, unlike[:MOST_NAMED] + more, self.noted())

    def unlike(self, run: FieldLayout) -> list[str]:
        """Describe the entries of a field that differ between the two games.

        Skip fields that the other game lacks.
        """
        other = _same(run, self.two)
        if other is None:
            return []
        found: list[str] = []
        at, to = run.first, other.first
        model = self.one.table.flow.model
        for (owner, keys), width in zip(run.combinations(), run.widths, strict=True):
            mine, theirs = self.one.vector[at : at + width], self.two.vector[to : to + width]
            if mine != theirs:
                of = f"{model.thing_name(run.field.kind, owner)}." if run.field.kind else ""
                key = f"({', '.join(map(str, keys))})" if keys else ""
                values = f": {mine[0]} and {theirs[0]}" if run.storage is NUMBER else ""
                found.append(f"{of}{run.field.name}{key}{values}")
            at, to = at + width, to + width
        return found


def _same(run: FieldLayout, state: State) -> FieldLayout | None:
    """Return the layout of the same field in the other game, or None if the two layouts cannot be compared."""
    for other in state.table.flow.layout.runs.values():
        if (other.field.kind, other.field.name) == (run.field.kind, run.field.name):
            things = [kind.things if kind is not None else () for kind in (run.kind, other.kind)]
            return other if other.widths == run.widths and things[0] == things[1] else None
    return None


def _started(game: Game, players: int) -> tuple[State, RuleTrace]:
    """Start a game on a walker, and return its state with the trace of its rules."""
    table = game.table(players, plain=True)
    trace = RuleTrace(table.flow)
    walker = Walker(table.flow, trace.observer)
    own = CompiledGame(
        table.edition, table.checked, table.flow, walker, Notation(table.flow), table.fingerprint, walker
    )
    return State(own, own.start(), Chance(0, True, own.chance_of(0))), trace


def _effective(game: Game, players: int) -> Amended:
    return game.folder.effective(players, game.variants, game.options, Sink())


def _forbidding(state: State, move: str) -> tuple[str, ...]:
    """Return the rules that forbid a move which is legal in the other game."""
    try:
        tried = state.table.notation.parse(move)
        explanation = state.why_not(tried, tried.seat)
    except NotAMove:
        return (move.partition(": ")[2].partition("(")[0],)
    return explanation.rules if explanation is not None else ()


def _end(state: State) -> str:
    if not state.is_over:
        return "not over"
    return f"over ({state.ended_by or 'stopped'}), scores {', '.join(map(str, state.scores))}"


# ---------------------------------------------------------------- causes


class _Causes:
    """Finds the differences between two rule sets that may cause a divergence."""

    def __init__(self, one: Amended, two: Amended) -> None:
        whole = {_name(each.key): each for each in differences(parts(one), parts(two))}
        before, after = (_lines(amended) for amended in (one, two))
        unlike = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
        self.changed = {name: whole[name.partition(".")[0]] for name in unlike if name.partition(".")[0] in whole}
        self.mentioned: dict[str, set[str]] = {}
        for decl in [*one.declarations, *two.declarations]:
            for name, node in _named(decl):
                self.mentioned.setdefault(name, set()).update(_mentions(node))

    def of(self, rules: set[str]) -> tuple[Difference, ...]:
        """Return the differences in the given rules or, if there are none, in the rules that they mention.

        The search follows mentioned rules until it finds a difference.
        """
        seen: set[str] = set()
        here = {name for name in rules if name}
        while here:
            if found := sorted(here & self.changed.keys()):
                return tuple({self.changed[name].key: self.changed[name] for name in found}.values())
            seen |= here
            here = {name for rule in here for name in self.mentioned.get(rule, ())} - seen
        return ()


def _name(key: str) -> str:
    """Return the last component of a key, such as `purse` for `field Player.purse`."""
    return key.rpartition(" ")[2].rpartition(".")[2]


def _lines(amended: Amended) -> dict[str, str]:
    """Return the text of each rule, and of each named clause within a rule.

    Clauses without a name belong to the rule's own text.
    """
    found: dict[str, str] = {}
    for decl in amended.declarations:
        name = ""
        for line in declaration_lines(decl):
            name = name or line.name
            key = line.name or name
            found[key] = f"{found.get(key, '')}\n{line.head}"
    return found


def _named(decl: ast.Declaration) -> Iterable[tuple[str, ast.Node]]:
    """Yield a declaration and its nested declarations, with the names that explanations use."""
    if isinstance(decl, ast.Table):
        return
    yield decl.name.text, decl
    for inner in ast.children(decl):
        if isinstance(inner, ast.Declaration):
            yield f"{decl.name.text}.{inner.name.text}", inner


def _mentions(node: ast.Node) -> set[str]:
    found: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            found.add(inner.text)
        elif isinstance(inner, (ast.RoutineCall, ast.Attribute)):
            found.add(inner.name.text)
    return found
