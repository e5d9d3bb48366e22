"""What a move is about, in words that tell it from others of its title."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.desugaring import PROPOSER


def arguments_told(args: Sequence[tuple[str, str]], seat_name: str) -> str:
    """`Red, from Here` for the names and values of a move; of an answer, who offers what. "" for nothing."""
    offered_by = next((value for name, value in args if name == PROPOSER), "")
    named = [(name.replace("_", " "), value) for name, value in args
             if name != PROPOSER and not (offered_by and value == seat_name)]  # fmt: skip
    if not named:
        return f"{offered_by}’s offer" if offered_by else ""
    words = [value if _bare(name, value, at == 0 and not offered_by, len(named)) else f"{name} {value}"
             for at, (name, value) in enumerate(named)]  # fmt: skip
    return f"{offered_by} offers: {', '.join(words)}" if offered_by else ", ".join(words)


def _bare(name: str, value: str, first: bool, many: int) -> bool:
    """Whether a value says by itself what it is."""
    if not first:
        return name == value.casefold()
    return many == 1 or not value.lstrip("-").isdigit()
