"""Tests that the sentences of moves are split into text, blanks and stretches."""

from __future__ import annotations

import pytest

from dsl.phrases import Blank, Either, Item, Stretch, TemplateFault, Text, parts_of


def test_a_sentence_has_text_and_blanks() -> None:
    assert parts_of("open {city} now") == (Text("open "), Blank((Item(6, 10),)), Text(" now"))


def test_a_number_takes_a_noun_with_its_forms() -> None:
    assert parts_of("{n branch}{n ox|oxen}{n coin||nothing}") == (
        Blank((Item(1, 2, ("branch",)),)),
        Blank((Item(11, 12, ("ox", "oxen")),)),
        Blank((Item(22, 23, ("coin", "", "nothing")),)),
    )


def test_several_values_share_a_blank() -> None:
    assert parts_of("{give, pay gold}") == (Blank((Item(1, 5), Item(7, 10, ("gold",)))),)


def test_a_value_of_the_rulebook_may_hold_commas_and_spaces() -> None:
    text = "{other(a, b) cube}"
    (blank,) = parts_of(text)
    assert isinstance(blank, Blank)
    assert [text[item.start : item.end] for item in blank.items] == ["other(a, b)"]
    assert blank.items[0].forms == ("cube",)


def test_a_flag_chooses_between_two_texts() -> None:
    assert parts_of("{up: raise|lower} it") == (Either(1, 3, "raise", "lower"), Text(" it"))


def test_a_stretch_is_left_out_as_a_whole() -> None:
    assert parts_of("sail[ to {goal}]") == (Text("sail"), Stretch((Text(" to "), Blank((Item(10, 14),)))))


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("open {city", "`{` is never closed", 5), ("open city}", "`}` closes nothing", 9),
        ("open {}", "this blank is empty", 5), ("a {b {c}}", "a blank cannot contain another blank", 5),
        ("a [b [c {d}] e]", "square brackets cannot contain square brackets", 5),
        ("a [b]", "nothing in these square brackets can be missing", 2),
        ("{up: raise}", "a flag needs two texts, as in `{up: raise|lower}`", 1),
        ("{n a|b|c|d}", "a noun has at most three forms: `one|many|none`", 3),
        ("{a,,b}", "a value is missing here", 3),
    ],
)  # fmt: skip
def test_faults_say_what_is_wrong_and_where(text: str, message: str, at: int) -> None:
    with pytest.raises(TemplateFault) as caught:
        parts_of(text)
    assert (caught.value.message, caught.value.start) == (message, at)
