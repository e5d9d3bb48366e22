"""What is declared: the fields of the state, and what values, rules and actions take and give.

Everything here is known before any body of a rule is looked at. Start values and capacities are checked last, because
they may use values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsl import ast, model
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import PLAYER
from dsl.checking.lookups import slot
from dsl.checking.names import Faulty, Names, RoutineName, Scope, ValueName, describe
from dsl.source import NOWHERE

HOLDING_FORMS = ("set", "pile", "bag", "row", "stack", "space")
BIG = 2_000_000_000


@dataclass(slots=True)
class FieldsCheck:
    """Declares all state fields, the built-in ones first."""

    names: Names
    of: Expressions
    declared: list[tuple[ast.Field, model.StateField]] = field(default_factory=list)

    def declare(self, states: Sequence[ast.State]) -> None:
        self._built_in()
        for state in states:
            kind = state.kind.text if state.kind is not None else ""
            if kind and kind not in self.names.table.kinds:
                self.of.names.sink.add("E319", f"there is no kind `{kind}`", state.name.span, "unknown kind")
                continue
            for decl in state.fields:
                try:
                    self._declare(decl, kind)
                except Faulty:
                    continue

    def _built_in(self) -> None:
        fields = self.names.fields

        def add(name: str, type_: model.Type, visibility: str = "open") -> None:
            fields["", name] = model.StateField(
                name, "", (), (), type_, visibility, "", None, builtin=True, span=NOWHERE
            )

        add("player", model.Ref(PLAYER, True))
        add("round_number", model.Int(0, 100_000))
        add("bank", model.Int(-BIG, BIG, money=True), "hidden")
        for kind in self.names.table.kinds.values():
            if kind.name == PLAYER:
                continue
            if kind.fungible and kind.root == kind.name:
                add(f"supply_{kind.name}", model.Holder("bag", kind.name))
                add(f"box_{kind.name}", model.Holder("bag", kind.name))

    def _declare(self, decl: ast.Field, kind: str) -> None:
        names, word = self.names, decl.name
        if (kind, word.text) in names.fields or (kind and names.table.static(kind, word.text)):
            earlier = names.fields.get((kind, word.text))
            related = [(earlier.span, "first declared here")] if earlier and earlier.span else []
            self.of.fault("E312", f"`{word.text}` is declared twice", word.span, "declared again", related=related)
        type_ = self.type_of(decl.domain)
        keys = [self._key(key) for key in decl.keys]
        if decl.visibility in ("secret", "counted") and kind != PLAYER and PLAYER not in (k for _, k in keys):
            self.of.fault("E323", f"only what a player has can be {decl.visibility}", decl.name.span,
                          hint="use `hidden` for what nobody may see")  # fmt: skip
        found = model.StateField(
            word.text, kind, tuple(key for key, _ in keys), tuple(of for _, of in keys), type_, decl.visibility,
            decl.lifetime, span=word.span,
        )  # fmt: skip
        names.fields[kind, word.text] = found
        if isinstance(type_, model.Holder) and not names.table.kinds[type_.kind].fungible and type_.form != "set":
            root = names.table.kinds[type_.kind].root
            box = model.StateField(
                f"box_{root}",
                "",
                (),
                (),
                model.Holder("pile", root),
                "hidden",
                "",
                builtin=True,
                span=NOWHERE,
            )
            names.fields.setdefault(("", f"box_{root}"), box)
        self.declared.append((decl, found))

    def _key(self, expr: ast.Expr) -> tuple[tuple[int, int], str]:
        domain, _ = self.of.domain(expr, Scope())
        if isinstance(domain, model.Things):
            kind = self.names.table.kinds[domain.kind]
            return (kind.first, kind.size), domain.kind
        if (
            isinstance(domain, model.RangeOf)
            and isinstance(domain.low, model.Const)
            and isinstance(domain.high, model.Const)
        ):
            return (domain.low.value, domain.high.value - domain.low.value + 1), ""
        self.of.fault("E307", "a field is kept for each thing of a kind, or each number of a range", expr.span)

    def type_of(self, domain: ast.Domain) -> model.Type:
        """The type that a field's domain says. Raises `Faulty`."""
        return type_of_domain(self.of, domain, Scope())

    def start_values(self) -> None:
        for decl, found in self.declared:
            try:
                self._capacity(decl, found)
                self._initial(decl, found)
            except Faulty:
                continue

    def _capacity(self, decl: ast.Field, found: model.StateField) -> None:
        """The largest size of a holder, worked out for each thing that has one."""
        if decl.domain.at_most is None or not isinstance(found.type, model.Holder):
            return
        kind = self.names.table.kinds[found.kind] if found.kind else None
        sizes = []
        for offset in range(kind.size if kind else 1):
            scope = Scope()
            if kind:
                thing = model.Const(kind.first + offset, type=model.Ref(kind.name), span=decl.span)
                self._own_facts(kind.name, thing, scope)
            size = self.of.number(decl.domain.at_most, scope)
            if not isinstance(size, model.Const) or size.value < 0:
                self.of.fault("E305", "how much it holds must be known before play", decl.domain.at_most.span)
            sizes.append(size.value)
        found.capacity = tuple(sizes)

    def _own_facts(self, kind: str, thing: model.Expr, scope: Scope) -> None:
        """Inside `each X has`, the facts of X are called by their bare names."""
        for ancestor in reversed(self.names.table.lineage(kind)):
            for (owner, name), fact in self.names.table.statics.items():
                if owner == ancestor:
                    scope.names[name] = self.of.fact(fact, thing, thing.span)

    def _initial(self, decl: ast.Field, found: model.StateField) -> None:
        holds = isinstance(found.type, model.Holder)
        if found.kind:
            owner = self.names.new_var("owner", model.Ref(found.kind), decl.span)
            found.owner = owner
        scope = Scope()
        if found.owner is not None:
            self._own_facts(found.kind, found.owner, scope)
        if decl.initial is None:
            return
        target = slot(found, found.owner, (), decl.span)
        value = self._initial_value(decl.initial, scope, target)
        if holds:
            assert isinstance(found.type, model.Holder)
            fits = self.of.contents(value)
            kind = getattr(fits, "kind", None) or getattr(getattr(fits, "of", None), "kind", None)
            if kind not in ("", None, found.type.kind) and not (
                found.type.form == "set" or self._related(kind, found.type.kind)
            ):
                self.of.fault(
                    "E304",
                    f"{describe(found.type)} cannot start with {describe(value.type)}",
                    decl.initial.span,
                )
        else:
            self.of.fits(value, target.type, decl.initial.span)
        found.initial = value

    def _related(self, kind: str, other: str) -> bool:
        table = self.names.table.kinds
        return kind in table and table[kind].root == table[other].root

    def _initial_value(self, expr: ast.Expr, scope: Scope, target: model.Slot) -> model.Expr:
        if isinstance(expr, ast.Amount) and isinstance(target.field.type, model.Holder) and target.field.type.own:
            number = self.of.number(expr.number, scope)
            assert target.owner is not None
            sort = replace(target.owner, type=model.Ref(target.field.type.kind))
            return model.Amounts(((number, sort),), type=model.Bag(target.field.type.kind), span=expr.span)
        if isinstance(expr, ast.Name) and expr.text == "flag":
            self.of.fault("E301", "nothing is called `flag`", expr.span)
        return self.of.check(expr, scope)


def type_of_domain(of: Expressions, domain: ast.Domain, scope: Scope) -> model.Type:
    """The type of what a domain lets a name hold. Raises `Faulty` after reporting."""
    if domain.form == "flag":
        return model.Flag()
    if domain.form == "money":
        return model.Int(0, model.MONEY_LIMIT, money=True)
    assert domain.of is not None
    _, member = of.domain(domain.of, scope)
    if domain.form in ("members", "or none"):
        if isinstance(member, model.Ref):
            return model.Ref(member.kind, domain.form == "or none")
        return member
    if not isinstance(member, model.Ref):
        of.fault("E307", f"a {domain.form} holds things of a kind", domain.of.span, f"these are {describe(member)}")
    kind = of.names.table.kinds[member.kind]
    if domain.form in ("bag", "row") and not kind.fungible:
        of.fault("E316", f"a {domain.form} holds equal pieces, but each {member.kind} is its own", domain.span,
                 hint="use `pile of`, or give the kind pieces: `with 5 pieces each`")  # fmt: skip
    if domain.form in ("pile", "stack") and kind.fungible:
        of.fault("E316", f"a {domain.form} holds single things, but {member.kind} comes in equal pieces", domain.span,
                 hint="use `bag of`")  # fmt: skip
    if domain.own and kind.owner_kind != PLAYER:
        of.fault(
            "E316",
            f"{member.kind} does not belong to players",
            domain.span,
            "`own` needs a kind `for each Player`",
        )
    return model.Holder(domain.form, member.kind, domain.own)


@dataclass(slots=True)
class Signatures:
    """What each value, phase, rule and action takes; for actions also the choices themselves."""

    names: Names
    of: Expressions
    scopes: dict[str, tuple[Scope, tuple[model.Var, ...]]] = field(default_factory=dict)
    """The scope in which the body of each named rule is read, and its parameters."""
    action_params: dict[str, tuple[model.Var, tuple[model.Param, ...]]] = field(default_factory=dict)

    def declare(self, declarations: Sequence[ast.Declaration]) -> None:
        names = self.names
        for decl in declarations:
            if isinstance(decl, ast.Scoring):
                names.score = model.Int(-100_000, 100_000)
        for decl in declarations:
            if isinstance(decl, ast.Value):
                self._value(decl)
        for decl in declarations:
            if isinstance(decl, (ast.Phase, ast.Rule)):
                vars_ = self._params(decl, Scope())
                form = "phase" if isinstance(decl, ast.Phase) else "rule"
                names.routines[decl.name.text] = RoutineName(form, decl, tuple(var.type for var in vars_))
            elif isinstance(decl, ast.Action):
                self._action(decl)

    def _value(self, decl: ast.Value) -> None:
        vars_ = self._params(decl, Scope())
        try:
            form = decl.domain.form
            if form in ("set", "pile") and decl.domain.of is not None:
                member = self.of.domain(decl.domain.of, Scope())[1]
                assert isinstance(member, (model.Ref, model.Int, model.Flag))
                type_: model.Type = model.Many(member)
            elif form == "bag" and isinstance(decl.domain.of, ast.Name):
                type_ = model.Bag(decl.domain.of.text)
            else:
                type_ = type_of_domain(self.of, decl.domain, Scope())
        except Faulty:
            type_ = model.Int(-BIG, BIG)
        if isinstance(type_, model.Int):
            type_ = model.Int(type_.low, type_.high)
        self.names.values[decl.name.text] = ValueName(decl, tuple(var.type for var in vars_), type_)

    def _params(self, decl: ast.Value | ast.Phase | ast.Rule, scope: Scope) -> tuple[model.Var, ...]:
        """Parameters of a value or rule: the caller gives them, only their type counts."""
        vars_ = []
        for param in decl.params:
            try:
                type_ = self._param_type(param, scope)
            except Faulty:
                type_ = model.Int(-BIG, BIG)
            vars_.append(self._declare(param.name, type_, scope))
        self.scopes[decl.name.text] = (scope, tuple(vars_))
        return tuple(vars_)

    def _param_type(self, param: ast.Param, scope: Scope) -> model.Type:
        if param.domain.form in HOLDING_FORMS and param.domain.of is not None:
            member = self.of.domain(param.domain.of, scope)[1]
            if isinstance(member, model.Ref):
                kind = self.names.table.kinds[member.kind]
                return (
                    model.Bag(member.kind)
                    if kind.fungible and param.domain.form in ("bag", "row")
                    else model.Many(member)
                )
        return type_of_domain(self.of, param.domain, scope)

    def _declare(self, word: ast.Word, type_: model.Type, scope: Scope) -> model.Var:
        self.of.check_free(word)
        if word.text in scope.names:
            self.names.sink.add("E312", f"`{word.text}` is declared twice", word.span, "declared again")
        if isinstance(type_, model.Int):
            type_ = model.Int(type_.low, type_.high)
        var = self.names.new_var(word.text, type_, word.span)
        scope.names[word.text] = var
        return var

    def _action(self, decl: ast.Action) -> None:
        scope = Scope()
        you = self.names.new_var("you", model.Ref(PLAYER), decl.name.span)
        scope.names["you"] = you
        params = []
        for param in decl.params:
            try:
                params.append(self._choice(param, scope))
            except Faulty:
                unknown = model.Int(-BIG, BIG)
                scope.names.pop(param.name.text, None)
                var = self._declare(param.name, unknown, scope)
                nothing = model.Listed((), type=model.Many(unknown), span=param.span)
                params.append(model.Param(var, nothing, None))
        self.scopes[decl.name.text] = (scope, tuple(param.var for param in params))
        self.action_params[decl.name.text] = (you, tuple(params))
        types = tuple(param.var.type for param in params)
        self.names.actions[decl.name.text] = RoutineName("action", decl, types)

    def _choice(self, param: ast.Param, scope: Scope) -> model.Param:
        """A parameter of an action: the player's choice from a finite domain."""
        form, at_most = param.domain.form, param.domain.at_most
        if form in ("bag", "set") and param.domain.of is not None:
            most = self.of.number(at_most, scope) if at_most is not None else None
            domain, member = self._collection(param, scope, most)
        elif form == "flag":
            domain, member = self.of.domain(ast.Name(param.domain.span, "flag"), scope)
        elif form == "members" and param.domain.of is not None:
            domain, member = self.of.domain(param.domain.of, scope)
        else:
            self.of.fault("E307", "a player can choose from a kind, a range, a flag or a holder", param.domain.span)
        var = self._declare(param.name, member, scope)
        if param.open and not isinstance(member, (model.Int, model.Bag, model.Many)):
            self.of.fault(
                "E307",
                "only amounts, bags and sets can be open",
                param.domain.span,
                f"this is {describe(member)}",
            )
        where = self.of.flag(param.where, scope) if param.where is not None else None
        return model.Param(var, domain, where, param.open)

    def _collection(self, param: ast.Param, scope: Scope, most: model.Expr | None) -> tuple[model.Expr, model.Member]:
        """Several pieces or things at once, chosen as one bag or one set."""
        assert param.domain.of is not None
        span = param.domain.span
        if param.domain.form == "bag":
            bags = self.of.bags_of(param.domain.of, scope, None, most, span)
            assert isinstance(bags.type, model.Many)
            return bags, bags.type.of
        domain, member = self.of.domain(param.domain.of, scope)
        if not isinstance(member, model.Ref) or self.names.table.kinds[member.kind].fungible:
            self.of.fault("E307", "a set holds single things", param.domain.of.span, f"these are {describe(member)}")
        chosen = model.Many(member)
        return model.Subsets(domain, most, type=model.Many(chosen), span=span), chosen
