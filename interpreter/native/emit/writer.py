"""Collects the code and locals of the current function, and requests the functions that it calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter import wasm as w
from interpreter.native.emit.shorthand import HIGH, LOW, Given, as_type, code, gt, put, sub, zero
from interpreter.optimizer import Term
from interpreter.wasm import I32, I64


def fits(low: int, high: int, of: str = I32) -> bool:
    """Return True if a type can represent all numbers from `low` to `high`."""
    return LOW[of] <= low and high <= HIGH[of]


def type_of(name: Term) -> str:
    """Return the type of the local that holds a variable.

    A sequence is represented by the 32-bit address of a list.
    """
    return I32 if name.sequence or fits(name.low, name.high) else I64


def local_of(name: Term) -> w.Local:
    """Return a new local for a variable."""
    return w.Local(f"{'s' if name.sequence else 'x'}{name.value}", type_of(name))


@dataclass(slots=True)
class _Frame:
    """State of the function that is being written."""

    body: list[w.Code] = field(default_factory=list)
    names: dict[int, w.Local] = field(default_factory=dict)
    deferred: dict[int, w.Local] = field(default_factory=dict)
    """Flag of each deferred variable, which is 1 once the variable has a value."""


@dataclass(slots=True)
class Writer:
    """Writes the functions of a module.

    `module` collects the finished functions.
    """

    module: w.Module
    _frame: _Frame = field(default_factory=_Frame)
    _asked: dict[tuple[str, object], str] = field(default_factory=dict)
    waiting: list[tuple[str, object, str]] = field(default_factory=list)
    """Kind, key and name of each function that is requested but not yet written."""
    _owners: dict[w.Local, str] = field(default_factory=dict)
    """Name of the function to which each local variable belongs."""

    # ------------------------------------------------------------ functions

    @contextmanager
    def function(
        self, name: str, params: Sequence[w.Local] = (), gives: str | None = None, exported: bool = False
    ) -> Iterator[None]:
        """Use the code emitted inside the `with` statement as the body of a new function.

        Raises:
            ValueError: if another function uses one of its local variables or parameters. After inlining, both
                functions would change the same variable.
        """
        self._frame = _Frame()
        yield
        made = w.Function(name, tuple(params), gives, tuple(self._frame.body), exported)
        for local in dict.fromkeys((*made.params, *made.content().locals)):
            owner = self._owners.setdefault(local, name)
            if owner != name:
                raise ValueError(
                    f"the functions {owner} and {name} share the local variable {local.name}, "
                    "so inlining would mix up its values; create a variable in each function"
                )
        self.module.functions.append(made)
        self._frame = _Frame()

    def wanted(self, kind: str, key: object) -> str:
        """Return the name of the function with this kind and key, and request it if it is new."""
        if (kind, key) not in self._asked:
            self._asked[kind, key] = name = f"{kind}{len(self._asked)}"
            self.waiting.append((kind, key, name))
        return self._asked[kind, key]

    # ------------------------------------------------------------ code

    def emit(self, *parts: w.Code) -> None:
        self._frame.body.extend(parts)

    @property
    def length(self) -> int:
        """Number of instructions emitted so far in the current function or block."""
        return len(self._frame.body)

    @contextmanager
    def block(self) -> Iterator[list[w.Code]]:
        """Collect the code emitted inside the `with` statement in a list, and yield this list."""
        outer, self._frame.body = self._frame.body, []
        try:
            yield self._frame.body
        finally:
            self._frame.body = outer

    @contextmanager
    def only_if(self, test: Given) -> Iterator[None]:
        with self.block() as then:
            yield
        self.emit(w.If(code(test), tuple(then)))

    @contextmanager
    def leaving(self, name: str = "done") -> Iterator[w.Label]:
        """Wrap the code emitted inside the `with` statement in a block, and yield the block's exit label."""
        label = w.Label(name)
        with self.block() as body:
            yield label
        self.emit(w.Block(label, tuple(body)))

    @contextmanager
    def loop_while(self, test: Given) -> Iterator[w.Label]:
        """Repeat the code emitted inside the `with` statement while a test is true, and yield the loop's exit label.

        The test is evaluated before each iteration.
        """
        again = w.Label("again")
        with self.leaving() as done:
            with self.block() as body:
                self.emit(w.Branch(done, zero(test)))
                yield done
                self.emit(w.Branch(again))
            self.emit(w.Loop(again, tuple(body)))

    @contextmanager
    def times(self, number: Given) -> Iterator[None]:
        """Emit a loop that runs the code emitted inside the `with` statement `number` times."""
        left = self.held(code(number), "left")
        with self.loop_while(gt(left, 0)):
            yield
            self.emit(put(left, sub(left, 1)))

    # ------------------------------------------------------------ locals

    def fresh(self, of: str = I32, name: str = "w") -> w.Local:
        return w.Local(name, of)

    def held(self, of: w.Code, name: str = "w") -> w.Local:
        """Emit code that stores a value in a new local, and return this local."""
        found = w.Local(name, of.type or I64)
        self.emit(w.Put(found, of))
        return found

    def name(self, of: Term) -> w.Local:
        """Return the local that holds a variable."""
        return self._frame.names[of.value]

    def bind(self, of: Term) -> w.Local:
        """Return the local that holds a variable, creating it if necessary.

        A variable that is bound again keeps its local unless its type has changed.
        """
        found = self._frame.names.get(of.value)
        if found is None or found.type != type_of(of):
            found = self._frame.names[of.value] = local_of(of)
        return found

    def bound_to(self, of: Term, local: w.Local) -> None:
        self._frame.names[of.value] = local

    def defer(self, of: Term) -> None:
        """Declare a variable whose value is computed on first use."""
        self.bind(of)
        self._frame.deferred[of.value] = flag = w.Local("there", I32)
        self.emit(w.Put(flag, w.Const(I32, 0)))

    def flag(self, of: Term) -> w.Local:
        """Return the flag of a deferred variable, which is 1 once the variable has a value."""
        return self._frame.deferred[of.value]

    # ------------------------------------------------------------ parameters and arguments

    def given_for(self, term: Term) -> list[w.Code]:
        """Return the arguments for the function that computes a term: its free variables, then the flags of its
        deferred variables.
        """
        names = [as_type(self.name(each), type_of(each)) for each in names_of(term)]
        return [*names, *map(code, map(self.flag, deferred_in(term)))]

    def bind_given(self, names: Sequence[Term], deferred: Sequence[Term], params: Sequence[w.Local]) -> None:
        """Bind variables and flags to the parameters that `params_for` created."""
        for each, local in zip(names, params, strict=False):
            self.bound_to(each, local)
        for each, local in zip(deferred, params[len(names) :], strict=True):
            self._frame.deferred[each.value] = local


def names_of(term: Term) -> list[Term]:
    """Return the free variables of a term in order of creation."""
    return sorted(term.free, key=lambda name: name.value)


def deferred_in(term: Term) -> list[Term]:
    """Return the free variables that may still have no value when a term is computed."""
    found: dict[Term, None] = {}
    seen, waiting = set[Term](), [term]
    while waiting:
        each = waiting.pop()
        if each not in seen and each.free:
            seen.add(each)
            waiting.extend(each.args)
            if each.op == "once" and each.args[0] in term.free:
                found[each.args[0]] = None
    return sorted(found, key=lambda name: name.value)


def params_for(names: Sequence[Term], deferred: Sequence[Term]) -> list[w.Local]:
    """Return parameters for variables and for the flags of deferred variables."""
    return [*map(local_of, names), *(w.Local("there", I32) for _ in deferred)]
