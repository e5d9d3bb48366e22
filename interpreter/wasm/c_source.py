"""Writes modules in C, for compilers of C11.

Each game is a structure that holds the module's memory and globals, so that threads can play different games at once.
The text uses no library beyond `string.h`, `stddef.h` and `stdint.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.wasm import c_operators as o
from interpreter.wasm import code as c
from interpreter.wasm.c_functions import FunctionText
from interpreter.wasm.c_surroundings import Places, Surroundings, always_trapping, recursive, trapping, with_signature
from interpreter.wasm.module import PAGE, Data, Function, Module, signature_of

DEEPEST = 4096
"""Maximum number of nested calls of functions that may call themselves."""
BYTES_IN_A_LINE = 24

INCLUDES = """\
#include <stddef.h>
#include <stdint.h>
#include <string.h>
"""
HEAD = """\
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "this file needs a computer that stores the lowest byte first"
#endif
#if defined(__GNUC__)
#define UNLIKELY(test) __builtin_expect(!!(test), 0)
#define COLD __attribute__((cold, noinline))
#else
#define UNLIKELY(test) (test)
#define COLD
#endif
"""
CHECKS = """\
/* With -DCHECK_MEMORY, a game also traps at an address outside its memory. No such address is known. */
#if defined(CHECK_MEMORY)
static size_t checked(struct {game} *g, size_t at, size_t size)
{{
    if (at + size <= MEMORY_SIZE) return at;
    g->trapped = 1;
    return 0;
}}
#define IN_MEMORY(at, size) checked(g, at, size)
#define AREA_SIZE(at, size) ((size_t)(at) + (size) <= MEMORY_SIZE ? (size) : 0)
#else
#define IN_MEMORY(at, size) (at)
#define AREA_SIZE(at, size) (size)
#endif
"""
LIBRARY = {
    "copy": """\
static inline void copy(struct {game} *g, uint32_t to, uint32_t from, uint32_t size)
{{
    memmove(g->memory + IN_MEMORY(to, size), g->memory + IN_MEMORY(from, size), AREA_SIZE(to > from ? to : from, size));
}}""",
    "fill": """\
static inline void fill(struct {game} *g, uint32_t to, uint32_t byte, uint32_t size)
{{
    memset(g->memory + IN_MEMORY(to, size), (int)byte, AREA_SIZE(to, size));
}}""",
    "ctz{bits}": """\
static inline uint{bits}_t ctz{bits}(uint{bits}_t x)
{{
#if defined(__GNUC__)
    return x ? (uint{bits}_t)__builtin_ctz{long}(x) : {bits};
#else
    uint{bits}_t found = 0;
    if (!x) return {bits};
    for (; !(x & 1); x >>= 1) found++;
    return found;
#endif
}}""",
    "clz{bits}": """\
static inline uint{bits}_t clz{bits}(uint{bits}_t x)
{{
    uint{bits}_t found = {bits};
    for (; x; x >>= 1) found--;
    return found;
}}""",
    "popcnt{bits}": """\
static inline uint{bits}_t popcnt{bits}(uint{bits}_t x)
{{
#if defined(__GNUC__)
    return (uint{bits}_t)__builtin_popcount{long}(x);
#else
    uint{bits}_t found = 0;
    for (; x; x &= x - 1) found++;
    return found;
#endif
}}""",
    "rotl{bits}": """\
static inline uint{bits}_t rotl{bits}(uint{bits}_t x, uint{bits}_t by)
{{
    return x << (by & {most}) | x >> ((0u - by) & {most});
}}""",
    "rotr{bits}": """\
static inline uint{bits}_t rotr{bits}(uint{bits}_t x, uint{bits}_t by)
{{
    return x >> (by & {most}) | x << ((0u - by) & {most});
}}""",
}


def structure(module: Module, game: str, further: Sequence[str] = ()) -> str:
    """Return the definition of the structure that holds a game's memory and globals, and the members `further`."""
    lines = [f"enum {{ MEMORY_SIZE = {module.pages * PAGE} }};", f"struct {game} {{"]
    lines.append("    unsigned char memory[MEMORY_SIZE];")
    lines += [f"    {o.TYPES[each.type]} {o.identifier(each.name)};" for each in _used_globals(module)]
    lines += ["    uint32_t trapped, nested;", *(f"    {each};" for each in further), "};"]
    return "\n".join(lines)


def definitions(module: Module, game: str, places: Places, notes: Mapping[str, str]) -> str:
    """Return the module's data and functions in C.

    Args:
        game: Name of the structure.
        places: Names of addresses.
        notes: Comments on functions, by the functions' names.
    """
    parts = module.reached()
    functions = [function for function in module.functions if function.name in parts]
    signatures = dict.fromkeys(
        signature_of(part) for each in functions for part in parts[each.name] if isinstance(part, c.CallIndirect)
    )
    deep = recursive(module, parts)
    known = Surroundings(
        game, {each.name: o.identifier(f"f_{each.name}") for each in functions},
        {signature: f"indirect{at}" for at, signature in enumerate(signatures)}, trapping(functions, parts, deep),
        always_trapping(functions), places,
    )  # fmt: skip
    texts = [*_dispatches(module, known), *_functions(functions, known, deep, notes)]
    prototypes = "\n".join(f"{known.prototype(each)};" for each in functions)
    return "\n".join([*_data(module.data), *_library(game, texts), prototypes, "", *texts])


def start(module: Module) -> Iterator[str]:
    """Yield the C statements that fill the memory of a game, whose bytes are all 0, with the module's data."""
    for at, each in enumerate(module.data):
        yield f"memcpy(g->memory + {each.at}, data{at}, sizeof data{at});"
    for of in _used_globals(module):
        if of.start:
            yield f"g->{o.identifier(of.name)} = {o.number(c.Const(of.type, of.start))};"


def _used_globals(module: Module) -> list[c.Global]:
    """Return the globals that the reached functions use."""
    used = {
        part.of
        for parts in module.reached().values()
        for part in parts
        if isinstance(part, (c.Get, c.Put)) and isinstance(part.of, c.Global)
    }
    return [each for each in module.globals if each in used]


def _data(data: Sequence[Data]) -> Iterator[str]:
    for at, each in enumerate(data):
        yield f"static const unsigned char data{at}[{len(each.content)}] = {{"
        for begin in range(0, len(each.content), BYTES_IN_A_LINE):
            yield "    " + ",".join(map(str, each.content[begin : begin + BYTES_IN_A_LINE])) + ","
        yield "};"


def _library(game: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield the functions that the texts use. Some compilers warn of the others."""
    used = {name for text in texts for name in re.findall(r"\b([a-z]\w*)\(", text)}
    yield CHECKS.format(game=game)
    for name, of in o.ACCESSES.items():
        if name in used:
            yield _access(game, name, 8 << of.width, o.TYPES[of.type])
    for name, text in LIBRARY.items():
        for bits in (32, 64) if "{bits}" in name else (32,):
            if name.format(bits=bits) in used:
                yield text.format(game=game, bits=bits, most=bits - 1, long="ll" if bits == 64 else "")
    yield ""


def _access(game: str, name: str, bits: int, of: str) -> str:
    """Return the C function that reads or writes a number."""
    place = f"g->memory + IN_MEMORY(at, {bits // 8})"
    if name.startswith("store"):
        written = f"uint{bits}_t part = (uint{bits}_t)x;"
        return (
            f"static inline void {name}(struct {game} *g, size_t at, {of} x)\n"
            f"{{\n    {written}\n    memcpy({place}, &part, {bits // 8});\n}}"
        )
    read = f"int{bits}_t" if name.endswith(("_s", "_s_wide")) else f"uint{bits}_t"
    return (
        f"static inline {of} {name}(struct {game} *g, size_t at)\n"
        f"{{\n    {read} x;\n    memcpy(&x, {place}, {bits // 8});\n    return ({of})x;\n}}"
    )


def _dispatches(module: Module, known: Surroundings) -> Iterator[str]:
    """Yield a function for the indirect calls of each signature, which selects a function of the module's table."""
    for signature, name in known.indirect.items():
        params, gives = signature
        head = ", ".join((f"struct {known.game} *g", "uint32_t at", *_params(params)))
        args = ", ".join(("g", *(f"a{number}" for number in range(len(params)))))
        yield f"static {o.TYPES[gives] if gives else 'void'} {name}({head})\n{{\n    switch (at) {{"
        for at, function in with_signature(module, signature).items():
            call = f"{known.functions[function]}({args});"
            yield f"    case {at}: return {call}" if gives else f"    case {at}: {call} return;"
        yield f"    }}\n    g->trapped = 1;\n    return{' 0' if gives else ''};\n}}"


def _params(params: Sequence[str]) -> Iterator[str]:
    return (f"{o.TYPES[of]} a{number}" for number, of in enumerate(params))


def _functions(
    functions: Sequence[Function], known: Surroundings, deep: frozenset[str], notes: Mapping[str, str]
) -> Iterator[str]:
    for function in functions:
        if function.name in notes:
            yield f"/* {notes[function.name]} */"
        text = FunctionText(function, known).text()
        yield f"{_counted(function, known, text)}\n" if function.name in deep else f"{text}\n"


def _counted(function: Function, known: Surroundings, text: str) -> str:
    """Return a function that counts its nested calls and traps if they are too many."""
    name = known.functions[function.name]
    (params, gives), inner = function.signature, f"{name}_counted"
    call = f"{inner}({', '.join(('g', *(f'a{number}' for number in range(len(params)))))})"
    head = ", ".join((f"struct {known.game} *g", *_params(params)))
    lines = [
        text.replace(f" {name}(", f" {inner}(", 1),
        f"static {o.TYPES[gives] if gives else 'void'} {name}({head})\n{{",
        f"    {o.TYPES[gives]} found;" if gives else "",
        f"    if (g->nested >= {DEEPEST}) {{\n        g->trapped = 1;\n        return{' 0' if gives else ''};\n    }}",
        f"    g->nested++;\n    {'found = ' if gives else ''}{call};\n    g->nested--;",
        "    return found;" if gives else "",
        "}",
    ]
    return "\n".join(line for line in lines if line)
