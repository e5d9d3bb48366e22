"""Finds out whether a table can change to the rules of its game as they are now.

It can if its log replays under these rules without a difference: each decision is legal, chance has the same outcomes,
and no rule fails. Amounts may differ, because house rules are there to change them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.log import MOVE, entries
from mercatoria import Game, IllegalMove, NotAMove, PlayFault, State, TableError
from mercatoria.web.store import Entry, RuleFiles
from mercatoria.web.tables.breaks import Break, broken_at
from mercatoria.web.tables.catalogue import Catalogue, Choice
from mercatoria.web.tables.game_session import GameSession, replayed, standing
from mercatoria.web.tables.table import Table


@dataclass(frozen=True, slots=True)
class Migration:
    """The outcome of a replay of a table's log under other rules. Either `broken` or `course` is None.

    `changed` lists the changed files. `looks_alike` is True if spectators would see no difference on the table.
    """

    files: RuleFiles
    game: Game
    broken: Break | None = None
    course: GameSession | None = None
    looks_alike: bool = True
    changed: tuple[str, ...] = ()


def migration(table: Table, log: Sequence[Entry], files: RuleFiles, catalogue: Catalogue) -> Migration:
    """Replay the log of a table under the rules in these files. The table does not change.

    Raises:
        TableError: Raised if the options of the table conflict under these rules, if it plays on from another table,
            or if its game is over.
        RulebookError: Raised if the rules have errors.
    """
    head, now = table.head, table.course.state
    if now.is_over:  # every seat's view is open by now, and the game might continue under other rules
        raise TableError("a finished table keeps its rules")
    if head.origin is not None:  # its record was made under the rules with which it began
        raise TableError("a table that plays on from another one keeps its rules")
    try:
        game = catalogue.game(Choice.of_table(head), files)
    except PlayFault as fault:  # a rule fails in the scenario at which the table began
        return Migration(files, table.game, Break(0, fault))
    try:
        state = game.start(head.players, head.seed)
    except PlayFault as fault:
        return Migration(files, game, Break(0, fault))
    played, refusal, move = 0, None, None
    for entry in standing(log):
        try:
            move = None
            move = state.table.notation.parse(entry.move, entry.seat)
            state.apply(move)
        except (NotAMove, IllegalMove, PlayFault) as fault:
            refusal = fault
            break
        played += 1
    if (number := _other_outcome(now, state, refusal is None)) is not None:
        return Migration(files, game, Break(number))
    if refusal is not None:
        made = [entry for entry in entries(now.last) if entry.form == MOVE][played]
        return Migration(files, game, broken_at(made, refusal, now, state, move, None))
    course = replayed(game.start(head.players, head.seed), log)
    return Migration(files, game, None, course, now.view(None) == state.view(None))


def _other_outcome(now: State, other: State, is_whole: bool) -> int | None:
    """Return the number of the first log entry with another outcome, or None if all outcomes are the same.

    If `is_whole` is False, the other game ended early, and only its own entries are compared.
    """
    numbers = [entry.length for entry in entries(now.last) if not entry.alone]
    ours, theirs = _told(now), _told(other)
    for number, one, two in zip(numbers, ours, theirs, strict=False):
        if one != two:
            return number
    if is_whole and len(ours) != len(theirs):
        return numbers[len(theirs)] if len(theirs) < len(numbers) else len(entries(now.last))
    return None


def _told(state: State) -> list[str]:
    """Return the moves and outcomes of a game, without the names of the rules that asked for them."""
    return [str(entry.get("move", entry.get("chance"))) for entry in state.record["log"]]
