"""Prints declarations, original or amended.

The parser turns the printed text into the same tree. Printing keeps the parts of a declaration in source order.
`dsl.printing.lines` lays out the lines, `dsl.printing.comments` handles comments, and `dsl.printing.scenarios` prints
scenarios.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from dsl import ast
from dsl.printing.expressions import NEXT, POSTFIX, SOFT, SUM, binder, domain, expression, members, on_one_line, order
from dsl.printing.lines import ALIGN, INDENT, Line, aligned, deeper, set_lines
from dsl.printing.statements import body, brief, cited, offered, saying, shared

COLUMN = 68
"""The column in which a rulebook's citations start."""

GAP = 2
"""Number of spaces between the columns of a table."""

VALUE_WIDTH = 100
"""Maximum width, in columns, of a computed value that is printed on one line.

The expression of a longer value goes on a separate line.
"""


def printed(decl: ast.Declaration) -> str:
    """Return the canonical text of a declaration."""
    return "\n".join(set_lines(declaration_lines(decl), COLUMN))


def declaration_lines(decl: ast.Declaration) -> list[Line]:
    return PRINTERS[type(decl)](decl)


def _heading(decl: ast.Declaration, text: str, cites: Iterable[ast.Cite] = ()) -> Line:
    own = cited(decl.cites)
    return Line(0, text, decl.title, (*own, *(clause for clause in cited(cites) if clause not in own)), decl.name.text)


def _as_written(parts: Iterable[ast.Node]) -> list[Any]:
    """Sort parts by source position, unless they come from several files."""
    found = list(parts)
    if len({part.span.source for part in found}) == 1:
        found.sort(key=lambda part: part.span.start)
    return found


# ---------------------------------------------------------------- the table


def _rulebook(d: ast.Rulebook) -> list[Line]:
    lines = [Line(0, f'rulebook {d.name.text} "{d.title}"', cites=cited(d.cites), name=d.name.text)]
    lines.append(Line(1, f"players {d.least}" + (f" to {d.most}" if d.most != d.least else "")))
    if d.seats:
        lines.append(Line(1, f"seats {', '.join(word.text for word in d.seats)}"))
    if d.board:
        lines.append(Line(1, f'board "{d.board}"'))
    if d.money != "coins":
        lines.append(Line(1, f"money {d.money}"))
    return lines


def _kind(d: ast.Kind) -> list[Line]:
    parent = f" is {d.parent.text}" if d.parent is not None else ""
    between = f" between {d.between.text}" if d.between is not None else ""
    called = f' called "{d.called.text.strip()}"' if d.called is not None else ""
    heading = _heading(d, f"kind {d.name.text}{parent}{_things(d)}{between}{_pieces(d)}{called}")
    return [heading, *deeper(map(field_line, d.fields))]


def _things(d: ast.Kind) -> str:
    each = f" for each {d.each.text}" if d.each is not None else ""
    if d.things == "board":
        return " from board"
    if d.things == "listed":
        return f": {', '.join(word.text for word in d.listed)}"
    if isinstance(d.number, ast.Range):
        return f", {expression(d.number.low, SUM)} to {expression(d.number.high, SUM)}{each}"
    return f", {expression(d.number, SUM)}{each}" if d.number is not None else each


def _pieces(d: ast.Kind) -> str:
    if d.pieces == "counted" and d.piece_count is not None:
        return f" with {expression(d.piece_count, SUM)} pieces{' each' if d.things else ''}"
    return {"unlimited": " with unlimited pieces", "board": " with pieces from board"}.get(d.pieces, "")


def _state(d: ast.State) -> list[Line]:
    heading = f"each {d.kind.text} has" if d.kind is not None else "game has"
    return [Line(0, heading), *deeper(map(field_line, d.fields))]


def field_line(d: ast.Field) -> Line:
    keys = f"({f',{SOFT}'.join(members(key) for key in d.keys)})" if d.keys else ""
    seen = f"{d.visibility} " if d.visibility != "open" else ""
    start = f" = {expression(d.initial)}" if d.initial is not None else ""
    life = f" per {d.lifetime}" if d.lifetime else ""
    refill = f", refilled from {d.refill.text}" if d.refill is not None else ""
    words = f"{_label(d.label)}{' internal' if d.internal else ''}"
    text = f"{d.name.text}{keys}: {seen}{domain(d.domain)}{start}{life}{refill}{words}"
    return Line(0, text, cites=cited(d.cites), name=d.name.text)


def _label(label: ast.Label | None) -> str:
    if label is None:
        return ""
    negation = f' / "{label.negation.strip()}"' if label.negation is not None else ""
    return f' "{label.words.strip()}"{negation}'


# ---------------------------------------------------------------- numbers and values


def _table(d: ast.Table) -> list[Line]:
    head = f"table by {d.name.text}"
    wide = max(len(head), *(INDENT + len(row.name.text) for row in d.rows))
    rows = [[str(cell.value) for cell in row.cells] for row in d.rows]
    headings = [ast.column_text(column) for column in d.columns]
    widths = [GAP + max(2, *map(len, column)) for column in zip_longest(headings, *rows, fillvalue="")]
    lines = [Line(0, head.ljust(wide) + _cells(headings, widths), cites=cited(d.cites))]
    for row, cells in zip(d.rows, rows, strict=True):
        text = row.name.text.ljust(wide - INDENT) + _cells(cells, widths)
        lines.append(Line(1, text, row.title, cited(row.cites), row.name.text))
    return lines


def _cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))


def _number(d: ast.Number) -> list[Line]:
    return [_heading(d, f"number {d.name.text}{ALIGN}= {expression(d.value)}")]


def _option(d: ast.Option) -> list[Line]:
    return [_heading(d, f"option {d.name.text}: {domain(d.domain)} = {expression(d.value)}")]


def _ruling(d: ast.Ruling) -> list[Line]:
    heading = f'ruling {d.name.text}: {domain(d.domain)} = {expression(d.value)} "{d.title}"'
    because = Line(1, f'because "{d.because}"', cites=cited(d.cites))
    return [Line(0, heading, name=d.name.text), because]


def _value(d: ast.Value) -> list[Line]:
    by = f" by {expression(d.by, POSTFIX)}" if d.by is not None else ""
    head = f"value {d.name.text}{params(d.params)}: {domain(d.domain)}{by}"
    base = f"= {expression(d.base)}"
    lets = [Line(1, f"let {word.text} = {expression(value)}") for word, value in d.workings]
    excepts = deeper(_exception(case, d.name.text) for case in d.exceptions)
    if lets or len(on_one_line(f"{head} {base}")) > VALUE_WIDTH:
        own, of_base = shared(d.cites, d.base)
        at_base = of_base if lets else ()
        heading = Line(0, head, cites=own if lets else cited(d.cites), name=d.name.text)
        return [heading, *lets, Line(1, base, cites=at_base), *excepts]
    return [_heading(d, f"{head} {base}"), *excepts]


def _exception(d: ast.ValueException, of: str) -> Line:
    if d.cases:
        always = isinstance(d.when, ast.BooleanLiteral) and d.when.value
        when = "" if always else f" when {expression(d.when)}"
        text = f"for {', '.join(case.text for case in d.cases)}{when}: {expression(d.value)}"
    else:
        text = f"except {d.name.text} when {expression(d.when)}: {expression(d.value)}"
    return Line(0, text, d.title, cited(d.cites), f"{of}.{d.name.text}")


# ---------------------------------------------------------------- actions and their lines


def params(of: Iterable[ast.Param]) -> str:
    """Return a parameter list as text, in brackets, or an empty string if there are no parameters."""
    said = f",{NEXT}".join(map(_param, of))
    return f"({said})" if said else ""


def _param(of: ast.Param) -> str:
    where = f"{SOFT}where {expression(of.where)}" if of.where is not None else ""
    return f"{'open ' if of.open else ''}{of.name.text}: {domain(of.domain)}{where}"


def _action(d: ast.Action) -> list[Line]:
    text = f"{d.form} {d.name.text}{params(d.params)}"
    if d.form == "card" and d.played_from is not None and d.played_to is not None:
        text += f" from {expression(d.played_from, POSTFIX)} to {expression(d.played_to, POSTFIX)}"
    if isinstance(d.to, ast.Binder):
        text += f" to each {binder(d.to)}{', until one accepts' if d.until_one else ''}"
    elif d.to is not None:
        text += f" to {expression(d.to, POSTFIX)}"
    if d.counters is not None:
        text += f", countered at most {expression(d.counters, SUM)} times"
    text += ", anybody may break in" if d.breaking_in else ""
    if d.anytime:
        text += " at any time"
    clauses = _as_written([*d.needs, *d.costs, *([d.limit] if d.limit else []), *([d.then] if d.then else [])])
    says = [Line(1, f"says {saying(d.says)}")] if d.says is not None else []
    return [_heading(d, text), *says, *deeper(line for clause in clauses for line in _clause(clause, d.name.text))]


def _clause(clause: ast.Need | ast.Cost | ast.Accept | ast.Limit | ast.Block, of: str) -> list[Line]:
    match clause:
        case ast.Need():
            text = f"needs {clause.name.text}: {expression(clause.condition)}"
            return [Line(0, text, clause.title, cited(clause.cites), f"{of}.{clause.name.text}")]
        case ast.Cost():
            return [Line(0, _cost(clause), clause.title, cited(clause.cites), f"{of}.{clause.name.text}")]
        case ast.Accept():
            text = f"accepts {clause.name.text}: {_accepted(clause)}"
            return [Line(0, text, clause.title, cited(clause.cites), f"{of}.{clause.name.text}")]
        case ast.Limit():
            text = f"limit {expression(clause.number, SUM)} per {clause.scope}"
            return [Line(0, text, cites=cited(clause.cites), name=f"{of}.limit")]
    if (line := brief(clause)) is not None:
        return [replace(line, text=f"then {line.text}")]
    return [Line(0, "then", cites=cited(clause.cites)), *body(clause)]


def _cost(d: ast.Cost) -> str:
    return f"costs {d.name.text}{_each(d)}: {_paid(d)}"


def _each(d: ast.Cost) -> str:
    each = d.amount
    return f" for {each.name.text} in {expression(each.domain, SUM)}" if isinstance(each, ast.PerThingCost) else ""


def _paid(d: ast.Cost) -> str:
    amount = d.amount.amount if isinstance(d.amount, ast.PerThingCost) else d.amount
    source = f" from {expression(d.source, POSTFIX)}" if d.source is not None else ""
    when = f" when {expression(d.when)}" if d.when is not None else ""
    return f"{expression(amount, SUM)}{source} to {expression(d.target, POSTFIX)}{when}"


def _accepted(d: ast.Accept) -> str:
    match d.amount:
        case ast.Aggregate(gather=ast.Word(text="set"), body=None, binder=one_of) if not isinstance(
            one_of.domain, ast.Range  # the grammar does not allow a range here without braces
        ):
            amount = binder(one_of)
        case _:
            amount = expression(d.amount, SUM)
    source = f" from {expression(d.source, POSTFIX)}" if d.source is not None else ""
    text = f"{amount}{source} to {expression(d.target, POSTFIX)} for {expression(d.worth, SUM)}"
    text += f", keeping {expression(d.keeping, SUM)}" if d.keeping is not None else ""
    text += ", with change" if d.change else ""
    text += f" at most {expression(d.most_change, SUM)}" if d.most_change is not None else ""
    return text + (f" when {expression(d.when)}" if d.when is not None else "")


def _payment(d: ast.Payment) -> list[Line]:
    heading = _heading(d, f"payment {d.name.text} for {', '.join(action.text for action in d.actions)}")
    return [heading, *deeper(line for accepted in d.costs for line in _clause(accepted, d.name.text))]


# ---------------------------------------------------------------- when it happens


def _phase(d: ast.Phase) -> list[Line]:
    skips = [Line(1, f"skip when {expression(skip.when)}", cites=cited(skip.cites)) for skip in d.skips]
    return [_heading(d, f"phase {d.name.text}{params(d.params)}", d.body.cites), *skips, *body(d.body)]


def _rule(d: ast.Rule) -> list[Line]:
    return [_heading(d, f"rule {d.name.text}{params(d.params)}", d.body.cites), *body(d.body)]


def _trigger(d: ast.Trigger) -> list[Line]:
    wake = d.wake
    if d.anchor is not None:
        wake += f" {d.anchor.text}"
    if d.event is not None:
        wake += f" {_event(d.event)}"
    if d.when is not None:
        wake += f"{'' if d.wake == 'as soon as' else ' when'} {expression(d.when)}"
    return [_heading(d, f"trigger {d.name.text}{params(d.params)} {wake}", d.body.cites), *body(d.body)]


def _event(e: ast.Event) -> str:
    field = expression(e.field, POSTFIX)
    if e.item is not None:
        return f"{e.item.text} {e.form} {field}"
    old = f" from {e.old.text}" if e.old is not None else ""
    new = f" to {e.new.text}" if e.new is not None else ""
    return f"{field} {e.form}{old}{new}"


def _course(d: ast.Setup | ast.Round) -> list[Line]:
    return [_heading(d, d.name.text, d.body.cites), *body(d.body)]


def _end(d: ast.End) -> list[Line]:
    time = f"at once{', even within actions' if d.within else ''}" if d.time == "once" else f"of {d.time}"
    lines = body(d.closing) if d.closing is not None else []
    return [_heading(d, f"end {d.name.text} {time} when {expression(d.when)}"), *lines]


def _group(d: ast.Group) -> list[Line]:
    limit = deeper(_clause(d.limit, d.name.text)) if d.limit is not None else []
    return [_heading(d, f"group {d.name.text}: {offered(d.offers)}"), *limit]


def _law(d: ast.Law) -> list[Line]:
    return [_heading(d, f"law {d.name.text}: {expression(d.condition)}")]


def _claim(d: ast.Claim) -> list[Line]:
    form = "from everywhere possible" if d.form == "everywhere" else d.form
    return [_heading(d, f"claim {d.name.text} {form}: {expression(d.condition)}")]


def _scoring(d: ast.Scoring) -> list[Line]:
    heading = Line(0, f"scoring of {d.name.text} in {members(d.domain)}", cites=cited(d.cites), name="scoring")
    return [heading, *deeper(map(_score_line, d.lines))]


def _score_line(d: ast.ScoreLine) -> Line:
    return Line(0, f"{d.name.text}: {expression(d.value)}", d.title, cited(d.cites), f"scoring.{d.name.text}")


def _ranking(d: ast.Ranking) -> list[Line]:
    text = f"ranking of {d.name.text} in {members(d.domain)} by {order(d.order)}"
    return [Line(0, text, cites=cited(d.cites), name="ranking")]


# ---------------------------------------------------------------- variants


def _variant(d: ast.Variant) -> list[Line]:
    heading = Line(0, f'variant {d.name.text} "{d.title}" of {d.game.text}', cites=cited(d.cites), name=d.name.text)
    return [heading, *deeper(line for part in d.amendments for line in amendment_lines(part))]


def amendment_lines(a: ast.Amendment) -> list[Line]:
    """Return an amendment as printed lines."""
    if a.verb in ("new", "replace") and a.declaration is not None:
        first, *rest = aligned(declaration_lines(a.declaration))
        return [replace(first, text=f"{a.verb} {first.text}"), *rest]
    text = _amended(a)
    block = body(a.block) if a.block is not None else []
    return [Line(0, text, a.title if a.verb != "board" else "", cited(a.cites)), *block]


def _amended(a: ast.Amendment) -> str:
    when = f" when {expression(a.when)}" if a.when is not None else ""
    name = a.name.text if a.name is not None else ""
    value = f": {expression(a.value)}" if a.value is not None else ""
    if a.target is None:
        said = f'"{a.title}"' if a.verb == "board" else name
        verb = "replace board" if a.verb == "board" and a.where else a.verb
        return f"{verb}{when or ' ' + said}"
    at = f"({', '.join(expression(arg) for arg in a.target.args)})" if a.target.args else ""
    target = f"{a.target}{at}"
    match a.verb:
        case "set":
            cells = " ".join(str(cell.value) for cell in a.cells)
            return f"set {target} to {cells or expression(a.value or ast.NoneLiteral(a.span))}"
        case "except":
            return f"except {target} as {name}{when}{value}"
        case "add rule":
            return f"add rule {name} {a.where} {target}{when}"
        case "add costs" if isinstance(a.declaration, ast.Cost):
            return f"add costs {name}{_each(a.declaration)} to {target}: {_paid(a.declaration)}"
        case "add accepts" if isinstance(a.declaration, ast.Accept):
            return f"add accepts {name} to {target}: {_accepted(a.declaration)}"
        case "add limit" if a.value is not None:
            return f"add limit {expression(a.value, SUM)} per {a.where} to {target}"
        case "add scoring" if isinstance(a.declaration, ast.ScoreLine):
            return f"add scoring {name}: {expression(a.declaration.value)}"
        case "add needs":
            return f"add needs {name} to {target}{value}"
    per = f" per {a.where}" if a.where else ""
    return f"{a.verb} {target}{when}{value}{per}"


def _scenario(d: ast.Scenario) -> list[Line]:
    from dsl.printing.scenarios import scenario_lines

    return scenario_lines(d)


PRINTERS: Mapping[type[ast.Declaration], Callable[[Any], list[Line]]] = {
    ast.Rulebook: _rulebook, ast.Kind: _kind, ast.State: _state, ast.Table: _table, ast.Number: _number,
    ast.Option: _option, ast.Ruling: _ruling, ast.Value: _value, ast.Action: _action, ast.Payment: _payment,
    ast.Phase: _phase, ast.Rule: _rule, ast.Trigger: _trigger, ast.Setup: _course, ast.Round: _course, ast.End: _end,
    ast.Group: _group, ast.Law: _law, ast.Claim: _claim,
    ast.Scoring: _scoring, ast.Ranking: _ranking, ast.Variant: _variant, ast.Scenario: _scenario,
}  # fmt: skip
