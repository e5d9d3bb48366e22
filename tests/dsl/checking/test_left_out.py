"""An author may delete any declaration: the check then reports faults, and never fails itself."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest
from _pytest.mark.structures import ParameterSet

from dsl import ast
from dsl.checking import check
from dsl.diagnostics import Sink
from dsl.folder import GameFolder, read_folder
from dsl.source import Source
from dsl.syntax import parse
from tests.made_once import GAMES
from tests.thinning import thinned

SAMPLE = 40
"""The default run leaves out one of this many declarations."""

SHIPPED = sorted(path.parent for path in GAMES.glob("*/rulebook.rules"))


def _faults(text: str) -> Sink:
    sink = Sink()
    check(parse(Source("rulebook.rules", dedent(text).lstrip()), sink), None, 2, {}, sink)
    return sink


def test_edges_between_a_missing_kind_cause_one_fault() -> None:
    faults = _faults(
        """
        rulebook roads "Roads"
            players 2
        kind Road from board between Place
        each Player has
            at: Road or none = none
        value joined(r: Road): set of Road = reach(r.ends, Road)
        value near(r: Road): 0 to 9 = distance(r.ends, r.ends, Road)
        value way: 0 to 9 = longest_trail(Road)
        value ends_of(r: Road): set of Road = r.ends
        round
            stop game
        """
    )
    assert [fault.code for fault in faults.errors] == ["E319", "E320"]


def test_bag_of_a_missing_kind_causes_one_fault() -> None:
    faults = _faults(
        """
        rulebook bags "Bags"
            players 2
        value lost: bag of Flax = {}
        round
            for p in Player
                if lost.size > 0 and lost(p) > 1
                    stop game
        """
    )
    assert [(fault.code, fault.span.line) for fault in faults.errors] == [("E319", 3)]


def test_fact_of_a_missing_kind_causes_one_fault() -> None:
    faults = _faults(
        """
        rulebook facts "Facts"
            players 2
        kind Card: Ace, King
            worth(Flax): 0 to 9
            suit: Suit
        round
            if Ace.worth(Ace) > 2 and Ace.suit = Ace
                stop game
        """
    )
    assert [(fault.code, fault.span.line) for fault in faults.errors] == [("E319", 4), ("E319", 5)]


def _cases() -> list[ParameterSet]:
    cases = [
        (home.name, at) for home in SHIPPED for at in range(len(read_folder(home, scenarios=False).declarations))
    ]
    return thinned(cases, lambda case: case[1] % SAMPLE == 1)


@pytest.fixture(scope="module")
def folders() -> dict[str, GameFolder]:
    return {home.name: read_folder(home, scenarios=False) for home in SHIPPED}


@pytest.mark.parametrize(("name", "at"), _cases())
def test_rulebook_without_one_declaration_can_be_checked(
    folders: dict[str, GameFolder], name: str, at: int
) -> None:  # fmt: skip
    whole = folders[name]
    rest = whole.declarations[:at] + whole.declarations[at + 1 :]
    folder = replace(whole, declarations=rest, tables={}, boards={})
    book = whole.rulebook
    assert book is not None
    for variants in [(), *((variant,) for variant in whole.variants)][: 1 + at % 3]:
        folder.check(book.most, folder.with_required(variants[0]) if variants else ())


def test_every_declaration_is_a_case() -> None:
    assert len(_cases()) > 100
    assert any(isinstance(decl, ast.Kind) for decl in read_folder(SHIPPED[0], scenarios=False).declarations)
