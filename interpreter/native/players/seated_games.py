"""Emits the functions that play whole games between random and eager players.

`play_seated (seed)` plays one game and stores its result in the first entry of `results`. The module also counts the
decisions with more than one legal move, and records the seats' standings before each decision and at the end.

If an eager player tries an impossible move (see `eager`), the module stops, and `play_seated_further ()` continues the
game.

`choose ()` returns the address of the move that an eager player would play now, and changes nothing but the stream of
the seat. After an impossible move, `choose_further ()` continues.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.limits import MOST_DECISIONS
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import (
    add,
    both,
    call,
    code,
    div,
    eq,
    ge,
    gt,
    le,
    mul,
    put,
    set_word,
    shl,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.counters import Counters
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.playing import DECISIONS as DECISIONS_OF_RESULT
from interpreter.native.play.playing import ENDING, NOBODY, NUMBERS
from interpreter.native.play.playing import FALLS as FALLS_OF_RESULT
from interpreter.native.players.bounded_playout import BoundedPlayout
from interpreter.native.players.eager import EagerChoice
from interpreter.native.players.evaluation import EvaluationFunctions
from interpreter.native.players.knowledge import Knowledge
from interpreter.native.players.player_memory import (
    AHEAD,
    ASTRAY,
    CHOICES,
    DECISIONS,
    FALLS,
    NOTED,
    ONE_MOVE,
    SEAT,
    STAGE,
    UNASKED,
    PlayerMemory,
)
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OVER
from interpreter.wasm import I32, I64


class SeatedGames:
    """Emits the functions that play games between random and eager players.

    `streams` holds the index of each node's chance stream, or -1 for decisions.
    """

    def __init__(
        self, program: Program, knowledge: Knowledge, streams: Sequence[int], out: Writer, memory: Memory,
        dispatch: Dispatch, counters: Counters,
    ) -> None:  # fmt: skip
        self._program = program
        self._knowledge = knowledge
        self._streams = [NOBODY if at < 0 else memory.stream_words + 8 * at for at in streams]
        self._out = out
        self._memory = memory
        self._at = PlayerMemory.of(memory, memory.players)
        self._dispatch = dispatch
        self._counters = counters

    def write(self) -> None:
        if self._knowledge.suppositions:
            EvaluationFunctions(self._knowledge, self._out, self._memory, self._dispatch).write()
            EagerChoice(self._program, self._out, self._memory, self._at, self._dispatch).write()
        self._stood()
        self._decide()
        self._game()
        if self._knowledge.suppositions:
            self._go_on()
            self._choose()
            BoundedPlayout(self._out, self._memory, self._at).write()

    def _more(self, name: int, number: w.Code | int = 1) -> w.Code:
        return set_word(0, add(word(0, self._at.at(name)), number), self._at.at(name))

    def _stood(self) -> None:
        """Emit `note_stand ()`, which records the points and the ranking keys of each seat."""
        out, noted = self._out, word(0, self._at.at(NOTED))
        with function(out, "note_stand", ""):
            out.emit(call("note_standings", sub(noted, NUMBERS)), self._more(NOTED, self._at.standings))

    def _decide(self) -> None:
        """Emit `decide_seated ()`, in which the seat to move chooses and plays a move."""
        out, memory, dispatch = self._out, self._memory, self._dispatch
        seat, end, count, row = (w.Local(name, I32) for name in ("seat", "end", "count", "row"))
        with function(out, "decide_seated", ""):
            out.emit(call("refill"), put(seat, dispatch.call("who", dispatch.here)))
            out.emit(put(end, dispatch.call("rows", dispatch.here, seat)))
            out.emit(put(count, div(sub(end, memory.rows()), memory.stride)))
            out.emit(w.If(le(count, 0), ends_in(ASK)), self._more(CHOICES, gt(count, 1)))
            out.emit(put(row, memory.rows()))
            stream = add(mul(seat, 8), memory.seat_words)
            is_open = call("is_open", row, gives=I32) if self._has_open_rows else w.Const(I32, 0)
            if self._knowledge.suppositions:
                with out.only_if(word(shl(seat, 2), self._at.at(AHEAD))):
                    with out.only_if(both(eq(count, 1), zero(is_open))):
                        out.emit(call("take", seat, row), w.Return())
                    astray = word(shl(seat, 2), self._at.at(ASTRAY))
                    drawn = gt(astray, call("draw", stream, 100, gives=I32))
                    with out.only_if(zero(w.If(astray, (drawn,), (w.Const(I32, 0),), I32))):
                        out.emit(call("begin_choice", seat, end))
                        out.emit(call("take", seat, call("chosen", gives=I32)), w.Return())
            out.emit(put(row, add(mul(call("draw", stream, count, gives=I32), memory.stride), memory.rows())))
            if self._has_open_rows:
                out.emit(w.If(is_open, (put(row, call("filled", seat, row, end, gives=I32)),)))
            out.emit(call("take", seat, row))
        with function(out, "take", "seat row") as (seat, row):
            self._counters.move(seat, row)
            out.emit(call("refill"), call("run", dispatch.call("play", dispatch.here, seat, row)))
            self._counters.fired()
            out.emit(self._more(DECISIONS))

    @property
    def _has_open_rows(self) -> bool:
        return any(isinstance(node, p.Decision) and node.open for node in self._program.nodes)

    def _game(self) -> None:
        out, memory, at = self._out, self._memory, self._at
        with function(out, "play_seated_on", ""):
            stream, over = w.Local("stream", I32), word(0, memory.slot(OVER))
            with out.loop_while(zero(over)):
                out.emit(put(stream, word(shl(self._dispatch.here, 2), memory.table(self._streams))))
                self._counters.stop(self._dispatch.here)
                with out.block() as chance:
                    out.emit(call("take_step"), self._more(FALLS))
                    self._counters.fired()
                decision = (call("note_stand"), call("decide_seated"))
                out.emit(w.If(code(stream), tuple(chance), decision))
                steps = add(word(0, at.at(DECISIONS)), word(0, at.at(FALLS)))
                out.emit(w.If(ge(steps, MOST_DECISIONS), ends_in(ASK)))
            out.emit(call("note_stand"), set_word(0, over, memory.results + ENDING))
            for name, to in ((DECISIONS, DECISIONS_OF_RESULT), (FALLS, FALLS_OF_RESULT)):
                out.emit(set_word(0, word(0, at.at(name)), memory.results + to))
            out.emit(call("note_standings", memory.results))
        seed = w.Local("seed", I64)
        with out.function("play_seated", (seed,), exported=True):
            out.emit(w.Store("i64.store", w.Const(I32, memory.results), code(seed)), call("begin", seed))
            out.emit(*(set_word(0, 0, at.at(name)) for name in (DECISIONS, FALLS, CHOICES)))
            out.emit(set_word(0, UNASKED, at.at(STAGE)), set_word(0, at.course, at.at(NOTED)))
            out.emit(call("play_seated_on"))

    def _go_on(self) -> None:
        """Emit `end_choice ()` and `play_seated_further ()`, which continue a game after the module has stopped.

        `end_choice` completes the interrupted choice and plays the chosen move.
        """
        out, at = self._out, self._at
        with function(out, "end_choice", ""):
            out.emit(w.If(eq(word(0, at.at(STAGE)), ONE_MOVE), (call("note_promise"),)))
            row = out.held(call("chosen", gives=I32), "row")
            out.emit(call("take", word(0, at.at(SEAT)), row))
        with out.function("play_seated_further", (), exported=True):
            out.emit(call("end_choice"), call("play_seated_on"))

    def _choose(self) -> None:
        """Emit `choose ()` and `choose_further ()`, in which the seat to move chooses a move but does not play it."""
        out, at, dispatch, seat = self._out, self._at, self._dispatch, w.Local("seat", I32)
        with out.function("choose", (), I32, exported=True):
            out.emit(call("refill"), set_word(0, UNASKED, at.at(STAGE)))
            out.emit(put(seat, dispatch.call("who", dispatch.here)))
            out.emit(call("begin_choice", seat, dispatch.call("rows", dispatch.here, seat)), call("chosen", gives=I32))
        with out.function("choose_further", (), I32, exported=True):
            out.emit(w.If(eq(word(0, at.at(STAGE)), ONE_MOVE), (call("note_promise"),)), call("chosen", gives=I32))
