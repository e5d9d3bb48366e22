"""Compiles algorithms from Python into WebAssembly functions.

A kernel is a function that CPython runs as it stands, and that `written` compiles, so both engines share one
definition. `form` provides the types and functions with which kernels are written. `reading` and `expressions`
parse a kernel with `ast` into the typed tree of `tree`, and report everything outside the subset as a `KernelFault`
with its file and line. `writing` and `values` turn the tree into values of `interpreter.wasm`.

The subset has numbers of 32 bits, lists, stacks and sets with a largest size, loops and conditions. A `Bits` is a set
that can move all its numbers at once; `bit_functions` does in a module what `form.Bits` does in CPython. A parameter
may be a frozen dataclass, whose fields become separate parameters of the compiled function, or a mutable dataclass,
which kernels share and which `layout` places in the module. A kernel may call kernels, also itself, and let them change
its stacks and sets. If it raises an exception, the compiled function ends the call. Compiled kernels check every index
and every sum, and divide only natural numbers. The package knows neither games nor the layout of a module's memory;
`Surroundings` describes the few parts of a module that kernels use.
"""

from interpreter.kernel.expressions import NUMBERS, KernelFault
from interpreter.kernel.form import (
    Bits,
    BitsRoom,
    List,
    ListRoom,
    Lists,
    Marks,
    Pairs,
    Room,
    Table,
    begin_each,
    bits,
    copy,
    fill,
    marks,
    room,
    sized,
)
from interpreter.kernel.layout import Layout, layout
from interpreter.kernel.reading import read
from interpreter.kernel.values import Surroundings
from interpreter.kernel.writing import written

__all__ = [
    "NUMBERS", "Bits", "BitsRoom", "KernelFault", "Layout", "List", "ListRoom", "Lists", "Marks", "Pairs", "Room",
    "Surroundings", "Table", "begin_each", "bits", "copy", "fill", "layout", "marks", "read", "room", "sized",
    "written",
]  # fmt: skip
