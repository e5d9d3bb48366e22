"""Emits the functions that play whole games with random players inside a module.

`play_many(seed, first, number)` plays a series of games, and `roll_out` plays games from the position at the address in
its first argument. Chance events use named random streams (docs/chance.md). A game result consists of the seed, the
numbers of decisions and chance events, the ending, and each seat's points and ranking keys.

If a rule fails or native code is missing, the module stops at that game. The word at `PLAYED` then counts the completed
games, and another engine replays the failed game from its seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
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
    lt_u,
    mul,
    narrow,
    ne,
    put,
    set_word,
    shr_u,
    sub,
    unsigned,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.chance import ChanceFunctions
from interpreter.native.play.counters import Counters
from interpreter.native.play.decisions import DecisionFunctions
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.filling import Filling
from interpreter.native.play.random_steps import RandomSteps
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Program
from interpreter.position import OVER, SAMPLES
from interpreter.rng import Key
from interpreter.wasm import I32, I64

PLAYED = 4
"""Address of a word that counts the games that the call has completed."""
DECISIONS, FALLS, ENDING, NUMBERS = 8, 12, 16, 24
"""Byte offsets of the fields of a game result; the seed comes first."""
MOST_COPIED = 128
"""Maximum number of words that are copied by separate instructions at the beginning of a game."""
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

    def write(self, decisions: Mapping[int, DecisionFunctions], chances: Mapping[int, ChanceFunctions]) -> None:
        self._standing()
        self._begin()
        RandomSteps(self._program, self._seeds.of_node, self._out, self._memory, self._counters).write(
            decisions, chances
        )
        self._step()
        self._open()
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
            with function(out, name, "seat", I64, exported=True) as (seat,):
                out.emit(call("refill"), call(f"{name}_here", seat, gives=I64))
            with function(out, f"{name}_here", "seat", I64) as (seat,):
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
        out, memory = self._out, self._memory
        with function(out, "begin", "SEED", exported=True) as (seed,):
            out.emit(call("begin_at", memory.start, seed))
        with function(out, "begin_at", "at SEED") as (at, seed):
            out.emit(*copying(memory.slot(0), at, memory.size))
            if memory.kept:
                out.emit(call("keep_origin", at))
            for number, key in enumerate((*self._seeds.streams, *self._seeds.seats)):
                out.emit(call("begin_stream", memory.stream_words + 8 * number, seed, *map(signed, key)))

    def _step(self) -> None:
        """Emit `take_step`, in which chance or a random player acts at the current node.

        `decide` does the same for callers outside the module.
        """
        out, dispatch = self._out, self._dispatch
        with out.function("take_step", ()):
            out.emit(call("refill"), call("run", dispatch.call("step", dispatch.here)))
        with out.function("decide", (), exported=True):
            out.emit(call("take_step"))

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
        result, steps, falls = w.Local("result", I32), w.Local("steps", I32), w.Local("falls", I32)
        chances = [1 if at >= 0 else 0 for at in self._seeds.of_node]
        with out.function("play_on", (result,)):
            out.emit(put(steps, 0), put(falls, 0))
            over = word(0, memory.slot(OVER))
            with out.loop_while(zero(over)):
                out.emit(put(falls, add(falls, word(mul(self._dispatch.here, WORD), memory.table(chances)))))
                self._counters.stop(self._dispatch.here)
                out.emit(call("take_step"), put(steps, add(steps, 1)))
                self._counters.fired()
                out.emit(w.If(ge(steps, MOST_DECISIONS), ends_in(ASK)))
            out.emit(set_word(result, sub(steps, falls), DECISIONS), set_word(result, falls, FALLS))
            out.emit(set_word(result, over, ENDING))

    def _falls(self) -> None:
        """Emit `draw_chance`, which resolves chance events until a player must decide or the game ends."""
        out, memory, falls = self._out, self._memory, w.Local("falls", I32)
        stream = word(mul(self._dispatch.here, WORD), self.stream_table())
        with out.function("draw_chance", (), exported=True):
            out.emit(put(falls, 0))
            with out.loop_while(both(zero(word(0, memory.slot(OVER))), ne(stream, NOBODY))):
                out.emit(call("take_step"), put(falls, add(falls, 1)))
                out.emit(w.If(ge(falls, MOST_DECISIONS), ends_in(ASK)))

    def stream_table(self) -> int:
        """Return the address of a table with the stream address of each node, or 0 for decisions."""
        streams = [NOBODY if at < 0 else self._memory.stream_words + 8 * at for at in self._seeds.of_node]
        return self._memory.table(streams)

    def _result(self) -> None:
        """Emit `note_standings`, which stores the points and the ranking keys of all seats."""
        out, at = self._out, w.Local("at", I32)
        standing = self._program.standing
        each = 1 + len(standing.keys)
        with out.function("note_standings", (at,)):
            out.emit(call("refill"))
            for seat in range(self._program.seats):
                score = out.held(call("score_here", seat, gives=I64), "score")
                values: list[w.Code] = [code(score)]
                for number, key in enumerate(standing.keys):
                    if key.by == standing.score:
                        values.append(sub(wide(0), score) if key.most else code(score))
                    else:
                        values.append(call(f"key{number}_here", seat, gives=I64))
                for number, value in enumerate(values):
                    out.emit(w.Store("i64.store", code(at), value, NUMBERS + 8 * (seat * each + number)))

    def _many(self) -> None:
        """Emit `play_many`, `roll_out` and `play_one`.

        `play_many` and `roll_out` return the number of decisions in all games. They compute the seeds of all games
        first, because a processor then computes several seeds at once.
        """
        out, memory = self._out, self._memory
        at, last, words = w.Local("at", I32), w.Local("last", I32), w.Local("words", I64)
        with function(out, "play_many", "SEED first number", I64, exported=True) as (seed, first, number):
            out.emit(call("roll_out", memory.start, seed, first, number, gives=I64))
        with function(out, "roll_out", "begun SEED first number", I64, exported=True) as (begun, seed, first, number):
            size, decisions = WORD * memory.result, w.Local("decisions", I64)
            out.emit(put(words, call("mixed", narrow(seed), narrow(shr_u(seed, 32)), gives=I64)))
            out.emit(put(at, memory.results), put(last, add(at, mul(number, size))))
            with out.loop_while(lt_u(at, last)):
                out.emit(w.Store("i64.store", code(at), call("seed_of_game", words, first, gives=I64)))
                out.emit(put(at, add(at, size)), put(first, add(first, 1)))
            out.emit(put(at, memory.results), set_word(0, 0, PLAYED), put(decisions, 0))
            with out.loop_while(lt_u(at, last)):
                out.emit(call("begin_at", begun, w.Load("i64.load", code(at))))
                out.emit(call("play_on", at), call("note_standings", at))
                out.emit(put(decisions, add(decisions, unsigned(word(at, DECISIONS)))))
                out.emit(put(at, add(at, size)), set_word(0, add(word(0, PLAYED), 1), PLAYED))
            out.emit(code(decisions))
        with function(out, "play_one", "SEED", exported=True) as (seed,):
            out.emit(w.Store("i64.store", w.Const(I32, memory.results), code(seed)))
            out.emit(call("begin", seed), call("play_on", memory.results), call("note_standings", memory.results))


def copying(to: int, source: w.Local, words: int) -> list[w.Code]:
    """Return code that copies words to a known address.

    A few words are copied in pairs, because wasmtime implements `memory.copy` as a slow call.
    """
    if words > MOST_COPIED:
        return [w.Copy(w.Const(I32, to), code(source), w.Const(I32, WORD * words))]
    nowhere, pairs = w.Const(I32, 0), range(0, WORD * (words - 1), 2 * WORD)
    found: list[w.Code] = [w.Store("i64.store", nowhere, w.Load("i64.load", code(source), at), to + at) for at in pairs]
    if words % 2:
        at = WORD * (words - 1)
        found.append(set_word(0, word(source, at), to + at))
    return found


def signed(half: int) -> int:
    """Convert an unsigned 32-bit word to a signed number."""
    return half - (1 << 32) if half >= 1 << 31 else half
