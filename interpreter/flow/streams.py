"""Assigns a random stream to each chance node of a flowchart."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow.nodes import ChanceNode, Flow


@dataclass(frozen=True, slots=True)
class Streams:
    """Names of the random streams in alphabetical order.

    `of_node` gives the index of each node's stream in `names`, or -1 if the node draws nothing.
    """

    names: tuple[str, ...]
    of_node: tuple[int, ...]


def streams_of(flow: Flow) -> Streams:
    """Return the random streams that a flowchart's chance nodes use.

    Seats have separate streams, whose names `seat_stream` returns.
    """
    names = tuple(sorted({node.stream for node in flow.nodes if isinstance(node, ChanceNode)}))
    numbers = {name: number for number, name in enumerate(names)}
    return Streams(names, tuple(numbers[node.stream] if isinstance(node, ChanceNode) else -1 for node in flow.nodes))


def seat_stream(seat: int) -> str:
    """Return the name of the random stream for a seat, counted from 0."""
    return f"seat {seat}"
