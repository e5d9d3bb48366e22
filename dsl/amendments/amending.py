"""Variants: a rulebook and a set of amendment files make an effective rulebook.

Amendments rewrite syntax trees, and the result is checked like any rulebook; diagnostics point into the variant's own
file, because the new nodes keep their places. A set of variants has no order: amendments are applied target by
target, and two that touch the same target are a conflict unless one variant says that it `amends` the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from dsl import ast
from dsl.amendments.conflicts import applies, combination_faults, conflicts, in_layers, in_order, targets
from dsl.amendments.rule_lines import LIMIT, line_names, unless, with_line
from dsl.desugaring import anchors
from dsl.diagnostics import Sink, did_you_mean
from dsl.printing import plain
from dsl.source import Span

__all__ = ["Amended", "Change", "amend", "applies", "combination_faults"]

NOT_SUSPENDED = "not_suspended"
"""The need that a suspended action does not meet."""


@dataclass(frozen=True, slots=True)
class Change:
    """One amendment that was carried out: on `target`, by which variant, where."""

    target: str
    variant: str
    verb: str
    span: Span


@dataclass(slots=True)
class Amended:
    """An effective rulebook: its declarations, and which variant changed or added each rule."""

    declarations: list[ast.Declaration]
    origins: dict[str, str] = field(default_factory=dict)
    """The variant that wrote or last changed a rule."""
    boards: list[tuple[str, str]] = field(default_factory=list)
    """Board files that variants bring: (variant, file name)."""
    changes: list[Change] = field(default_factory=list)
    """All amendments in the order in which they were carried out."""

    def note(self, target: str, variant: ast.Variant, part: ast.Amendment) -> None:
        self.origins[target] = variant.name.text
        self.changes.append(Change(target, variant.name.text, part.verb, part.span))


def amend(declarations: Sequence[ast.Declaration], variants: Sequence[ast.Variant], sink: Sink) -> Amended:
    """The effective rulebook of a set of variants. Faults go to the sink; a faulty amendment changes nothing."""
    result = Amended(list(declarations))
    layers = in_layers(variants, sink)
    _of_this_game(declarations, variants, sink)
    for variant in (variant for layer in layers for variant in layer):
        for part in variant.amendments:
            if part.verb == "board":
                result.boards.append((variant.name.text, part.title))
            elif part.verb == "new" and part.declaration is not None:
                _add_new(result, part, part.declaration, variant, sink)
    conflicts(layers, sink)
    for variant, part in in_order(layers):
        with suppress(_GivenUp):
            _Amender(result, variant, sink).amend(part)
    return result


def _of_this_game(declarations: Sequence[ast.Declaration], variants: Sequence[ast.Variant], sink: Sink) -> None:
    names = [decl.name.text for decl in declarations if isinstance(decl, ast.Rulebook)]
    for variant in variants:
        if names and variant.game.text not in names:
            sink.add("E402", f"this is no variant of `{names[0]}`", variant.game.span, "another rulebook",
                     hint=did_you_mean(variant.game.text, names))  # fmt: skip


def _add_new(result: Amended, part: ast.Amendment, new: ast.Declaration, variant: ast.Variant, sink: Sink) -> None:
    if isinstance(new, (ast.Rulebook, ast.Variant, ast.Scenario, ast.Setup, ast.Round)):
        label = "only kinds, fields, values, actions and rules"
        sink.add("E404", "a variant cannot add this", new.name.span, label)
        return
    result.declarations.append(new)
    fields = new.fields if isinstance(new, (ast.State, ast.Kind)) else ()
    for name in (new.name.text, *(f"{new.name.text}.{part_of.name.text}" for part_of in fields)):
        result.note(name, variant, part)


def _block_if(when: ast.Expr, then: ast.Block, otherwise: ast.Block | None) -> ast.Block:
    return ast.Block(then.span, then.cites, (ast.If(when.span, (), when, then, otherwise),))


class _GivenUp(Exception):
    """Raised once a fault of an amendment has been reported; the next amendment goes on."""


@dataclass(slots=True)
class _Amender:
    """Carries out one amendment of one variant."""

    result: Amended
    variant: ast.Variant
    sink: Sink

    def amend(self, part: ast.Amendment) -> None:
        if part.target is None:
            assert part.declaration is not None
            self.whole(part, part.declaration)
            return
        target = part.target
        if part.verb == "add rule":
            self.add_rule(part, target)
            return
        index, decl = self.find(target)
        self.shape(part, target, decl)
        changed = self.changed(part, target, decl)
        if changed is None:
            self.misfit(part, target, decl)
        assert changed is not None
        self.put(index, changed, part)
        for name in targets(part):
            self.result.note(name, self.variant, part)
        if part.name is not None:
            self.result.note(f"{target}.{part.name.text}", self.variant, part)

    def put(self, index: int, changed: ast.Declaration, part: ast.Amendment) -> None:
        """The amended declaration takes the place of the old one."""
        if ast.bare(changed) == ast.bare(self.result.declarations[index]) or _never(part):
            label = "its condition never holds" if _never(part) else "it was so already"
            self.sink.add("W407", "this amendment changes nothing", part.span, label)
        self.result.declarations[index] = changed

    def fault(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> None:
        self.sink.add(code, title, span, label, hint=hint)
        raise _GivenUp

    def unless_told(self, part: ast.Amendment) -> None:
        """Gives up silently on an amendment whose conflict with another was told: the rest follows from that."""
        for found in self.sink.found:
            if found.code == "E401" and part.span in (found.span, *(span for span, _ in found.related)):
                raise _GivenUp

    def misfit(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> None:
        kind = type(decl).__name__.lower()
        label = f"`{target}` is {'an' if kind[0] in 'aeiou' else 'a'} {kind}" if len(target.path) == 1 else ""
        self.fault("E405", f"`{part.verb}` cannot be done to `{target}`", target.span, label)

    def shape(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> None:
        """A column stands behind a row of a table, and only a part of a rule behind a rule."""
        if target.args and not (part.verb == "set" and isinstance(decl, ast.Table) and len(target.args) == 1):
            self.fault("E405", "brackets name one cell of a table", target.span, "this has none")
        if len(target.path) > 2:
            self.fault("E402", f"`{target}` has too many parts", target.path[2].span, "a rule and one of its lines")
        of_limit = part.verb == "set" and isinstance(decl, ast.Action)
        if len(target.path) == 2 and (part.verb == "set" or part.verb.startswith("add ")) and not of_limit:
            self.fault("E405", f"`{part.verb}` cannot be done to `{target}`", target.path[1].span, "a part of a rule")

    def find(self, target: ast.Target) -> tuple[int, ast.Declaration]:
        name = target.path[0].text
        known: list[str] = [*anchors(self.result.declarations)]
        for index, decl in enumerate(self.result.declarations):
            names = _names(decl)
            if name in names:
                return index, decl
            known += names
        hint = did_you_mean(name, known)
        self.fault("E402", f"there is no rule `{name}` to amend", target.path[0].span, "unknown", hint)
        raise _GivenUp

    def changed(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        """The declaration as amended, or None where the verb does not fit it."""
        if part.verb == "set" and len(target.path) == 1:
            return self.set(part, target, decl)
        if part.verb.startswith("add "):
            return self.add_line(part, target, decl)
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
            if str(column.value) == plain(key) and len(part.cells) == 1:
                return replace(row, cells=(*row.cells[:index], part.cells[0], *row.cells[index + 1 :]))
        if len(part.cells) != 1:
            self.fault("E405", "a cell holds one value", part.span, f"{len(part.cells)} given")
        columns = [str(column.value) for column in table.keys]
        hint = did_you_mean(plain(key), columns) or f"the columns are {', '.join(columns)}"
        self.fault("E402", f"row `{row.name.text}` has no column {plain(key)}", key.span, "unknown column", hint)
        return row

    # ------------------------------------------------------------ whole rules

    def except_(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        assert part.when is not None and part.name is not None
        if isinstance(decl, ast.Value) and part.value is not None:
            self.unused(part.name, decl.exceptions)
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
            return replace(decl, base=ast.Conditional(part.span, when, value, decl.base))
        if isinstance(decl, ast.End) and value is not None:
            return replace(decl, when=value if when is None else ast.Conditional(part.span, when, value, decl.when))
        if block is None:
            return None
        titled = replace(decl, title=part.title or decl.title)
        return self.with_body(titled, lambda body: block if when is None else _block_if(when, block, body))

    def suspend(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        test = unless(part)
        if isinstance(decl, ast.End):
            return replace(decl, when=ast.And(part.span, decl.when, test) if part.when is not None else test)
        if isinstance(decl, ast.Action):
            return replace(decl, needs=self.not_suspended(part, decl, test))
        return self.with_body(decl, lambda body: _block_if(test, body, None))

    def not_suspended(self, part: ast.Amendment, decl: ast.Action, test: ast.Expr) -> tuple[ast.Need, ...]:
        """The needs of an action with the one that suspends it; a second suspension adds to the first."""
        others = tuple(need for need in decl.needs if need.name.text != NOT_SUSPENDED)
        for need in decl.needs:
            if need not in others:
                test = ast.And(part.span, need.condition, test)
        word = ast.Word(part.span, NOT_SUSPENDED)
        return (*others, ast.Need(part.span, word, part.title, part.cites, test))

    def unused(self, name: ast.Word, lines: Sequence[ast.Declaration]) -> None:
        """A line of a rule needs a name of its own."""
        for line in lines:
            if line.name.text == name.text:
                self.sink.add("E312", f"`{name.text}` is declared twice", name.span, "declared again",
                              related=[(line.name.span, "first declared here")])  # fmt: skip
                raise _GivenUp

    def with_body(self, decl: ast.Declaration, change: Callable[[ast.Block], ast.Block]) -> ast.Declaration | None:
        if isinstance(decl, ast.Action):
            return replace(decl, then=change(decl.then or ast.Block(decl.span, (), ())))
        if isinstance(decl, (ast.Phase, ast.Rule, ast.Trigger, ast.Setup, ast.Round)):
            return replace(decl, body=change(decl.body))
        return None

    # ------------------------------------------------------------ parts of rules

    def inner(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        """Amends one need, cost, limit, exception or line of scoring."""
        word, owner = target.path[1], target.path[0].text
        try:
            changed = with_line(decl, word.text, self.valued(part))
        except KeyError:
            self.unless_told(part)
            hint = did_you_mean(word.text, line_names(decl))
            self.fault("E402", f"`{owner}` has no `{word.text}` to amend", word.span, "unknown", hint)
            raise
        if changed is None:
            self.fault("E405", f"`{part.verb}` cannot be done to `{target}`", part.span)
        return changed

    def valued(self, part: ast.Amendment) -> ast.Amendment:
        """An amendment with its value as an expression, also where it was written like a cell."""
        return part if part.value is not None else replace(part, value=self.cell(part))

    # ------------------------------------------------------------ add

    def add_line(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        """Adds a need, cost or limit to an action, or a line to the scoring."""
        if part.verb == "add limit":
            return self.add_limit(part, target, decl)
        if isinstance(part.declaration, ast.Cost):
            return self.add_cost(part.declaration, decl)
        if isinstance(part.declaration, ast.ScoreLine):
            return self.add_score(part.declaration, decl)
        return self.add_need(part, decl)

    def add_need(self, part: ast.Amendment, decl: ast.Declaration) -> ast.Declaration | None:
        if not isinstance(decl, ast.Action) or part.name is None or part.value is None:
            return None
        self.unused(part.name, [*decl.needs, *decl.costs])
        need = ast.Need(part.span, part.name, part.title, part.cites, part.value)
        if isinstance(part.value, ast.Truth) and part.value.value:
            self.sink.add("W407", "this amendment changes nothing", part.span, "it always holds")
        return replace(decl, needs=(*decl.needs, need))

    def add_cost(self, cost: ast.Cost, decl: ast.Declaration) -> ast.Declaration | None:
        if not isinstance(decl, ast.Action):
            return None
        self.unused(cost.name, [*decl.needs, *decl.costs])
        return replace(decl, costs=(*decl.costs, cost))

    def add_limit(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration | None:
        if not isinstance(decl, ast.Action) or part.value is None:
            return None
        if decl.limit is not None:
            self.unless_told(part)
            self.fault("E405", f"`{target}` has a limit already", part.span, "a second one",
                       f"say `replace {target}.{LIMIT}: {plain(part.value)} per {part.where}`")  # fmt: skip
        return replace(decl, limit=ast.Limit(part.span, part.value, part.where, part.cites))

    def add_score(self, line: ast.ScoreLine, decl: ast.Declaration) -> ast.Declaration | None:
        if not isinstance(decl, ast.Scoring):
            return None
        self.unused(line.name, decl.lines)
        return replace(decl, lines=(*decl.lines, line))

    def add_rule(self, part: ast.Amendment, target: ast.Target) -> None:
        """A rule before or after something is a trigger (see `dsl.desugaring.triggers`)."""
        assert part.block is not None
        assert part.name is not None
        anchor = anchors(self.result.declarations).get(target.path[0].text)
        if anchor is None:
            _, decl = self.find(target)
            self.misfit(part, target, decl)
            return
        if isinstance(anchor, ast.Declaration):
            self.shape(part, target, anchor)
        if _never(part):
            self.sink.add("W407", "this amendment changes nothing", part.span, "its condition never holds")
        params = () if isinstance(anchor, ast.Auction) else anchor.params
        self.result.declarations.append(
            ast.Trigger(part.span, part.name, part.title, part.cites, params, part.where, target.path[0], part.when,
                        part.block)
        )  # fmt: skip
        self.result.note(part.name.text, self.variant, part)

    # ------------------------------------------------------------ whole declarations

    def whole(self, part: ast.Amendment, new: ast.Declaration) -> None:
        """Puts a declaration in the place of the one of its kind and name; of fields, each by itself."""
        if isinstance(new, ast.State):
            for field in new.fields:
                with suppress(_GivenUp):
                    self.field(part, new, field)
            return
        names = [decl.name.text for decl in self.result.declarations if type(decl) is type(new)]
        for index, decl in enumerate(self.result.declarations):
            lone = isinstance(new, ast.Ranking)
            if type(decl) is type(new) and (lone or decl.name.text == new.name.text):
                self.put(index, replace(new, cites=decl.cites + new.cites), part)
                self.result.note(targets(part)[0], self.variant, part)
                return
        what = type(new).__name__.lower()
        hint = did_you_mean(new.name.text, names) or f"`new {what} …` adds one"
        self.fault("E402", f"there is no {what} `{new.name.text}` to amend", new.name.span, "unknown", hint)

    def field(self, part: ast.Amendment, new: ast.State, field: ast.Field) -> None:
        owner = new.kind.text if new.kind is not None else ""
        known: list[str] = []
        for index, decl in enumerate(self.result.declarations):
            if not isinstance(decl, ast.State) or (decl.kind.text if decl.kind is not None else "") != owner:
                continue
            fields = {old.name.text: old for old in decl.fields}
            known += fields
            if (old := fields.get(field.name.text)) is not None:
                changed = replace(field, cites=old.cites + field.cites)
                self.put(index, replace(decl, fields=tuple(changed if f is old else f for f in decl.fields)), part)
                self.result.note(f"{owner or 'game'}.{field.name.text}", self.variant, part)
                return
        what = f"each {owner} has" if owner else "the game has"
        hint = did_you_mean(field.name.text, known) or f"`new {'each ' + owner if owner else 'game'} has` adds one"
        self.fault("E402", f"{what} no `{field.name.text}` to amend", field.name.span, "unknown", hint)


def _never(part: ast.Amendment) -> bool:
    """Whether an amendment is bound to a condition that is plainly never met."""
    return isinstance(part.when, ast.Truth) and not part.when.value


def _names(decl: ast.Declaration) -> list[str]:
    """The names by which a declaration can be amended: its own, or those of its rows."""
    if isinstance(decl, ast.Table):
        return [row.name.text for row in decl.rows]
    if isinstance(decl, ast.Scoring):
        return ["scoring"]
    return [] if isinstance(decl, (ast.State, ast.Ranking, ast.Rulebook)) else [decl.name.text]
