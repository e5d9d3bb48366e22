"""The findings of a study: estimates for each rule set, differences from the base, and rare events.

The measures fall into groups. With probability 1 - `RISK`, all intervals of the groups `VERDICT`, from which a verdict
is made, contain their true values. The same holds for each other group. The intervals of a group share its
risk equally, across all rule sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import pvariance
from typing import Any

from dsl.model import Clauses, Const, Int
from interpreter.flow import Flow
from interpreter.table import spaced
from interpreter.wording import field_noun, unnumbered
from mercatoria.simulation import Estimate
from mercatoria.study.deals import Deal, Design, RuleSet
from mercatoria.study.hits import WAYS, Hit, hits
from mercatoria.study.leader_moves import LeaderMove, leader_moves
from mercatoria.study.measures import (
    COURSE,
    HALFWAY,
    TRACKS,
    Games,
    Measure,
    action_measure,
    measures,
    strategy_measure,
    weighed,
    weighed_measures,
)
from mercatoria.study.observed import ObservedGame
from mercatoria.study.rule_coverage import rules_of
from mercatoria.study.rule_parts import Part
from mercatoria.study.rule_use import RuleUse, added

RISK = 0.05
"""Probability that at least one interval of a verdict, or of another group, misses its true value."""

GAME, DONE, MOST, HIT = "game", "done", "most", "hit"
VERDICT = (GAME, DONE, MOST, HIT)
"""Groups that share the risk of a verdict.

They are the wins and the course of the game, the actions, the strategies, and the affected players with the leader.
"""


@dataclass(frozen=True, slots=True)
class RuleSetFindings:
    """Findings for one rule set.

    Estimates are keyed by the name of the measure.
    """

    name: str
    title: str
    games: int
    estimates: dict[str, Estimate]
    differences: dict[str, Estimate]
    """Differences from the base, or an empty mapping for the base itself."""
    pairing: float | None
    """Number of unpaired deals that measure the difference in wins as precisely as one paired deal.

    The value is None for the base, and if the difference is the same in every deal.
    """
    endings: dict[str, int]
    lengths: tuple[int, ...]
    """Number of decisions in each game, in ascending order."""
    clauses: dict[str, int]
    """Number of traced games in which each clause applied."""
    rules: dict[str, int]
    """Number of traced games in which each rule applied."""
    dead: tuple[str, ...]
    """Rules that never applied in the traced games."""
    looked_into: int
    parts: tuple[Part, ...]
    """Parts of the variants that the base does not have."""
    use: RuleUse
    """The work of these parts, summed over the traced games."""
    at_stake: tuple[str, ...]
    """Moves that these parts concern (`Part.moves_at_stake`), sorted by name."""
    capacity: dict[str, int]
    """Maximum number of times per game that all players together may take an action, if the rules limit it per game."""
    acceptances: dict[str, str]
    """Name of the action that accepts an offer, keyed by the name of the offer."""
    negotiating: frozenset[str]
    """Names of all proposals, counter-offers and refusals."""
    at_lowest: float
    """Share of the final scores that equal the lowest score seen in any game of the study."""
    untested: tuple[str, ...]
    """Moves that never occurred, and without which a number that the variant changes cannot matter in full."""
    fields: dict[str, str]
    """Noun for each field whose visibility the variant changes, keyed by the target of the part."""
    hits: tuple[Hit, ...]
    """Effects on the players whom the variant affects, or an empty tuple for the base."""
    by_leader: tuple[LeaderMove, ...]
    """Effects on how often the leader at half-time makes the moves at stake that the base has."""
    is_same: bool
    """True if each game has the moves and the points of the game of the base."""
    done_in: dict[str, int]
    """Number of games in which each action and trigger occurred at least once."""
    never_done: tuple[str, ...]
    """Actions and triggers that never occurred."""
    failed: tuple[str, ...]
    """Distinct error messages of rules that failed during play."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of a study; the first rule set is the base."""

    deals: int
    rule_sets: tuple[RuleSetFindings, ...]
    measures: tuple[Measure, ...]
    titles: dict[str, str]
    """Title of each action, trigger, phase, rule and ending, keyed by name."""
    kinds: tuple[str, ...] = ()
    """Kind of player in each seat."""
    lowest: float = 0.0
    """Lowest final score of any game."""

    @property
    def base(self) -> RuleSetFindings:
        return self.rule_sets[0]


def findings(design: Design, dealt: Sequence[Deal]) -> Findings:
    """Compute the findings from the deals of a design.

    A deal in which a rule failed is counted as failed and otherwise ignored.
    """
    names = [each.name for each in design.rule_sets]
    whole = [deal for deal in dealt if all(game.finished for games in deal.games.values() for game in games)]
    by_name: dict[str, list[Games]] = {name: [deal.games[name] for deal in whole] for name in names}
    seat_names = design.rule_sets[0].game.table(len(design.seats)).flow.model.seats
    asked = [*measures(seat_names, design.seats), *_found_out(whole)]
    risk_of = risks(asked, len(names))
    lowest = min((score for deal in whole for played in deal.games.values() for game in played
                  for score in game.scores), default=0)  # fmt: skip
    found: list[RuleSetFindings] = []
    known = {kind.name for kind in design.rule_sets[0].game.table(len(design.seats)).flow.move_kinds}
    plain = [measure.values(by_name[names[0]]) for measure in asked]
    for each in design.rule_sets:
        is_base = each.name == names[0]
        dealt_values = plain if is_base else [measure.values(by_name[each.name]) for measure in asked]
        of_measures = [(m, risk_of[_group(m)], a, b) for m, a, b in zip(asked, plain, dealt_values, strict=True)]
        estimates = {m.name: m.estimate(after, risk) for m, risk, _, after in of_measures}
        differences = {} if is_base else {
            m.name: m.difference(before, after, risk) for m, risk, before, after in of_measures
        }  # fmt: skip
        games = [game for played in by_name[each.name] for game in played]
        flow = each.game.table(len(design.seats)).flow
        found.append(_of_rule_set(
            each, games, flow, estimates, differences, _pairing(asked, by_name[names[0]], by_name[each.name]),
            _failed(dealt, each.name), design, lowest,
        ))  # fmt: skip
    risk = RISK / len(VERDICT) / ((2 * len(WAYS) + 2) * max(1, len(names) - 1))
    for at, variant in enumerate(found[1:], 1):
        own = [name for name in variant.at_stake if name not in known]
        usual = [name for name in variant.at_stake if name in known]
        usual += [accepted for name in usual if (accepted := variant.acceptances.get(name))]
        pairs = by_name[names[0]], by_name[variant.name]
        found[at] = replace(
            variant, hits=tuple(hits(own, *pairs, risk)),
            by_leader=tuple(leader_moves(usual, *pairs, risk)) if len(design.seats) > 1 else (),
            is_same=all(_are_same(*games) for games in zip(*pairs, strict=True)),
        )  # fmt: skip
    flows = [each.game.table(len(design.seats)).flow for each in design.rule_sets]
    return Findings(len(dealt), tuple(found), tuple(asked), titles_of(flows), design.seats, lowest)


def _are_same(plain: Games, changed: Games) -> bool:
    """Return True if the games of a deal have the same moves and points under both rule sets."""
    return all((a.moves, a.points, a.decisions) == (b.moves, b.points, b.decisions)
               for a, b in zip(plain, changed, strict=True))  # fmt: skip


def _found_out(dealt: Sequence[Deal]) -> list[Measure]:
    """Return the measures for each action that occurred and for each phase with evaluated decisions."""
    played = [games for deal in dealt for games in deal.games.values()]
    done = {action for games in played for game in games for action in game.done}
    phases = {each.phase for games in played for each in weighed(games)}
    moves = {name for games in played for game in games for name in game.moves if len(game.seats) > 1}
    return [
        *weighed_measures(sorted(phases)), *map(action_measure, sorted(done)), *map(strategy_measure, sorted(moves)),
    ]  # fmt: skip


def _of_rule_set(
    of: RuleSet, games: Sequence[ObservedGame], flow: Flow, estimates: dict[str, Estimate],
    differences: dict[str, Estimate], pairing: float | None, failed: tuple[str, ...], design: Design,
    lowest: float,
) -> RuleSetFindings:  # fmt: skip
    traced = [game.fired for game in games if game.fired is not None]
    rules = _counts([each.rules for each in traced])
    done_in = _counts([list(game.done) for game in games])
    known = {kind.name for kind in flow.move_kinds if kind.action is not None}
    known |= {fired.about.name for fired in flow.logged_triggers if fired.about.name}
    parts = design.parts(of)
    scores = [score for game in games for score in game.scores]
    actions = flow.model.actions
    acceptances = {each.accepts_offer: name for name, each in actions.items() if each.accepts_offer}
    negotiating = frozenset(name for name, each in actions.items() if each.is_proposal or each.declines_offer)
    return RuleSetFindings(
        of.name, of.title(design.rule_sets[0].game), len(games), estimates, differences, pairing,
        _counts([[game.ending] for game in games]),
        tuple(sorted(game.decisions for game in games)), _counts([each.clauses for each in traced]), rules,
        tuple(sorted(rules_of(flow) - rules.keys())) if traced else (), len(traced),
        parts, added([each.use for each in traced]),
        tuple(sorted({name for part in parts for name in part.moves_at_stake(flow)})),
        dict(_capacities(flow)), acceptances, negotiating,
        scores.count(lowest) / len(scores) if scores else 0.0,
        tuple(sorted({name for part in parts for name in part.moves_needed(flow)} - done_in.keys())),
        dict(_shown(parts, flow)), (), (), False, done_in,
        tuple(sorted(known - done_in.keys())), failed,
    )  # fmt: skip


def _shown(parts: Sequence[Part], flow: Flow) -> Iterator[tuple[str, str]]:
    """Yield the parts that change the visibility of fields, by target, with the nouns for these fields."""
    of_name = {run.field.name: run.field for run in flow.layout.runs.values()}
    for part in parts:
        named = [of_name[name] for name in part.target.split(", ") if name in of_name]
        if part.changes_visibility and named:
            is_money = [isinstance(each.type, Int) and each.type.money for each in named]
            nouns = ["money" if money else field_noun(each) for money, each in zip(is_money, named, strict=True)]
            yield part.target, " and ".join(nouns)


def _capacities(flow: Flow) -> Iterator[tuple[str, int]]:
    """Yield the actions that the rules limit per game, with the limit of all players together."""
    for name, action in flow.model.actions.items():
        limit = action.limit
        if limit is not None and limit.scope == "game" and not limit.group and isinstance(limit.number, Const):
            yield name, int(limit.number.value) * flow.model.players


def _pairing(asked: Sequence[Measure], base: Sequence[Games], other: Sequence[Games]) -> float | None:
    """Return the variance of the difference in wins without pairing, divided by the variance with pairing."""
    wins = [measure.of for measure in asked if measure.name.startswith("win.")]
    pairs = [([of(games) for games in base], [of(games) for games in other]) for of in wins]
    apart = sum(pvariance(before) + pvariance(after) for before, after in pairs if before)
    paired = sum(
        pvariance([b - a for a, b in zip(before, after, strict=True)]) for before, after in pairs if before
    )  # fmt: skip
    return apart / paired if paired else None


def _group(measure: Measure) -> str:
    group = measure.name.partition(".")[0]
    if measure in COURSE or measure.name == HALFWAY or group in ("win", "win_by"):
        return GAME
    return "track" if group in TRACKS else group


def risks(asked: Sequence[Measure], rule_sets: int) -> dict[str, float]:
    """Return the risk of a single interval in each group.

    Each measure has one interval per rule set, and one per difference from the base.
    """
    groups = [_group(measure) for measure in asked]
    shared = {group: RISK / len(VERDICT) if group in VERDICT else RISK for group in groups}
    return {group: shared[group] / (groups.count(group) * (2 * rule_sets - 1)) for group in groups}


def titles_of(flows: Iterable[Flow]) -> dict[str, str]:
    """Return the titles of everything that happens in a game, without printed numbers.

    A name without a title appears as plain text. A counter-offer names its offer. If other actions share a title, the
    name follows the title. The first game that has a name decides on its title.
    """
    found: dict[str, str] = {}
    done: dict[str, str] = {}
    countered: dict[str, str] = {}
    for flow in reversed([*flows]):
        found |= _titles(_idle_abouts(flow))
        countered |= {name: offer for name, each in flow.model.actions.items() if (offer := each.counters_offer)}
        done |= _titles((*(action.about for action in flow.model.actions.values()), *_triggers(flow)))
    shared = Counter(done.values())
    for name, title in done.items():
        if name in countered:
            found[name] = f"{title} to: {done[countered[name]]}"
        else:
            found[name] = title if shared[title] == 1 else f"{title} ({spaced(name)})"
    return found


def _titles(abouts: Iterable[Clauses]) -> dict[str, str]:
    return {about.name: unnumbered(about.title) or spaced(about.name) for about in abouts if about.name}


def _triggers(flow: Flow) -> Iterator[Clauses]:
    return (each.about for each in flow.logged_triggers)


def _idle_abouts(flow: Flow) -> Iterator[Clauses]:
    """Yield everything that has a title and whose uses a study does not count."""
    model = flow.model
    yield from (routine.about for routine in model.routines.values())
    yield from (ending.about for ending in model.endings)
    for action in model.actions.values():
        yield from (*(need.about for need in action.needs), *(cost.about for cost in action.costs))


def _counts(lists: Sequence[Sequence[str]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in lists:
        for name in each:
            found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _failed(dealt: Sequence[Deal], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(game.fault for deal in dealt for game in deal.games[name] if game.fault))


# ---------------------------------------------------------------- as data


def as_data(found: Findings, about: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON data that `study --json` prints.

    `about` contains further data about the study, to be merged into the result.
    """
    return {
        **about,
        "deals": found.deals,
        "games": sum(each.games for each in found.rule_sets),
        "base": _rule_set_as_data(found.base),
        "variants": {each.name: _rule_set_as_data(each) for each in found.rule_sets[1:]},
    }


def _rule_set_as_data(each: RuleSetFindings) -> dict[str, Any]:
    told = {name: _as_data(estimate) for name, estimate in each.estimates.items()}
    data: dict[str, Any] = {
        "games": each.games,
        "wins_by_seat": {name.removeprefix("win."): value for name, value in told.items() if name.startswith("win.")},
        "scores": {name.removeprefix("score."): value for name, value in told.items() if name.startswith("score.")},
        "length": told["length"],
        "measures": told,
        "endings": each.endings,
        "clauses": each.clauses,
        "rules": each.rules,
        "dead": list(each.dead),
        "looked_into": each.looked_into,
        "pairing": None if each.pairing is None else round(each.pairing, 3),
        "done_in": each.done_in,
        "never_done": list(each.never_done),
        "failed": list(each.failed),
    }
    if each.differences:
        data["paired"] = {name: _as_data(estimate) for name, estimate in each.differences.items()}
    return data


def _as_data(estimate: Estimate) -> dict[str, float | int | None]:
    def finite(bound: float) -> float | None:
        return round(bound, 6) if abs(bound) < float("inf") else None

    return {"mean": finite(estimate.mean), "low": finite(estimate.low), "high": finite(estimate.high)}
