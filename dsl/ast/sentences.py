"""The statements that are a single sentence, each with its layout.

The reader of the syntax tree and the printer both derive from these rows. For a statement with an odd layout,
`dsl.syntax` and `dsl.printing` have separate functions instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dsl.ast.statements import (
    Chooses,
    Discards,
    Draw,
    Let,
    Pays,
    Raise,
    Random,
    Reveal,
    Secretly,
    Set,
    Shuffle,
    Statement,
    Stop,
    TurnUp,
)

_PIECE = re.compile(r"\[(?P<optional>[^\]]*)\]|\{(?P<name>\w+)(?::(?P<form>\w+))?\}|(?P<words>[^\[{]+)")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a layout: words, or the field `name`, printed in a `form`.

    The forms are "place" (a field or a name), "sum", "members" (what may follow `in`), and "" for any expression, name
    or word. A part that is `optional` is printed only if its field has a value.
    """

    words: str = ""
    name: str = ""
    form: str = ""
    optional: tuple[Part, ...] = ()


def parts_of(layout: str) -> Iterator[Part]:
    """Yield the parts of a layout such as `raise {target:place} by {by:sum}[ {bound}]`."""
    for found in _PIECE.finditer(layout):
        if found["optional"] is not None:
            yield Part(optional=tuple(parts_of(found["optional"])))
        else:
            yield Part(found["words"] or "", found["name"] or "", found["form"] or "")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement that is a single sentence.

    Attributes:
        node: The class of the statement.
        layout: The text of the statement. `~` marks a place where the printer may break the line.
        fixed: The values of the fields that this form of the statement does not mention.
    """

    node: type[Statement]
    layout: str
    fixed: Mapping[str, object] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The fields in the order in which the sentence mentions them."""
        parts = [inner for part in parts_of(self.layout) for inner in (part.optional or (part,))]
        return tuple(part.name for part in parts if part.name)


SENTENCES: Mapping[str, Sentence] = {
    "let": Sentence(Let, "let {name} = {value}"),
    "set": Sentence(Set, "set {target:place} to {value}", {"how": ""}),
    "add_to": Sentence(Set, "add {value:sum} to {target:place}", {"how": "add"}),
    "remove_from": Sentence(Set, "remove {value:sum} from {target:place}", {"how": "remove"}),
    "raise_": Sentence(Raise, "raise {target:place} by {by:sum}[ {bound}]", {"down": False}),
    "lower": Sentence(Raise, "lower {target:place} by {by:sum}[ {bound}]", {"down": True}),
    "draw": Sentence(
        Draw,
        "draw {number:sum} from {source:place} to {target:place}[ reshuffling {reshuffling:place}]",
        {"up_to": False},
    ),
    "refill": Sentence(
        Draw,
        "refill {target:place} to {number:sum} from {source:place}[ reshuffling {reshuffling:place}]",
        {"up_to": True},
    ),
    "shuffle": Sentence(Shuffle, "shuffle {stack:place}"),
    "turn_up": Sentence(TurnUp, "turn up {stack:place}"),
    "random": Sentence(Random, "random {target:place} in {domain:members}[~where {where}][, weighted by {weight:sum}]"),
    "reveal": Sentence(Reveal, "reveal {what:place}"),
    "pays": Sentence(Pays, "{payer:place} pays {amount:sum} to {payee:place}"),
    "chooses_secretly": Sentence(Chooses, "{who:place} secretly chooses {binder}[, says {says}]", {"secret": True}),
    "secretly": Sentence(
        Secretly, "everyone in {everyone:sum} secretly chooses {name} in {domain:members}[, says {says}]"
    ),
    "discards": Sentence(
        Discards,
        "{who:place} discards {name}: {number:sum} from {source:place} to {target:place}[, says {says}]",
        {"everyone": False},
    ),
    "everyone_discards": Sentence(
        Discards,
        "everyone in {who:sum} discards {name}: {number:sum} from {source:place} to {target:place}[, says {says}]",
        {"everyone": True},
    ),
    "stop_repeating": Sentence(Stop, "stop repeating", {"scope": "repeat"}),
    "stop": Sentence(Stop, "stop {scope}"),
}
"""The sentences, by the name of their grammar rule in `statements.lark`."""
