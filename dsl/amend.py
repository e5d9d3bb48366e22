"""Variants: a rulebook and a set of amendment files make an effective rulebook.

Amendments rewrite syntax trees, and the result is checked like any rulebook; diagnostics point into the variant's own
file, because the new nodes keep their places. A set of variants has no order: amendments are applied target by
target, and two that touch the same target are a conflict unless one variant says that it `amends` the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dsl import ast
from dsl.diagnostics import Sink, did_you_mean
from dsl.names import Faulty
from dsl.source import Span

Path = tuple[str, ...]


@dataclass(slots=True)
class Amended:
    """An effective rulebook: its declarations, and which variant changed or added each rule."""

    declarations: list[ast.Declaration]
    origins: dict[str, str] = field(default_factory=dict)
    boards: list[tuple[str, str]] = field(default_factory=list)
    """Board files that variants bring: (variant, file name)."""


def applies(variant: ast.Variant, players: int, options: Mapping[str, int]) -> bool | None:
    """Whether a variant comes in by itself for this table; None where it has to be chosen."""
    tests = [part.when for part in variant.amendments if part.verb == "applies" and part.when is not None]
    if not tests:
        return None
    return all(_truth(test, players, options) for test in tests)


def combination_faults(variants: Sequence[ast.Variant], sink: Sink) -> None:
    """Reports `requires` and `excludes` that the chosen set breaks."""
    chosen = {variant.name.text: variant for variant in variants}
    for variant in variants:
        for part in variant.amendments:
            if part.name is None:
                continue
            name = part.name.text
            if part.verb == "requires" and name not in chosen:
                sink.add("E403", f"variant `{variant.name.text}` needs `{name}` as well", part.span, "asked for here",
                         hint=f"choose `{name}` too")  # fmt: skip
            if part.verb == "excludes" and name in chosen:
                sink.add("E403", f"variants `{variant.name.text}` and `{name}` cannot be played together", part.span,
                         related=[(chosen[name].name.span, "the other one")])  # fmt: skip


def amend(declarations: Sequence[ast.Declaration], variants: Sequence[ast.Variant], sink: Sink) -> Amended:
    """The effective rulebook of a set of variants. Faults go to the sink; a faulty amendment changes nothing."""
    result = Amended(list(declarations))
    ordered = _amending_last(variants)
    _conflicts(ordered, sink)
    for variant in ordered:
        for part in variant.amendments:
            if part.verb == "board":
                result.boards.append((variant.name.text, part.title))
            elif part.verb == "new" and part.declaration is not None:
                _add_new(result, part.declaration, variant, sink)
    for variant in ordered:
        for part in variant.amendments:
            if part.target is not None:
                try:
                    _Amender(result, variant, sink).amend(part, part.target)
                except Faulty:
                    continue
    return result


def _amending_last(variants: Sequence[ast.Variant]) -> list[ast.Variant]:
    """By name, but a variant after those it amends."""
    waiting = sorted(variants, key=lambda variant: variant.name.text)
    ordered: list[ast.Variant] = []
    while waiting:
        names = {variant.name.text for variant in waiting}
        ready = [variant for variant in waiting if not _amended_by(variant) & (names - {variant.name.text})] or waiting[
            :1
        ]
        ordered.append(ready[0])
        waiting.remove(ready[0])
    return ordered


def _amended_by(variant: ast.Variant) -> set[str]:
    return {part.name.text for part in variant.amendments if part.verb == "amends" and part.name is not None}


SOLE = ("set", "replace", "suspend")
"""Verbs that leave no room for a second amendment of the same target. Exceptions and additions stand side by side."""


def _conflicts(variants: Sequence[ast.Variant], sink: Sink) -> None:
    seen: dict[tuple[str, str], tuple[ast.Variant, ast.Amendment]] = {}
    for variant in variants:
        for part in variant.amendments:
            if part.target is None or part.verb not in SOLE:
                continue
            key = (str(part.target), " ".join(arg.span.text for arg in part.target.args))
            other = seen.get(key)
            if other is not None and other[0].name.text not in _amended_by(variant):
                one, two = other[0].name.text, variant.name.text
                ways = f"let one say `amends {one}`, or `excludes {one}`" if one != two else "leave one of them out"
                sink.add("E401", f"`{part.target}` is amended twice", part.span, f"by `{two}` here",
                         related=[(other[1].span, f"and by `{one}` here")], hint=ways)  # fmt: skip
            seen[key] = (variant, part)


def _add_new(result: Amended, new: ast.Declaration, variant: ast.Variant, sink: Sink) -> None:
    if isinstance(new, (ast.Rulebook, ast.Variant, ast.Scenario, ast.Setup, ast.Round)):
        sink.add(
            "E404",
            "a variant cannot add this",
            new.name.span,
            "only kinds, fields, values, actions and rules",
        )
        return
    result.declarations.append(new)
    result.origins[new.name.text] = variant.name.text


def _block_if(when: ast.Expr, then: ast.Block, otherwise: ast.Block | None) -> ast.Block:
    return ast.Block(then.span, then.cites, (ast.If(when.span, (), when, then, otherwise),))


def _unless(when: ast.Expr, block: ast.Block) -> ast.Block:
    return _block_if(ast.Not(when.span, when), block, None)


@dataclass(slots=True)
class _Amender:
    """Carries out one amendment of one variant."""

    result: Amended
    variant: ast.Variant
    sink: Sink

    def amend(self, part: ast.Amendment, target: ast.Target) -> None:
        index, decl = self.find(target)
        changed = self.changed(part, target, decl)
        if changed is None:
            self.fault("E405", f"`{part.verb}` cannot be done to `{target}`", target.span, self.what_is(decl, target))
        assert changed is not None
        if ast.bare(changed) == ast.bare(decl):
            self.sink.add("W407", "this amendment changes nothing", part.span, "it was so already")
        self.result.declarations[index] = changed
        self.result.origins[str(target)] = self.variant.name.text

    def fault(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> None:
        self.sink.add(code, title, span, label, hint=hint)
        raise Faulty

    def find(self, target: ast.Target) -> tuple[int, ast.Declaration]:
        name = target.path[0].text
        for index, decl in enumerate(self.result.declarations):
            rows = decl.rows if isinstance(decl, ast.Table) else ()
            is_scoring = isinstance(decl, ast.Scoring) and name == "scoring"
            if (
                is_scoring
                or any(row.name.text == name for row in rows)
                or (decl.name.text == name and not isinstance(decl, (ast.State, ast.Table, ast.Scoring, ast.Ranking)))
            ):
                return index, decl
        known = [decl.name.text for decl in self.result.declarations]
        known += [
            row.name.text for decl in self.result.declarations if isinstance(decl, ast.Table) for row in decl.rows
        ]
        self.fault(
            "E402",
            f"there is no rule `{name}` to amend",
            target.path[0].span,
            "unknown",
            did_you_mean(name, known),
        )
        raise Faulty

    def what_is(self, decl: ast.Declaration, target: ast.Target) -> str:
        return f"`{target}` is a {type(decl).__name__.lower()}" if len(target.path) == 1 else ""

    def changed(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        """The declaration as amended, or None where the verb does not fit it."""
        if part.verb == "set":
            return self.set(part, target, decl)
        if part.verb in ("add rule", "add needs"):
            return self.add(part, target, decl)
        if len(target.path) == 2:
            return self.inner(part, target, decl)
        if part.verb == "except":
            return self.except_(part, decl)
        if part.verb == "replace":
            return self.replace(part, decl)
        return self.suspend(part, decl)

    # ------------------------------------------------------------ set

    def set(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        value = part.value if part.value is not None else self.cell(part)
        if isinstance(decl, (ast.Number, ast.Option, ast.Ruling)) and value is not None:
            return replace(decl, value=value)
        if isinstance(decl, ast.Table):
            rows = tuple(self.row(part, target, decl, row) for row in decl.rows)
            return replace(decl, rows=rows)
        return None

    def cell(self, part: ast.Amendment) -> ast.Expr | None:
        if len(part.cells) != 1:
            return None
        cell = part.cells[0]
        if isinstance(cell.value, str):
            return ast.Name(cell.span, cell.value)
        number = ast.Integer(cell.span, abs(cell.value))
        return number if cell.value >= 0 else ast.Negative(cell.span, number)

    def row(self, part: ast.Amendment, target: ast.Target, table: ast.Table, row: ast.TableRow) -> ast.TableRow:
        if row.name.text != target.path[0].text:
            return row
        if not target.args:
            if len(part.cells) != len(row.cells):
                self.fault(
                    "E405",
                    f"row `{row.name.text}` has {len(row.cells)} columns",
                    part.span,
                    f"{len(part.cells)} given",
                )
            return replace(row, cells=part.cells)
        key = target.args[0]
        for index, column in enumerate(table.keys):
            if isinstance(key, ast.Integer) and column.value == key.value and len(part.cells) == 1:
                return replace(row, cells=(*row.cells[:index], part.cells[0], *row.cells[index + 1 :]))
        self.fault("E402", f"row `{row.name.text}` has no column {key.span.text}", key.span, "unknown column")
        return row

    # ------------------------------------------------------------ whole rules

    def except_(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        assert part.when is not None and part.name is not None
        if isinstance(decl, ast.Value) and part.value is not None:
            case = ast.ValueException(part.span, part.name, part.title, part.cites, part.when, part.value)
            return replace(decl, exceptions=(*decl.exceptions, case))
        when, block = part.when, part.block
        if block is None:
            return None
        return self.with_body(decl, lambda body: _block_if(when, block, body))

    def replace(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        when, value, block = part.when, part.value, part.block
        if isinstance(decl, ast.Value) and value is not None:
            if when is None:
                return replace(decl, base=value, workings=(), exceptions=(), cites=decl.cites + part.cites)
            return replace(decl, base=ast.Choice(part.span, when, value, decl.base))
        if isinstance(decl, ast.End) and value is not None:
            return replace(decl, when=value if when is None else ast.Choice(part.span, when, value, decl.when))
        if block is None:
            return None
        titled = replace(decl, title=part.title or decl.title)
        return self.with_body(titled, lambda body: block if when is None else _block_if(when, block, body))

    def suspend(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        when = part.when or ast.Truth(part.span, True)
        if isinstance(decl, ast.End):
            return replace(decl, when=ast.Both(part.span, decl.when, ast.Not(when.span, when)))
        if isinstance(decl, ast.Action):
            return replace(decl, needs=(*decl.needs, self.never(part, when)))
        return self.with_body(decl, lambda body: _unless(when, body))

    def never(self, part: ast.Amendment, when: ast.Expr) -> ast.Need:
        word = ast.Word(part.span, "not_suspended")
        return ast.Need(part.span, word, part.title, part.cites, ast.Not(when.span, when))

    def with_body(self, decl: ast.Declaration, change: Callable[[ast.Block], ast.Block]) -> ast.Declaration | None:
        if isinstance(decl, ast.Action):
            return replace(decl, then=change(decl.then or ast.Block(decl.span, (), ())))
        if isinstance(decl, (ast.Phase, ast.Rule, ast.Trigger, ast.Setup, ast.Round)):
            return replace(decl, body=change(decl.body))
        return None

    # ------------------------------------------------------------ parts of rules

    def inner(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        """Amends one need, cost, exception or line of scoring."""
        word = target.path[1]
        groups: dict[str, tuple[ast.Declaration, ...]] = {}
        if isinstance(decl, ast.Action):
            groups = {"needs": decl.needs, "costs": decl.costs}
        elif isinstance(decl, ast.Value):
            groups = {"exceptions": decl.exceptions}
        elif isinstance(decl, ast.Scoring):
            groups = {"lines": decl.lines}
        for name, group in groups.items():
            for index, line in enumerate(group):
                if line.name.text == word.text:
                    changed = self.line(part, line)
                    kept = (changed,) if changed is not None else ()
                    rest: dict[str, Any] = {name: (*group[:index], *kept, *group[index + 1 :])}
                    return replace(decl, **rest)
        known = [line.name.text for group in groups.values() for line in group]
        owner = target.path[0].text
        self.fault(
            "E402",
            f"`{owner}` has no `{word.text}` to amend",
            word.span,
            "unknown",
            did_you_mean(word.text, known),
        )
        return None

    def line(self, part: ast.Amendment, line: ast.Declaration) -> ast.Declaration | None:
        """A need, cost, exception or score line as amended; None where it is gone."""
        if part.verb == "suspend" and part.when is None:
            return None
        if part.verb == "suspend" and part.when is not None:
            unless = ast.Not(part.when.span, part.when)
            if isinstance(line, ast.Need):
                return replace(line, condition=ast.Either(part.span, part.when, line.condition))
            if isinstance(line, ast.Cost):
                return replace(line, when=unless if line.when is None else ast.Both(part.span, unless, line.when))
            if isinstance(line, ast.ValueException):
                return replace(line, when=ast.Both(part.span, unless, line.when))
            assert isinstance(line, ast.ScoreLine)
            return replace(line, value=ast.Choice(part.span, unless, line.value, ast.Integer(part.span, 0)))
        return self.replaced_line(part, line)

    def replaced_line(self, part: ast.Amendment, line: ast.Declaration) -> ast.Declaration:
        if part.verb not in ("replace", "except") or part.value is None:
            self.fault("E405", f"`{part.verb}` cannot be done to `{line.name.text}`", part.span)
        assert part.value is not None
        new = part.value
        old = line.value if isinstance(line, (ast.ValueException, ast.ScoreLine)) else new
        if isinstance(line, ast.Need):
            old = line.condition
        elif isinstance(line, ast.Cost):
            old = line.amount
        if part.when is not None:
            new = ast.Choice(part.span, part.when, new, old)
        if isinstance(line, ast.Need):
            return replace(line, condition=new)
        if isinstance(line, ast.Cost):
            return replace(line, amount=new)
        assert isinstance(line, (ast.ValueException, ast.ScoreLine))
        return replace(line, value=new)

    # ------------------------------------------------------------ add

    def add(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        assert part.name is not None
        if part.verb == "add needs":
            if not isinstance(decl, ast.Action) or part.value is None:
                return None
            need = ast.Need(part.span, part.name, part.title, part.cites, part.value)
            self.result.origins[f"{decl.name.text}.{part.name.text}"] = self.variant.name.text
            return replace(decl, needs=(*decl.needs, need))
        if not isinstance(decl, (ast.Phase, ast.Rule, ast.Action)) or part.block is None:
            return None
        trigger = ast.Trigger(
            part.span,
            part.name,
            part.title,
            part.cites,
            decl.params,
            part.where,
            target.path[0],
            part.when,
            part.block,
        )
        self.result.declarations.append(trigger)
        self.result.origins[part.name.text] = self.variant.name.text
        return replace(decl, title=decl.title)


def _truth(test: ast.Expr, players: int, options: Mapping[str, int]) -> bool:
    """The truth of an `applies when`, which may only ask for the number of players and for options."""
    return bool(_plain(test, players, options))


def _plain(expr: ast.Expr, players: int, options: Mapping[str, int]) -> int:
    def of(inner: ast.Expr) -> int:
        return _plain(inner, players, options)

    match expr:
        case ast.Integer(_, value):
            return value
        case ast.Truth(_, value):
            return int(value)
        case ast.Attribute(_, ast.Name(_, "Player"), name) if name.text == "size":
            return players
        case ast.Name(_, text) if text in options:
            return options[text]
        case ast.Not(_, inner):
            return int(not of(inner))
        case ast.Both(_, left, right):
            return int(of(left) and of(right))
        case ast.Either(_, left, right):
            return int(of(left) or of(right))
        case ast.Compare(_, op, left, right):
            a, b = of(left), of(right)
            tests = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
            return int(tests[op])
    return 0
