"""Builds WebAssembly modules, and encodes them as bytes, text or C.

`code` and `control` define trees of instructions, and `module` combines them into functions and a module.
`inline_calls(module)` replaces calls by the code of the called functions. `encode(module)` returns the module's bytes,
and `text_of(module)` returns its text. `c_structure` and `c_definitions` write a module in C. `operators` lists
arithmetic and comparison instructions, and `leb128` encodes integers. The package supports only what game rules need:
32-bit and 64-bit integers, one memory and one function table. It knows neither about games nor about the runtime that
executes a module.
"""

from interpreter.wasm.binary import encode
from interpreter.wasm.c_operators import KEYWORDS as C_KEYWORDS
from interpreter.wasm.c_source import HEAD as C_HEAD
from interpreter.wasm.c_source import INCLUDES as C_INCLUDES
from interpreter.wasm.c_source import definitions as c_definitions
from interpreter.wasm.c_source import start as c_start
from interpreter.wasm.c_source import structure as c_structure
from interpreter.wasm.c_surroundings import Places
from interpreter.wasm.code import (
    ANY,
    Call,
    CallIndirect,
    Code,
    Const,
    Copy,
    Fill,
    Get,
    Global,
    Label,
    Load,
    Local,
    Plain,
    Put,
    Select,
    Store,
    Tee,
    within,
)
from interpreter.wasm.control import Block, Branch, BranchTable, Drop, If, Loop, Return, Unreachable
from interpreter.wasm.inlining import inline_calls
from interpreter.wasm.module import PAGE, Data, Function, Module
from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES
from interpreter.wasm.text import function_text, text_of

__all__ = [
    "ANY", "C_HEAD", "C_INCLUDES", "C_KEYWORDS", "I32", "I64", "LOADS", "OPERATORS", "PAGE", "STORES", "Block",
    "Branch", "BranchTable", "Call", "CallIndirect", "Code", "Const", "Copy", "Data", "Drop", "Fill", "Function", "Get",
    "Global", "If", "Label", "Load", "Local", "Loop", "Module", "Places", "Plain", "Put", "Return", "Select", "Store",
    "Tee", "Unreachable", "c_definitions", "c_start", "c_structure", "encode", "function_text", "inline_calls",
    "text_of", "within",
]  # fmt: skip
