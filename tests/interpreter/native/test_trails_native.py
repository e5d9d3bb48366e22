"""Tests that a module and `interpreter.flow` find the same longest trail, or both give up after too many trails."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from interpreter import wasm as w
from interpreter.flow import TOO_MANY, Graph, answer
from interpreter.native.emit.faults import fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, HEAP, Memory
from interpreter.native.emit.shorthand import call
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.graphs import GraphFunctions
from interpreter.wasm import I32
from tests.interpreter.flow.test_graph_kernels import graph_of


def longest_natively(graph: Graph, over: list[int], closed: list[int]) -> int:
    """Return the longest trail that the module finds in a graph."""
    wasmtime = pytest.importorskip("wasmtime")
    memory = Memory(size=8, seats=2, streams=0, row=2, buffers=0, result=6)
    out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT]))
    Library(out, memory).write()
    GraphFunctions(out, memory).write()
    lists = memory.lists(tuple(tuple(each for way in ways for each in way) for ways in graph.ways))
    given = (lists, len(graph.ways), graph.edges, memory.listed(tuple(over)), memory.listed(tuple(closed)))
    with out.function("f", (), I32, exported=True):
        out.emit(call("clear_heap"), call("longest_trail", *given, gives=I32))
    out.module.pages, out.module.data = memory.pages, memory.data([0] * memory.size)
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, w.encode(out.module))
    return int(wasmtime.Instance(store, module, []).exports(store)["f"](store))


@pytest.mark.parametrize("seed", range(8))
def test_the_longest_trail_of_some_edges(seed: int) -> None:
    random = Random(seed)
    edges = random.sample(list(combinations(range(7), 2)), 11)
    over, closed = sorted(random.sample(range(11), 8)), sorted(random.sample(range(7), seed % 3))
    graph = graph_of(edges, 7)
    found = answer(graph, "longest_trail", 0, over, closed)
    assert longest_natively(graph, over, closed) == found
    assert isinstance(found, int)
    assert 0 < found <= 8


def test_too_many_trails() -> None:
    edges = list(combinations(range(8), 2))
    graph, every = graph_of(edges, 8), list(range(len(edges)))
    assert answer(graph, "longest_trail", 0, every, []) == TOO_MANY
    assert longest_natively(graph, every, []) == TOO_MANY
