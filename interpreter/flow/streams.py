"""The streams of chance of a flowchart: which there are, and which of them each node draws from."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow.nodes import ChanceNode, Flow


@dataclass(frozen=True, slots=True)
class Streams:
    """`names` in the order of their numbers, which is that of the alphabet. `of_node` has the number of the stream for
    each node of the flowchart, -1 where nothing is left to chance."""

    names: tuple[str, ...]
    of_node: tuple[int, ...]


def streams_of(flow: Flow) -> Streams:
    """The streams that a flowchart draws from; the seats of players have streams of their own (`seat_stream`)."""
    names = tuple(sorted({node.stream for node in flow.nodes if isinstance(node, ChanceNode)}))
    numbers = {name: number for number, name in enumerate(names)}
    return Streams(names, tuple(numbers[node.stream] if isinstance(node, ChanceNode) else -1 for node in flow.nodes))


def seat_stream(seat: int) -> str:
    """The name of the stream that the player of a seat (from 0) draws from."""
    return f"seat {seat}"
