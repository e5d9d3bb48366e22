"""The random streams of a flowchart, and the stream from which each node draws."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow.nodes import ChanceNode, Flow


@dataclass(frozen=True, slots=True)
class Streams:
    """The names of the streams, numbered in alphabetical order.

    `of_node` contains the stream number of each node, or -1 if the node draws nothing.
    """

    names: tuple[str, ...]
    of_node: tuple[int, ...]


def streams_of(flow: Flow) -> Streams:
    """Return the streams from which a flowchart draws.

    The player in each seat has a separate stream (see `seat_stream`).
    """
    names = tuple(sorted({node.stream for node in flow.nodes if isinstance(node, ChanceNode)}))
    numbers = {name: number for number, name in enumerate(names)}
    return Streams(names, tuple(numbers[node.stream] if isinstance(node, ChanceNode) else -1 for node in flow.nodes))


def seat_stream(seat: int) -> str:
    """Return the name of the stream for the player in a seat; seats are numbered from 0."""
    return f"seat {seat}"
