"""Names of a game's parts in C.

Only names become identifiers. Any other text of a rulebook becomes a string, whose unusual characters are escaped, or a
comment, which consists of letters, digits and spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.flow import ChanceNode, Decision, Flow, MoveKind, SimultaneousDecision
from interpreter.position import FieldLayout
from interpreter.wasm import C_KEYWORDS

INSIDE = ("f", "at")
"""Beginnings of the names of functions and fields inside a C file."""


def is_c_name(name: str) -> bool:
    """Return True if the names of an exported game can begin with this name."""
    return bool(re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII)) and name not in (*C_KEYWORDS, *INSIDE)


def identifier(words: str) -> str:
    """Return words as part of a C identifier, without letters that are not in ASCII."""
    return re.sub(r"\W+", "_", words, flags=re.ASCII).strip("_") or "x"


def comment(words: str) -> str:
    """Return words as part of a comment."""
    return re.sub(r"[^A-Za-z0-9_.,;:()'=+ -]+", "?", words)


def string(text: str) -> str:
    """Return text as a C string of UTF-8 characters."""
    return '"' + "".join(map(_escaped, text.encode())) + '"'


def _escaped(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"


def unique(names: Iterable[str]) -> list[str]:
    """Return identifiers for names. Equal identifiers get numbers."""
    found = dict[str, None]()
    for name in map(identifier, names):
        number, each = 2, name
        while each in found:
            number, each = number + 1, f"{name}_{number}"
        found[each] = None
    return list(found)


def field_name(run: FieldLayout) -> str:
    return f"{run.field.kind}_{run.field.name}" if run.field.kind else run.field.name


def move_name(flow: Flow, kind: MoveKind) -> str:
    """Return a move kind with its parameters, as in `buy(good, number)`."""
    return f"{kind.name}({', '.join(name for name, _ in kind.params)})" if kind.params else kind.name


def notes(flow: Flow) -> dict[str, str]:
    """Return comments on the functions of the nodes at which a game pauses, by the functions' names in the module."""
    found = dict[str, str]()
    for number in range(flow.stops):
        match node := flow.nodes[number]:
            case Decision() | SimultaneousDecision():
                phase = comment(node.phase.name)
                found[f"who{number}"] = f"Phase {phase}: the seat that decides."
                found[f"rows{number}"] = f"Phase {phase}: lists the legal moves of a seat."
                found[f"play{number}"] = f"Phase {phase}: plays a move."
            case ChanceNode():
                event = f"Phase {comment(node.phase.name)}, {comment(node.label)}"
                found[f"outcomes{number}"] = f"{event}: lists the outcomes."
                found[f"settle{number}"] = f"{event}: applies an outcome."
    return found
