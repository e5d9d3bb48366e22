"""Formats planned programs as text, with one line per instruction.

The order of lines is deterministic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from dsl.model import Clauses
from dsl.source import Span
from interpreter.flow import nodes as f
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program import planned_functions as pf
from interpreter.optimizer.program import planned_moves as pm
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.steps import Compute, Defer, Emit, Filter, Flush, Loop, Part, Search, Steps, Unpack
from interpreter.optimizer.program.term_text import Names, first_line
from interpreter.optimizer.terms.dependencies import MemoKey
from interpreter.optimizer.terms.terms import Fault, Gathering, Term
from interpreter.position import FieldLayout, Store

Lines = Iterator[str]


def steps_text(searches: Iterable[Search], names: Names | None = None) -> str:
    """Return searches as readable text, in their state between two passes."""
    names, lines = names or Names(), list[str]()
    for search in searches:
        marks = [word for word, on in (("rows in any order", search.free), ("sorted afterwards", search.sort)) if on]
        lines += [f"search {', '.join(marks)}".rstrip(), *indented(step_lines(search.steps, names))]
    return "\n".join([*lines, *names.listed()]) + "\n"


def indented(lines: Iterable[str]) -> Lines:
    for line in lines:
        yield f"    {line}"


# ---------------------------------------------------------------- steps


def step_lines(steps: Steps, names: Names) -> Lines:
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                target = ", ".join(map(names.term, columns or (name,)))
                meeting = (names.meeting(step.meets),) if step.meets is not None else ()
                where = " and ".join((*map(names.kept, step.kept), *meeting))
                yield f"for {target} in {names.term(sequence)}{f' where {where}' if where else ''}"
                yield from indented(step_lines(body, names))
            case Filter(test, body, kept):
                yield f"if {names.term(test)}{f', as {names.kept(kept)}' if kept is not None else ''}"
                yield from indented(step_lines(body, names))
            case Compute(name, term):
                yield f"{names.term(name)} := {names.term(term)}"
            case Defer(name):
                yield f"{names.term(name)} := nothing yet"
            case Unpack(targets, of):
                yield f"{', '.join(map(names.term, targets))} := {names.term(of)}"
            case Emit(terms, buffer):
                yield f"emit ({', '.join(map(names.term, terms))}){f' to buffer {buffer}' if buffer else ''}"
            case Flush(buffer, sort):
                yield f"flush buffer {buffer}{' sorted' if sort else ''}"


# ---------------------------------------------------------------- instructions


def block_lines(block: i.Block, names: Names) -> Lines:
    for each in block:
        yield from instruction_lines(each, names)


def instruction_lines(each: i.Instruction, names: Names) -> Lines:
    term = names.term
    match each:
        case Compute(name, value):
            yield f"{term(name)} := {term(value)}"
        case i.Write(at, value):
            yield f"v[{term(at)}] := {term(value)}"
        case i.Increase(at, by):
            yield f"v[{term(at)}] += {term(by)}"
        case i.Decrease(at, by):
            yield f"v[{term(at)}] -= {term(by)}"
        case i.FailIf(test, fault, shown):
            yield f"if {term(test)} fail {names.fault(fault)}({', '.join(map(term, shown))})"
        case i.Collect(name, steps):
            yield f"{term(name)} := list"
            yield from indented(step_lines(steps, names))
        case i.If(test, then, otherwise):
            yield f"if {term(test)}"
            yield from indented(block_lines(then, names))
            if otherwise:
                yield "else"
                yield from indented(block_lines(otherwise, names))
        case i.ForEach(name, sequence, body):
            yield f"for {term(name)} in {term(sequence)}"
            yield from indented(block_lines(body, names))
        case i.Repeat(times, test, fault, body):
            yield f"repeat {term(times)} times while {term(test)}, else {names.fault(fault)}"
            yield from indented(block_lines(body, names))
        case i.InRule(about, body):
            yield f"in {about.name}"
            yield from indented(block_lines(body, names))
        case _:
            yield part_line(each, names)


def part_line(part: Part, names: Names) -> str:
    """Return a program part as one line: its class name and its fields."""
    words = (said(getattr(part, field.name), names) for field in fields(part))  # type: ignore[arg-type]
    return " ".join((spaced(type(part).__name__), *(word for word in words if word)))


def spaced(name: str) -> str:
    """Split a class name into words, such as `take items` for `TakeItems`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def said(of: object, names: Names) -> str:
    """Return a field of a program part as text."""
    match of:
        case Term():
            return names.term(of)
        case Fault():
            return names.fault(of)
        case Clauses(name=name) | Store(name=name):
            return f"`{name}`"
        case FieldLayout(field=of_field):
            return f"`{of_field.name}`"
        case Span():
            return f"(line {of.line})"
        case f.Play(action=action):
            return f"`{action.about.name}`"
        case f.Pick(var=var):
            return f"`{var.name}`"
        case pm.Arguments(seat, places, sets):
            return _arguments(seat, places, sets, names)
        case MemoKey(atoms, bounds):
            limits = "".join(f" unless {names.term(name)} {op} {bound}" for name, op, bound in bounds)
            return f"remembered by {', '.join(map(names.term, atoms))}{limits}"
        case Gathering(how=how):
            return how
        case Part():
            return f"({part_line(of, names)})"
        case tuple():
            return f"({', '.join(said(each, names) for each in of)})"
        case None:
            return ""
        case int() | str():
            return str(of)
    span = getattr(of, "span", None)
    return f"`{first_line(span.text)}`" if isinstance(span, Span) else spaced(type(of).__name__)


def _arguments(seat: Term | None, places: tuple[Term | None, ...], sets: tuple[pm.ChosenSet, ...], names: Names) -> str:
    row = [names.term(place) if place is not None else "_" for place in places]
    whose = f"{names.term(seat)}: " if seat is not None else ""
    return f"({whose}{', '.join(row)}{''.join(f'; {said(each, names)}' for each in sets)})"


# ---------------------------------------------------------------- nodes


def node_lines(node: p.PlannedNode, names: Names) -> Lines:
    head = f"{spaced(type(node).__name__)} (line {node.span.line}, {node.about.name})"
    match node:
        case p.Effect(body=body, to=to, ends=ends, small=small):
            yield f"{head} → {to}{' ends' if ends else ''}{' small' if small else ''}"
            yield from indented(block_lines(body, names))
        case f.Branch(when=test, yes=yes, no=no):
            yield f"{head} {names.term(test)} → {yes} else {no}"
        case f.Stopping(exits=exits, up=up, to=to):
            yield f"{head} {', '.join(f'{code} → {there}' for code, there in exits)} up {up} else {to}"
        case f.Call(entry=entry, back=back, frame=frame):
            yield f"{head} {entry}, back to {back} by v[{frame.base}]"
        case f.Return(frame=frame):
            yield f"{head} by v[{frame.base}]"
        case f.End():
            yield head
        case f.Goal(to=to):
            yield f"{head} → {to}"
        case f.GoalCheck(choice=choice, no=no):
            yield f"{head} → {choice} else {no}"
        case p.Chance(outcomes=outcomes, fallen=fallen, settle=settle, to=to):
            yield f"{head} {part_line(outcomes, names)} → {to}"
            yield f"    settle {names.term(fallen)}"
            done = block_lines(settle, names) if isinstance(settle, tuple) else [part_line(settle, names)]
            yield from indented(indented(done))
        case p.Decision():
            yield f"{head}{' open' if node.open else ''} by {names.term(node.who)}"
            yield from indented(_decision_lines(node, names))
        case p.SimultaneousDecision():
            yield f"{head} kind {node.kind}, pending {said(node.pending, names)} → {node.to}"
            yield f"    answers of {names.term(node.seat)}: {part_line(node.answers, names)}"
            yield f"    answer {said(node.arguments, names)}"
            yield from indented(indented(block_lines(node.body, names)))


def _decision_lines(node: p.Decision, names: Names) -> Lines:
    listing = node.listing
    marks = [word for word, on in (("pass", listing.passes), ("in order", listing.ordered)) if on]
    yield f"rows of {names.term(listing.seat)}, if {names.term(listing.who)}: {', '.join(marks)}".rstrip(" :")
    yield from indented(step_lines(listing.steps, names))
    yield from indented(part_line(each, names) for each in listing.interpreted)
    for move in node.options:
        back = f", back to {move.back} by v[{move.frame}]" if move.frame >= 0 else ""
        about = f" `{move.about.name}`" if move.about else ""
        yield f"move {move.kind}{about} of {move.length} {said(move.arguments, names)} → {move.to}{back}"
        yield from indented(block_lines(move.body, names))
        for each in (move.legality, move.ranges):
            if each is not None:
                yield f"    {part_line(each, names)}"


# ---------------------------------------------------------------- functions


def function_lines(name: str, function: pf.Function, names: Names) -> Lines:
    """Return the lines for a function that terms call."""
    match function:
        case pf.Value(params, body, memo, before):
            yield f"{name}({', '.join(map(names.term, params))}) = {names.term(body)} {said(memo, names)}".rstrip()
            yield from indented(step_lines(before, names))
        case pf.AggregateSearch(how, params, steps, memo, in_order):
            word = f"{how.how} in order" if in_order else how.how
            yield f"{name}({', '.join(map(names.term, params))}) {word} {said(memo, names)}".rstrip()
            yield from indented(step_lines(steps, names))
        case pf.ReachSearch(params, memo):
            yield f"{name}({', '.join(map(names.term, params))}) {said(memo, names)}".rstrip()
        case pf.Available(who, seat, offers):
            yield f"{name} for {names.term(seat)} = {names.term(who)}"
            for offer in offers:
                yield f"    {offer.about.name}"
                search = offer.search
                lines = step_lines(search, names) if isinstance(search, tuple) else [part_line(search, names)]
                yield from indented(indented(lines))
