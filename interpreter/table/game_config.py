"""Describes a game folder with chosen variants and options.

A `GameConfig` contains only data. Compiling it for one player count yields a `CompiledGame`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.checking import KindTable, declared_options, option_word
from dsl.folder import GameFolder


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """A scenario as its author wrote it.

    `file` is the path of its file in the folder of the game. A record and a saved table keep the text, so that they do
    not depend on the file.
    """

    name: str
    file: str
    text: str

    @classmethod
    def of_record(cls, data: Mapping[str, str]) -> WrittenScenario:
        """Return the scenario that a record names as its beginning."""
        return cls(data["name"], data["file"], data["text"])

    @property
    def data(self) -> dict[str, str]:
        """The scenario as a part of a record."""
        return {"name": self.name, "file": self.file, "text": self.text}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The position of a scenario, with which a game begins instead of its set-up.

    `position` is the position before the first line that the scenario plays, and `players` the number of its seats.
    """

    scenario: WrittenScenario
    players: int
    position: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameConfig:
    """A game folder with chosen variants and options.

    `given` lists the variants as the user wrote them: names or file paths. `begins` is the position of a scenario in
    which the game begins, or None for the set-up.
    """

    folder: GameFolder
    variants: tuple[str, ...] = ()
    options: dict[str, int] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    begins: Beginning | None = None

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
