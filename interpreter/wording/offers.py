"""Describes an offer for the player who answers it, listing the things that this player would give and get.

The rulebook describes an offer as seen by the player who makes it. The other player's view follows from the costs of
accepting the offer, which say who pays what to whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dsl.desugaring import PROPOSER
from dsl.locale import Locale
from dsl.model import Action, Cost, Var
from interpreter.flow import Decision, Flow, Play, walk
from interpreter.position import PC, FieldEntry, PlayFault, Vector, owner_seat
from interpreter.reference import Env, Payment, types_of
from interpreter.table import (
    LEFT_OPEN,
    CompiledGame,
    Move,
    counted,
    sentence,
)
from interpreter.trace import perspective_at
from interpreter.wording.display_names import display_names
from interpreter.wording.sentences import instruction, terms_text
from interpreter.wording.values import pieces_in_words


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """The terms of an offer, as seen by the player who would accept it.

    `player` made the offer. `rest` describes the parameters that no player pays.
    """

    player: str
    rest: str
    gives: tuple[str, ...]
    gets: tuple[str, ...]

    def heading(self, said: Locale) -> str:
        """Describe the offer without the things that change hands, as in `Ann’s offer`."""
        if self.rest:
            return said("offer_of", player=self.player, parts=self.rest)
        return said("the_offer_of", player=self.player)

    def summary(self, said: Locale) -> str:
        """Describe the whole offer, as in `Ann’s offer: you give 2 Flax, you get nothing`."""
        sides = (("you_give", self.gives), ("you_get", self.gets))
        parts = [self.rest, *(said(key, what=said.listed(list(what)) or said("nothing")) for key, what in sides)]
        return said("offer_of", player=self.player, parts=", ".join(filter(None, parts)))


def offer_summary(table: CompiledGame, v: Vector, move: Move) -> str:
    """Describe the effect of accepting an offer, as in `Ann’s offer: you give 2 Flax, you get nothing`.

    Return an empty string if the move does not accept an offer, if the offer transfers nothing, or if the seat may not
    know the effect.
    """
    terms = offer_terms(table, v, move)
    return terms.summary(table.locale) if terms is not None else ""


def offer_terms(table: CompiledGame, v: Vector, move: Move) -> OfferTerms | None:
    """Return the effect of accepting an offer.

    Return None if the move does not accept an offer, if the offer transfers nothing, or if the seat may not know the
    effect.
    """
    action = _answering(table.flow, move)
    if action is None or move.open:
        return None
    seat, env = move.seat, _env(table, action, move)
    if not all(_may_know(table, v, seat, cost, env) for cost in action.costs):
        return None
    try:
        payments = list(table.walker.legality.payments(action, v, env))
    except PlayFault:
        return None
    gives, gets, others = list[str](), list[str](), dict[int, None]()
    for payment in payments:
        one, other = _owner(payment.source), _owner(payment.target)
        if seat in (one, other) and one != other and (what := list(_what(table, payment))):
            (gives if one == seat else gets).extend(what)
        others.update((each, None) for each in (one, other) if each not in (None, seat))
    if not gives and not gets and not others:
        return None
    names = table.flow.model.seats
    whose = names[next(iter(others))] if len(others) == 1 else str(move.args[PROPOSER])
    paid = {name for cost in action.costs for name in _terms(action, cost)}
    left = {name: value for name, value in move.args.items()
            if name not in paid and name != PROPOSER and value != names[seat]}  # fmt: skip
    player = display_names(table).thing(whose)
    return OfferTerms(player, terms_text(table, move, left), tuple(gives), tuple(gets))


def standing_offer(table: CompiledGame, v: Vector, seat: int) -> str:
    """Describe in a sentence the offer that a seat must answer, even if the seat cannot afford to accept it.

    Return an empty string if there is no offer, or if the seat may not know its terms.
    """
    move = accepting_move(table, v, seat)
    return sentence(offer_summary(table, v, move) or _bare_offer(table, move)) if move is not None else ""


def accepting_move(table: CompiledGame, v: Vector, seat: int) -> Move | None:
    """Return the move that accepts the offer which a seat must answer, even if the seat cannot afford it.

    Return None if there is no offer, or if the seat may not know its terms.
    """
    option = _accepting(table, v) if seat in table.asked(lambda engine: engine.deciders(v)) else None
    if option is None:
        return None
    seen = [perspective_at(table, seat).look(each, v, {}) for each in option.bound]
    if not all(each.known for each in seen):
        return None
    row = option.kind, *table.notation.rows.packed(types_of(option), [each.value for each in seen])
    return table.notation.move(seat, row)


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


def _bare_offer(table: CompiledGame, move: Move) -> str:
    """Describe an offer by its sentence, as in `Ann offers 1 Flax for 2 Ore`, or by its terms alone."""
    player = display_names(table).thing(str(move.args[PROPOSER]))
    _, _, made = instruction(table, move).partition(": ")
    if made.startswith(f"{player} "):
        return made
    given = {name: value for name, value in move.args.items() if name != PROPOSER and value != move.seat_name}
    told = terms_text(table, move, given)
    return f"{table.locale('offers', player=player)}: {told}" if told else table.locale("the_offer_of", player=player)


def _accepting(table: CompiledGame, v: Vector) -> Play | None:
    """Return the option to accept the current offer unchanged, or None if there is no offer."""
    node = table.flow.nodes[v[PC]]
    options = [each for each in node.options if isinstance(each, Play)] if isinstance(node, Decision) else []
    return next((each for each in options
                 if is_answer(each.action) and len(each.bound) == len(each.action.params)), None)  # fmt: skip


def _may_know(table: CompiledGame, v: Vector, seat: int, cost: Cost, env: Env) -> bool:
    """Return True if a seat may know the amount, the payer and the recipient of a cost."""
    looking, parts = perspective_at(table, seat), (cost.when, cost.amount, cost.sort, cost.bag, cost.thing)
    places = cost.source, cost.target
    return not any(looking.hides(part, v, env) for part in parts) and not any(
        looking.hides_place(place, v, env) for place in places)  # fmt: skip


def _answering(flow: Flow, move: Move) -> Action | None:
    """Return the action of a move that answers an offer, or None for any other move."""
    action = flow.move_kinds[move.row[0]].action
    return action if action is not None and is_answer(action) else None


def is_answer(action: Action) -> bool:
    """Return True for an action that accepts an offer or counters it."""
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
