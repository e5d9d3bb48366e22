"""The entry of a construct in the suite, and the rulebook that contains it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent
from typing import Any

HERE = Path(__file__).parent
BOARD = (HERE / "board.yaml").read_text(encoding="utf-8")
SKELETON = (HERE / "skeleton.rules").read_text(encoding="utf-8")

COLUMNS = ("effects", "triggers", "why", "layout", "mutants", "secrets", "engines")
"""The properties that the suite checks for each construct."""

TURNS = "turn of p in Player\n    p must act or wait\n"
IDLE = "then\n    raise waited by 1\n"
WAIT = f'action wait "Wait"\n{indent(IDLE, "    ")}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Construct:
    """A class of nodes or a form of holder, with a short piece of rules that contains it.

    The piece reads a secret of the skeleton, such as `you.luck`, and changes an open field, if it can.
    """

    name: str
    text: str
    """The expression or the lines that contain the construct."""
    act: str = IDLE
    """The lines of the action `act`, which each player may take once a turn."""
    heading: str = "act"
    """The name of the action, with its parameters."""
    round: str = TURNS
    """The lines of the round."""
    more: str = ""
    """Further declarations."""
    event: str = "each time out changes"
    """The parameters and the event of a trigger that notices the change."""
    changed: str = "out"
    """The changed field, as a player asks `why` about it; `{seat}` is the player who acts."""
    told: str = ""
    """Words with which `why` names the construct as the cause of the change."""
    without: Mapping[str, str] = field(default_factory=dict)
    """The columns that do not apply to the construct, each with the reason."""

    @property
    def rules(self) -> str:
        """The whole rulebook: the skeleton, the construct with its surroundings, and a trigger."""
        return SKELETON + self.around + f"\n{WAIT}" + ("" if "triggers" in self.without else self.trigger)

    @property
    def around(self) -> str:
        """The construct with its surroundings."""
        lines = (
            f'\nround "Round"\n{indent(self.round, "    ")}',
            f'\naction {self.heading} "Act"\n{indent(self.act, "    ")}',
        )
        return "".join(lines) + (f"\n{self.more}" if self.more else "")

    @property
    def trigger(self) -> str:
        params, _, event = self.event.rpartition("each time ")
        return f"\ntrigger woke{params.strip()} each time {event}\n    raise woken by 1\n"

    @property
    def place(self) -> range:
        """The characters of the first occurrence of the text in the rulebook."""
        lines = re.search(r"\n\s*".join(map(re.escape, self.text.splitlines())).replace(r"\ ", r"\s*"), self.around)
        assert lines is not None
        return range(len(SKELETON) + lines.start(), len(SKELETON) + lines.end())

    @property
    def surroundings(self) -> range:
        """The characters of the rulebook that belong to the construct and its surroundings."""
        return range(len(SKELETON), len(SKELETON) + len(self.around))


def in_action(name: str, text: str, **given: Any) -> Construct:
    """Return the entry of a construct in the `then` block of the action."""
    act = f"then\n{indent(text, '    ')}\n"
    return Construct(name=name, text=text, act=act, **{"told": text.splitlines()[-1].strip()} | given)


def in_round(name: str, text: str, **given: Any) -> Construct:
    """Return the entry of a construct among the lines of the round."""
    return Construct(name=name, text=text, round=f"{text}\n", **{"told": text.splitlines()[-1].strip()} | given)


def in_value(name: str, text: str, **given: Any) -> Construct:
    """Return the entry of an expression that is a small number.

    The action tests the number, writes it into an open field, and adds it to a secret field.
    """
    act = f"needs fair: {text} != 3\nthen\n    set out to {text}\n    raise you.mine by {text} clamped\n"
    return Construct(name=name, text=text, act=act, **{"told": "set out to"} | given)
