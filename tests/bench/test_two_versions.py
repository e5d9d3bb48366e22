"""Tests that two versions of the native engine are compared in turns."""

from __future__ import annotations

import pytest

from bench.versions import ROOT, VersionFailed, compared

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")


def test_a_version_plays_the_same_games_as_itself() -> None:
    found = compared(ROOT, "kuhn_poker", players=2, rounds=2, seconds=0.01)
    assert found.same
    assert len(found.before) == len(found.after) == 2
    assert min(*found.before, *found.after, found.ratio) > 0


def test_a_version_without_the_game_is_named_by_its_error() -> None:
    with pytest.raises(VersionFailed, match="no_such_game"):
        compared(ROOT, "no_such_game", players=2, rounds=1, seconds=0.01)
