"""Decisions as Python: for each, who decides, a function that lists the moves, and one that plays each kind of move."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import model as m
from interpreter.codegen.expressions import name_of
from interpreter.codegen.local_names import Held
from interpreter.codegen.loops import aside_list
from interpreter.codegen.open_moves import Fit, Fitting
from interpreter.flow import OPEN, Store
from interpreter.flow import nodes as f
from interpreter.optimizer import (
    FRESH,
    PASSES,
    Env,
    Meaning,
    Query,
    Steps,
    Term,
    asides,
    fused,
    is_odd,
    ordered,
    planned,
)


@dataclass(slots=True)
class Listed:
    """What generated source offers for one decision: names of functions."""

    deciders: str
    moves: str
    plays: dict[int, list[tuple[f.Option | None, str]]] = field(default_factory=dict)
    """By kind of move: options and the functions that play them."""
    open: bool = False
    """Whether rows leave parameters open: then a row need not be listed to be legal."""
    fits: dict[int, list[Fit]] = field(default_factory=dict)
    """By kind of move, where rows leave parameters open: options, and what tells whether a row fits them."""


class Choices(Fitting):
    def write_choices(self) -> dict[int, Listed]:
        found = {}
        for number, node in enumerate(self.nodes):
            if isinstance(node, f.Choice):
                found[number] = self._choice(number, node)
            elif isinstance(node, f.SecretChoice):
                found[number] = self._secret(number, node)
        return found

    # ------------------------------------------------------------ moves

    def _choice(self, number: int, node: f.Choice) -> Listed:
        out, translator = self.out, self.translator
        out.about = None
        with out.block(f"def w{number}(v):"):
            out.write(f"return ({self.value(translator.thing(node.who, {}))},)")
        odd = [option for option in node.options if is_odd(option)]
        queries = [
            self._query(option) for option in node.options if option not in odd and not isinstance(option, f.Pass)
        ]
        listed = Listed(f"w{number}", self._moves(number, node, queries, odd))
        listed.open = bool(odd) or any(term.known and term.value == OPEN for q in queries for term in q.row.terms[1:])
        for at, option in enumerate(node.options):
            kind = 0 if isinstance(option, f.Pass) else option.kind
            name = f"p{number}_{at}"
            listed.plays.setdefault(kind, []).append((option, name))
            self._option(name, option)
            if listed.open:
                listed.fits.setdefault(kind, []).append(self.fit(f"{number}_{at}", node.who, option))
        return listed

    def _moves(self, number: int, node: f.Choice, queries: list[Query], odd: list[f.Option]) -> str:
        """The function that lists all rows, or None to who does not decide. Decisions that ask the same share it."""
        out, seat = self.out, name_of(self.seat)
        who = self.translator.term(node.who, {})
        passes = any(isinstance(option, f.Pass) for option in node.options)
        key = ("moves", who, tuple((query.items, query.row) for query in queries), passes, tuple(map(id, odd)))
        if key in self.functions:
            return self.functions[key]
        self.functions[key] = name = f"m{number}"
        with out.block(f"def {name}(v, {seat}):"):
            out.write(f"if {self.value(who)} != {seat}: {f'w{number}(v); ' if who.low < 0 else ''}return None")
            out.write(f"rows = [{'(0,)' if passes else ''}]; add = rows.append")
            steps = self._planned(queries)
            for aside in asides(steps):
                out.write(f"{aside_list(aside)} = []; add{aside} = {aside_list(aside)}.append")
            self.steps(steps, lambda terms, aside: out.write(f"add{aside or ''}({self._row(terms)})"))
            for option in odd:
                out.write(f"rows.extend(ROWS({self.option(option)}, v, {seat}))")
            kinds = [query.row.terms[0] for query in queries]
            ordered = not odd and all(query.sorted for query in queries) and len(set(kinds)) == len(kinds)
            out.write("return rows" if ordered else "return sorted(set(rows))")
        return name

    @property
    def seat(self) -> Term:
        """The seat that decides."""
        return self.translator.arena.name(FRESH, 0, len(self.translator.model.seats) - 1)

    def _query(self, option: f.Option) -> Query:
        queries = self.queries()
        if isinstance(option, f.Pick):
            return queries.pick(option, {})
        assert isinstance(option, f.Play)
        return queries.play(option, self.seat)

    def option(self, option: f.Option) -> str:
        """An option as a constant."""
        return self.constants.name(Held(option), "E")

    def _planned(self, queries: list[Query]) -> Steps:
        """The steps of all options together, so that they share what they read."""
        arena = self.translator.arena
        steps = fused(arena, ordered(arena, queries))
        for each in PASSES:
            steps = each(arena, steps, frozenset((self.seat,)))
        return steps

    def _row(self, terms: tuple[Term, ...]) -> str:
        return f"({', '.join(self.value(term) for term in terms)},)"

    def available(self, choice: object) -> str:
        """Whether any offered action, those that are always open aside, can be taken."""

        def write(text: str) -> None:
            assert isinstance(choice, int)
            node = self.nodes[choice]
            assert isinstance(node, f.Choice)
            out, arena = self.out, self.translator.arena
            seat = self.seat
            plays = [option for option in node.options if isinstance(option, f.Play) and not option.anytime]
            with out.block(f"def {text}(v):"):
                out.write(f"{name_of(seat)} = {self.value(self.translator.thing(node.who, {}))}")
                for option in plays:
                    out.about = option.action.about
                    if is_odd(option):
                        out.write(f"for _ in ROWS({self.option(option)}, v, {name_of(seat)}): return 1")
                        continue
                    query = self._query(option)
                    steps = planned(arena, query.items, query.row, frozenset((seat,)))
                    self.steps(steps, lambda terms, _: out.write("return 1"))
                out.about = None
                out.write("return 0")

        return self.function(("available", choice), "a", write)

    # ------------------------------------------------------------ playing

    def _option(self, name: str, option: f.Option) -> None:
        """The function that plays an option: it gives the node at which play goes on."""
        out = self.out
        with out.block(f"def {name}(v, seat, row):"):
            self.begin()
            if isinstance(option, f.Pass):
                self.goto(option.to, {})
            elif isinstance(option, f.Pick):
                self._pick(option)
            else:
                self._play(option)
        out.about = None

    def _pick(self, option: f.Pick) -> None:
        if is_odd(option):
            self.out.write(f"TAKEN({self.option(option)}, v, seat, row)")
            self.goto(option.to, {})
            return
        if option.kept is not None:
            kept = self.translator.stores[option.kept.uid]
            self.out.write(f"V(v, {self.stored(kept)}, row[1])")
        store = self.translator.stores.get(option.var.uid)
        if store is not None:
            self.out.write(f"v[{store.base}] = row[1]")
        self.goto(option.to, {})

    def _play(self, option: f.Play) -> None:
        action, out = option.action, self.out
        out.about = action.about
        env = self.arguments(action)
        self.costs(action, env)
        if action.limit is not None:
            seat = env[action.you.uid]
            assert isinstance(seat, Term)
            out.write(f"v[{self.inside(self.queries().uses(action, seat))}] += 1")
        if option.entry < 0:
            self.statements(action.then, env, self.leaving(option.to, {}))
            self.goto(option.to, {})
            return
        for var in option.stored:
            self.bind(var, env[var.uid], env)
        assert option.frame is not None
        self.goto(option.entry, {self.translator.stores[option.frame.uid].base: option.to})

    # ------------------------------------------------------------ who stands where

    def write_standing(self) -> tuple[str, str]:
        """Functions for the points of a seat, and for what seats are ordered by, the best least."""
        out, translator = self.out, self.translator
        model, seat = translator.model, self.seat
        with out.block(f"def score(v, {name_of(seat)}):"):
            out.write(f"return {self.value(translator.score(seat))}")
        with out.block(f"def standing(v, {name_of(seat)}):"):
            if model.rank_var is None:
                keys = [f"-{self.value(translator.score(seat))}"]
            else:
                env: dict[int, Meaning] = {model.rank_var.uid: seat}
                terms = [(translator.term(key.by, env), key.most) for key in model.ranking]
                keys = [f"-{self.value(term)}" if most else self.value(term) for term, most in terms]
            out.write(f"return ({', '.join(keys)},)")
        return "score", "standing"

    # ------------------------------------------------------------ secret choices

    def _secret(self, number: int, node: f.SecretChoice) -> Listed:
        out, translator = self.out, self.translator
        pending = translator.stores[node.pending.uid]
        out.about = None
        seat = self.seat
        with out.block(f"def w{number}(v):"):
            out.write(f"return tuple(B(v, {pending.base}, {pending.first}, {pending.width}))")
        with out.block(f"def m{number}(v, {name_of(seat)}):"):
            out.write(f"if not H(v, {pending.base}, {pending.first}, {name_of(seat)}): return None")
            self._answers(node, {node.you.uid: seat})
        out.about = node.about
        with out.block(f"def p{number}_0(v, seat, row):"):
            self.begin()
            self._answer(node, pending)
            with out.block(f"if any(v[{pending.base}:{pending.base + pending.width}]):"):
                out.write(f"return {number}")
            self.goto(node.to, {})
        out.about = None
        return Listed(f"w{number}", f"m{number}", {node.kind: [(None, f"p{number}_0")]})

    def _answers(self, node: f.SecretChoice, env: Env) -> None:
        """Gives the rows of what a seat may answer."""
        out, queries = self.out, self.queries()
        if isinstance(node.domain, m.Bags):
            out.write(f"return SECRET({node.kind}, {self.bag_domain(queries.bags(node.domain, env))})")
        elif isinstance(node.field.type, (m.Int, m.Ref, m.Flag)):
            members = self.members(self.translator.members(node.domain, env))
            out.write(f"return sorted({{({node.kind}, x) for x in {members}}})")
        else:
            out.write(f"return LISTED(v, {name_of(self.seat)})")

    def _answer(self, node: f.SecretChoice, pending: Store) -> None:
        """Keeps an answer, and that the seat has given it."""
        run, of = self.translator.layout.runs[node.field], node.field.type
        seat = self.translator.arena.name(node.you.uid, 0, self.translator.model.players - 1)
        among = isinstance(of, (m.Int, m.Ref, m.Flag)) and self.translator.members(node.domain, {node.you.uid: seat})
        if run.form not in ("number", "counts") or (among and not run.low <= among.low <= among.high <= run.high):
            self.out.write(f"ANSWERED({self.constants.name(Held(node), 'W')}, v, seat, row)")
            return
        self.out.write(f"{name_of(seat)} = seat")
        base = self.inside(self.translator.arena.pick(run.base, seat))
        if run.form == "number":
            self.out.write(f"v[{base}] = row[1]")
        else:
            width = self.queries().rows.width(of)
            self.out.write(f"{name_of(seat)} = {base}; v[{name_of(seat)}:{name_of(seat)} + {width}] = row[1:]")
        self.out.write(f"V(v, {self.stored(pending)}, seat)")
