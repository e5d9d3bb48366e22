"""The sample of sentences that readers judge before a release."""

from __future__ import annotations

from collections import Counter

from tests.prose.sample import STRATA, sample, symbols_of


def test_a_sample_has_its_share_of_each_stratum_and_comes_again_from_its_seed() -> None:
    every = [(stratum, "a file", f"Sentence {number}.") for stratum in STRATA for number in range(20)]
    drawn = sample("0", every)
    assert Counter(stratum for stratum, _, _ in drawn) == STRATA
    assert drawn == sample("0", reversed(every)) != sample("1", every)


def test_a_docstring_is_named_by_what_it_documents() -> None:
    assert symbols_of('"""Module."""\nA = 1\n"""A value."""\n\n\nclass B:\n    """A class."""\n') == {3: "A", 7: "B"}
