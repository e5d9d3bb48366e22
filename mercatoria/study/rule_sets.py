"""The rule sets of a comparison, and the text in which they differ.

The base is a game with some variants. Each other rule set adds variants to the base or removes one rule from it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import mercatoria
from dsl.diagnostics import Sink
from interpreter.game import Game
from interpreter.testing import declared_cites, read_clauses
from mercatoria.study.deals import RuleSet

BASE = "the printed rules"
"""Name of the base if it has no variants."""


class DuplicateComparison(ValueError):
    """Raised if a comparison contains the same rule set twice."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison as the user requested it.

    Each item of `with_` is the name of a variant or file, or several names joined by plus signs. Each item of `without`
    is the name of a rule, action, need, cost or trigger.
    """

    game: str
    """Slug of an installed game, or the path of a game folder."""
    variants: tuple[str, ...] = ()
    """Variants that every rule set uses."""
    options: Mapping[str, object] = field(default_factory=dict)
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """Rule sets of a comparison, with the base first, and the text that each adds or removes."""

    asked: Comparison
    sets: tuple[RuleSet, ...]
    texts: dict[str, str]
    """Text that distinguishes each rule set from the base, keyed by the rule set's name."""

    @property
    def base(self) -> Game:
        return self.sets[0].game

    @property
    def titled_texts(self) -> dict[str, str]:
        """Text that distinguishes each rule set from the base, keyed by the rule set's title."""
        titles = {each.name: each.title(self.base) for each in self.sets}
        return {titles.get(name, name): text for name, text in self.texts.items()}

    def fingerprints(self, players: int) -> dict[str, str]:
        return {each.name: each.game.table(players).fingerprint for each in self.sets}

    def citations(self) -> dict[str, str]:
        """Return the paraphrase of each formalised clause, keyed by clause id."""
        clauses = read_clauses(self.base.folder, Sink())
        return {name: clause.rule for name, clause in clauses.items() if clause.status == "formalised"}

    def standing(self) -> frozenset[str]:
        """Return the clauses that always hold, whatever happens in play, such as the number of pieces."""
        return frozenset(declared_cites(self.base.folder.declarations))


def compared(asked: Comparison) -> Compared:
    """Load the rule sets of a comparison.

    Raises:
        DuplicateComparison: The comparison contains the same rule set twice.

    For an unknown variant or rule, the exceptions of `mercatoria.load` also pass through.
    """
    base = mercatoria.load(asked.game, asked.variants, asked.options)
    sets = [RuleSet(" + ".join(base.variants) or BASE, base)]
    texts = {name: _text(base, [name]) for name in base.variants}
    for each, text in (*_with(asked, base), *_without(asked, base)):
        sets.append(each)
        texts[each.name] = text
    names = [each.name for each in sets]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise DuplicateComparison(f"`{twice}` is requested twice")
    return Compared(asked, tuple(sets), texts)


def _with(asked: Comparison, base: Game) -> Iterator[tuple[RuleSet, str]]:
    for names in asked.with_:
        more = mercatoria.load(asked.game, [*asked.variants, *names.split("+")], asked.options)
        new = [name for name in more.variants if name not in base.variants]
        yield RuleSet(" + ".join(new) or names, more), _text(more, new)


def _without(asked: Comparison, base: Game) -> Iterator[tuple[RuleSet, str]]:
    for rule in asked.without:
        name = "without_" + "".join(sign if sign.isalnum() else "_" for sign in rule)
        text = f'variant {name} "Without {rule}" of {base.slug}\n    suspend {rule}\n'
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "without.rules"
            file.write_text(text, encoding="utf-8")
            less = mercatoria.load(asked.game, [*asked.variants, str(file)], asked.options)
        yield RuleSet(f"without {rule}", less), text


def _text(game: Game, names: Sequence[str]) -> str:
    """Return the text of the files that define these variants, without repeats."""
    found = (game.folder.variants[name].span.source.text for name in names if name in game.folder.variants)
    return "\n".join(dict.fromkeys(found))
