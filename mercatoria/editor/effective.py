"""Says what a number, an option or a rule is at the chosen table, and which variant made it so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl import ast
from dsl.amendments import Change, in_words
from dsl.checking import Memo, declared_options, option_word
from dsl.diagnostics import Sink
from mercatoria.editor.open_game import OpenGame, Table
from mercatoria.editor.positions import Json, position
from mercatoria.editor.workspace import Refused, View


@dataclass(frozen=True, slots=True)
class Effective:
    """The rules at a table, compared with those without variants.

    Attributes:
        changes: The amendments that are in force, by the rule or line that they change.
    """

    game: OpenGame
    changes: Mapping[str, Sequence[Change]]

    @classmethod
    def of(cls, game: OpenGame) -> Effective:
        """Return the rules at the chosen table."""
        table, changes = game.table, dict[str, list[Change]]()
        players = table.players or game.most
        for change in game.folder.effective(players, table.variants, dict(table.options), Sink()).changes:
            changes.setdefault(change.target, []).append(change)
        return cls(game, changes)

    @property
    def players(self) -> int:
        return self.game.table.players or self.game.most

    def value(self, name: str) -> str:
        """Return the value of a number, an option or a row at the chosen table, or an empty string."""
        return _value(self.game, self.game.memo(self.game.table), name)

    def printed(self, name: str) -> str:
        """Return the value without variants and chosen options, for the same number of players."""
        return _value(self.game, self.game.memo(Table(self.game.table.players)), name)

    def causes(self, target: str) -> str:
        """Return a text about the amendments of a rule or line, or an empty string."""
        home = self.game.folder.shown
        return "; ".join(dict.fromkeys(in_words(change, home) for change in self.changes.get(target, ())))

    def told(self, name: str) -> str:
        """Return a sentence about the value of a constant at the chosen table, or an empty string."""
        value, printed = self.value(name), self.printed(name)
        if not value:
            return ""
        why = self.causes(name) or ("chosen at this table" if name in dict(self.game.table.options) else "")
        other = f" (printed: {printed})" if printed not in ("", value) else ""
        seats = f"{self.players} player{'s' if self.players > 1 else ''}"
        return f"{value} with {seats}{other}" + (f", {why}" if why else "")


def _value(game: OpenGame, memo: Memo, name: str) -> str:
    names = memo.front.names if memo.front is not None else None
    if names is None or name not in names.constants:
        return ""
    value = names.constants[name].value
    choices = declared_options(game.folder.may_ask(game.folder.variants))
    word = option_word(choices[name], value, names.table) if name in choices else value
    return ("no", "yes")[value] if name in choices and choices[name].domain.form == "flag" else str(word)


def effective(view: View, params: Mapping[str, Json]) -> Json:
    """Return the value of a number, an option or a row at the chosen table, or of the name at a place.

    `printed` is the value without variants, and `changes` lists the amendments that are in force. Raises `Refused`.
    """
    name = params.get("of")
    if name is None and "position" in params:
        use = view.game.name_at(view.file, *view.place(params))
        name = use.span.text if use is not None else None
    if not isinstance(name, str):
        raise Refused("there is no name at this place")
    found = Effective.of(view.game)
    changes = [in_words(change, view.game.folder.shown) for change in found.changes.get(name, ())]
    return {
        "name": name, "players": found.players, "variants": list(view.game.table.variants),
        "value": found.value(name), "printed": found.printed(name), "changes": changes, "words": found.told(name),
    }  # fmt: skip


def inlays(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return what the chosen house rules change, for the end of each line that they change."""
    document, game = view.game.document(view.file), view.game
    table = game.table
    if document is None or (not table.variants and not table.options):
        return []
    effective = Effective.of(game)
    found = []
    for block in document.blocks:
        for target, word in _lines(block.tree) if block.tree is not None else ():
            if (label := _label(effective, target)) and (at := _end_of_line(view, word)) is not None:
                found.append({"position": at, "label": label, "paddingLeft": True, "tooltip": effective.causes(target)})
    return found


def _label(effective: Effective, target: str) -> str:
    value, printed = effective.value(target), effective.printed(target)
    if value and value != printed:
        return f"{printed} → {value}" if printed else f"= {value}"
    causes = effective.causes(target)
    return "" if value else causes


def _lines(tree: ast.Declaration) -> Iterator[tuple[str, ast.Word]]:
    """Yield everything in a declaration that a variant can change, with the word that names it."""
    match tree:
        case ast.Variant() | ast.Scenario():
            return
        case ast.Table(rows=rows):
            yield from ((row.name.text, row.name) for row in rows)
        case ast.Scoring():
            yield "scoring", tree.name
            yield from ((f"scoring.{line.name.text}", line.name) for line in tree.lines)
        case _:
            yield tree.name.text, tree.name
            for node in ast.walk(tree):
                if isinstance(node, (ast.Need, ast.Cost, ast.Accept, ast.ValueException)):
                    yield f"{tree.name.text}.{node.name.text}", node.name


def _end_of_line(view: View, word: ast.Word) -> Json:
    """Return the end of the line of a word, before its comment and citations."""
    source, line = word.span.source, word.span.line
    if Path(source.path) != view.file:
        return None
    text = source.line_text(line).partition("#")[0].rstrip()
    bracket = text.rfind("[")
    text = text[:bracket].rstrip() if text.endswith("]") and bracket > 0 else text
    return position(source, line, len(text) + 1)
