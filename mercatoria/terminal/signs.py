"""Letters and signs for pieces, tokens and moving pieces, for positions with room for one or two letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from interpreter.table import spaced
from mercatoria.drawing import Drawing, MovingPiece, Piece
from mercatoria.picture import Mark

TOKEN = "◆"
SIGN = "bold reverse"
"""The style in which the sign of a moving piece is printed."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of the pieces in one drawing."""

    drawing: Drawing

    def mark(self, kind: str) -> Mark:
        """Return the mark for a kind of thing, which defines how things of this kind are shown."""
        return next((mark for mark in self.drawing.marks if mark.kind == kind), Mark(kind, name=False))

    def pieces(self, pieces: Iterable[Piece], mark: Mark) -> Text:
        """Return a letter for each piece: the sign of the piece or, if it has none, the letter of its owner or of its
        sort.
        """
        text = Text()
        for piece in pieces:
            text.append_text(self.piece(piece, mark, piece.count))
        return text

    def piece(self, piece: Piece, mark: Mark, count: int = 1) -> Text:
        if piece.owner is None:
            return Text(mark.signs.get(piece.sort, piece.sort[:1]) * count, "bold")
        hand = self.drawing.hands[piece.owner]
        return Text(mark.signs.get(piece.sort, hand.letter) * count, f"bold {hand.colour}")

    def sort(self, piece: Piece, mark: Mark, short: bool = False) -> str:
        """Return the text for a sort: its sign or name, preceded by the count if there are several pieces: `Flax`, `2
        Flax`.

        If `short` is True, the name is abbreviated and the space is left out: `Fl`, `2Fl`.
        """
        name = mark.signs.get(piece.sort) or (piece.short if short else spaced(piece.sort))
        many = str(piece.count) if piece.count > 1 else ""
        return many + name if short else f"{many} {name}".strip()

    def guests(self, guests: Iterable[MovingPiece]) -> Text:
        """Return the signs of all visitors at a place."""
        text = Text()
        for guest in guests:
            if guest.owner is None:
                text.append(guest.sign, SIGN)
            else:
                hand = self.drawing.hands[guest.owner]
                text.append(guest.sign + hand.letter, f"bold {hand.colour}")
        return text

    def token(self, token: str, mark: Mark) -> Text:
        """Return the sign of a token: its own sign, that of its field, or the default sign."""
        words = (mark.signs.get(token) or mark.signs.get(mark.token) or TOKEN) if token else ""
        return Text(words, "bold yellow")
