"""Emits the eager players, which try each legal move followed by their own best next moves.

The eager player in `mercatoria.players.eager` makes the same choices. An eager player tries moves in a position in
which assumptions replace hidden information. If an assumption is wrong, a rule may fail and stop the module, but the
search results remain in memory. The caller then calls `play_seated_further`, which continues the search with the next
move. The failed move keeps the best value that it reached before the failure.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    call,
    code,
    div,
    eq,
    gt,
    le,
    lt_u,
    mul,
    ne,
    put,
    set_word,
    shl,
    sub,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.players.evaluation import BELOW_ALL
from interpreter.native.players.player_memory import (
    AHEAD,
    BARE,
    FARTHER,
    KNOWN,
    LOOKED,
    MOST,
    MOVE,
    MOVES_END,
    NOW,
    ONE_MOVE,
    POSITION_AS_IT_IS,
    PROMISE,
    SEAT,
    STAGE,
    TIED_END,
    UNASKED,
    PlayerMemory,
)
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OVER
from interpreter.wasm import I32, I64

FARTHEST = 5
"""Default number of an eager player's own moves to look ahead."""
MOST_BRANCHES = 60
"""Maximum number of moves to try at each look-ahead step after the first."""
MANY = 100
"""Maximum number of legal moves at which the player still looks ahead.

With more moves, each move is judged by its immediate result.
"""
TRIES = 3
"""Maximum number of completions to try for an open move."""
FILLINGS = 12
"""Maximum number of samples drawn to find one legal completion of an open move."""


class EagerChoice:
    """Emits the functions with which an eager player chooses a move.

    `begin_choice (seat, end)` prepares the choice among the listed moves up to address `end`. `chosen ()` returns the
    address of the chosen move, and can be called again if a rule fails during the call.
    """

    def __init__(self, program: Program, out: Writer, memory: Memory, at: PlayerMemory, dispatch: Dispatch) -> None:
        self._program = program
        self._out = out
        self._memory = memory
        self._at = at
        self._dispatch = dispatch

    def write(self) -> None:
        self._spell_out()
        self._begin()
        self._look()
        self._go_on()
        self._note()
        self._choose()

    # ------------------------------------------------------------ shorthand

    def _get(self, name: int) -> w.Code:
        return word(0, self._at.at(name))

    def _set(self, name: int, value: Given) -> w.Code:
        return set_word(0, value, self._at.at(name))

    def _number(self, name: int) -> w.Code:
        """Return an instruction that loads a 64-bit variable."""
        return w.Load("i64.load", w.Const(I32, 0), self._at.at(name))

    def _set_number(self, name: int, value: Given) -> w.Code:
        return w.Store("i64.store", w.Const(I32, 0), code(value, I64), self._at.at(name))

    def _keep(self, at: int) -> w.Code:
        """Return an instruction that saves the current position."""
        return w.Copy(w.Const(I32, at), self._position, self._size)

    def _back(self, at: int) -> w.Code:
        """Return an instruction that restores a saved position."""
        return w.Copy(self._position, w.Const(I32, at), self._size)

    @property
    def _position(self) -> w.Code:
        return w.Const(I32, self._memory.slot(0))

    @property
    def _size(self) -> w.Code:
        return w.Const(I32, WORD * self._memory.size)

    @property
    def _has_open_rows(self) -> bool:
        return any(isinstance(node, p.Decision) and node.open for node in self._program.nodes)

    def _is_open(self, row: w.Local) -> w.Code:
        return call("is_open", row, gives=I32) if self._has_open_rows else w.Const(I32, 0)

    # ------------------------------------------------------------ list of moves

    def _spell_out(self) -> None:
        """Emit `spell_out (seat, end)`, which copies the listed moves and completes open moves.

        `spell_out_some (seat, end, bare)` makes one copy and returns its end. If `bare` is 1, `spell_out_some` skips
        open moves. If no move is left, `spell_out` makes another copy that includes the open moves.
        """
        out, memory, at = self._out, self._memory, self._at
        with function(out, "spell_out_some", "seat end bare", I32) as (seat, end, bare):
            row, top = out.held(w.Const(I32, memory.rows()), "row"), out.held(w.Const(I32, at.moves), "top")
            with out.loop_while(lt_u(row, end)):
                with out.block() as as_it_is:
                    out.emit(w.Copy(code(top), code(row), w.Const(I32, memory.stride)))
                    out.emit(put(top, add(top, memory.stride)))
                with out.block() as filled:
                    if self._has_open_rows:
                        out.emit(put(top, call("fill_in_some", seat, row, top, gives=I32)))
                out.emit(w.If(gt(top, at.moves_end - TRIES * memory.stride), ends_in(ASK)))
                spelled_out = w.If(zero(bare), tuple(filled))
                out.emit(w.If(self._is_open(row), (spelled_out,), tuple(as_it_is)), put(row, add(row, memory.stride)))
            out.emit(code(top))
        with function(out, "spell_out", "seat end") as (seat, end):
            given = word(shl(seat, 2), at.at(BARE))
            top = out.held(call("spell_out_some", seat, end, given, gives=I32), "top")
            with out.only_if(given), out.only_if(eq(top, at.moves)):
                out.emit(put(top, call("spell_out_some", seat, end, 0, gives=I32)))
            out.emit(w.If(eq(top, at.moves), ends_in(ASK)), self._set(MOVES_END, top))
        if self._has_open_rows:
            self._fill_in_some()

    def _fill_in_some(self) -> None:
        """Emit `fill_in_some (seat, row, top)`, which appends up to `TRIES` completions of an open move.

        `fill_in_some` gives up if `FILLINGS` samples for one completion are all illegal, and returns the end of the
        completions.
        """
        out, memory, here = self._out, self._memory, self._dispatch.here
        with function(out, "fill_in_some", "seat row top", I32) as (seat, row, top):
            stream = add(mul(seat, 8), memory.seat_words)
            left = w.Local("left", I32)
            with out.times(TRIES):
                out.emit(w.Drop(self._dispatch.call("ranges", here, seat, row)), put(left, FILLINGS))
                with out.loop_while(gt(left, 0)) as found:
                    out.emit(call("draw_row", stream, row), call("refill"))
                    out.emit(w.Branch(found, self._dispatch.call("legal", here, seat, memory.given_row)))
                    out.emit(put(left, sub(left, 1)))
                out.emit(w.If(zero(left), (w.Return(code(top)),)))
                out.emit(w.Copy(code(top), w.Const(I32, memory.given_row), w.Const(I32, memory.stride)))
                out.emit(put(top, add(top, memory.stride)))
            out.emit(code(top))

    def _begin(self) -> None:
        out, memory, at = self._out, self._memory, self._at
        with function(out, "begin_choice", "seat end") as (seat, end):
            out.emit(call("spell_out", seat, end), self._set(SEAT, seat), self._set(MOVE, at.moves))
            number = div(sub(self._get(MOVES_END), at.moves), memory.stride)
            farther = sub(word(shl(seat, 2), at.at(AHEAD)), 1)
            out.emit(self._set(FARTHER, w.Select(farther, w.Const(I32, 0), le(number, MANY))))
            out.emit(self._set_number(NOW, 0), self._set_number(MOST, BELOW_ALL), self._set(TIED_END, at.tied))
            out.emit(self._keep(at.kept), call("suppose", seat), self._keep(at.supposed))
            out.emit(self._set(STAGE, POSITION_AS_IT_IS), call("refill"))
            out.emit(self._set_number(NOW, call("worth", seat, gives=I64)))

    # ------------------------------------------------------------ evaluation of a move

    def _look(self) -> None:
        """Emit `look ()` and `try_move (seat, row)`.

        `look` evaluates the current move and all moves after it. `try_move` plays a move and returns the value of the
        resulting position. `PROMISE` keeps the highest value that the current move has reached.
        """
        out, at, seat = self._out, self._at, w.Local("seat", I32)
        with function(out, "look", ""):
            out.emit(put(seat, self._get(SEAT)), self._set(STAGE, ONE_MOVE))
            with out.loop_while(lt_u(self._get(MOVE), self._get(MOVES_END))):
                out.emit(self._back(at.supposed), self._set(KNOWN, 0))
                out.emit(w.Drop(call("try_move", seat, self._get(MOVE), gives=I64)))
                out.emit(call("go_farther", seat), call("note_promise"))
        with function(out, "try_move", "seat row", I64) as (seat, row):
            out.emit(self._set(LOOKED, add(self._get(LOOKED), 1)), call("refill"))
            out.emit(call("run", self._dispatch.call("play", self._dispatch.here, seat, row)))
            worth = out.held(call("worth", seat, gives=I64), "worth")
            with out.only_if(any_of(zero(self._get(KNOWN)), gt(worth, self._number(PROMISE)))):
                out.emit(self._set_number(PROMISE, worth), self._set(KNOWN, 1))
            out.emit(code(worth))

    def _go_on(self) -> None:
        """Emit the functions that look further ahead.

        - `go_farther (seat)` plays up to `FARTHER` more moves of the seat, choosing the best one each time.
        - `further_moves (seat)` copies the seat's moves to `further` and returns the end of the copies. If the game is
          over or another seat decides next, `further_moves` copies nothing.
        - `best_of (seat, end)` stores the best resulting position in `best`, or returns 0 if all moves are open.
        """
        out, memory, at = self._out, self._memory, self._at
        alone = memory.table([int(isinstance(node, p.Decision)) for node in self._program.nodes])
        with function(out, "further_moves", "seat", I32) as (seat,):
            nothing = (w.Return(w.Const(I32, at.further)),)
            out.emit(w.If(word(0, memory.slot(OVER)), nothing))
            out.emit(w.If(zero(word(shl(self._dispatch.here, 2), alone)), nothing), call("refill"))
            out.emit(w.If(ne(self._dispatch.call("who", self._dispatch.here), seat), nothing))
            end = out.held(self._dispatch.call("rows", self._dispatch.here, seat), "end")
            out.emit(w.If(le(end, memory.rows()), nothing))
            size = sub(end, memory.rows())
            out.emit(w.Copy(w.Const(I32, at.further), w.Const(I32, memory.rows()), size), add(size, at.further))
        with function(out, "go_farther", "seat") as (seat,):
            left, end = out.held(self._get(FARTHER), "left"), w.Local("end", I32)
            with out.loop_while(gt(left, 0)):
                out.emit(put(end, call("further_moves", seat, gives=I32)))
                out.emit(w.If(zero(call("best_of", seat, end, gives=I32)), (w.Return(),)))
                out.emit(self._back(at.best), put(left, sub(left, 1)))
        with function(out, "best_of", "seat end", I32) as (seat, end):
            row, left = out.held(w.Const(I32, at.further), "row"), out.held(w.Const(I32, MOST_BRANCHES), "left")
            worth, most = w.Local("worth", I64), out.held(w.Const(I64, BELOW_ALL), "most")
            out.emit(self._keep(at.passed))
            with out.loop_while(lt_u(row, end)) as done:
                with out.only_if(zero(self._is_open(row))):
                    out.emit(self._back(at.passed), put(worth, call("try_move", seat, row, gives=I64)))
                    with out.only_if(gt(worth, most)):
                        out.emit(put(most, worth), self._keep(at.best))
                    out.emit(put(left, sub(left, 1)), w.Branch(done, zero(left)))
                out.emit(put(row, add(row, memory.stride)))
            out.emit(ne(left, MOST_BRANCHES))

    # ------------------------------------------------------------ the choice

    def _note(self) -> None:
        """Emit `note_promise ()`, which ranks the current move and advances to the next.

        An action ranks above a pass of equal value. A move whose value is unknown ranks just below a move that does not
        change the position's value.
        """
        out, row, rank = self._out, w.Local("row", I32), w.Local("rank", I64)
        with function(out, "note_promise", ""):
            unknown = sub(self._number(NOW), 1)
            out.emit(put(row, self._get(MOVE)))
            out.emit(put(rank, w.Select(self._number(PROMISE), unknown, self._get(KNOWN))))
            out.emit(put(rank, add(mul(rank, 2), wide(ne(word(row), 0)))))
            with out.only_if(gt(rank, self._number(MOST))):
                out.emit(self._set_number(MOST, rank), self._set(TIED_END, self._at.tied))
            with out.only_if(eq(rank, self._number(MOST))):
                out.emit(set_word(self._get(TIED_END), row), self._set(TIED_END, add(self._get(TIED_END), WORD)))
            out.emit(self._set(MOVE, add(row, self._memory.stride)))

    def _choose(self) -> None:
        """Emit `chosen ()`, which evaluates the remaining moves and picks one of the best at random."""
        out, memory, at = self._out, self._memory, self._at
        with function(out, "chosen", "", I32):
            out.emit(call("look"), self._back(at.kept), self._set(STAGE, UNASKED))
            stream = add(shl(self._get(SEAT), 3), memory.seat_words)
            number = div(sub(self._get(TIED_END), at.tied), WORD)
            out.emit(word(add(shl(call("draw", stream, number, gives=I32), 2), at.tied)))
