"""Finds the place where each shared name is declared, so that editors can go there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import ast
from dsl.board import BoardData
from dsl.source import Span


def declared_places(declarations: Sequence[ast.Declaration], board: BoardData | None) -> dict[str, Span]:
    """Return the place of the declaration of each shared name, including the things of the board."""
    places: dict[str, Span] = {}
    for decl in declarations:
        for word in _words(decl):
            places.setdefault(word.text, word.span)
    for _, row in board.rows() if board is not None else ():
        places.setdefault(row.name, row.span)
    return places


def _words(decl: ast.Declaration) -> Iterator[ast.Word]:
    match decl:
        case ast.Table(rows=rows):
            yield from (row.name for row in rows)
        case ast.State(kind=None, fields=fields):
            yield from (of.name for of in fields)
        case ast.State() | ast.Setup() | ast.Round() | ast.Scoring() | ast.Ranking():
            return
        case ast.Rulebook(seats=seats):
            yield from seats
        case ast.Kind(name=name, listed=listed):
            yield from (name, *listed)
        case _:
            yield decl.name
