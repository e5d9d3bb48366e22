"""The table of all tools, and the function that answers a request to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import mercatoria
from dsl.diagnostics import RulebookError, did_you_mean
from interpreter.position import LayoutError, PlayFault
from mercatoria.assistance import exercises, experiments, files, positions, rules
from mercatoria.assistance.answers import Answer, listed, sentences, told_failure
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused, as_json, read, schema_of
from mercatoria.console import errors
from mercatoria.editor import Json
from mercatoria.teaching import ExerciseError

Asked = TypeVar("Asked")
Method = Callable[[Premises, Mapping[str, Json]], Answer]

LONGEST_ANSWER = 60_000
"""Maximum number of characters of the sentences of an answer."""
CUT = "\n… The answer is cut off here, because it is too long."


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of an assistant, with the JSON schemas of its input and output."""

    name: str
    title: str
    description: str
    asks: Mapping[str, Json]
    gives: Mapping[str, Json]
    run: Method
    writes: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a request: sentences, and the same as data. A refusal has no data."""

    text: str
    data: Mapping[str, Json] | None = None


def _tool(
    name: str, title: str, does: Callable[[Premises, Asked], Answer], asks: type[Asked], gives: type[Answer],
    description: str, writes: bool = False,
) -> Tool:  # fmt: skip
    def run(premises: Premises, given: Mapping[str, Json]) -> Answer:
        return does(premises, read(asks, given))

    return Tool(name, title, description, schema_of(asks), schema_of(gives), run, writes)


TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in (
    _tool("games", "List games", files.games, files.GamesRequest, files.Games,
          "Lists the games in the named folder and the shipped games, with their files. Shipped games are good "
          "examples of the language."),
    _tool("read", "Read a file", files.read_file, files.ReadRequest, files.FileText,
          "Reads a file of a game: rules, scenarios, variants, clauses, board or documentation."),
    _tool("write", "Write a file", files.write_file, files.WriteRequest, files.Written,
          "Writes the whole text of one file of a game in the named folder, and then checks the game. It writes "
          "nothing else, and deletes nothing.", writes=True),
    _tool("check", "Check a game", rules.check, rules.CheckRequest, rules.Checked,
          "Finds errors and warnings in the rules and data of a game, for every number of players and every variant. "
          "A fault has a file, a line, a code, a hint, and often an edit that mends it."),
    _tool("explain", "Explain a fault or a word", rules.explain, rules.ExplainRequest, rules.Explained,
          "Explains a code that `check` reports, with an example and what to do; or a built-in word of the language."),
    _tool("run_scenarios", "Run scenarios", rules.run_scenarios, rules.ScenariosRequest, rules.Ran,
          "Runs the scenarios of a game, and says which fail and at which line."),
    _tool("coverage", "Measure coverage", rules.measure_coverage, rules.CoverageRequest, rules.Covered,
          "Says which printed clauses no rule cites or no scenario exercises, and which rules and "
          "branches are untested."),
    _tool("show_position", "Show a position", positions.show_position, positions.PositionRequest, positions.Position,
          "Shows a position as one seat sees it: the table, the log, and the legal moves of this seat."),
    _tool("why_not", "Ask why a move is not allowed", positions.why_not, positions.WhyNotRequest, positions.WhyNot,
          "Says whether a move is allowed in a position and, if not, which rule and which printed clause forbid it, as "
          "far as the seat that asks may know."),
    _tool("simulate", "Let bots play", experiments.simulate, experiments.SimulateRequest, experiments.Simulated,
          "Lets bots play many games, and counts wins, points, lengths, endings and rules that fail."),
    _tool("study", "Study a rule", experiments.study, experiments.StudyRequest, experiments.Studied,
          "Plays the same deals with and without a variant or a rule, and says what differs, with confidence "
          "intervals."),
    _tool("grade", "Grade an answer", exercises.grade, exercises.GradeRequest, exercises.Graded,
          "Grades an answer to an exercise by what its rules do, with hints in up to three levels."),
)}  # fmt: skip
"""All tools, by name."""

KNOWN = (mercatoria.TableError, mercatoria.NotAMove, mercatoria.NoAnswer, mercatoria.IllegalMove,
         mercatoria.RecordError, ExerciseError, Refused)  # fmt: skip


def tools(premises: Premises) -> list[Tool]:
    """Return the tools of a server. One that only reads has no tools that write."""
    able = premises.writes and premises.folder is not None
    return [tool for tool in TOOLS.values() if able or not tool.writes]


def answer(premises: Premises, name: str, given: Mapping[str, Json]) -> Reply:
    """Return the reply to a request. A request that cannot be answered gets a refusal that says why, and what to do."""
    tool = TOOLS.get(name)
    try:
        if tool is None:
            raise Refused(f"there is no tool `{name[:60]}`; {did_you_mean(name[:60], TOOLS) or ', '.join(TOOLS)}")
        found = tool.run(premises, given)
        data = _relative(as_json(found), premises)
        assert isinstance(data, dict)
        return Reply(_within(found.in_words(), premises), data)
    except RulebookError as fault:
        text = "\n".join(sentences(["The rules have errors.", *listed(fault.diagnostics)[0]]))
    except (PlayFault, LayoutError) as fault:
        text = told_failure(fault)
    except KNOWN as fault:
        text = _refusal(str(fault))
    except errors.ClickException as fault:
        text = _refusal(str(getattr(fault, "message", fault)))
    except (MemoryError, RecursionError):
        text = _refusal("this needs more memory than one request may use; make the rules or the request smaller")
    except OSError as fault:
        text = _refusal(f"the computer refused to read or write a file: {fault.strerror or 'unknown reason'}")
    return Reply(_within(text, premises))


def _refusal(text: str) -> str:
    """Return a refusal as a sentence without invisible characters."""
    told = text.strip()
    (said,) = sentences([f"Refused: {told}" + ("" if told.endswith((".", "?")) else ".")])
    return said


def _within(text: str, premises: Premises) -> str:
    """Return a text with names relative to the named folder, and of limited length."""
    home = f"{premises.folder}/"
    named = text.replace(home, "") if premises.folder is not None else text
    return named if len(named) <= LONGEST_ANSWER else named[:LONGEST_ANSWER] + CUT


def _relative(data: Json, premises: Premises) -> Json:
    """Return JSON in which all names of files are relative to the named folder."""
    if isinstance(data, str):
        return _within(data, premises)
    if isinstance(data, list):
        return [_relative(each, premises) for each in data]
    if isinstance(data, dict):
        return {name: _relative(each, premises) for name, each in data.items()}
    return data
