"""Turns verdicts into JSON data."""

from __future__ import annotations

from typing import Any

from mercatoria.simulation import Estimate
from mercatoria.study.hits import Hit
from mercatoria.study.strategies import Strategies
from mercatoria.study.verdict import CHANGED, OPEN, SAME, Effect, Verdict


def verdict_as_data(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON data."""
    return {
        "title": verdict.title,
        "judgement": verdict.judgement.value,
        "has_worked": verdict.has_worked,
        "too_cheap": verdict.too_cheap,
        "only_random": verdict.only_random,
        "untested": list(verdict.untested),
        "affected": [_hit(each) for each in verdict.hits],
        "final_scores": [_as_data(each) for each in verdict.places],
        "scores_at_lowest": round(verdict.at_lowest, 6),
        "changes": [list(pair) for part in verdict.parts for pair in part.changes],
        "numbers": list(verdict.numbers),
        "traced_games": verdict.traced,
        "times": verdict.use.times,
        "gained": verdict.use.gained,
        "lost": verdict.use.lost,
        "extra": verdict.use.extra,
        "chances": verdict.use.chances,
        "uses_per_game": {name: _interval(each) for name, each in verdict.times.items()},
        "strategies": _strategies_as_data(verdict.strategies),
        "strategies_before": _strategies_as_data(verdict.strategies_before),
        **{outcome: [_as_data(each) for each in verdict.of(outcome)] for outcome in (CHANGED, SAME, OPEN)},
        "actions": [_as_data(each) for each in verdict.actions if each.outcome == CHANGED],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    wins = {"before": round(hit.wins_before, 6), "change": _interval(hit.wins)}
    scores = {"before": round(hit.scores_before, 6), "change": _interval(hit.scores)}
    return {"way": hit.way, "players": round(hit.seats, 6), "deals": hit.wins.number, "wins": wins, "scores": scores}


def _strategies_as_data(found: Strategies) -> dict[str, Any]:
    most = {name: _interval(each) for name, each in found.most.items()}
    told = {"dominant": found.dominant, "losing": found.losing, "dead": list(found.dead)}
    return {"wins_of_most_frequent_user": most, "perhaps_dominant": found.perhaps_dominant, **told}


def _as_data(effect: Effect) -> dict[str, Any]:
    values = {"before": round(effect.before.mean, 6), "after": round(effect.after, 6)}
    fraction = {"fraction": None if effect.fraction is None else round(effect.fraction, 6)}
    told = {"measure": effect.measure, **values, **fraction, **_interval(effect.change)}
    needed = {"deals": effect.deals} if effect.outcome == OPEN else {}
    return told | {"noticeable": round(effect.noticed, 6), "sure": effect.is_sure} | needed


def _interval(estimate: Estimate) -> dict[str, float | None]:
    finite = [round(each, 6) if abs(each) < float("inf") else None for each in (estimate.low, estimate.high)]
    return {"mean": round(estimate.mean, 6), "low": finite[0], "high": finite[1]}
