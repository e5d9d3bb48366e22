"""Emits the functions that play batches of games.

The games of a batch are saved in the area `room`. To play a step, the module restores a game, plays, and saves the game
again. A batch has five arrays of words.

- `games` holds the saved games.
- `seats` holds the seat to move in each game, or -1 if the game is over.
- `counts` holds the number of legal moves in each game.
- `choices` holds the index of the chosen move in each game.
- `rows` holds the first `most` legal moves of each game.

The word at `DONE` counts the games that the current call has completed.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import add, call, code, div, ge, ge_u, lt, mul, put, set_word, sub, word
from interpreter.native.emit.writer import Writer
from interpreter.position import OVER
from interpreter.wasm import I32, I64

DONE = 108
"""Address of the number of games that the current batch call has completed."""


class BatchPlay:
    """Emits `put_aside`, `bring_back`, `begin_games` and `step_games`.

    `put_aside (address)` saves the current game, and `bring_back (address)` restores a saved game. `begin_games` starts
    all games of a batch, and `step_games` plays one step in each game.
    """

    def __init__(self, out: Writer, memory: Memory) -> None:
        self._out = out
        self._memory = memory

    def write(self) -> None:
        self._aside()
        self._listed()
        self._begin()
        self._step()

    def _aside(self) -> None:
        out, memory = self._out, self._memory
        position, size = w.Const(I32, memory.slot(0)), w.Const(I32, WORD * memory.size)
        streams, width = w.Const(I32, memory.stream_words), w.Const(I32, memory.stream_size)
        with function(out, "put_aside", "at", exported=True) as (at,):
            out.emit(w.Copy(code(at), position, size), w.Copy(add(at, WORD * memory.size), streams, width))
        with function(out, "bring_back", "at", exported=True) as (at,):
            out.emit(w.Copy(position, code(at), size), w.Copy(streams, add(at, WORD * memory.size), width))

    def _listed(self) -> None:
        """Emit `note_moves`, which resolves chance events up to the next decision, and records the seat to move and its
        legal moves.

        The parameter `at` is the index of the game.
        """
        out, memory = self._out, self._memory
        at, seats, counts, rows, most = (w.Local(name, I32) for name in ("at", "seats", "counts", "rows", "most"))
        seat, size = w.Local("seat", I32), w.Local("size", I32)
        who, many = add(seats, mul(at, WORD)), add(counts, mul(at, WORD))
        with out.function("note_moves", (at, seats, counts, rows, most)):
            out.emit(call("draw_chance"))
            with out.only_if(word(0, memory.slot(OVER))):
                out.emit(set_word(who, -1), set_word(many, 0), w.Return())
            out.emit(put(seat, call("who", gives=I32)))
            out.emit(put(size, sub(call("rows", seat, gives=I32), memory.rows())))
            out.emit(w.If(lt(size, memory.stride), ends_in(ASK)))
            out.emit(set_word(who, seat), set_word(many, div(size, memory.stride)))
            room = mul(most, memory.stride)
            shown = w.Select(code(size), room, lt(size, room))
            out.emit(w.Copy(add(rows, mul(mul(at, most), memory.stride)), w.Const(I32, memory.rows()), shown))

    def _begin(self) -> None:
        """Emit `begin_games`, which starts the games numbered `first`, `first + 1` and so on.

        The call begins with game `DONE` of the batch, so that callers can resume an interrupted call.
        """
        out, memory, own = self._out, self._memory, w.Local("own", I64)
        seed, first, number = w.Local("seed", I64), w.Local("first", I32), w.Local("number", I32)
        games, seats, counts, rows, most = (w.Local(name, I32) for name in ("games", "seats", "counts", "rows", "most"))
        at = word(0, DONE)
        params = (seed, first, number, games, seats, counts, rows, most)
        with out.function("begin_games", params, exported=True), out.loop_while(lt(at, number)):
            out.emit(put(own, call("game_seed", seed, add(first, at), gives=I64)), call("begin", own))
            out.emit(call("note_moves", at, seats, counts, rows, most))
            out.emit(call("put_aside", add(games, mul(at, memory.game))))
            out.emit(set_word(0, add(at, 1), DONE))

    def _step(self) -> None:
        """Emit `step_games`, which plays the chosen move in each unfinished game.

        Open numbers of a move are sampled from the random stream of the seat that moves.
        """
        out, memory = self._out, self._memory
        number, games, seats, counts, choices, rows, most = params = tuple(
            w.Local(name, I32) for name in ("number", "games", "seats", "counts", "choices", "rows", "most")
        )
        seat, row, game, many, choice = (w.Local(name, I32) for name in ("seat", "row", "game", "many", "choice"))
        at, width = word(0, DONE), w.Local("width", I32)
        with out.function("step_games", params, exported=True), out.loop_while(lt(at, number)):
            out.emit(call("refill"), put(seat, word(add(seats, mul(at, WORD)))))
            with out.only_if(ge(seat, 0)):
                out.emit(put(game, add(games, mul(at, memory.game))), call("bring_back", game))
                out.emit(put(many, word(add(counts, mul(at, WORD)))))
                out.emit(put(many, w.Select(code(many), code(most), lt(many, most))))
                out.emit(put(choice, word(add(choices, mul(at, WORD)))))
                out.emit(w.If(ge_u(choice, many), ends_in(ASK)))
                out.emit(put(width, mul(many, memory.stride)))
                out.emit(put(row, add(rows, mul(mul(at, most), memory.stride))))
                chosen = add(row, mul(choice, memory.stride))
                with out.block() as filled:
                    listed = w.Const(I32, memory.rows())
                    out.emit(w.Copy(listed, code(row), code(width)))
                    out.emit(put(row, add(mul(choice, memory.stride), memory.rows())))
                    out.emit(put(row, call("filled", seat, row, add(width, memory.rows()), gives=I32)))
                out.emit(w.If(call("is_open", chosen, gives=I32), tuple(filled), (put(row, chosen),)))
                out.emit(call("play", seat, row), call("note_moves", at, seats, counts, rows, most))
                out.emit(call("put_aside", game))
            out.emit(set_word(0, add(at, 1), DONE))
