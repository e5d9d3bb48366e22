"""Renames a declaration everywhere: in the rules, the variants, the scenarios, the boards and the picture.

The game with the new name is checked as a whole. In the files without rules, faults show where the old name must
go. If other faults come, or if a use would mean another declaration, the name is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsl.diagnostics import Diagnostic
from dsl.source import Span
from dsl.syntax import is_taken
from mercatoria.editor.desk import Desk, DeskReader
from mercatoria.editor.names import NameUse
from mercatoria.editor.open_game import OpenGame
from mercatoria.editor.positions import Json, range_of, text_edit, uri_of
from mercatoria.editor.workspace import Refused, View

NAME = re.compile(r"[^\W\d]\w*")
MOST_ROUNDS = 4
"""Maximum number of times that faults lead to further places, because some faults show only after others are gone."""


def prepare_rename(view: View, params: Mapping[str, Json]) -> Json:
    """Return the range and the text of the name at a place, or None if the game does not declare it."""
    use = view.game.name_at(view.file, *view.place(params))
    return {"range": range_of(use.span), "placeholder": use.span.text} if use is not None else None


def rename(view: View, params: Mapping[str, Json]) -> Json:
    """Return the edits that rename the declaration at a place. Raises `Refused`."""
    game, new = view.game, str(params["newName"])
    use = game.every_name().at(view.path, *view.place(params))
    if use is None:
        raise Refused("there is no name here that the game declares")
    return Renaming(game, use, new).edits()


@dataclass(slots=True)
class Renaming:
    """The search for all places of a name.

    Attributes:
        places: The places at which the new name must stand, by file.
    """

    game: OpenGame
    use: NameUse
    new: str
    places: dict[Path, list[Span]] = field(default_factory=dict)

    @property
    def old(self) -> str:
        return self.use.span.text

    def edits(self) -> Json:
        """Return the edits of all files. Raises `Refused`."""
        self._fits()
        before = self.game.desk.all_faults()
        if self.game.folder.reading.errors:
            raise Refused("some lines cannot be read: mend them first")
        for use in self.game.every_name().uses[self.use.declared]:
            self._add(use.span)
        for _ in range(MOST_ROUNDS):
            desk = self._renamed()
            new = _new_faults(desk.all_faults().found, before.found)
            if not new:
                self._same_meaning(OpenGame(desk))
                return {"changes": {uri_of(file): [text_edit(span, self.new) for span in spans]
                                    for file, spans in self.places.items()}}  # fmt: skip
            further = [fault.span for fault in new if fault.span.text == self.old]
            if not further:
                raise Refused(f"`{self.new}` would cause a fault: {new[0].title} ({_where(new[0].span, self.game)})")
            for span in further:
                self._add(span)
        raise Refused(f"`{self.old}` is used in places that cannot be found")

    def _fits(self) -> None:
        if not NAME.fullmatch(self.new):
            raise Refused(f"`{self.new}` is not a name: a name has only letters, digits and `_`")
        if self.new[0].isupper() != self.old[0].isupper():
            raise Refused("kinds and things begin with a capital letter, all other names with a small one")
        if is_taken(self.new):
            raise Refused(f"`{self.new}` is a word of the language")

    def _add(self, span: Span) -> None:
        places = self.places.setdefault(Path(span.source.path), [])
        if all(str(other) != str(span) for other in places):
            places.append(span)

    def _renamed(self) -> Desk:
        """Return a second desk, with the new name at all places found so far."""
        texts = dict(self.game.desk.reader.texts)
        for file, spans in self.places.items():
            text = self.game.desk.text(file)
            if text is None:
                raise Refused(f"{file.name} cannot be read")
            texts[file] = replaced(text, spans, self.new)
        return Desk(self.game.desk.path, self.game.desk.shown, DeskReader(texts))

    def _same_meaning(self, renamed: OpenGame) -> None:
        """Raise `Refused` if another declaration has the new name already, so that a use would mean the other one."""
        path, line, _ = self.use.declared
        found = renamed.every_name()
        declared = [use for use in found.lines.get((path, line), ()) if use.declares and use.span.text == self.new]
        expected = Counter((use.span.source.path, use.span.line) for use in
                           self.game.every_name().uses[self.use.declared])  # fmt: skip
        meant = Counter((use.span.source.path, use.span.line) for each in declared for use in
                        found.uses[each.declared])  # fmt: skip
        if expected != meant:
            path, line = next(iter((expected - meant) + (meant - expected)))
            raise Refused(f"`{self.new}` already has another meaning in {Path(path).name}, line {line}")


def replaced(text: str, spans: Sequence[Span], new: str) -> str:
    """Return the text of a file with another word at these places."""
    lines = text.split("\n")
    for line, column, old in sorted(((span.line, span.column, span.text) for span in spans), reverse=True):
        here = lines[line - 1]
        lines[line - 1] = here[: column - 1] + new + here[column - 1 + len(old) :]
    return "\n".join(lines)


def _new_faults(now: Sequence[Diagnostic], before: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the faults that were not there before. A new name moves no line."""
    known = {(fault.code, fault.span.source.path, fault.span.line) for fault in before}
    return [fault for fault in now if (fault.code, fault.span.source.path, fault.span.line) not in known]


def _where(span: Span, game: OpenGame) -> str:
    return f"{span.source.path.removeprefix(game.folder.shown).lstrip('/')}, line {span.line}"
