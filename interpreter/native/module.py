"""Assembles the complete WebAssembly module for a program."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from interpreter import wasm as w
from interpreter.codegen import LoopBudget
from interpreter.flow import GRAPH_KERNELS, ChanceNode, Flow, nth, seat_stream, streams_of
from interpreter.kernel import written
from interpreter.native.effects.holders import HolderFunctions
from interpreter.native.effects.instructions import InstructionWriter
from interpreter.native.effects.movement import Movement
from interpreter.native.emit.faults import FaultCodes, fail_function
from interpreter.native.emit.kernels import surroundings
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, HEAP, Memory
from interpreter.native.emit.tables import Tables
from interpreter.native.emit.writer import Writer
from interpreter.native.functions import Functions
from interpreter.native.module_passes import run_module_passes
from interpreter.native.payments.bills import BillQuestions
from interpreter.native.payments.payment_memory import PaymentMemory
from interpreter.native.play.batch_play import BatchPlay
from interpreter.native.play.chance import ChanceNodes, always_waiting
from interpreter.native.play.claims import ClaimTests
from interpreter.native.play.control_flow import NativeControlFlow
from interpreter.native.play.counters import EACH, Counters, counters_of
from interpreter.native.play.decisions import Decisions, lengths_by_kind, most_buffers, row_length, row_lengths
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.open_rows import OpenRows
from interpreter.native.play.playing import Playing, StreamKeys, result_words
from interpreter.native.play.tree import Tree
from interpreter.native.players.knowledge import Knowledge
from interpreter.native.players.player_memory import PlayerMemory
from interpreter.native.players.seated_games import SeatedGames
from interpreter.native.series.goal_reachability import SEARCH_GLOBALS, GoalReachabilityFunctions
from interpreter.native.series.positions import PositionSet, SearchMemory
from interpreter.native.series.retrograde import BACKWARDS_GLOBALS, RetrogradeSearch
from interpreter.native.series.series import Series, pairs_of, runs_of
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.kept_masks import KeptMasks
from interpreter.native.terms.kept_sets import KeptSets, KeptSetWriter
from interpreter.native.terms.memo_functions import LISTS, MemoFunctions, remembers
from interpreter.native.terms.step_counter import LEFT, StepCounter
from interpreter.native.terms.steps import StepWriter
from interpreter.native.terms.wide_slots import wide_slots
from interpreter.optimizer import Program
from interpreter.position import Holders, Layout
from interpreter.rng import key_of


@dataclass(frozen=True, slots=True)
class NativeModule:
    """A WebAssembly module, with the data that a machine needs to run it."""

    module: w.Module
    memory: Memory
    lengths: dict[int, int]
    """Number of words per row, keyed by move kind."""
    not_carried: tuple[str, ...]
    """Parts of the program that have no native code.

    A game that reaches such a part stops with the error `ASK`.
    """


def native_module(
    flow: Flow, program: Program, start: tuple[int, ...], counting: bool = False, knowledge: Knowledge | None = None,
    inlining: bool = True,
) -> NativeModule:  # fmt: skip
    """Return the WebAssembly module for a program whose games start from the vector `start`.

    If `counting` is True, the module counts game events. `knowledge` holds the assumptions and values of the computer
    players; without it, the module cannot play their games. If `inlining` is False, no pass changes the module, for
    compilers that inline calls themselves.
    """
    streams, series = streams_of(flow), Series.of(flow)
    seeds = StreamKeys(
        [key_of(name) for name in streams.names], [key_of(seat_stream(seat)) for seat in range(program.seats)],
        streams.of_node,
    )  # fmt: skip
    wide = wide_slots(program, flow.stores)
    kept = KeptSets() if series.goals else KeptSets.of(program)
    size = program.size + len(wide) + kept.words
    if series.goals:
        series = replace(series, slots=(*series.slots, *range(program.size, size)))
    result = result_words(program.seats, len(program.standing.keys))
    memory = Memory(
        size, program.seats, len(streams.names), row_length(program), most_buffers(program),
        result,
        PaymentMemory.of(0).size, search_memory(program, series, size, 0).size if series.goals else 0,
        EACH * counters_of(flow) if counting else 0,
        0 if knowledge is None else PlayerMemory(0, size, row_length(program), result).size,
        remembers(program), wide, kept.words,
    )  # fmt: skip
    faults = FaultCodes.of(program.faults)
    payments = PaymentMemory.of(memory.bills)
    variables = [HEAP, DRAFT, LEFT, *payments.variables, *SEARCH_GLOBALS, *BACKWARDS_GLOBALS, LISTS]
    out = Writer(w.Module(1, [fail_function()], variables))
    told = [n for n, node in enumerate(flow.nodes) if isinstance(node, ChanceNode) and node.always_told]
    counters = Counters(flow, out, memory, counting)
    with _without_collecting():
        dispatch = _write(
            program, Holders(flow.layout), seeds, told, series, out, memory, payments, faults, counters,
            kept, flow.layout,
        )  # fmt: skip
        if knowledge is not None:
            SeatedGames(program, knowledge, seeds.of_node, out, memory, dispatch, counters).write()
        if inlining:
            run_module_passes(out.module)
    out.module.pages, out.module.data = memory.pages, memory.data(start)
    return NativeModule(out.module, memory, row_lengths(program), tuple(faults.not_carried))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Disable garbage collection while code is emitted.

    The emitted code consists of many small objects that all stay alive, so garbage collection would take half the time.
    No object may move to the oldest generation here: full collections then become too rare, and unused machines keep
    their memory.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def search_memory(program: Program, series: Series, size: int, begin: int) -> SearchMemory:
    """Return the memory layout for searches through positions of `size` words."""
    return SearchMemory(begin, sum(pairs_of(words) for _, words in runs_of(series.slots)), size, row_length(program))


def _write(
    program: Program, holders: Holders, seeds: StreamKeys, told: list[int], series: Series, out: Writer, memory: Memory,
    payments: PaymentMemory, faults: FaultCodes, counters: Counters, kept: KeptSets, layout: Layout,
) -> Dispatch:  # fmt: skip
    Library(out, memory, memory.table(lengths_by_kind(program))).write()
    known = program.known
    HolderFunctions(out).write()
    out.module.functions += written((*GRAPH_KERNELS, nth), surroundings(memory))
    bills = BillQuestions(out, memory, payments, surroundings(memory, *payments.records), faults)
    expressions = Expressions(program, out, memory, faults, bills)
    sequences = expressions.sequences
    remembering = MemoFunctions(out, memory, expressions)
    remembering.write()
    work = StepCounter(out, LoopBudget(program), sequences)
    sets = KeptSetWriter(kept, layout, known, out, memory, expressions)
    sets.write()
    masks = KeptMasks(kept, out, memory, expressions)
    steps = StepWriter(out, expressions, sequences, Tables(memory, known, masked=bool(kept.words)), work, masks)
    movement = Movement(out, memory, expressions, holders)
    instructions = InstructionWriter(out, memory, faults, expressions, sequences, steps, work, movement, sets)
    waiting = always_waiting(program, told)
    course = NativeControlFlow(program, waiting, out, memory, expressions, instructions)
    dispatch = Dispatch(out, memory, len(program.nodes), program.stops)
    chances = ChanceNodes(program, waiting, out, memory, faults, expressions, sequences, instructions, course)
    chances.write_shared()
    decisions = Decisions(
        program, series.ahead, out, memory, faults, expressions, sequences, steps, instructions, course
    ).write()
    falls = chances.write()
    open_rows = OpenRows(program, out, memory, faults, expressions, sequences, series.ahead).write()
    dispatch.fill(course.write_nodes(), decisions, falls, open_rows)
    dispatch.write(work, remembering)
    if series.goals:
        search = search_memory(program, series, memory.size, memory.search)
        PositionSet(out, memory, search, series).write()
        GoalReachabilityFunctions(program, series, out, memory, search, dispatch, work).write()
        RetrogradeSearch(out, memory, search, dispatch).write()
    playing = Playing(program, seeds, out, memory, expressions, dispatch, counters)
    playing.write(decisions, falls)
    if program.sought:
        ClaimTests(program, out, memory, expressions).write()
    Tree(program, out, memory, dispatch).write()
    BatchPlay(out, memory).write()
    Functions(program, out, faults, expressions, sequences, steps, movement, bills, remembering).write()
    return dispatch
