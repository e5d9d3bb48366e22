"""Further properties of a rulebook: it reparses as printed, states answer, scenarios pass on every engine."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from random import Random

from dsl import ast
from dsl.diagnostics import Sink
from dsl.folder import read_folder
from dsl.printing import formatted
from dsl.source import Source
from dsl.syntax import parse
from interpreter.position import OverBudget, PlayFault
from interpreter.table import NotAMove, TableError
from interpreter.testing import run_scenario, scenario_text
from mercatoria import Game, State
from mercatoria.simulation.engines import ENGINES, EngineMaker
from tests.fuzz.engines.case import RULES, Case
from tests.fuzz.engines.case_clock import CaseClock, TooMuch
from tests.fuzz.engines.lock_step import Difference, crash

RECORDED = "recorded_by_the_fuzzer"
MOVES = 12
"""Moves of a play that is asked about."""


def check_printing(case: Case) -> None:
    """Print the rules and read them again. Raises `Difference` unless the same rules come out.

    A file in a folder that the game does not read, such as an answer to an exercise, may have errors.
    """
    for name, text in case.files.items():
        if not name.endswith(".rules"):
            continue
        try:
            again = formatted(Source(name, text), Sink())
            assert again is not None
            before, after = Sink(), Sink()
            trees = parse(Source(name, text), before), parse(Source(name, again), after)
        except Exception as fault:
            raise crash("fmt", fault) from fault
        if (after.errors and not before.errors) or ast.bare(trees[0]) != ast.bare(trees[1]):
            raise Difference("fmt", f"{name} is read otherwise after `fmt`:\n{again}")
        twice = formatted(Source(name, again), Sink())
        if twice != again:
            raise Difference("fmt twice", f"{name} is printed otherwise the second time:\n{twice}")


def check_state(case: Case, game: Game, random: Random, clock: CaseClock) -> None:
    """Play some moves on a `State`, ask it everything, and keep it as a scenario that all engines must pass.

    Raises `Difference`, or `TooMuch` where a rule takes too long."""
    try:
        state = game.start(_players(case, game), seed=case.seed)
    except OverBudget as fault:
        raise TooMuch(fault.message) from fault
    except PlayFault:
        return
    before = state.clone()
    try:
        for _ in range(random.randrange(MOVES)):
            if state.is_over or not state.deciders:
                break
            _ask(state, random, clock)
            clock.question()
            before = state.clone()
            state.apply(state.sample(random, random.choice(state.deciders)))
        if game.state_from_json(state.to_json()) != state:
            raise Difference("record", "a state differs from what its record leads to")
    except OverBudget as fault:
        raise TooMuch(fault.message) from fault
    except (PlayFault, TableError):
        state = before
    except (Difference, TooMuch):
        raise
    except Exception as fault:
        raise crash("state", fault) from fault
    check_scenario(case, state, before, random, clock)


def _ask(state: State, random: Random, clock: CaseClock) -> None:
    seats = [None, *range(state.players)]
    model = state.table.flow.model
    questions = [*model.values, *model.actions, *(each.about.name for each in model.endings), "last", "round", "end"]
    questions += [f"score({seat})" for seat in model.seats] + [f"{model.seats[0]} score"]
    for question in random.sample(questions, min(3, len(questions))):
        for asker in random.sample(seats, 2):
            clock.question()
            with contextlib.suppress(NotAMove, TableError, ValueError):
                state.why(question, asker)
    for seat in random.sample(seats, 2):
        state.view(seat)
        state.log(seat)
    seat = random.choice(state.deciders)
    for move in random.sample(moves := state.moves(seat), min(2, len(moves))):
        clock.question()
        text = str(move)
        state.is_legal(text)
        try:
            state.why_not(text)
            state.what_if(text, seat)
        except (NotAMove, TableError, ValueError):
            pass


def check_scenario(case: Case, state: State, before: State, random: Random, clock: CaseClock) -> None:
    """Run the play as a scenario on all engines. Raises `Difference` if one of them does not pass it as the others."""
    try:
        text = scenario_text(state, RECORDED, "What was played", before)
    except PlayFault:
        return
    except Exception as fault:
        raise crash("scenario_text", fault) from fault
    seats = state.table.flow.model.seats
    more = []
    for seat in random.sample(seats, 1):
        more += [f"    {random.choice(('hidden', 'shown'))} {random.choice(('deck', f'{seats[0]}.hand'))} "]
        more[-1] += f"{'from' if 'hidden' in more[-1] else 'to'} {seat}"
        more += [f"    refused {seat}: rest because {random.choice(('not_offered', 'not_your_turn', 'a', 'act0.a'))}"]
        more += [f"    allowed {seat}: rest"]
    lines = [text.rstrip("\n"), *random.sample(more, random.randint(0, 2))]
    if random.random() < 0.3:
        at = lines[0].index("    seed ")
        given = "    given\n        set round.number to 2\n"
        lines[0] = f"{lines[0][:at]}{lines[0][at:].partition(chr(10))[0]}\n{given}{lines[0][at:].partition(chr(10))[2]}"
    with_scenario = replace(case, files=case.files | {"scenarios/recorded.rules": "\n".join(lines) + "\n"})
    results = {}
    for name in ENGINES:
        clock.question()
        with with_scenario.folder() as path:
            folder = read_folder(path, "case")
            if folder.reading.errors:
                return
            try:
                recorded = next(each for each in folder.scenarios if each.name.text == RECORDED)
                result = run_scenario(folder, recorded, EngineMaker(name) if name != ENGINES[0] else None)
            except OverBudget as fault:
                raise TooMuch(fault.message) from fault
            except PlayFault:
                return
            except Exception as fault:
                raise crash(f"scenario {name}", fault) from fault
            results[name] = [(each.code, each.title, each.span.start) for each in result.faults]
    wrong = [name for name, result in results.items() if result != results[ENGINES[0]]]
    if wrong:
        raise Difference(f"scenario {' '.join(wrong)}", f"{results}\n" + "\n".join(lines))
    plain = len(lines) == 1 and "given" not in lines[0]
    if plain and results[ENGINES[0]] and case.files[RULES]:
        raise Difference("recorded scenario", f"{results[ENGINES[0]]}\n" + "\n".join(lines))


def _players(case: Case, game: Game) -> int:
    return min(max(case.players, game.players.start), game.players.stop - 1)
