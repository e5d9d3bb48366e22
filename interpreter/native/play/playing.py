"""Emits the functions that play whole games with random players inside a module.

`play_many(seed, first, number)` plays a series of games, and `roll_out` plays games from the position at the address in
its first argument. Chance events use named random streams (docs/chance.md). A game result consists of the seed, the
numbers of decisions and chance events, the ending, and each seat's points and ranking keys.

If a rule fails or native code is missing, the module stops at that game. The word at `PLAYED` then counts the completed
games, and another engine replays the failed game from its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    both,
    call,
    code,
    div,
    ge,
    gt,
    le,
    lt,
    mul,
    ne,
    put,
    set_word,
    sub,
    tee,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.counters import Counters
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.filling import Filling
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OVER, SAMPLES
from interpreter.rng import Key
from interpreter.wasm import I32, I64

PLAYED, PICKED = 4, 112
"""Addresses of two words that random games use.

The word at `PLAYED` counts the games that the call has completed. The word at `PICKED` holds the address of the row
that a random player chose last.
"""
DECISIONS, FALLS, ENDING, NUMBERS = 8, 12, 16, 24
"""Byte offsets of the fields of a game result; the seed comes first."""
NOBODY = 0
"""Stream address of a decision node, which has no chance stream."""


def result_words(seats: int, keys: int) -> int:
    """Return the number of words per game result.

    The header is followed by the points and the ranking keys of each seat, with 64 bits each.
    """
    return (NUMBERS + 8 * seats * (1 + keys)) // WORD


@dataclass(frozen=True, slots=True)
class StreamKeys:
    """Keys of the random streams, and the stream that each node uses.

    `streams` holds the keys of the chance streams, and `seats` holds the keys of the seats' streams. `of_node` holds
    each node's index into `streams`.
    """

    streams: Sequence[Key]
    seats: Sequence[Key]
    of_node: Sequence[int]


class Playing:
    """Emits the functions that play games."""

    def __init__(
        self, program: Program, seeds: StreamKeys, out: Writer, memory: Memory, expressions: Expressions,
        dispatch: Dispatch, counters: Counters,
    ) -> None:  # fmt: skip
        self._program = program
        self._seeds = seeds
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._dispatch = dispatch
        self._counters = counters

    def write(self) -> None:
        self._standing()
        self._begin()
        self._chance()
        self._decision()
        self._game()
        self._falls()
        self._result()
        self._many()

    # ------------------------------------------------------------ points

    def _standing(self) -> None:
        """Emit the functions `score`, `due`, `key0`, `key1` and so on.

        `score` returns a seat's points. The key functions return a seat's ranking keys; the lowest key ranks first.
        `due` returns 1 if the game must end at the end of the current turn or round. Callers inside the module that
        have already called `refill` use the variants `score_here`, `due_here` and so on.
        """
        standing, out = self._program.standing, self._out
        terms = [("score", standing.score, False)]
        terms += [(f"key{number}", key.by, key.most) for number, key in enumerate(standing.keys)]
        for name, term, turned in terms:
            seat = w.Local("seat", I32)
            with out.function(name, (seat,), I64, exported=True):
                out.emit(call("refill"), call(f"{name}_here", seat, gives=I64))
            with out.function(f"{name}_here", (seat,), I64):
                out.bound_to(standing.seat, seat)
                value = wide(self._expressions.value(term))
                out.emit(sub(wide(0), value) if turned else value)
        with out.function("due", (), I32, exported=True):
            out.emit(call("refill"), call("due_here", gives=I32))
        with out.function("due_here", (), I32):
            found = out.held(w.Const(I32, 0), "found")
            for condition in standing.due:
                with out.only_if(zero(found)):
                    out.emit(put(found, self._expressions.test(condition)))
            out.emit(code(found))

    # ------------------------------------------------------------ one game

    def _begin(self) -> None:
        """Emit `begin` and `begin_at`, which start a game.

        Both functions set the start position, and derive the random streams from the game's seed.
        """
        out, memory, at, seed = self._out, self._memory, w.Local("at", I32), w.Local("seed", I64)
        with out.function("begin", (seed,), exported=True):
            out.emit(call("begin_at", memory.start, seed))
        with out.function("begin_at", (at, seed)):
            out.emit(w.Copy(w.Const(I32, memory.slot(0)), code(at), w.Const(I32, WORD * memory.size)))
            for number, key in enumerate((*self._seeds.streams, *self._seeds.seats)):
                out.emit(call("begin_stream", memory.stream_words + 8 * number, seed, *map(signed, key)))

    def _chance(self) -> None:
        """Emit `fall (stream)`, which draws a chance outcome and applies it."""
        out, dispatch, stream = self._out, self._dispatch, w.Local("stream", I32)
        with out.function("fall", (stream,)):
            out.emit(call("refill"))
            drawn = out.held(dispatch.call("sample", dispatch.here, stream), "drawn")
            out.emit(call("refill"), call("run", dispatch.call("settle", dispatch.here, drawn)))

    def _decision(self) -> None:
        """Emit `decide`, in which a random player chooses and plays a legal move."""
        out, memory, dispatch = self._out, self._memory, self._dispatch
        seat, end, count, row = (w.Local(name, I32) for name in ("seat", "end", "count", "row"))
        with out.function("decide", (), exported=True):
            out.emit(call("refill"), put(seat, dispatch.call("who", dispatch.here)))
            out.emit(put(end, dispatch.call("rows", dispatch.here, seat)))
            out.emit(put(count, div(sub(end, memory.rows()), memory.stride)))
            out.emit(w.If(le(count, 0), ends_in(ASK)))
            stream = add(mul(seat, 8), memory.seat_words)
            pick = call("draw", stream, count, gives=I32)
            out.emit(put(row, add(mul(pick, memory.stride), memory.rows())))
            if any(isinstance(node, p.Decision) and node.open for node in self._program.nodes):
                with out.only_if(call("is_open", row, gives=I32)):
                    out.emit(put(row, call("filled", seat, row, end, gives=I32)))
            out.emit(set_word(0, row, PICKED))
            self._counters.move(seat, row)
            out.emit(call("refill"), call("run", dispatch.call("play", dispatch.here, seat, row)))
        self._open()

    def _open(self) -> None:
        """Emit `filled`, which completes an open row.

        `filled` samples numbers until the row is legal. After `SAMPLES` failures, `filled` chooses another row.
        """
        out, memory, dispatch = self._out, self._memory, self._dispatch
        seat, row, end, tries = (w.Local(name, I32) for name in ("seat", "row", "end", "tries"))
        stream = add(mul(seat, 8), memory.seat_words)
        with out.function("filled", (seat, row, end), I32):
            with out.loop_while(call("is_open", row, gives=I32)):
                out.emit(w.Drop(dispatch.call("ranges", dispatch.here, seat, row)), put(tries, SAMPLES))
                with out.loop_while(gt(tries, 0)):
                    out.emit(call("draw_row", stream, row), call("refill"), put(tries, sub(tries, 1)))
                    with out.only_if(dispatch.call("legal", dispatch.here, seat, memory.given_row)):
                        out.emit(w.Return(w.Const(I32, memory.given_row)))
                next_ = add(row, memory.stride)
                out.emit(w.Copy(code(row), next_, sub(end, next_)), put(end, sub(end, memory.stride)))
                left = div(sub(end, memory.rows()), memory.stride)
                out.emit(w.If(le(left, 0), ends_in(ASK)))
                pick = call("draw", stream, left, gives=I32)
                out.emit(put(row, add(mul(pick, memory.stride), memory.rows())))
            out.emit(code(row))
        Filling(self._program, out, memory).write()

    def _game(self) -> None:
        """Emit `play_on`, which plays a game to its end and counts the decisions and the chance events."""
        out, memory = self._out, self._memory
        result, stream = w.Local("result", I32), w.Local("stream", I32)
        decisions, falls = w.Local("decisions", I32), w.Local("falls", I32)
        table = self.stream_table()
        with out.function("play_on", (result,)):
            out.emit(put(decisions, 0), put(falls, 0), put(stream, 0))
            over = word(0, memory.slot(OVER))
            with out.loop_while(zero(over)):
                out.emit(put(stream, word(mul(self._dispatch.here, WORD), table)))
                self._counters.stop(self._dispatch.here)
                with out.block() as chance:
                    out.emit(call("fall", stream), put(falls, add(falls, 1)))
                with out.block() as decision:
                    out.emit(call("decide"), put(decisions, add(decisions, 1)))
                out.emit(w.If(code(stream), tuple(chance), tuple(decision)))
                self._counters.fired()
                out.emit(w.If(ge(add(decisions, falls), MOST_DECISIONS), ends_in(ASK)))
            out.emit(set_word(result, decisions, DECISIONS), set_word(result, falls, FALLS))
            out.emit(set_word(result, over, ENDING))

    def _falls(self) -> None:
        """Emit `draw_chance`, which resolves chance events until a player must decide or the game ends."""
        out, memory, stream, falls = self._out, self._memory, w.Local("stream", I32), w.Local("falls", I32)
        here = word(mul(self._dispatch.here, WORD), self.stream_table())
        with out.function("draw_chance", (), exported=True):
            out.emit(put(falls, 0))
            with out.loop_while(both(zero(word(0, memory.slot(OVER))), ne(tee(stream, here), NOBODY))):
                out.emit(call("fall", stream), put(falls, add(falls, 1)))
                out.emit(w.If(ge(falls, MOST_DECISIONS), ends_in(ASK)))

    def stream_table(self) -> int:
        """Return the address of a table with the stream address of each node, or 0 for decisions."""
        streams = [NOBODY if at < 0 else self._memory.stream_words + 8 * at for at in self._seeds.of_node]
        return self._memory.table(streams)

    def _result(self) -> None:
        """Emit `note_standings`, which stores the points and the ranking keys of all seats."""
        out, at = self._out, w.Local("at", I32)
        names = ["score_here", *(f"key{number}_here" for number in range(len(self._program.standing.keys)))]
        with out.function("note_standings", (at,)):
            out.emit(call("refill"))
            for seat in range(self._program.seats):
                for number, name in enumerate(names):
                    offset = NUMBERS + 8 * (seat * len(names) + number)
                    out.emit(w.Store("i64.store", code(at), call(name, seat, gives=I64), offset))

    def _many(self) -> None:
        out, memory = self._out, self._memory
        seed, first, number = w.Local("seed", I64), w.Local("first", I32), w.Local("number", I32)
        own, at, begun = w.Local("own", I64), w.Local("at", I32), w.Local("begun", I32)
        with out.function("play_many", (seed, first, number), exported=True):
            out.emit(call("roll_out", memory.start, seed, first, number))
        with out.function("roll_out", (begun, seed, first, number), exported=True):
            out.emit(put(at, memory.results), set_word(0, 0, PLAYED))
            with out.loop_while(lt(word(0, PLAYED), number)):
                out.emit(put(own, call("game_seed", seed, add(first, word(0, PLAYED)), gives=I64)))
                out.emit(w.Store("i64.store", code(at), code(own)))
                out.emit(call("begin_at", begun, own), call("play_on", at), call("note_standings", at))
                out.emit(put(at, add(at, WORD * memory.result)), set_word(0, add(word(0, PLAYED), 1), PLAYED))
        with out.function("play_one", (seed,), exported=True):
            out.emit(w.Store("i64.store", w.Const(I32, memory.results), code(seed)))
            out.emit(call("begin", seed), call("play_on", memory.results), call("note_standings", memory.results))


def signed(half: int) -> int:
    """Convert an unsigned 32-bit word to a signed number."""
    return half - (1 << 32) if half >= 1 << 31 else half
