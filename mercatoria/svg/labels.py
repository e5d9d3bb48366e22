"""Places labels: each label has candidate positions and takes the one with the lowest cost.

First, each label in turn takes its best position, given the labels placed before it. Then all labels choose again in
turn, for a few rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

ROUNDS = 10
CROWDED = 1000.0
"""Cost of an overlap between two labels."""
BIN, REACH, HEIGHT = 40.0, 90.0, 15.0
"""Side of the square bins that index obstacles, and half the width and height of the largest label."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the map."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that two boxes share."""
        if not self.touches(other):
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high

    def touches(self, other: Box, room: float = 0.0) -> bool:
        return (self.left - room < other.right and other.left - room < self.right
                and self.top - room < other.bottom and other.top - room < self.bottom)  # fmt: skip

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(slots=True)
class Label:
    """Label with its candidate boxes, the fixed cost of each box, and the index of the chosen box."""

    choices: Sequence[Box]
    costs: Sequence[float]
    weight: float = 1.0
    taken: int = 0

    @property
    def box(self) -> Box:
        return self.choices[self.taken]


@dataclass
class Obstacles:
    """Boxes that labels should not cover, each with a cost per unit of area."""

    bins: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=dict)

    def add(self, box: Box, cost: float) -> None:
        for place in _bins(box):
            self.bins.setdefault(place, []).append((box, cost))

    def add_label(self, box: Box) -> None:
        """Add a label as an obstacle that no other label may cover."""
        self.add(box, CROWDED)

    def cost(self, box: Box) -> float:
        """Return the total cost of the obstacles that a box covers."""
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        total = 0.0
        i, j = int((left + right) / 2 // BIN), int((top + bottom) / 2 // BIN)
        for other, cost in self.bins.get((i, j), ()):
            if other.left < right and left < other.right and other.top < bottom and top < other.bottom:
                wide = min(right, other.right) - max(left, other.left)
                total += wide * (min(bottom, other.bottom) - max(top, other.top)) * cost
        return total


def _bins(box: Box) -> Iterable[tuple[int, int]]:
    """Yield the bins that can contain the middle of a label that overlaps a box."""
    for i in range(int((box.left - REACH) // BIN), int((box.right + REACH) // BIN) + 1):
        for j in range(int((box.top - HEIGHT) // BIN), int((box.bottom + HEIGHT) // BIN) + 1):
            yield i, j


@dataclass(frozen=True, slots=True)
class Set:
    """A text ready for drawing: its middle, the baseline of its first line, its font size, lines and bounding box."""

    x: float
    y: float
    size: float
    lines: tuple[str, ...]
    box: Box


def set_in(box: Box, lines: Iterable[str], size: float) -> Set:
    """Return a text centred in a box."""
    texts = tuple(lines)
    first = box.middle[1] + 0.36 * size - (len(texts) - 1) * (size + 2) / 2
    return Set(box.middle[0], first, size, texts, box)


def settle(labels: Sequence[Label], obstacles: Obstacles) -> None:
    """Choose a position for each label."""
    own = [
        [cost + obstacles.cost(box) for box, cost in zip(label.choices, label.costs, strict=True)] for label in labels
    ]
    reach = [_reach(label) for label in labels]
    rivals = [[other for other in range(len(labels)) if other != at and reach[at].touches(reach[other], 2)]
              for at in range(len(labels))]  # fmt: skip
    for at, label in enumerate(labels):
        label.taken = _best(label, own[at], [labels[other] for other in rivals[at] if other < at])
    for _ in range(ROUNDS):
        moved = False
        for at, label in enumerate(labels):
            best = _best(label, own[at], [labels[other] for other in rivals[at]])
            moved |= best != label.taken
            label.taken = best
        if not moved:
            return


def _reach(label: Label) -> Box:
    return Box(
        min(box.left for box in label.choices), min(box.top for box in label.choices),
        max(box.right for box in label.choices), max(box.bottom for box in label.choices),
    )  # fmt: skip


def _best(label: Label, own: Sequence[float], rivals: Sequence[Label]) -> int:
    costs = []
    for box, cost in zip(label.choices, own, strict=True):
        crowd = sum((CROWDED + 4 * box.overlap(other.box)) * min(label.weight, other.weight)
                    for other in rivals if box.touches(other.box, 1))  # fmt: skip
        costs.append(cost + crowd)
    return costs.index(min(costs))


def crowded(labels: Sequence[Label]) -> list[tuple[int, int]]:
    """Return the pairs of labels that overlap."""
    return [(one, other) for one in range(len(labels)) for other in range(one)
            if labels[one].box.overlap(labels[other].box) > 0]  # fmt: skip
