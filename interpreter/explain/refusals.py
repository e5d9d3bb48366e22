"""Explains why a move is refused: which rules forbid it, and which similar move is legal.

An explanation tests the move again in the same position, so that ordinary play spends no time on explanations. Each
explanation is for one asker. If a rule reads information hidden from the asker, the explanation gives only the rule's
name.

Players may see their legal moves, so an explanation may confirm that the asker's move is illegal. An explanation never
reveals whether a rule that reads hidden information is satisfied.

The reasons `game_over`, `not_your_turn` and `not_offered` do not come from requirements or costs. If a parameter's
value is impossible, the reason has the parameter's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dsl import model as m
from dsl.desugaring import PROPOSER
from interpreter.explain.answers import UNSEEN
from interpreter.explain.blocking_rules import BlockingRules
from interpreter.explain.candidate_moves import CandidateMoves, name_of
from interpreter.explain.derivations import Derivations
from interpreter.explain.domains import Domain, DomainViolation
from interpreter.explain.nearest_move import by_distance, nearest
from interpreter.explain.reasons import Explanation, Reason, not_chosen
from interpreter.flow import nodes as f
from interpreter.position import OVER, PASS, PC, PlayFault, Vector
from interpreter.reference import Env, Legality, kind_of, types_of
from interpreter.table import Move, Plain, listed, spaced
from interpreter.trace import values_around
from interpreter.wording import display_names, instruction, not_offered, number_phrase

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


def explain_refusal(table: CompiledGame, v: Vector, move: Move) -> Explanation:
    """Explain to a player why the move they tried is illegal."""
    reasons = reasons_of_refusal(table, v, move)
    return Explanation(str(move), head(table, v, move, move.seat), reasons, nearest(table, v, move))


def head(table: CompiledGame, v: Vector, move: Move, reader: int | None) -> str:
    """Say what a player cannot do, as in `You cannot open the gate`, or `Red cannot …` for another reader."""
    said = _bracketed(instruction(table, move, v[PC], values_around(table, v)))
    if move.row == PASS and table.locale.is_english and NOTHING_DONE.search(said):
        said = "pass"  # instead of `You cannot open no gate`
    if move.seat == reader:
        return table.locale("you_cannot", sentence=said)
    return table.locale("player_cannot", player=display_names(table).thing(move.seat_name), sentence=said)


def can_you(table: CompiledGame, v: Vector, move: Move) -> str:
    """Ask a player whether a move is legal, as in `You are Red. Can you open the gate?`"""
    said = _bracketed(instruction(table, move, v[PC], values_around(table, v)))
    return table.locale("can_you", player=display_names(table).thing(move.seat_name), sentence=said)


def you_can(table: CompiledGame, v: Vector, move: Move) -> str:
    """Tell a player that a move is legal, as in `You can open the gate`."""
    return table.locale("you_can", sentence=_bracketed(instruction(table, move, v[PC], values_around(table, v))))


def _bracketed(said: str) -> str:
    """Put the terms of a move into brackets, because a colon follows for the reason: `accept the offer (Red …)`."""
    verb, colon, terms = said.partition(": ")
    return f"{verb} ({terms})" if colon and verb.count("“") == verb.count("”") else said


def whose_turn(table: CompiledGame, deciders: Sequence[int]) -> str:
    """Say who decides now, as in `it is Red’s turn to decide`."""
    if not deciders:
        return "chance decides now"
    whose = [f"{display_names(table).thing(table.flow.model.seats[seat])}’s" for seat in deciders]
    return f"it is {listed(whose)} turn to decide"


def reasons_of_refusal(table: CompiledGame, v: Vector, move: Move) -> tuple[Reason, ...]:
    """Return the reasons why a player's own move is illegal."""
    return tuple(Refusal(table, v, move, move.seat).reasons())


def explain_to_other(table: CompiledGame, v: Vector, move: Move, asker: int | None) -> Explanation | None:
    """Explain why another player's move is illegal, as far as the asker may know.

    Args:
        asker: Seat index of the asker, or None for a spectator.

    Returns:
        The explanation, or None if the asker can see that the move is legal.
    """
    reasons = tuple(Refusal(table, v, move, asker).reasons())
    if not reasons:
        return None
    return Explanation(str(move), head(table, v, move, asker), reasons, unsure=all(reason.hidden for reason in reasons))


def explain_supposed(table: CompiledGame, v: Vector, move: Move, asker: int | None) -> Explanation | None:
    """Explain why a move is illegal in a supposed position, as far as the asker may know.

    Returns:
        The explanation, or None if the asker can see that the move is legal.
    """
    reasons = tuple(Refusal(table, v, move, asker, True).reasons())
    if not reasons:
        return None
    instead = nearest_seen(table, v, move, asker) if asker == move.seat else None
    unsure = all(reason.hidden for reason in reasons)
    return Explanation(str(move), head(table, v, move, asker), reasons, instead, unsure)


def nearest_seen(table: CompiledGame, v: Vector, move: Move, asker: int) -> Move | None:
    """Return the legal move most similar to a refused one in a supposed position. Return None if the asker cannot
    recognise any move as legal.
    """
    for other in by_distance(table, v, move):
        if Refusal(table, v, other, asker, True).seen_legal():
            return other
    return None


NOTHING_DONE = re.compile(r" (?:no|nothing)\b")
"""Words of a pass that would be a double negative after `You cannot`."""
MOST_WAYS = 300
"""Maximum number of candidate moves to test for each action when a decision has no legal move."""

FINISH = "finish"
"""Name under which refusals report that a move would make the goal of its series unreachable."""


@dataclass(slots=True)
class Refusal:
    """Explains a refused move to one asker, in everyday words."""

    table: CompiledGame
    v: Vector
    move: Move
    asker: int | None
    supposed: bool = False
    """True if the position results from a supposition.

    The asker may not see the legal moves of a supposed position.
    """

    @property
    def derivations(self) -> Derivations:
        return Derivations(self.table, self.v, self.asker, plain=True)

    @property
    def is_own(self) -> bool:
        """Return True if the move is the asker's own and the position is not a supposed one."""
        return self.asker == self.move.seat and not self.supposed

    @property
    def legality(self) -> Legality:
        return self.table.walker.legality

    @property
    def node(self) -> f.AnyNode:
        return self.table.flow.nodes[self.v[PC]]

    def seen_legal(self) -> bool | None:
        """Return True or False if the asker can see whether the move is legal, otherwise None."""
        reasons = list(self.reasons())
        return True if not reasons else None if all(reason.hidden for reason in reasons) else False

    def reasons(self) -> Iterator[Reason]:
        if self.v[OVER]:
            yield self.game_over()
            return
        if self.supposed and self.derivations.perspective.hides(getattr(self.node, "who", None), self.v, {}):
            yield Reason("not_your_turn", "", (), str(self.node.phase.span), "", (), True)
            return
        deciders = self.legality.deciders(self.v)
        if self.move.seat not in deciders:
            yield self.of_phase("not_your_turn", whose_turn(self.table, deciders))
            yield from replace(self, supposed=True).on_ones_turn()
            return
        yield from self.of_choice()

    def on_ones_turn(self) -> Iterator[Reason]:
        """Yield the visible reasons why the move would be illegal even on this player's turn."""
        node, kind = self.node, self.move.row[0]
        if isinstance(node, f.Decision) and not any(isinstance(option, f.Play) and option.kind == kind
                                                    for option in node.options):  # fmt: skip
            return
        try:
            yield from (reason for reason in self.of_choice() if not reason.hidden and reason.rule != "not_offered")
        except PlayFault:
            return  # a rule reads the current player, but no player has the turn

    def of_choice(self) -> Iterator[Reason]:
        """Yield the reasons why a move is illegal, if its player must decide now."""
        node = self.node
        if isinstance(node, f.SimultaneousDecision):
            if self.move.row[0] != node.kind:
                yield self.not_offered()
                return
            values = self.legality.rows.values((node.field.type,), self.move.row[1:]) or []
            you: Env = {node.seat.uid: self.move.seat}
            yield from self.outside(node.domain, None, None, values, you)
            return
        if not isinstance(node, f.Decision):
            return
        options = [option for option in node.options if kind_of(option) == self.move.row[0]]
        if not options and node.or_pass and self.move.row == PASS:
            yield self.still_possible(node)
            return
        if not options:
            yield self.not_offered()
            return
        option = self.legality.option_for(self.v, self.move.seat, self.move.row) or options[0]
        if isinstance(option, f.Pick):
            values = self.legality.rows.values(types_of(option), self.move.row[1:]) or []
            found = list(self.outside(option.domain, option.var, option.where, values, {}))
        else:
            found = list(self.of_action(option)) if isinstance(option, f.Play) else []
        yield from found or self.of_finish(option)

    def of_finish(self, option: f.Option) -> Iterator[Reason]:
        """Yield a reason if an otherwise legal move would make the goal of its series unreachable."""
        ahead, seat = self.legality.ahead, self.move.seat
        about = option.action.about if isinstance(option, f.Play) else self.node.about
        if ahead is None or not ahead.looks_for(self.v, seat, self.move.row):
            return
        if not self.is_own:  # the search would read what is hidden in a supposed position
            yield Reason(f"{about.name}.{FINISH}", "", about.cites, str(about.span), "", (), True, about.origin)
        elif not ahead.leaves_way(self.v, seat, self.move.row):
            end = ahead.dead_end(self.v, seat, self.move.row)
            behind = replace(self, v=end).stuck() if end is not None else ()
            text = "the goal could no longer be reached"
            yield Reason(f"{about.name}.{FINISH}", "", about.cites, str(about.span), text, tuple(behind), False,
                         about.origin)  # fmt: skip

    def stuck(self) -> Iterator[str]:
        """Explain why a decision has no legal move: for each action, name the rule that forbids most of its moves."""
        node = self.node
        if isinstance(node, f.Decision) and node.until is not None:
            until = self.derivations.words(node.until, {})
            yield f"it continues until {until}"
        for option in node.options if isinstance(node, f.Decision) else ():
            if isinstance(option, f.Play) and not option.anytime:
                ways = CandidateMoves(self.derivations, self.move.seat, MOST_WAYS)
                ways.look_at(option)
                if not ways.forbidden:
                    yield f"{option.action.about.name}: there is nothing to choose from"
                    continue
                rows = max(ways.forbidden.values(), key=len)
                like = replace(self, move=self.table.notation.move(self.move.seat, rows[0]))
                told = next(like.of_action(option), None)
                if told is not None:
                    yield ": ".join((f"{told.rule}", UNSEEN if told.hidden else told.text, *told.values[:1]))

    # ------------------------------------------------------------ kinds of reasons

    def game_over(self) -> Reason:
        over, endings = self.v[OVER], self.table.flow.endings
        about = endings[over - 1].about if 0 < over <= len(endings) else self.node.phase
        return Reason("game_over", "", about.cites, str(about.span), "the game is over", ())

    def of_phase(self, rule: str, text: str) -> Reason:
        about = self.node.phase
        return Reason(rule, "", about.cites, str(about.span), text, ())

    def not_offered(self) -> Reason:
        return self.of_phase("not_offered", not_offered(self.table, self.v, self.move.row[0]))

    def still_possible(self, node: f.Decision) -> Reason:
        """Return the reason why a player may not pass yet, for the player with a move that is still possible."""
        offered = [option for option in node.options if isinstance(option, f.Play) and not option.anytime]
        text = "a player may pass only if nothing else is possible"
        if self.is_own:
            kinds = {option.kind for option in offered}
            row = next(row for row in self.legality.moves(self.v, self.move.seat) if row[0] in kinds)
            move = self.table.notation.move(self.move.seat, row)
            text += f"; it is still possible to {instruction(self.table, move)}"
        return self.of_phase("not_offered", text)

    def outside(
        self, domain: m.Expr, var: m.Var | None, where: m.Expr | None, values: list[Any], env: Env
    ) -> Iterator[Reason]:
        """Yield a reason if the chosen value is outside `domain` or fails `where`."""
        name, about = self.move.action, self.node.about

        def can_be_chosen(legality: Legality) -> bool:
            evaluator = legality.evaluator
            if not values or not evaluator.domains.contains(domain, values[0], self.v, env):
                return False
            return where is None or var is None or bool(evaluator.value(where, self.v, {**env, var.uid: values[0]}))

        passes = self.passes(can_be_chosen)
        if passes is None:
            yield Reason(name, "", (), str(self.node.span), "", (), True)
        elif not passes and values:
            told = Domain(self.derivations, domain, env, var, where).why_not(values[0])
            given = self._subject(name, next(iter(self.move.args.values()), None))
            yield not_chosen(name, str(self.node.span), about, given, told)

    def passes(self, test: Callable[[Legality], bool]) -> bool | None:
        """Return True or False if the asker may know whether the move passes a test, otherwise None.

        A test that raises `PlayFault` counts as failed.
        """
        if not self.is_own:
            perspective = self.derivations.perspective
            seen = perspective.see(lambda: test(perspective.legality))
            return None if seen.hidden else bool(seen.value)
        try:
            return test(self.legality)
        except PlayFault:
            return False

    def of_action(self, option: f.Play) -> Iterator[Reason]:
        action, perspective = option.action, self.derivations.perspective
        env: Env = {action.you.uid: self.move.seat}
        unseen: list[Reason] = []
        values = self.legality.rows.values(types_of(option), self.move.row[1:]) or []
        for at, (param, value) in enumerate(zip(action.params, values, strict=True)):
            env[param.var.uid] = value
            only = perspective.see(partial(self._only, option, at)) if at < len(option.bound) else None
            if only is not None and only.known and only.value != value:
                here = display_names(self.table).value(self.plain_value(only.value, param.var.type))
                which = f"it must be {here}" if isinstance(param.var.type, m.Int) else f"only {here} can be chosen here"
                if param.var.name == PROPOSER:
                    which = f"the offer that needs an answer now is {here}’s"
                elif any(each.var.name == PROPOSER for each in action.params):
                    which = "the offer that needs an answer now is a different one"
                told = DomainViolation(which)
                yield self.of_param(action, param, value, told)
                return
            fits = perspective.see(partial(perspective.legality.allows, param, value, self.v, env))
            if not fits.hidden and not fits.value:
                before = {uid: each for uid, each in env.items() if uid != param.var.uid}
                told = Domain(self.derivations, param.domain, before, param.var, param.where).why_not(value)
                yield self.of_param(action, param, value, told)
                return
            if fits.hidden or (only is not None and only.hidden):
                place, rule = str(param.domain.span), name_of(action, param)
                unseen.append(Reason(rule, "", (), place, "", (), True, action.about.origin))
        found = [*unseen, *BlockingRules(self.derivations).reasons(action, env)]
        seen = [reason for reason in found if not reason.hidden]
        yield from (seen or found) if self.is_own else found

    def _only(self, option: f.Play, at: int) -> object:
        return self.derivations.perspective.legality.bound_values(option, self.v)[at]

    def of_param(self, action: m.Action, param: m.Param, value: Any, told: DomainViolation) -> Reason:
        shown = self._subject(param.var.name, self.plain_value(value, param.var.type))
        return not_chosen(name_of(action, param), str(param.domain.span), action.about, shown, told)

    def _subject(self, name: str, value: Plain) -> str:
        """Return a chosen value as the subject of a sentence. A number is called by what it counts."""
        if isinstance(value, bool):
            return f"“{spaced(name)}”"
        if isinstance(value, int):
            return number_phrase(self.table, self.move, name, self.v[PC])
        return display_names(self.table).value(value)

    def plain_value(self, value: Any, type_: m.Type) -> Plain:
        return self.table.notation.plain(value, type_)
