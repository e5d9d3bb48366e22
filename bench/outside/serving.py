"""The other side: catanatron 3.3.0 behind a pipe. Runs alone, with the Python that has networkx.

This file does not import our packages. catanatron is a separate program under the GPL, which we neither copy nor ship.
`wire.py` describes the questions and answers.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Iterable, Mapping
from typing import Any

try:
    from catanatron.game import Game
    from catanatron.models.enums import CITY, DEVELOPMENT_CARDS, RESOURCES, ROAD, SETTLEMENT, Action, ActionRecord
    from catanatron.models.enums import ActionType as T
    from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, initialize_tiles
    from catanatron.models.player import Color, RandomPlayer
    from catanatron.players import playouts
    from catanatron.players.mcts import MCTSPlayer
    from catanatron.players.minimax import AlphaBetaPlayer, SameTurnAlphaBetaPlayer
    from catanatron.players.search import VictoryPointPlayer
    from catanatron.players.value import ValueFunctionPlayer
    from catanatron.players.weighted_random import WeightedRandomPlayer
except ImportError as error:
    fault = f"the source is not catanatron 3.3.0, or its Python lacks a package: {error}; see docs/outside.md"
    print(json.dumps({"fault": fault}), flush=True)
    sys.exit(1)

playouts.USE_MULTIPROCESSING = False
BOTS = {
    "R": RandomPlayer, "W": WeightedRandomPlayer, "VP": VictoryPointPlayer, "F": ValueFunctionPlayer,
    "AB": AlphaBetaPlayer, "SAB": SameTurnAlphaBetaPlayer, "M": MCTSPlayer, "G": playouts.GreedyPlayoutsPlayer,
}  # fmt: skip
"""Names of bots, with their class. A colon separates their parameters, as in `AB:2`."""
MENDED = "+"
"""Suffix of a bot that sees the outcome which its search assumes: 3.3.0 redraws dice and cards instead."""

OURS = dict(zip(RESOURCES, ("Lumber", "Brick", "Wool", "Grain", "Ore"), strict=True)) | {
    "KNIGHT": "Knight", "YEAR_OF_PLENTY": "YearOfPlenty", "ROAD_BUILDING": "RoadBuilding", "MONOPOLY": "Monopoly",
    "VICTORY_POINT": "VictoryPoint",
}  # fmt: skip
THEIRS = {name: theirs for theirs, name in OURS.items()}
SIDES = {"N": "NORTH", "NE": "NORTHEAST", "SE": "SOUTHEAST", "S": "SOUTH", "SW": "SOUTHWEST", "NW": "NORTHWEST"}
PLAIN = Game.execute


def with_outcome(self: Any, action: Any, validate_action: bool = True, action_record: Any = None) -> Any:
    """Execute an action with the outcome that a search has written into it."""
    if action_record is None and action.action_type in (T.ROLL, T.BUY_DEVELOPMENT_CARD) and action.value is not None:
        action_record = ActionRecord(action, action.value)
    return PLAIN(self, action, validate_action, action_record)


class UnknownBot(ValueError):
    """No bot has this name, or it does not take these parameters."""


class Names:
    """Our board on their map, with names in both directions."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.hex_at = {tuple(at): name for name, (at, _, _) in board["hexes"].items()}
        self.map = CatanMap.from_tiles(self._tiles(board))
        tiles = {name: self.map.land_tiles[at] for at, name in self.hex_at.items()}
        nodes = {
            corner: next(node for side, node in tiles[name].nodes.items() if side.value == SIDES[where])
            for corner, (name, where) in board["corners"].items()
        }
        self.corner = {node: corner for corner, node in nodes.items()}
        self.path = {frozenset(nodes[c] for c in ends): path for path, ends in board["paths"].items()}
        for name, (at, yields, number) in board["hexes"].items():
            tile = self.map.land_tiles[tuple(at)]
            if (tile.resource and OURS[tile.resource], tile.number or 0) != (yields, number):
                raise ValueError(f"the hex {name} differs")
        harbours = {nodes[c]: None if takes is None else THEIRS[takes] for c, takes in board["harbours"].items()}
        if harbours != {node: takes for takes, nodes in self.map.port_nodes.items() for node in nodes}:
            raise ValueError("the harbours do not lie as on the printed frame")

    def _tiles(self, board: Mapping[str, Any]) -> Any:
        """Return their tiles. Their template takes terrains, numbers and harbours from the end of lists."""
        facts = {tuple(at): (yields, number) for at, yields, number in board["hexes"].values()}
        land = [at for at, what in BASE_MAP_TEMPLATE.topology.items() if at in facts]
        terrains = [facts[at][0] and THEIRS[facts[at][0]] for at in land]
        numbers = [facts[at][1] for at in land if facts[at][1]]
        plain = initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], None, terrains[::-1], "random")
        at_node = {
            next(n for side, n in plain[tuple(board["hexes"][name][0])].nodes.items() if side.value == SIDES[where]):
            board["harbours"][corner]
            for corner, (name, where) in board["corners"].items() if corner in board["harbours"]
        }  # fmt: skip
        ports = [tile for at, tile in plain.items() if isinstance(BASE_MAP_TEMPLATE.topology[at], tuple)]
        takes = [next(at_node[n] for n in port.nodes.values() if n in at_node) for port in ports]
        takes = [each and THEIRS[each] for each in takes]
        return initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], takes[::-1], terrains[::-1], "random")

    def word(self, state: Any, action: Any) -> str:
        """Return the word of one of their actions."""
        kind, value = action.action_type, action.value
        match kind:
            case T.BUILD_SETTLEMENT:
                return f"settlement:{self.corner[value]}"
            case T.BUILD_CITY:
                return f"city:{self.corner[value]}"
            case T.BUILD_ROAD:
                return f"road:{self.path[frozenset(value)]}"
            case T.BUY_DEVELOPMENT_CARD:
                return "buy"
            case T.ROLL:
                return "roll"
            case T.END_TURN:
                return "end"
            case T.PLAY_KNIGHT_CARD:
                return "knight"
            case T.PLAY_ROAD_BUILDING:
                return "roads"
            case T.PLAY_MONOPOLY:
                return f"monopoly:{OURS[value]}"
            case T.PLAY_YEAR_OF_PLENTY:
                return "plenty:" + "+".join(sorted(OURS[each] for each in value))
            case T.MARITIME_TRADE:
                return f"trade:{OURS[value[0]]}>{OURS[value[-1]]}"
            case T.MOVE_ROBBER:
                victim = "-" if value[1] is None else state.color_to_index[value[1]]
                return f"robber:{self.hex_at[value[0]]}>{victim}"
            case T.DISCARD_RESOURCE:
                return "discard"
        raise ValueError(f"unknown action: {action}")


class Served:
    """One game, and the bot of each seat."""

    def __init__(self, names: Names, players: int, bot: str, seed: int) -> None:
        name, *parameters = bot.split(":")
        kind = BOTS.get(name.removesuffix(MENDED))
        if kind is None:
            raise UnknownBot(f"no bot is called `{name}`; the bots are {', '.join(BOTS)}")
        self.names, self.mended = names, name.endswith(MENDED)
        colours = list(Color)[:players]
        self.game = Game([RandomPlayer(c) for c in colours], seed=seed, catan_map=names.map)
        try:
            self.bots = [kind(c, *parameters) for c in self.game.state.colors]
        except (TypeError, ValueError) as error:
            raise UnknownBot(f"the bot `{name}` does not take the parameters of `{bot}`: {error}") from None
        self.game.state.players = self.bots

    def decide(self, allowed: Iterable[str]) -> dict[str, Any]:
        """Return the choice of the bot in turn, among the words that are legal for both engines."""
        game, state = self.game, self.game.state
        bot, wanted = self.bots[state.current_player_index], set(allowed)
        start = time.process_time()
        Game.execute = with_outcome if self.mended else PLAIN
        try:
            if "discard" in wanted:
                word, lost = "discard", self._discarded(bot)
            else:
                game.playable_actions = [a for a in game.playable_actions if self.names.word(state, a) in wanted]
                word, lost = self.names.word(state, bot.decide(game, game.playable_actions)), []
        finally:
            Game.execute = PLAIN
        return {"word": word, "lost": lost, "seconds": time.process_time() - start}

    def _discarded(self, bot: Any) -> list[str]:
        """Return the resources that the bot discards, for which the engine asks card by card."""
        trial, lost = self.game.copy(), []
        while trial.state.current_color() == bot.color:
            if trial.playable_actions[0].action_type != T.DISCARD_RESOURCE:
                break
            action = bot.decide(trial, trial.playable_actions)
            lost.append(OURS[action.value])
            PLAIN(trial, action)
        return lost

    def play(self, word: str, result: Any) -> None:
        """Play a word with its result."""
        game = self.game
        if word == "discard":
            for resource in result:
                action = Action(game.state.current_color(), T.DISCARD_RESOURCE, THEIRS[resource])
                game.execute(action, validate_action=False)
            return
        action = next(a for a in game.playable_actions if self.names.word(game.state, a) == word)
        record = None
        if result is not None:
            record = ActionRecord(action, tuple(result) if word == "roll" else THEIRS[result[0]])
        PLAIN(game, action, False, record)

    def settle_roads(self, lengths: list[int], holder: int | None) -> None:
        """Replace what the engine believes about the longest roads."""
        state, board, of = self.game.state, self.game.state.board, self.game.state.player_state
        for k, colour in enumerate(state.colors):
            board.road_lengths[colour] = of[f"P{k}_LONGEST_ROAD_LENGTH"] = lengths[k]
            gained = 2 * ((k == holder) - bool(of[f"P{k}_HAS_ROAD"]))
            of[f"P{k}_HAS_ROAD"] = k == holder
            of[f"P{k}_VICTORY_POINTS"] += gained
            of[f"P{k}_ACTUAL_VICTORY_POINTS"] += gained
        board.road_color = None if holder is None else state.colors[holder]
        board.road_length = 0 if holder is None else lengths[holder]

    def standing(self) -> dict[str, Any]:
        """Return the whole position."""
        state, names = self.game.state, self.names
        of, built, seats = state.player_state, state.buildings_by_color, range(len(state.colors))
        won = self.game.winning_color()
        return {
            "seat": state.current_player_index,
            "turns": state.num_turns,
            "legal": sorted({names.word(state, a) for a in self.game.playable_actions}),
            "over": won is not None,
            "winner": None if won is None else state.color_to_index[won],
            "hands": [[of[f"P{k}_{r}_IN_HAND"] for r in RESOURCES] for k in seats],
            "bank": list(state.resource_freqdeck),
            "cards": [{OURS[d]: n for d in DEVELOPMENT_CARDS if (n := of[f"P{k}_{d}_IN_HAND"])} for k in seats],
            "points": [of[f"P{k}_ACTUAL_VICTORY_POINTS"] for k in seats],
            "knights": [of[f"P{k}_PLAYED_KNIGHT"] for k in seats],
            "roads": [state.board.road_lengths[c] for c in state.colors],
            "road_holder": next((k for k in seats if of[f"P{k}_HAS_ROAD"]), None),
            "army_holder": next((k for k in seats if of[f"P{k}_HAS_ARMY"]), None),
            "robber": names.hex_at[state.board.robber_coordinate],
            "settlements": [sorted(names.corner[n] for n in built[c][SETTLEMENT]) for c in state.colors],
            "cities": [sorted(names.corner[n] for n in built[c][CITY]) for c in state.colors],
            "paths": [sorted({names.path[frozenset(e)] for e in built[c][ROAD]}) for c in state.colors],
        }


def answer(question: Mapping[str, Any], names: Names | None, served: Served | None) -> Any:
    """Return the answer, and the board and game that stand afterwards."""
    if question["do"] == "board":
        return {}, Names(question["board"]), None
    assert names is not None
    if question["do"] == "start":
        served = Served(names, question["players"], question["bot"], question["seed"])
    assert served is not None
    match question["do"]:
        case "decide":
            return {"choice": served.decide(question["allowed"])}, names, served
        case "play":
            served.play(question["word"], question["result"])
        case "roads":
            served.settle_roads(question["lengths"], question["holder"])
    return {"standing": served.standing()}, names, served


def serve() -> None:
    """Answer each line of the input. Whatever the other program prints goes to stderr, apart from the answers."""
    names, served, answers = None, None, sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        try:
            told, names, served = answer(json.loads(line), names, served)
        except UnknownBot as error:
            told = {"fault": str(error)}
        except Exception as error:  # noqa: BLE001 - every failure of the other program is an answer
            traceback.print_exc()
            told = {"fault": f"catanatron failed: {error!r}"}
        print(json.dumps(told), file=answers, flush=True)


if __name__ == "__main__":
    serve()
