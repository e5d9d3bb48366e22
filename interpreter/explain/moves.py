"""Explains why a move is legal or illegal, and which rules forbid an action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain import refusals as explain
from interpreter.explain.answers import FAILS, HIDDEN, HOLDS, IDLE, UNSEEN, Finding
from interpreter.explain.candidate_moves import CandidateMoves, NoCandidate, name_of
from interpreter.explain.costs import paid_price
from interpreter.explain.derivations import Derivations
from interpreter.explain.domains import CLOSED, Domain
from interpreter.explain.reasons import Explanation, Reason
from interpreter.flow import mentions
from interpreter.flow import nodes as f
from interpreter.payments import bills
from interpreter.position import OVER, PC
from interpreter.reference import Env, types_of
from interpreter.table import Move, Plain, one_line
from interpreter.trace import values_around
from interpreter.wording import YOU, DisplayNames, display_names, field_in_notation, instruction, not_offered

if TYPE_CHECKING:
    pass

MOST_WAYS = 3_000
"""Maximum number of candidate moves that the search for forbidding rules tests."""
MOST_EXAMPLES = 12
"""Maximum number of candidate moves from which the search picks an example for each rule."""


def of_move(derivations: Derivations, move: Move) -> Finding:
    """Explain why a move is legal or illegal.

    For an illegal move, the child findings are the reasons and a similar legal move. For a legal move, the child
    findings are the limit and requirements that the move satisfies, and its costs.
    """
    table, v, asker = derivations.table, derivations.v, derivations.asker
    if move.seat != asker:
        told = explain.explain_to_other(table, v, move, asker)
    else:
        legal = move.seat in table.engine.deciders(v) and table.engine.is_legal(v, move.seat, move.row)
        if not legal and derivations.plain:
            behind = cache(partial(_forbidding, derivations, move))
            return Finding("this is not possible now, for the following reason", verdict=FAILS, behind=behind)
        told = None if legal else explain.explain_refusal(table, v, move)
    if told is None:
        said = _may(derivations, move) if derivations.plain else f"allowed: {move}"
        return Finding(said, verdict=HOLDS, behind=cache(partial(_allowed, derivations, move)))
    return Finding(told.head, verdict=FAILS, behind=cache(partial(_refused, told)))


def _may(derivations: Derivations, move: Move) -> str:
    """Say that a player may make a move, as in `you may open the gate`."""
    table = derivations.table
    who = YOU if move.seat == derivations.asker else display_names(table).thing(move.seat_name)
    return f"{who} may {instruction(table, move, derivations.v[PC], values_around(table, derivations.v))}"


def of_supposed_move(derivations: Derivations, move: Move) -> Finding:
    """Explain why a move is legal or illegal in a supposed position.

    The explanation uses only visible facts, because the asker may not see the legal moves of a supposed position.
    """
    told = explain.explain_supposed(derivations.table, derivations.v, move, derivations.asker)
    if told is None:
        return Finding(f"allowed: {move}", verdict=HOLDS, behind=cache(partial(_allowed, derivations, move)))
    return Finding(told.head, verdict=FAILS, behind=cache(partial(_refused, told)))


def _refused(told: Explanation) -> tuple[Finding, ...]:
    found = [reason_text(reason) for reason in told.reasons]
    if told.nearest is not None:
        found.append(Finding(f"allowed instead: {told.nearest}"))
    return tuple(found)


def _forbidding(derivations: Derivations, move: Move) -> tuple[Finding, ...]:
    """Explain to a player in everyday words why their own move is illegal, and which requirements it satisfies."""
    failing = map(reason_text, explain.reasons_of_refusal(derivations.table, derivations.v, move))
    action = derivations.table.flow.model.actions.get(move.action)
    if action is None or _not_now(derivations, action.about.name, move.seat):
        return tuple(failing)
    values = derivations.table.notation.rows.values(tuple(param.var.type for param in action.params), move.row[1:])
    chosen = zip(action.params, values or [], strict=False)
    return (*failing, *_met(derivations, action, {param.var.uid: value for param, value in chosen}, move.seat))


def reason_text(reason: Reason) -> Finding:
    """Return a finding that states a reason and the current values of its operands."""
    values = f": {', '.join(reason.values)}" if reason.values else ""
    text = UNSEEN if reason.hidden else f"{reason.text}{values}"
    verdict = HIDDEN if reason.hidden else FAILS
    return Finding(text, reason.rule, reason.title, reason.cites, reason.place, reason.origin, verdict,
                   words=str(reason))  # fmt: skip


# ---------------------------------------------------------------- conditions of a legal move


def _allowed(derivations: Derivations, move: Move) -> tuple[Finding, ...]:
    table, v = derivations.table, derivations.v
    node = table.flow.nodes[v[PC]]
    offered = "the move is offered now" if derivations.plain else "this decision offers the move"
    found = [Finding.by(node.phase, offered)]
    option = table.walker.legality.option_for(v, move.seat, move.row) if isinstance(node, f.Decision) else None
    if isinstance(option, f.Play):
        env: Env = {option.action.you.uid: move.seat}
        values = table.notation.rows.values(types_of(option), move.row[1:]) or []
        env.update((param.var.uid, value) for param, value in zip(option.action.params, values, strict=True))
        found += _passed(derivations, option.action, env)
    return tuple(found)


def _passed(derivations: Derivations, action: m.Action, env: Env) -> Iterator[Finding]:
    """Yield findings for the limit, the requirements and the costs of a legal action."""
    if action.limit is not None:
        yield derivations.uses(action, env[action.you.uid], env)
    for need in action.needs:
        if isinstance(need.condition, bills.PaymentInProgress):
            yield from _billed(derivations, need.condition, env)
            continue
        shown = derivations.condition(need.condition, env)
        yield Finding.by(need.about, shown.text, shown.verdict, shown.behind)
    for cost in action.costs:
        yield _cost(derivations, action, cost, env)


def _met(derivations: Derivations, action: m.Action, chosen: Env, seat: int) -> Iterator[Finding]:
    """Yield findings for the requirements of a forbidden action that the asker knows to be satisfied.

    Their titles are left out, because they say why a move is refused. So are requirements that depend on a parameter
    without a value in `chosen`.
    """
    env, open_ = {action.you.uid: seat} | dict(chosen), {each.var.uid for each in action.params} - set(chosen)
    for need in action.needs:
        if isinstance(need.condition, bills.PaymentInProgress) or mentions(need.condition) & open_:
            continue
        shown = derivations.of(need.condition, env)
        if shown.verdict == HOLDS:
            yield Finding(shown.text, cites=need.about.cites, verdict=HOLDS)


def _billed(derivations: Derivations, e: bills.PaymentInProgress, env: Env) -> Iterator[Finding]:
    """Yield a finding for each cost that the payer can pay in several ways."""
    can = derivations.look(e, env)
    for line in e.bill.lines:
        if line.said:
            yield Finding.by(line.about, f"costs {one_line(line.said)}" if can.known else UNSEEN,
                             HOLDS if can.known else HIDDEN)  # fmt: skip


def _cost(derivations: Derivations, action: m.Action, cost: m.Cost, env: Env) -> Finding:
    """Return a finding with the amount due and the amount available. If the cost is not due, name the condition that
    fails.
    """
    if cost.when is not None:
        shown = derivations.condition(cost.when, env)
        if shown.verdict == FAILS:
            return Finding.by(cost.about, f"{IDLE}: {shown.text}", IDLE, shown.behind)
        if shown.verdict == HIDDEN:
            return Finding.by(cost.about, UNSEEN, HIDDEN)
    parts = [derivations.of(e, env) for e in (cost.amount, cost.sort, cost.bag, cost.thing) if e is not None]
    place = derivations.perspective.evaluator.place(cost.source, derivations.v, dict(env))
    have = derivations.look(cost.source, env)
    holds = UNSEEN if have.hidden else f"holds {derivations.shown(have.value, cost.source.type)}"
    if derivations.plain and have.known and all(part.verdict != HIDDEN for part in parts):
        payments = derivations.table.walker.legality.payments(action, derivations.v, env)
        payment = next(found for found in payments if found.cost is cost)
        said = paid_price(derivations.table, derivations.v, payment, derivations.asker)
        return Finding.by(cost.about, said, HOLDS)
    text = f"costs {', '.join(part.text for part in parts)}; {field_in_notation(derivations.table, place)} {holds}"
    return Finding.by(cost.about, text, HOLDS, cache(lambda: tuple(each for part in parts for each in part.parts)))


# ---------------------------------------------------------------- actions without parameters


def of_action(derivations: Derivations, name: str, seat: int | None) -> Finding:
    """Return a finding that states whether a seat can take an action now.

    The finding gives the number of legal moves or, if there are none, the rules that forbid the action.
    """
    table, v = derivations.table, derivations.v
    action = table.flow.model.actions[name]
    refusal = _not_now(derivations, name, seat)
    if refusal is not None or seat is None or seat != derivations.asker:
        text = refusal or "to ask about another player, write the move in full"
        return Finding.by(action.about, text, FAILS)
    node = table.flow.nodes[v[PC]]
    assert isinstance(node, f.Decision)
    kind = table.notation.kinds[name]
    rows = [row for row in table.engine.moves(v, seat) if row[0] == kind]
    if rows:
        move = table.notation.move(seat, rows[0])
        like = instruction(table, move, v[PC], values_around(table, v)) if derivations.plain else move.call
        such = f"; for example, {like}" if derivations.plain else f", like {like}"
        text = f"you may, in {len(rows)} ways{such}" if len(rows) > 1 else f"you may: {like}"
        return Finding.by(action.about, text, HOLDS)
    options = [option for option in node.options if isinstance(option, f.Play) and option.kind == kind]
    behind = cache(partial(_forbidders, derivations, options, seat))
    return Finding.by(action.about, "not possible now", FAILS, behind)


def _not_now(derivations: Derivations, name: str, seat: int | None) -> str | None:
    """Explain why the current decision does not offer an action to a seat, or return None if it does."""
    table, v = derivations.table, derivations.v
    node = table.flow.nodes[v[PC]]
    if v[OVER]:
        return "the game is over"
    deciders = table.engine.deciders(v)
    if seat not in deciders:
        return explain.whose_turn(table, deciders)
    kind = table.notation.kinds[name]
    if any(isinstance(option, f.Play) and option.kind == kind for option in getattr(node, "options", ())):
        return None
    return not_offered(table, v, kind)


def _forbidders(derivations: Derivations, options: list[f.Play], seat: int) -> tuple[Finding, ...]:
    """Return findings for the rules that forbid the candidate moves of an action. The rule that forbids the most moves
    comes first.

    An answer in everyday words contains only one rule if that rule forbids every choice of parameters. In that case,
    the player needs no other reason. The answer ends with the requirements that are satisfied for every choice.
    """
    ways = CandidateMoves(derivations, seat, MOST_WAYS)
    for option in options:
        ways.look_at(option)
    found = []
    for rule, rows in sorted(ways.forbidden.items(), key=lambda item: (-len(item[1]), item[0])):
        moves = [derivations.table.notation.move(seat, row) for row in rows]
        move, first = _example(derivations, rule, moves)
        if first is None:
            continue
        reason = reason_text(first)
        if derivations.plain:
            chosen = {name: move.args[name] for name in _turns_on(options[0].action, rule)}
            if not chosen and not first.hidden:
                return (replace(reason, words=""), *_met(derivations, options[0].action, {}, seat))
            like = _for_which(display_names(derivations.table), chosen, len(moves), ways.seen)
        else:
            share = f"{len(moves)} of {ways.seen}{'+' if ways.seen >= MOST_WAYS else ''} ways"
            like = f"forbids {share}, like {move.call}: " if move.args else ""
        found.append(replace(reason, text=f"{like}{reason.text}", words=""))
    if not found and ways.nothing is not None:
        return (_nothing_for(derivations, ways.nothing),)
    if found and derivations.plain:
        found += _met(derivations, options[0].action, {}, seat)
    return tuple(found) or (Finding("there is nothing to choose from"),)


def _example(derivations: Derivations, rule: str, moves: list[Move]) -> tuple[Move, Reason | None]:
    """Return one of the moves that a rule forbids, and the reason.

    For an answer in everyday words, choose the move with the fewest reasons against it.
    """
    step = -(-len(moves) // MOST_EXAMPLES) if derivations.plain else len(moves)
    tried = [(move, explain.reasons_of_refusal(derivations.table, derivations.v, move))
             for move in moves[::step]]  # fmt: skip
    move, reasons = min(tried, key=lambda each: len(each[1]))
    return move, next((reason for reason in reasons if reason.rule == rule), None)


def _turns_on(action: m.Action, rule: str) -> list[str]:
    """Return the parameters on which a requirement, cost or limit of an action depends.

    For other rules, return all parameters.
    """
    cost = next((each for each in action.costs if each.about.name == rule), None)
    need = next((each for each in action.needs if each.about.name == rule), None)
    if need is not None and not isinstance(need.condition, bills.PaymentInProgress):
        part: m.Expr | m.Cost = need.condition
    elif cost is not None:
        part = cost
    elif action.limit is not None and action.limit.about.name == rule:
        part = action.limit.number
    else:
        return [param.var.name for param in action.params]
    read = mentions(part)
    return [param.var.name for param in action.params if param.var.uid in read]


def _for_which(names: DisplayNames, chosen: dict[str, Plain], many: int, of: int) -> str:
    """Say for which choices a rule forbids the action, as in `for every choice, as with Flax`.

    Args:
        chosen: Parameters of the example move that the phrase mentions. If the phrase mentions no parameters, it is
            empty.
        many: Number of candidate moves that the rule forbids.
        of: Number of candidate moves that were tested.
    """
    if not chosen:
        return ""
    said = ", ".join(map(names.value, chosen.values()))
    if of == 1:
        return f"{said}: "
    share = "every choice" if many == of < MOST_WAYS else "most choices" if 2 * many >= of else "some choices"
    return f"for {share}, as with {said}: "


def _nothing_for(derivations: Derivations, nothing: NoCandidate) -> Finding:
    """Explain why a parameter has no possible value."""
    action, param = nothing.action, nothing.param
    domain = Domain(replace(derivations, plain=True), param.domain, nothing.env, param.var, param.where)
    told = CLOSED if nothing.hidden else domain.why_not(nothing.bound[0]) if nothing.bound else domain.why_nothing()
    rule, cites = name_of(action, param), tuple(dict.fromkeys((*action.about.cites, *told.cites)))
    text = UNSEEN if told.hidden else ": ".join((told.text, *told.values[:1]))
    verdict = HIDDEN if told.hidden else FAILS
    return Finding(text, rule, "", cites, str(param.domain.span), action.about.origin, verdict)
