"""Writes a game as a C file and its header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter import wasm as w
from interpreter.flow import Flow
from interpreter.native.emit.faults import BUDGET
from interpreter.native.emit.memory import FAULT, MOST_SHOWN, SHOWN, WORD
from interpreter.native.exported_c.functions import FUNCTIONS
from interpreter.native.exported_c.header import header, named
from interpreter.native.exported_c.names import comment, field_name, notes, string, unique
from interpreter.native.module import NativeModule
from interpreter.native.play.filling import AT, IS_SET, WIDTH
from interpreter.native.play.open_rows import RANGE, SIZE
from interpreter.native.play.playing import DECISIONS
from interpreter.optimizer import Fault
from interpreter.position import OVER

ENTRIES = (
    "begin", "begin_at", "game_seed", "draw_chance", "who", "rows", "play", "play_on", "score", "refill", "is_open",
    "filled", "ranges_of", "legal_of",
)  # fmt: skip
"""The functions of the module that the C functions call."""


@dataclass(frozen=True, slots=True)
class CProgram:
    """A game in C: its source and its header."""

    source: str
    header: str


def c_program(flow: Flow, native: NativeModule, faults: tuple[Fault, ...], game: str, heading: str) -> CProgram:
    """Return a game in C.

    Args:
        native: A module whose calls are not inlined.
        faults: The errors that the program can raise.
        game: Name of the game's structure, an identifier of C. The source includes the header as `GAME.h`.
        heading: First line of the comment in both files.
    """
    heading = comment(heading)
    functions = [replace(each, exported=each.name in ENTRIES) for each in native.module.functions]
    module = replace(native.module, functions=functions)
    further = ("int32_t deciding", "uint32_t listed", "int failed")
    places = _places(flow, native)
    words = {
        **_numbers(native), "game": game, "kinds": str(len(flow.move_kinds)), "rules": str(len(faults)),
        "start": "\n".join(f"    {each}" for each in w.c_start(module)),
    }  # fmt: skip
    parts = [
        f"/* {heading} See docs/engines.md. */",
        f'#include "{game}.h"\n\n{w.C_INCLUDES}#include <stdlib.h>\n\n{w.C_HEAD}',
        w.c_structure(module, game, further),
        "",
        "/* Addresses of the fields. */",
        "enum {",
        ",\n".join(f"    {name} = {first}" for (first, _), name in places.spans.items()),
        "};",
        "",
        w.c_definitions(module, game, places, notes(flow)),
        "/* ------------------------------------------------------------ the functions of the header */",
        "",
        *_tables(flow, native, faults, game),
        "",
        _filled_in(FUNCTIONS, words),
    ]
    return CProgram("\n".join(parts), header(flow, native, game, heading))


def _places(flow: Flow, native: NativeModule) -> w.Places:
    """Return the names of the fields' addresses. All slots of a field follow each other."""
    memory, runs = native.memory, list(flow.layout.runs.values())
    spans = {(memory.slot(0), memory.slot(0)): "at_node", (memory.slot(OVER), memory.slot(OVER)): "at_ending"}
    for name, run in zip(unique(map(field_name, runs)), runs, strict=True):
        last = max(base + width for base, width in zip(run.base, run.widths, strict=True)) - 1
        if last >= run.base[0]:
            spans[memory.slot(run.base[0]), memory.slot(last)] = f"at_{name}"
    return w.Places(spans)


def _numbers(native: NativeModule) -> dict[str, str]:
    memory = native.memory
    numbers = {
        "fault": FAULT, "shown": SHOWN, "most_shown": MOST_SHOWN, "position": memory.slot(0),
        "position_size": WORD * memory.size, "streams": memory.stream_words, "streams_size": memory.stream_size,
        "over": memory.slot(OVER), "rows": memory.rows(), "stride": memory.stride, "row": memory.row,
        "given_row": memory.given_row, "results": memory.results, "decisions": DECISIONS, "slots": memory.slots,
        "ranges": memory.outcomes, "range": RANGE, "sizes": memory.sizes, "size": SIZE, "size_at": AT,
        "size_width": WIDTH, "size_is_set": IS_SET, "budget": BUDGET,
    }  # fmt: skip
    return {name: str(number) for name, number in numbers.items()} | {"upper": _upper(native)}


def _upper(native: NativeModule) -> str:
    """Return the C statements that read a slot of 64 bits."""
    memory = native.memory
    return "".join(
        f"    if (slot == {slot}) return (int64_t)((uint64_t)(uint32_t)word(g, {memory.slot(slot)})"
        f" | (uint64_t)(uint32_t)word(g, {memory.upper(slot)}) << 32);\n"
        for slot in memory.wide
    )


def _tables(flow: Flow, native: NativeModule, faults: tuple[Fault, ...], game: str) -> Iterator[str]:
    for name, names in named(flow):
        listed = ",\n    ".join(map(string, names))
        yield f"const char *const {game}_{name}[{len(names)}] = {{\n    {listed}\n}};"
    lengths = [native.lengths.get(kind, 1) for kind in range(len(flow.move_kinds))]
    yield f"static const int lengths[{len(lengths)}] = {{{', '.join(map(str, lengths))}}};"
    told = [f"line {fault.span.line}: {fault.message}".replace("\0", "{}") for fault in faults]
    listed = ",\n    ".join(map(string, ["fine", *told]))
    yield f"static const char *const rules[{len(told) + 1}] = {{\n    {listed}\n}};"


def _filled_in(text: str, words: Mapping[str, str]) -> str:
    """Return text in which `@NAME@` is replaced by the words of that name."""
    for name, each in words.items():
        text = text.replace(f"@{name}@", each)
    return text
