"""Describes an offer for the player who answers it, listing the things that this player would give and get.

The rulebook describes an offer as seen by the player who makes it. The other player's view follows from the costs of
accepting the offer, which say who pays what to whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dsl.desugaring import PROPOSER
from dsl.model import Action, Cost, Ref, Type, Var
from interpreter.flow import Decision, Flow, Play, walk
from interpreter.position import PC, FieldEntry, PlayFault, Vector, owner_seat
from interpreter.reference import Env, Payment, types_of
from interpreter.table import (
    LEFT_OPEN,
    CompiledGame,
    Move,
    counted,
    plain_words,
    sentence,
    spaced,
)
from interpreter.trace import perspective_at
from interpreter.wording.display_names import display_names
from interpreter.wording.values import pieces_in_words

NOTHING: tuple[object, ...] = (0, {}, [])
"""Values that mean that a player gives or takes nothing in an offer."""


def offer_summary(table: CompiledGame, v: Vector, move: Move) -> str:
    """Describe the effect of accepting an offer, as in `Ann’s offer: you give 2 Flax, you get nothing`.

    Return an empty string if the move does not accept an offer, if the offer transfers nothing, or if the seat may not
    know the effect.
    """
    action = _answering(table.flow, move)
    if action is None or move.open:
        return ""
    seat, env = move.seat, _env(table, action, move)
    if not all(_may_know(table, v, seat, cost, env) for cost in action.costs):
        return ""
    try:
        payments = list(table.walker.legality.payments(action, v, env))
    except PlayFault:
        return ""
    gives, gets, others = list[str](), list[str](), dict[int, None]()
    for payment in payments:
        one, other = _owner(payment.source), _owner(payment.target)
        if seat in (one, other) and one != other and (what := list(_what(table, payment))):
            (gives if one == seat else gets).extend(what)
        others.update((each, None) for each in (one, other) if each not in (None, seat))
    if not gives and not gets and not others:
        return ""
    names, said = table.flow.model.seats, table.locale
    whose = names[next(iter(others))] if len(others) == 1 else str(move.args[PROPOSER])
    paid = {name for cost in action.costs for name in _terms(action, cost)}
    left = {name: value for name, value in move.args.items()
            if name not in paid and name != PROPOSER and value != names[seat]}  # fmt: skip
    rest = _arguments_text(table, move, left)
    parts = [rest, *(said(key, what=said.listed(what) or said("nothing")) for key, what in
                     (("you_give", gives), ("you_get", gets)))]  # fmt: skip
    player = display_names(table).thing(whose)
    return said("offer_of", player=player, parts=", ".join(filter(None, parts)))


def standing_offer(table: CompiledGame, v: Vector, seat: int) -> str:
    """Describe in a sentence the offer that a seat must answer, even if the seat cannot afford to accept it.

    Return an empty string if there is no offer, or if the seat may not know its terms.
    """
    option = _accepting(table, v) if seat in table.asked(lambda engine: engine.deciders(v)) else None
    if option is None:
        return ""
    seen = [perspective_at(table, seat).look(each, v, {}) for each in option.bound]
    if not all(each.known for each in seen):
        return ""
    row = option.kind, *table.notation.rows.packed(types_of(option), [each.value for each in seen])
    move = table.notation.move(seat, row)
    return sentence(offer_summary(table, v, move) or _arguments_text(table, move))


def sides(table: CompiledGame, v: Vector, move: Move) -> dict[str, str]:
    """Label each parameter that an answer to an offer leaves open, as in `You give (pennies)`.

    The label tells the answering player whether they give or get the amount. A parameter has no label if it does not
    describe a payment between players.
    """
    found, accepting = dict[str, str](), _accepting(table, v) if _answering(table.flow, move) is not None else None
    if accepting is None:
        return found
    action = accepting.action
    env: Env = {action.you.uid: move.seat}
    fixed = zip(action.params, table.walker.legality.bound_values(accepting, v), strict=True)
    env |= {param.var.uid: value for param, value in fixed if param.var.name not in move.open}
    looking, evaluator = perspective_at(table, move.seat), table.walker.evaluator
    for cost in action.costs:
        if looking.hides_place(cost.source, v, env) or looking.hides_place(cost.target, v, env):
            continue
        one, other = (_owner(evaluator.place(end, v, dict(env))) for end in (cost.source, cost.target))
        for name in _terms(action, cost) & set(move.open):
            if move.seat in (one, other) and one != other:
                money = f" ({table.flow.model.money})" if cost.form == "money" else ""
                found[name] = table.locale("You_give" if one == move.seat else "You_get") + money
    return found


def _arguments_text(table: CompiledGame, move: Move, told: Mapping[str, object] | None = None) -> str:
    """Format the arguments of a move, or return an empty string if there are none.

    The first argument has no label, unless it is a number followed by other arguments. Every other argument is labelled
    with its parameter name, unless that name is also the kind of the argument. Terms of an offer under which a player
    gives nothing are left out. For an answer to an offer, the text names the player who made the offer.

    Args:
        told: Arguments that the reader may see; by default, all arguments except open ones.
    """
    given = {name: value for name, value in (move.args if told is None else told).items() if name not in move.open}
    owner = given.pop(PROPOSER, None)
    of_other = owner is not None and owner != move.seat_name
    is_offer = owner is not None or f"accept_{move.action}" in table.flow.model.actions
    types, words = dict(table.flow.move_kinds[move.row[0]].params), []
    for at, (name, value) in enumerate(given.items()):
        means_nothing = not isinstance(value, bool) and value in NOTHING
        if not (is_offer and means_nothing) and not (of_other and value == move.seat_name):
            words.append(_argument(table, name, value, types[name], len(given) == 1, at == 0 and not of_other))
    if not of_other:
        return ", ".join(words)
    player = display_names(table).thing(str(owner))
    if not words:
        return table.locale("the_offer_of", player=player)
    whose = table.locale("part_of" if move.action.startswith("counter_") else "offers", player=player)
    return f"{whose}: {', '.join(words)}"


def _argument(table: CompiledGame, name: str, value: object, of: Type, is_alone: bool, is_first: bool) -> str:
    words, shown = spaced(name), display_names(table).value(value)
    if isinstance(value, bool):
        return words if value else table.locale("not", words=words)
    is_number = isinstance(value, int)
    like_its_kind = isinstance(of, Ref) and plain_words(of.kind) == plain_words(name)
    bare = like_its_kind or (is_first and (is_alone or not is_number))
    return shown if bare else f"{words} {shown}"


def _accepting(table: CompiledGame, v: Vector) -> Play | None:
    """Return the option to accept the current offer unchanged, or None if there is no offer."""
    node = table.flow.nodes[v[PC]]
    options = [each for each in node.options if isinstance(each, Play)] if isinstance(node, Decision) else []
    return next((each for each in options
                 if _is_answer(each.action) and len(each.bound) == len(each.action.params)), None)  # fmt: skip


def _may_know(table: CompiledGame, v: Vector, seat: int, cost: Cost, env: Env) -> bool:
    """Return True if a seat may know the amount, the payer and the recipient of a cost."""
    looking, parts = perspective_at(table, seat), (cost.when, cost.amount, cost.sort, cost.bag, cost.thing)
    places = cost.source, cost.target
    return not any(looking.hides(part, v, env) for part in parts) and not any(
        looking.hides_place(place, v, env) for place in places)  # fmt: skip


def _answering(flow: Flow, move: Move) -> Action | None:
    """Return the action of a move that answers an offer, or None for any other move."""
    action = flow.move_kinds[move.row[0]].action
    return action if action is not None and _is_answer(action) else None


def _is_answer(action: Action) -> bool:
    return bool(action.params) and action.params[0].var.name == PROPOSER


def _env(table: CompiledGame, action: Action, move: Move) -> Env:
    """Bind the variables of an action to the arguments of a move, leaving out open parameters."""
    types = tuple(param.var.type for param in action.params)
    values = table.notation.rows.values(types, move.row[1:]) or []
    pairs = zip(action.params, values, strict=True)
    env: dict[int, Any] = {action.you.uid: move.seat}
    return env | {param.var.uid: value for param, value in pairs if move.args[param.var.name] != LEFT_OPEN}


def _terms(action: Action, cost: Cost) -> set[str]:
    """Return the names of the action's parameters that a cost depends on."""
    names = {param.var.uid: param.var.name for param in action.params}
    parts = (cost.source, cost.target, cost.amount, cost.sort, cost.bag, cost.thing, cost.when)
    read = {each.uid for part in parts if part is not None for each in walk(part) if isinstance(each, Var)}
    return {names[uid] for uid in read & names.keys()}


def _owner(place: FieldEntry) -> int | None:
    owner, keys = list(place.run.combinations())[place.entry]
    return owner_seat(place.run.field, owner, keys)


def _what(table: CompiledGame, payment: Payment) -> Iterator[str]:
    """Yield the money and the pieces in a payment as text."""
    model = table.flow.model
    if payment.money:
        yield counted(payment.money, model.money)
    kind = payment.source.run.kind
    for sort, number in payment.pieces.items():
        if number and kind is not None:
            yield pieces_in_words(display_names(table), kind, model.thing_name(kind.name, sort), number)
