"""Letters and signs for pieces and tokens on a map that has room for only one or two characters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from mercatoria.drawing import Drawing, MovingPiece, Piece
from mercatoria.picture import Mark

TOKEN = "◆"
SIGN = "bold reverse"
"""Text style for the sign of a moving piece without an owner."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Chooses the letters and signs for the pieces in one drawing."""

    drawing: Drawing

    def mark(self, kind: str) -> Mark:
        """Return the `map` entry of the picture file for a kind of thing."""
        return next((mark for mark in self.drawing.marks if mark.kind == kind), Mark(kind, name=False))

    def pieces(self, pieces: Iterable[Piece], mark: Mark) -> Text:
        """Return one sign for each piece. By default, the sign is the owner's letter or, without an owner, the first
        letter of the piece's name.
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
        """Format a type of piece and its count as in `Flax` or `2 Flax`.

        If `short` is True, use the abbreviated name and no space, as in `Fl` or `2Fl`.
        """
        name = mark.signs.get(piece.sort) or (piece.short if short else self.drawing.words.thing(piece.sort))
        many = str(piece.count) if piece.count > 1 else ""
        return many + name if short else f"{many} {name}".strip()

    def guests(self, guests: Iterable[MovingPiece]) -> Text:
        """Return the signs of all moving pieces at a place."""
        text = Text()
        for guest in guests:
            if guest.owner is None:
                text.append(guest.sign, SIGN)
            else:
                hand = self.drawing.hands[guest.owner]
                text.append(guest.sign + hand.letter, f"bold {hand.colour}")
        return text

    def token(self, token: str, mark: Mark) -> Text:
        """Return the sign of a token. If the picture file defines no sign for the token or its field, return the
        default sign.
        """
        words = (mark.signs.get(token) or mark.signs.get(mark.token) or TOKEN) if token else ""
        return Text(words, "bold yellow")
