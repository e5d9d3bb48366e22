"""Tells a difference between an answer and the text of an exercise, in sentences and in a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import ast
from dsl.model import StateField
from interpreter.explain import explain_refusal, refusal_in_words
from interpreter.game import State
from interpreter.log import entries
from interpreter.play import Chance
from interpreter.position import PASS, FieldEntry
from interpreter.table import Move, NotAMove, contents
from interpreter.wording import (
    contents_in_notation,
    display_names,
    field_in_notation,
    field_phrase,
    instruction,
    log_line,
)
from mercatoria.teaching import pair_search as p
from mercatoria.teaching.beginnings import START
from mercatoria.teaching.position_graph import FieldName, Seen, fields_of

MOST_TOLD = 2
"""Maximum number of moves or fields that a story names."""

WHO_SEES = {
    "open": "all players see it", "secret": "only its owner sees it", "hidden": "no player sees it",
    "counted": "its owner sees it, and the others see only how many",
}  # fmt: skip


def story(found: p.Difference, reachable: bool = True) -> list[str]:
    """Return sentences about the shortest game that shows a difference."""
    lines = [] if reachable else ["No play of this game reaches the following position."]
    return [*lines, *_position(found), *_played(found), *_told(found)]


def _position(found: p.Difference) -> Iterator[str]:
    given = [each for part in found.beginning.scenario.parts if part.form == "given" for each in part.statements]
    if found.form == p.VISIBILITY:
        return
    if not given:
        yield "The game begins."
        return
    told = []
    for each in given:
        if isinstance(each, ast.Set) and not each.how:
            whose, dot, name = each.target.span.text.partition(".")
            value = each.value.span.text
            if (whose, name) == ("round", "number"):
                told.append(f"it is round {value}")
            else:
                told.append(f"{whose}’s {name} is {value}" if dot else f"{whose} is {value}")
        else:
            told.append(" ".join(each.span.text.split()))
    yield f"Suppose: {'; '.join(told)}."


def _played(found: p.Difference) -> Iterator[str]:
    """Yield the log lines of the game that the reading plays."""
    state = replayed(found)
    for number, entry in enumerate(entries(state.last)):
        seat = entry.seat if entry.seat >= 0 else None
        yield f"{log_line(state.table, seat, entry, state.log(seat)[number]).text}."


def replayed(found: p.Difference) -> State:
    """Return the game that leads to a difference, played by the reading. If a rule fails, the game ends before it."""
    graph, start = found.wanted.graph, found.start
    state = State(graph.table, list(start), Chance(0, True, graph.table.chance_of(0)))
    at = start
    for words in found.steps:
        seat, row = graph.step(at, words)
        after = graph.after(at, words)
        if seat >= 0:
            state.try_move(graph.table.notation.move(seat, row))
        else:
            named = [fallen for fallen, _ in state.chance_outcomes()]
            state.resolve(named[[number for number, _ in graph.table.engine.chance(state.vector)].index(row[0])])
        if not isinstance(after, tuple):
            return state
        at = after
    return state


# ---------------------------------------------------------------- what differs

TEXT, ANSWER = "By the text", "Under your rules"


def _told(found: p.Difference) -> Iterator[str]:
    table = found.wanted.graph.table
    wanted, other = found.wanted.seen, found.found.seen
    match found.form:
        case p.VISIBILITY:
            yield from _visibility(found)
        case p.BEGIN:
            yield f"Your rules cannot begin like this: {other.told[0][0]}."
        case p.FAULT:
            failing, whose = (other, "your rules") if other.form == "fault" else (wanted, "the rules of the text")
            rule = f"in `{failing.told[0][1]}` " if failing.told[0][1] else ""
            yield f"Now {whose} fail {rule}while the game runs: {failing.told[0][0]}."
        case p.END:
            ends, goes = (TEXT, ANSWER) if wanted.form == "over" else (ANSWER, TEXT)
            yield f"{ends} the game is over now, but {goes.lower()} it continues."
        case p.CHANCE:
            for seen, whose in ((wanted, TEXT), (other, ANSWER)):
                among = ", ".join(f"{words} ({odds})" for words, odds in seen.told)
                yield f"{whose}, chance now decides among {among}."
        case p.MOVES:
            yield from _moves(found)
        case p.PLACES:
            for seen, whose in ((wanted, TEXT), (other, ANSWER)):
                first = [display_names(table).thing(table.flow.model.seats[seat]) for seat in seen.places[0]]
                yield f"{whose}, {' and '.join(first)} {'wins' if len(first) == 1 else 'win'}."
        case p.SCORES:
            for seat, one, two in zip(table.flow.model.seats, wanted.scores, other.scores, strict=False):
                if one != two:
                    points = f"{one} {'point' if one == '1' else 'points'}"
                    yield f"{display_names(table).thing(seat)} now has {points} by the text, but {two} by your rules."
        case p.FIELDS:
            for place, one, two in _unlike(found):
                words = field_phrase(table, place)
                yield f"Look at {words} now: {one} by the text, but {two} under your rules."


def _visibility(found: p.Difference) -> Iterator[str]:
    for name in found.fields:
        one, two = (_fields(side)[name].visibility for side in (found.wanted, found.found))
        yield f"Think of `{name[1]}`: by the text {WHO_SEES[one]}, but in your rules {WHO_SEES[two]}."


def _fields(side: p.Side) -> dict[FieldName, StateField]:
    return fields_of(side.graph.table.flow.model)


def _unlike(found: p.Difference) -> Iterator[tuple[FieldEntry, str, str]]:
    """Yield the entries of fields that differ, with their contents by the text and under the answer's rules."""
    if found.wanted.at is None or found.found.at is None:
        return
    one, two = found.wanted.graph.table.flow.layout, found.found.graph.table.flow.layout
    for name in found.fields:
        mine, theirs = (next(run for run in layout.runs.values() if (run.field.kind, run.field.name) == name)
                        for layout in (one, two))  # fmt: skip
        for entry in range(min(len(mine.widths), len(theirs.widths))):
            wanted = contents_in_notation(contents(list(found.wanted.at), mine, entry))
            other = contents_in_notation(contents(list(found.found.at), theirs, entry))
            if wanted != other:
                yield FieldEntry(mine, entry), wanted, other


def _moves(found: p.Difference) -> Iterator[str]:
    wanted, other = found.wanted.seen, found.found.seen
    mine, theirs = _by_seat(wanted), _by_seat(other)
    if wanted.form != other.form or set(mine) != set(theirs):
        one, two = (_who(side) for side in (found.wanted, found.found))
        yield f"{TEXT}, {one} now. {ANSWER}, {two}."
        return
    for seat in mine:
        for words in sorted(mine[seat] - theirs[seat])[:MOST_TOLD]:
            refused = _refused(found.found, words)
            yield f"{TEXT}, {_may(found.wanted, words)}. Your rules do not allow this{refused}"
        for words in sorted(theirs[seat] - mine[seat])[:MOST_TOLD]:
            refused = _refused(found.wanted, words)
            yield f"{ANSWER}, {_may(found.found, words)}. The text does not allow this{refused}"


def _by_seat(seen: Seen) -> dict[str, set[str]]:
    return {seat: set(moves) for seat, *moves in seen.told} if seen.form == "moves" else {}


def _who(side: p.Side) -> str:
    if side.seen.form == "chance":
        return "chance decides"
    names = [display_names(side.graph.table).thing(seat) for seat, *_ in side.seen.told]
    return f"{' and '.join(names)} {'decides' if len(names) == 1 else 'decide at the same time'}"


def _may(side: p.Side, words: str) -> str:
    move = side.graph.table.notation.parse(words)
    name = display_names(side.graph.table).thing(move.seat_name)
    return f"{name} may {'do nothing' if move.row == PASS else instruction(side.graph.table, move)}"


def _parsed(side: p.Side, words: str) -> Move | None:
    try:
        return side.graph.table.notation.parse(words)
    except NotAMove:
        return None


def _refused(side: p.Side, words: str) -> str:
    """Return the end of a sentence: the reason why one side refuses a move, if it knows such a move."""
    move = _parsed(side, words)
    if move is None or side.at is None:
        return "."
    return f": “{refusal_in_words(side.graph.table, list(side.at), move)}”"


# ---------------------------------------------------------------- as a scenario


def scenario(found: p.Difference, name: str = "shortest_game") -> str:
    """Return the shortest game as a scenario that the readings pass and the answer fails."""
    parts = [part for part in found.beginning.scenario.parts if part.form != "given"]
    table = [f"    {' '.join(part.span.text.split())}" for part in parts]
    lines = [f'scenario {name} "The shortest game that shows the difference"', *table]
    if found.beginning.form == START:
        lines += ["    from setup"]
    if given := found.beginning.given:
        lines += [given if given.startswith(" ") else f"    {given}"]
    state = replayed(found)
    if found.steps:
        lines += ["    play", *(f"        {words}" for words in _steps(state))]
    return "\n".join([*lines, *_checks(found), ""])


def _steps(state: State) -> Iterator[str]:
    for entry in state.record["log"]:
        yield entry["move"] if "move" in entry else f"chance {entry['of']} = {entry['chance']}"


def _checks(found: p.Difference) -> Iterator[str]:
    wanted, other = found.wanted.seen, found.found.seen
    table = found.wanted.graph.table
    seats = table.flow.model.seats
    match found.form:
        case p.MOVES if wanted.form == other.form == "moves" and found.wanted.at is not None:
            theirs = {words for _, *moves in other.told for words in moves}
            mine = {words for _, *moves in wanted.told for words in moves}
            yield from (f"    allowed {words}" for words in sorted(mine - theirs)[:1])
            for words in sorted(theirs - mine)[:1]:
                move = _parsed(found.wanted, words)
                if move is not None:
                    reasons = explain_refusal(table, list(found.wanted.at), move).reasons
                    yield f"    refused {words} because {reasons[0].name}" if reasons else f"    refused {words}"
        case p.FIELDS:
            yield "    expect"
            yield from (f"        {field_in_notation(table, place)} = {one}" for place, one, _ in _unlike(found))
        case p.SCORES:
            yield "    expect"
            yield from (f"        score({seat}) = {one}" for seat, one, two
                        in zip(seats, wanted.scores, other.scores, strict=False) if one != two)  # fmt: skip
        case p.PLACES:
            yield "    expect"
            yield from (f"        placed({seats[seat]}) = 1" for seat in wanted.places[0])
        case p.END:
            yield "    expect"
            yield "        over" if wanted.form == "over" else "        not over"
