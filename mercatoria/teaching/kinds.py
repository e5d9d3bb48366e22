"""The kinds of slips that pupils make, each with a sentence for the pupil."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """A kind of slip. The value is the name that JSON output and `slips.yaml` use."""

    NUMBER = "number"
    BOUNDARY = "boundary"
    TURNED = "turned"
    CONNECTIVE = "connective"
    LEFT_OUT = "left out"
    TOO_MUCH = "too much"
    PLACE = "place"
    ORDER = "order"
    ALL_OR_EACH = "all or each"
    WHO = "who"
    WHICH = "which"
    BOUND = "bound"
    TIME = "time"
    SEEN = "seen"
    DIRECTION = "direction"
    CHANCE = "chance"
    DUTY = "may or must"
    PRECEDENCE = "precedence"
    OTHER = "other"


SENTENCES: dict[Kind, str] = {
    Kind.NUMBER: "A number is not the one in the text.",
    Kind.BOUNDARY: "The limit is off by one: look at the last case that the text still allows.",
    Kind.TURNED: "A condition is the wrong way round.",
    Kind.CONNECTIVE: "Two conditions are joined by the wrong word: `and` needs both, `or` needs only one.",
    Kind.LEFT_OUT: "Something that the text asks for is missing.",
    Kind.TOO_MUCH: "Your rules do or ask for something that the text does not say.",
    Kind.PLACE: "The right thing is in the wrong place: another rule, or another part of the rule, should say it.",
    Kind.ORDER: "The steps are in the wrong order.",
    Kind.ALL_OR_EACH: "The text counts all together and your rule counts each sort, or the other way round.",
    Kind.WHO: "The rule is about the wrong player or players.",
    Kind.WHICH: "The rule is about the wrong thing, field or place.",
    Kind.BOUND: "A limit is missing or wrong: think of the player who has too little or too much.",
    Kind.TIME: "The time is wrong: when it happens, how often, or how long it lasts.",
    Kind.SEEN: "The wrong players can see this.",
    Kind.DIRECTION: "The direction is wrong: more for less, or from for to.",
    Kind.CHANCE: "The wrong thing decides: a player, chance, or all players at the same time.",
    Kind.DUTY: "The text says that players may do this and your rule says that they must, or the other way round.",
    Kind.PRECEDENCE: "Two rules meet here, and the text says which of them takes precedence.",
    Kind.OTHER: "The rule says something else than the text.",
}
"""The sentence for a pupil about each kind of slip."""
