"""Reasons for refusing a move, as data and as text."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from interpreter.explain.answers import UNSEEN
from interpreter.explain.domains import DomainViolation
from interpreter.notebook_html import heading, listed, paragraph, together
from interpreter.table import Move


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why a move is illegal.

    `rule` names the rule that forbids the move, `text` is the explanation, and `values` are the current values of the
    rule's operands. If `hidden` is True, the asker may know the rule's name but not whether the rule forbids the move.
    """

    rule: str
    title: str
    cites: tuple[str, ...]
    place: str
    text: str
    values: tuple[str, ...]
    hidden: bool = False
    origin: str = ""

    @property
    def name(self) -> str:
        """The last component of the rule's name, such as `fare` for `travel.fare`."""
        return self.rule.rpartition(".")[2]

    def __str__(self) -> str:
        cites = f" [{', '.join(self.cites)}]" if self.cites else ""
        title = f", {self.title}" if self.title else ""
        head = f"{self.name}{title}{cites}: {self.text}" if self.text else f"{self.name}{title}{cites}"
        if self.hidden:
            return f"{self.name}{title}{cites}: {UNSEEN}"
        return "\n".join([head, *(f"    {value}" for value in self.values)])

    def to_data(self) -> dict[str, object]:
        return {
            "rule": self.rule, "title": self.title, "cites": list(self.cites), "place": self.place, "text": self.text,
            "values": list(self.values), "hidden": self.hidden, "origin": self.origin,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons why a move is illegal, most important first.

    `move` is the move in notation, and `sentence` says what the player cannot do, such as `you cannot open the gate`.
    `nearest` is the most similar legal move, or None. `unsure` is True if the asker may not know whether the move is
    legal. In that case, every reason is hidden.
    """

    move: str
    sentence: str
    reasons: tuple[Reason, ...]
    nearest: Move | None = None
    unsure: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(reason.rule for reason in self.reasons)

    @property
    def head(self) -> str:
        """The first line: what the player cannot do, or that the asker may not know whether the move is legal."""
        return f"you cannot know whether this is allowed: {self.move}" if self.unsure else self.sentence

    def __str__(self) -> str:
        lines = [self.head if self.unsure else f"{self.head}:"]
        for reason in self.reasons:
            lines += [f"  {line}" for line in str(reason).splitlines()]
        if self.nearest is not None:
            lines.append(f"  allowed instead: {self.nearest}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return HTML for a notebook, with the text of `str(explanation)`."""
        head, *_ = str(self).splitlines()
        instead = paragraph(f"Allowed instead: {self.nearest}") if self.nearest is not None else ""
        return together(heading(head), listed(str(reason) for reason in self.reasons), instead)

    def to_data(self) -> dict[str, object]:
        return {
            "move": self.move, "sentence": self.sentence, "reasons": [reason.to_data() for reason in self.reasons],
            "nearest": str(self.nearest) if self.nearest is not None else None, "unsure": self.unsure,
        }  # fmt: skip


def reason_of(about: m.Clauses, text: str) -> Reason:
    """Return the reason that a rule gives for forbidding a move."""
    return Reason(about.name, about.title, about.cites, str(about.span), text, (), False, about.origin)


def not_chosen(rule: str, place: str, about: m.Clauses, shown: str, told: DomainViolation) -> Reason:
    """Return the reason why the player cannot choose a value for a parameter.

    Args:
        shown: The value, which becomes the subject of a reason that begins with `it`.
    """
    cites = tuple(dict.fromkeys((*about.cites, *told.cites)))
    text = f"{shown}{told.text.removeprefix('it')}" if told.text.startswith("it ") else told.text
    return Reason(rule, "", cites, place, "" if told.hidden else text, told.values, told.hidden, about.origin)
