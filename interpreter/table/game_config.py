"""Describes a game folder with chosen variants and options.

A `GameConfig` contains only data. Compiling it for one player count yields a `CompiledGame`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.checking import KindTable, declared_options, option_word
from dsl.folder import GameFolder


@dataclass(frozen=True, slots=True)
class GameConfig:
    """A game folder with chosen variants and options.

    `given` lists the variants as the user wrote them: names or file paths.
    """

    folder: GameFolder
    variants: tuple[str, ...] = ()
    options: dict[str, int] = field(default_factory=dict)
    given: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """The game's name with its variants and options, such as `pig with doubles, goal=50`."""
        made = [*self.variants, *(f"{name}={value}" for name, value in self.options.items())]
        return f"{self.slug} with {', '.join(made)}" if made else self.slug

    def __repr__(self) -> str:
        return f"<GameConfig {self.chosen}>"

    @property
    def slug(self) -> str:
        rulebook = self.folder.rulebook
        return rulebook.name.text if rulebook is not None else self.folder.path.name

    @property
    def title(self) -> str:
        rulebook = self.folder.rulebook
        return rulebook.title if rulebook is not None else self.slug

    @property
    def players(self) -> range:
        """Player counts that the rulebook allows."""
        rulebook = self.folder.rulebook
        return range(rulebook.least, rulebook.most + 1) if rulebook is not None else range(0)

    @property
    def option_words(self) -> dict[str, str | int]:
        """Chosen values by option name, as text or integers."""
        asked = self.folder.may_ask(self.variants)
        known, table = declared_options(asked), self.folder.kinds(asked) if self.options else KindTable()
        return {name: option_word(known[name], value, table) for name, value in self.options.items()}
