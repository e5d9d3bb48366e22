"""Follows the game that a reader plays in a page, and answers questions about it as one seat may ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsl.folder import GameFolder, languages_of
from interpreter.testing import scenario_text
from interpreter.wording import GAP
from mercatoria import Game, GameConfig, IllegalMove, NotAMove, PlayFault, State, TableError, load
from mercatoria.drawing import Sight
from mercatoria.editor import Json, Refused
from mercatoria.page_table.game_data import GameData, NoModule, game_data
from mercatoria.page_table.shown_table import shown_table

Params = Mapping[str, Json]


@dataclass(slots=True)
class Followed:
    """A game that is played in the page, move by move."""

    state: State
    seat: int
    sight: Sight = field(default_factory=Sight)
    played: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)


@dataclass(slots=True)
class Play:
    """The game of one folder, with the printed rules or with those of the reader."""

    home: Path
    _game: Game | None = None
    _followed: Followed | None = None

    def answer(self, method: str, params: Params) -> Json:
        """Answer a request. Raises `Refused`."""
        own = {"page/table": self.table, "page/why_not": self.why_not, "page/row": self.row, "page/keep": self.keep}
        if method not in own:
            raise Refused(f"the page has no request `{method}`")
        try:
            return own[method](params)
        except (TableError, NotAMove, IllegalMove, PlayFault) as fault:
            raise Refused(str(fault)) from fault

    def compile(self, folder: GameFolder, params: Params) -> GameData:
        """Compile the texts of a folder as they stand. Raises `Refused`, and `RulebookError` for faults in them."""
        given = tuple(map(str, _listed(params.get("variants"))))
        if folder.unread is not None or folder.rulebook is None:
            raise Refused("a rule cannot be read; mend it first")
        names = dict.fromkeys(name for each in given for name in reversed(folder.with_required(each)))
        game = Game(GameConfig(folder, tuple(names), {}, given))
        try:
            made = game_data(game, _number(params["players"]))
        except (TableError, PlayFault, NoModule) as fault:
            raise Refused(str(fault)) from fault
        self._game, self._followed = game, None
        return made

    def table(self, params: Params) -> Json:
        """Follow a game under the rules that were compiled last or, without them, under the printed rules.

        The parameters contain the seed, the number of players, the seat, and all moves as rows. The result is what the
        seat sees.
        """
        seed, seat = _number(params["seed"]), _number(params["seat"])
        played = [(_number(each[0]), tuple(map(_number, _listed(each[1])))) for each in _listed(params["played"])]
        followed = self._followed
        if (
            followed is None or (followed.state.seed, followed.seat) != (seed, seat)
            or followed.played != played[: len(followed.played)]
        ):  # fmt: skip
            state = self._begun(_number(params["players"]), seed, str(params.get("language", "")))
            followed = self._followed = Followed(state, seat)
        for by, row in played[len(followed.played) :]:
            followed.state.apply(followed.state.table.notation.move(by, row))
            followed.played.append((by, row))
        return shown_table(followed.state, seat, followed.sight, _number(params.get("lines", 0)))

    def _begun(self, players: int, seed: int, language: str) -> State:
        if self._game is None:
            self._game = load(str(self.home))
        state = self._game.start(players, seed)
        known = languages_of(self._game.folder)
        return state.in_language(language) if language in known and state.table.locale.is_english else state

    def row(self, params: Params) -> Json:
        """Return the row of a move with all its parameters, or refuse the move and say why."""
        followed = self._now()
        listed = next((each for each in followed.state.moves(followed.seat) if each.call == params["call"]), None)
        args = params["args"]
        if listed is None or not isinstance(args, dict):
            raise Refused(f"there is no move `{params['call']}` now")
        filled = {"seat": followed.seat, "action": listed.action, "args": {**listed.args, **args}}
        move = followed.state.table.notation.from_data(filled)
        if (told := followed.state.why_not(move, followed.seat)) is not None:
            raise Refused(str(told))
        return {"row": list(move.row)}

    def why_not(self, params: Params) -> Json:
        """Say why a seat may not make a move now."""
        followed = self._now()
        move = followed.state.table.notation.parse(str(params["move"]), followed.seat)
        found = followed.state.why_not(move, followed.seat)
        return {"text": str(found) if found is not None else "", "allowed": found is None}

    def keep(self, params: Params) -> Json:
        """Return a finished game as a scenario, which contains what players held in secret."""
        state = self._now().state
        if not state.is_over:
            raise Refused("only a finished game can be kept, because a scenario contains what players hold in secret")
        assert self._game is not None
        before = self._game.start(state.players, state.seed)
        return {"text": scenario_text(state, "kept", str(params.get("title") or GAP), before)}

    def _now(self) -> Followed:
        if self._followed is None:
            raise Refused("no game has begun")
        return self._followed


def _listed(value: Json) -> Sequence[Sequence[Json]]:
    return value if isinstance(value, list) else ()


def _number(value: Json) -> int:
    return int(str(value))
