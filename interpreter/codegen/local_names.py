"""Locals and machinery as Python: names that stand for values, slots of locals that live on, frozen loops.

What is rare is not spelled out: it is handed to the plain interpreter with the locals it speaks of (`plainly`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.codegen.expressions import name_of
from interpreter.codegen.loops import Loops
from interpreter.flow import OVER, STOPPING, Store, mentions
from interpreter.flow import nodes as f
from interpreter.optimizer import HUGE, Bind, Env, Leaf, Meaning, Term, planned

Leave = Callable[[int | str], None]
"""Writes how a `stop` of a scope, given by its code or the name of it, leaves the statements."""


class Held:
    """Something of the flow or the layout as a constant of generated source."""

    __slots__ = ("of",)

    def __init__(self, of: object) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.of is other.of

    def __hash__(self) -> int:
        return id(self.of)


class Machinery(Loops):
    at: Span = NOWHERE
    """Where the statement stands that is being written."""

    def machinery(self, s: m.Statement, env: dict[int, Meaning]) -> None:
        match s:
            case f.Clear(vars=variables):
                self._clear(self.translator.stores[var.uid] for var in variables)
            case f.Reset(fields=fields):
                self._reset(s, fields, env)
            case f.Freeze():
                self._freeze(s, env)
            case f.Take(var=var, kept=kept):
                self._take(var, self.translator.stores[kept.uid], env)
            case f.Finish(code=code):
                size = self.translator.layout.machinery.size
                self.out.write(f"v[{STOPPING}:{size}] = {self.constants.name((0,) * (size - STOPPING), 'Z')}")
                self.out.write(f"v[{OVER}] = {code}")
            case _:
                self.plainly(s, env)

    def plainly(self, s: m.Statement, env: Env, leave: Leave | None = None) -> None:
        """Lets the plain interpreter do a statement; a `stop` in it comes back as its code."""
        parts = []
        for uid in sorted(mentions((s,)) & env.keys()):
            meaning = env[uid]
            if isinstance(meaning, dict):
                parts.append(f"{uid}: {{{', '.join(f'{sort}: {self.value(many)}' for sort, many in meaning.items())}}}")
            else:
                parts.append(f"{uid}: {self.given(meaning)}")
        call = f"X({self.constants.name(Held(s), 'W')}, v, {{{', '.join(parts)}}})"
        if leave is None:
            self.out.write(call)
            return
        code = self.constants.fresh("w")
        with self.out.block(f"if {code} := {call}:"):
            leave(code)

    # ------------------------------------------------------------ locals

    def bind(self, var: m.Var, meaning: Meaning, env: dict[int, Meaning]) -> None:
        """Gives a local its value: in its slots if it has some."""
        store = self.translator.stores.get(var.uid)
        if store is None:
            self.local(var, meaning, env)
        elif isinstance(meaning, dict):
            kept = {sort: self.steady(many) for sort, many in meaning.items()}
            values = [
                self.value(kept[at]) if at in kept else "0" for at in range(store.first, store.first + store.width)
            ]
            self.out.write(f"v[{store.base}:{store.base + store.width}] = ({', '.join(values)},)")
        elif store.form == "number":
            self.out.write(f"v[{store.base}] = {self.value(meaning)}")
        else:
            where = self.constants.name(Held(self.at), "E")
            self.out.write(f"Y(v, {self.stored(store)}, list({self.members(meaning)}), {where})")

    def stored(self, store: Store) -> str:
        """A store as a constant."""
        return self.constants.name(Held(store), "N")

    def local(self, var: m.Var, meaning: Meaning, env: dict[int, Meaning]) -> None:
        """Gives a local without slots its value. One that never changes may stand for a constant or another name."""
        arena = self.translator.arena
        if isinstance(meaning, dict):
            env[var.uid] = {sort: self.steady(many) for sort, many in meaning.items()}
        elif meaning.sequence:
            changes = var.uid in self.changing
            low, high = (-HUGE, HUGE) if changes else (meaning.low, meaning.high)
            name = arena.make("local", (), var.uid, low, high)
            self.out.write(f"{name_of(name)} = {self.members(meaning)}")
            env[var.uid] = name
        elif var.uid in self.changing:
            name = arena.name(var.uid, -HUGE, HUGE)
            self.out.write(f"{name_of(name)} = {self.value(meaning)}")
            env[var.uid] = name
        elif meaning.op in ("num", "name"):
            env[var.uid] = meaning
        else:
            name = arena.name(var.uid, meaning.low, meaning.high)
            self.out.write(f"{name_of(name)} = {self.value(meaning)}")
            env[var.uid] = name

    @property
    def changing(self) -> frozenset[int]:
        """The locals that are set or raised after they have got their first value."""
        raise NotImplementedError

    def steady(self, term: Term) -> Term:
        """A number that is worked out now and used later."""
        if term.op == "num" or (term.op == "name" and term.value not in self.changing):
            return term
        name = self.translator.arena.fresh(term.low, term.high)
        self.out.write(f"{name_of(name)} = {self.value(term)}")
        return name

    # ------------------------------------------------------------ slots of machinery

    def _clear(self, stores: Iterable[Store]) -> None:
        """Slots that lie side by side are cleared together."""
        stretches: list[list[int]] = []
        for store in sorted(stores, key=lambda store: store.base):
            if stretches and stretches[-1][1] == store.base:
                stretches[-1][1] += store.width
            else:
                stretches.append([store.base, store.base + store.width])
        for low, high in stretches:
            self.set_slots(low, (0,) * (high - low))

    def set_slots(self, base: int, values: tuple[int, ...]) -> None:
        if len(values) == 1:
            self.out.write(f"v[{base}] = {values[0]}")
        else:
            self.out.write(f"v[{base}:{base + len(values)}] = {self.constants.name(values, 'Z')}")

    def _reset(self, s: m.Statement, fields: tuple[m.StateField, ...], env: Env) -> None:
        """Start values that are known go into their slots as one piece, where they lie side by side."""
        pieces: list[tuple[int, tuple[int, ...]]] = []
        for of in sorted(fields, key=lambda of: self.translator.layout.runs[of].first):
            known = self._start_values(of)
            run = self.translator.layout.runs[of]
            if known is None:
                self.plainly(f.Reset((of,), span=s.span), env)
            elif not known:
                continue
            elif pieces and pieces[-1][0] + len(pieces[-1][1]) == run.first:
                pieces[-1] = (pieces[-1][0], pieces[-1][1] + known)
            else:
                pieces.append((run.first, known))
        for base, values in pieces:
            self.set_slots(base, values)

    def _start_values(self, of: m.StateField) -> tuple[int, ...] | None:
        run, arena = self.translator.layout.runs[of], self.translator.arena
        if run.form not in ("number", "set", "counts"):
            return ()
        if run.form != "number":
            return (0,) * run.width if of.initial is None or self._is_empty(of) else None
        found = []
        for owner, _ in run.combinations():
            if of.initial is None:
                value = arena.num(-1 if isinstance(of.type, m.Ref) else max(run.low, min(0, run.high)))
            else:
                value = self.translator.term(
                    of.initial, {of.owner.uid: arena.num(owner)} if of.owner is not None else {}
                )
            if not value.known or (of.initial is not None and not run.low <= value.value <= run.high):
                return None
            found.append(value.value)
        return tuple(found)

    def _is_empty(self, of: m.StateField) -> bool:
        """Whether a set or note of pieces begins with nothing in it."""
        assert of.initial is not None
        return isinstance(of.initial, m.Listed) and not of.initial.items

    def _freeze(self, s: f.Freeze, env: Env) -> None:
        """Members that are known beforehand go into their slots as one piece."""
        store, members = self.translator.stores[s.into.uid], self.translator.members(s.domain, env)
        if s.where is None and members.op == "fixed" and members.args[0].known and store.form == "list":
            known = members.rows[0]
            if len(known) < store.width:
                self.set_slots(store.base, (len(known), *known, *(0,) * (store.width - 1 - len(known))))
                return
        kept = f"list({self.members(members)})" if s.where is None else self.kept(s.var, members, s.where, env)
        self.out.write(f"Y(v, {self.stored(store)}, {kept}, {self.constants.name(Held(s.span), 'E')})")

    def kept(self, var: m.Var, sequence: Term, where: m.Expr, env: Env) -> str:
        """A list of the members for which `where` holds now."""
        arena = self.translator.arena
        name = arena.name(var.uid, sequence.low, sequence.high)
        test = self.translator.term(where, {**env, var.uid: name})
        kept = self.constants.fresh("l")
        self.out.write(f"{kept} = []")
        known = test.free | sequence.free - {name}
        steps = planned(arena, [Bind(name, sequence), test], Leaf((name,)), frozenset(known) - {name})
        self.steps(steps, lambda terms, _: self.out.write(f"{kept}.append({self.value(terms[0])})"))
        return kept

    def _take(self, var: m.Var, kept: Store, env: dict[int, Meaning]) -> None:
        """The first kept member, bound; the others move up."""
        base = kept.base
        name = self.translator.arena.fresh(-HUGE, HUGE)
        if kept.form != "list":
            self.out.write(f"{name_of(name)} = FIRST(v, {base}, {kept.first}, {kept.width})")
        else:
            size = self.constants.fresh("w")
            self.out.write(f"{name_of(name)} = v[{base + 1}]; {size} = v[{base}] - 1; v[{base}] = {size}")
            self.out.write(
                f"v[{base + 1}:{base + 1} + {size}] = v[{base + 2}:{base + 2} + {size}]; v[{base + 1} + {size}] = 0"
            )
        self.bind(var, name, env)
