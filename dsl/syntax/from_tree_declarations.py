"""Readers for the rules of `rulebook.lark`, the grammar of declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.tree_reader import (
    RuleReader,
    TreeReader,
    as_domain,
    constant,
    node,
    only,
    several,
    unquoted,
    with_lines,
    words_of_language,
)

# ---------------------------------------------------------------- the table


def _rulebook(r: TreeReader, meta: Any, name: Token, title: Token, cites: Any, *header: tuple[str, Any]) -> a.Rulebook:
    parts = dict(header)
    least, most = parts.get("players", (1, 1))
    return a.Rulebook(
        r.at(meta), r.word(name), unquoted(title), cites or (), least, most,
        parts.get("seats", ()), parts.get("board", ""), parts.get("money", "coins"),
    )  # fmt: skip


def _header_players(r: TreeReader, meta: Any, least: Token, most: Token | None = None) -> tuple[str, Any]:
    return "players", (int(least), int(most if most is not None else least))


def _header_seats(r: TreeReader, meta: Any, *names: Token) -> tuple[str, Any]:
    return "seats", tuple(map(r.word, names))


def _kind(r: TreeReader, meta: Any, name: Token, parent: Any, things: Any, between: Any, pieces: Any, called: Any,
          cites: Any, *fields: a.Field | None) -> a.Kind:  # fmt: skip
    how, listed, number, each = things or ("", (), None, None)
    piece_form, piece_count = pieces or ("", None)
    return a.Kind(
        r.at(meta), r.word(name), "", cites or (), parent, how, listed, number, each, between,
        piece_form, piece_count, tuple(field for field in fields if field is not None), called,
    )  # fmt: skip


def _listed(r: TreeReader, meta: Any, *names: Token) -> tuple[Any, ...]:
    return "listed", tuple(map(r.word, names)), None, None


def _numbered(r: TreeReader, meta: Any, number: a.Expr, each: Token | None) -> tuple[Any, ...]:
    return "numbered", (), number, r.word(each) if each is not None else None


def _numbered_from(r: TreeReader, meta: Any, low: a.Expr, high: a.Expr, each: Token | None) -> tuple[Any, ...]:
    return _numbered(r, meta, a.Range(r.at(meta), low, high, None), each)


def _one_for_each(r: TreeReader, meta: Any, each: Token) -> tuple[Any, ...]:
    return "each", (), None, r.word(each)


def _state_of_kind(r: TreeReader, meta: Any, kind: Token, *fields: a.Field) -> a.State:
    return a.State(r.at(meta), r.word(kind), "", (), r.word(kind), fields)


def _state_of_game(r: TreeReader, meta: Any, *fields: a.Field) -> a.State:
    return a.State(r.at(meta), a.Word(r.at(meta), "game"), "", (), None, fields)


def _field(r: TreeReader, meta: Any, name: Token, keys: Any, visibility: Any, domain: Any, initial: Any,
           lifetime: Any, refill: a.Word | None, label: a.Label | None, internal: Any,
           cites: Any) -> a.Field:  # fmt: skip
    return a.Field(
        r.at(meta), r.word(name), "", cites or (), keys or (), visibility or "open", as_domain(domain), initial,
        lifetime or "", label, bool(internal), refill,
    )  # fmt: skip


def _label(r: TreeReader, meta: Any, words: Token, negation: Token | None) -> a.Label:
    return a.Label(r.at(meta), unquoted(words), unquoted(negation) if negation is not None else None)


# ---------------------------------------------------------------- numbers and values


def _table(r: TreeReader, meta: Any, key: a.Word, *parts: Any) -> a.Table:
    rows = tuple(part for part in parts if isinstance(part, a.TableRow))
    columns = tuple(part for part in parts if isinstance(part, a.Column))
    cites = next((part for part in parts if isinstance(part, tuple)), ())
    word = key if isinstance(key, a.Word) else r.word(key)
    return a.Table(r.at(meta), word, "", cites, columns, rows)


def _column(r: TreeReader, meta: Any, *ends: Any) -> a.Column:
    first, *last = r.cells(end for end in ends if end is not None)
    return a.Column(r.at(meta), first, last[0] if last else None)


def _table_row(r: TreeReader, meta: Any, name: Token, *parts: Any) -> a.TableRow:
    *cells, title, cites = parts
    return a.TableRow(r.at(meta), r.word(name), unquoted(title), cites or (), r.cells(cells))


def _option(r: TreeReader, meta: Any, name: Token, domain: Any, *rest: Any) -> Any:
    return OPTION(r, meta, name, as_domain(domain), *rest)


OPTION = node(a.Option, "name", "domain", "value", "title", "cites")


def _ruling(r: TreeReader, meta: Any, name: Token, domain: Any, *rest: Any) -> Any:
    return RULING(r, meta, name, as_domain(domain), *rest)


RULING = node(a.Ruling, "name", "domain", "value", "title", "because", "cites")


def _value(r: TreeReader, meta: Any, name: Token, params: Any, domain: Any, base: a.Expr | None, cites: Any,
           *lines: Any) -> a.Value:  # fmt: skip
    workings = tuple(line[1] for line in lines if isinstance(line, tuple) and line[0] == "let")
    results = [line for line in lines if isinstance(line, tuple) and line[0] == "result"]
    exceptions = tuple(line for line in lines if isinstance(line, a.ValueException))
    all_cites = (cites or ()) + tuple(cite for result in results for cite in result[2])
    if (base is not None) + len(results) != 1:
        label = "write one `=`, here or on a separate line below"
        r.sink.add("E010", f"value `{name}` needs exactly one `=`", r.word(name).span, label)
    result = base if base is not None else results[0][1] if results else a.Integer(r.at(meta), 0)
    return a.Value(
        r.at(meta), r.word(name), "", all_cites, params or (), as_domain(domain), workings, result, exceptions
    )


def _value_by(r: TreeReader, meta: Any, name: Token, params: Any, domain: Any, by: a.Expr, base: a.Expr | None,
              cites: Any, *lines: Any) -> a.Value:  # fmt: skip
    return replace(_value(r, meta, name, params, domain, base, cites, *lines), by=by)


def _case(r: TreeReader, meta: Any, *parts: Any) -> a.ValueException:
    *names, when, value, title, cites = parts
    cases = tuple(a.Name(word.span, word.text) for word in map(r.word, names))
    always = a.BooleanLiteral(r.at(meta), True)
    return a.ValueException(
        r.at(meta), r.word(names[0]), unquoted(title), cites or (), when if when is not None else always, value, cases
    )


def _working(r: TreeReader, meta: Any, name: Token, value: a.Expr) -> tuple[str, Any]:
    return "let", (r.word(name), value)


# ---------------------------------------------------------------- actions and their lines


def _param(r: TreeReader, meta: Any, is_open: Any, name: Token, domain: Any, where: a.Expr | None) -> a.Param:
    return a.Param(r.at(meta), r.word(name), as_domain(domain), where, bool(is_open))


def _action(r: TreeReader, meta: Any, name: Token, params: Any, anytime: Any, title: Any, cites: Any,
            *clauses: Any) -> a.Action:  # fmt: skip
    return _any_action(r, meta, "action", name, params, title, cites, clauses, anytime=bool(anytime))


def _card(r: TreeReader, meta: Any, name: Token, params: Any, source: a.Expr, target: a.Expr, title: Any, cites: Any,
          *clauses: Any) -> a.Action:  # fmt: skip
    return _any_action(r, meta, "card", name, params, title, cites, clauses, played_from=source, played_to=target)


def _offer(r: TreeReader, meta: Any, name: Token, params: Any, to: a.Expr, counters: Any, breaking_in: Any, title: Any,
           cites: Any, *clauses: Any) -> a.Action:  # fmt: skip
    own = {"to": to, "counters": counters, "breaking_in": bool(breaking_in)}
    return _any_action(r, meta, "offer", name, params, title, cites, clauses, **own)


def _offer_to_each(r: TreeReader, meta: Any, name: Token, params: Any, to: a.Binder, until_one: Any, title: Any,
                   cites: Any, *clauses: Any) -> a.Action:  # fmt: skip
    own = {"to": to, "until_one": bool(until_one)}
    return _any_action(r, meta, "offer", name, params, title, cites, clauses, **own)


def _any_action(r: TreeReader, meta: Any, form: str, name: Token, params: Any, title: Any, cites: Any, clauses: Any,
                **own: Any) -> a.Action:  # fmt: skip
    def those(kind: Any) -> tuple[Any, ...]:
        return tuple(clause for clause in clauses if isinstance(clause, kind))

    blocks, limits, says = those(a.Block), those(a.Limit), those(a.Saying)
    for extra in blocks[1:] + limits[1:] + says[1:]:
        r.sink.add("E011", f"action `{name}` says this twice", extra.span, "combine this line with the first one")
    settings = {"anytime": False, "played_from": None, "played_to": None, "to": None, "counters": None} | own
    return a.Action(
        r.at(meta), r.word(name), unquoted(title), cites or (), form=form, params=params or (),
        needs=those(a.Need), costs=those(a.Cost | a.Accept), limit=limits[0] if limits else None,
        then=blocks[0] if blocks else None, says=says[0] if says else None, **settings,
    )  # fmt: skip


def cost_of(r: TreeReader, meta: Any, name: Token, each: Any, amount: a.Expr, source: Any, target: a.Expr, when: Any,
            title: Any, cites: Any) -> a.Cost:  # fmt: skip
    """Return a cost, or a cost for each thing of a kind."""
    due = amount
    if each is not None:
        one, domain = each
        due = a.PerThingCost(one.span.to(amount.span), one, domain, amount)
    return a.Cost(r.at(meta), r.word(name), unquoted(title), cites or (), due, source, target, when)


def accept_of(r: TreeReader, meta: Any, name: Token, amount: a.Expr, source: Any, target: a.Expr, worth: a.Expr,
              keeping: Any, change: Any, when: Any, title: Any, cites: Any) -> a.Accept:  # fmt: skip
    """Return a substitute for the costs of an action."""
    given, most = change or (False, None)
    word = r.word(name)
    return a.Accept(
        r.at(meta), word, unquoted(title), cites or (), amount, source, target, worth, keeping, given, most, when
    )


def _payment(r: TreeReader, meta: Any, name: Token, actions: tuple[a.Word, ...], title: Any, cites: Any,
             *lines: a.Accept) -> a.Payment:  # fmt: skip
    return a.Payment(r.at(meta), r.word(name), unquoted(title), cites or (), actions, lines)


def _one_of(r: TreeReader, meta: Any, name: Token, domain: a.Expr, where: Any) -> a.Expr:
    binder = a.Binder(r.at(meta), r.word(name), domain, where)
    return a.Aggregate(r.at(meta), a.Word(r.at(meta), "set"), None, binder, ())


# ---------------------------------------------------------------- when it happens


def _phase(r: TreeReader, meta: Any, name: Token, params: Any, title: Any, cites: Any, *lines: Any) -> a.Phase:
    skips = tuple(line for line in lines if isinstance(line, a.Skip))
    body = tuple(line for line in lines if isinstance(line, a.Statement))
    block = a.Block(body[0].span.to(body[-1].span) if body else r.at(meta), (), body)
    return a.Phase(r.at(meta), r.word(name), unquoted(title), cites or (), params or (), skips, block)


def _trigger(r: TreeReader, meta: Any, name: Token, params: Any, wake: Any, title: Any, block: a.Block) -> Any:
    return TRIGGER(r, meta, name, params, *wake, title, block)


TRIGGER = with_lines(a.Trigger, "name", "params", "wake", "anchor", "event", "when", "title", "body")


def _of_course(word: str) -> RuleReader:
    """Return a reader for `setup`, `round` or another part of a turn that has no declared name."""
    return lambda r, meta: a.Word(r.at(meta), word)


def _end(r: TreeReader, meta: Any, name: Token, time: tuple[str, bool], when: a.Expr, title: Any, cites: Any,
         *lines: a.Statement | None) -> a.End:  # fmt: skip
    body = tuple(line for line in lines if line is not None)
    closing = a.Block(body[0].span.to(body[-1].span), (), body) if body else None
    return a.End(r.at(meta), r.word(name), unquoted(title), cites or (), *time, when, closing)


def _setup(r: TreeReader, meta: Any, title: Any, block: a.Block) -> a.Setup:
    return a.Setup(r.at(meta), a.Word(r.at(meta), "setup"), unquoted(title), block.cites, block)


def _round(r: TreeReader, meta: Any, title: Any, block: a.Block) -> a.Round:
    return a.Round(r.at(meta), a.Word(r.at(meta), "round"), unquoted(title), block.cites, block)


def _scoring(r: TreeReader, meta: Any, name: Token, domain: a.Expr, cites: Any, *lines: a.ScoreLine) -> a.Scoring:
    return a.Scoring(r.at(meta), r.word(name), "", cites or (), domain, lines)


DECLARATIONS: Mapping[str, RuleReader] = {
    "rulebook": _rulebook,
    "header_players": _header_players,
    "header_seats": _header_seats,
    "header_board": lambda r, meta, path: ("board", unquoted(path)),
    "header_money": lambda r, meta, name: ("money", str(name)),
    "kind": _kind,
    "is_a": only,
    "between": only,
    "from_board": constant(("board", (), None, None)),
    "listed": _listed,
    "numbered": _numbered,
    "numbered_from": _numbered_from,
    "one_for_each": _one_for_each,
    "pieces_counted": lambda r, meta, number: ("counted", number),
    "pieces_unlimited": constant(("unlimited", None)),
    "pieces_from_board": constant(("board", None)),
    "state_of_kind": _state_of_kind,
    "state_of_game": _state_of_game,
    "field": _field,
    "label": _label,
    "internal": constant(True),
    "keys": several,
    **words_of_language("secret", "counted", "hidden"),
    "lifetime": only,
    "refilled": lambda r, meta, name: r.word(name),
    "turn_scope": constant("turn"),
    "round_scope": constant("round"),
    "phase_scope": constant("phase"),
    "game_scope": constant("game"),
    "table": _table,
    "key_players": lambda r, meta: a.Word(r.at(meta), "players"),
    "table_row": _table_row,
    "column": _column,
    "negative_cell": lambda r, meta, number: a.Cell(r.at(meta), -int(number)),
    "number": node(a.Number, "name", "value", "title", "cites"),
    "option": _option,
    "ruling": _ruling,
    "value": _value,
    "value_by": _value_by,
    "case": _case,
    "working": _working,
    "result": lambda r, meta, value, cites: ("result", value, cites or ()),
    "exception": node(a.ValueException, "name", "when", "value", "title", "cites"),
    "params": several,
    "param": _param,
    "open": constant(True),
    "anytime": constant(True),
    "action": _action,
    "card": _card,
    "offer": _offer,
    "counters": only,
    "offer_to_each": _offer_to_each,
    "until_one": constant(True),
    "breaking_in": constant(True),
    "needs": node(a.Need, "name", "condition", "title", "cites"),
    "costs": cost_of,
    "each_of": lambda r, meta, name, domain: (r.word(name), domain),
    "different": node(a.FlexibleCost, "number", "among", form="different"),
    "alike": node(a.FlexibleCost, "number", "among", form="alike"),
    "any_of": lambda r, meta, any_, number, among: a.FlexibleCost(r.at(meta), "any", number, among),
    "accepts": accept_of,
    "payment": _payment,
    "served": lambda r, meta, *names: tuple(map(r.word, names)),
    "one_of": _one_of,
    "keeping": only,
    "change": lambda r, meta, most: (True, most),
    "limit": node(a.Limit, "number", "scope", "cites"),
    "then": only,
    "phase": _phase,
    "skip": node(a.Skip, "when", "cites"),
    "rule": with_lines(a.Rule, "name", "params", "title", "body"),
    "trigger": _trigger,
    "wake_as_soon_as": lambda r, meta, when: ("as soon as", None, None, when),
    "wake_each_time": lambda r, meta, event, when: ("each time", None, event, when),
    "wake_after": lambda r, meta, anchor, when: ("after", anchor, None, when),
    "wake_before": lambda r, meta, anchor, when: ("before", anchor, None, when),
    "event_changes": node(a.Event, "field", "old", "new", form="changes"),
    "event_enters": node(a.Event, "item", "field", form="enters"),
    "event_leaves": node(a.Event, "item", "field", form="leaves"),
    "anchor_setup": _of_course("setup"),
    "anchor_round": _of_course("round"),
    "anchor_turn": _of_course("turn"),
    "setup": _setup,
    "round": _round,
    "end": _end,
    "group": node(a.Group, "name", "offers", "title", "cites", "limit"),
    "law": node(a.Law, "name", "condition", "title", "cites"),
    "claim": node(a.Claim, "name", "form", "condition", "title", "cites"),
    "claimed_always": constant("always"),
    "claimed_never": constant("never"),
    "claimed_possible": constant("possible"),
    "claimed_everywhere": constant("everywhere"),
    "at_once": constant(("once", False)),
    "within_actions": constant(("once", True)),
    "end_of_turn": constant(("turn", False)),
    "end_of_round": constant(("round", False)),
    "scoring": _scoring,
    "score_line": node(a.ScoreLine, "name", "value", "title", "cites"),
    "ranking": node(a.Ranking, "name", "domain", "order", "cites", title=""),
}
"""Maps each grammar rule to the reader of its node."""
