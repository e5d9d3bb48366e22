"""Takes expressions apart into the operands whose values explain them."""

from __future__ import annotations

from dsl import model as m


def operands(e: m.Expr) -> list[m.Expr]:
    """Return the operands of an expression.

    A chain of additions and subtractions counts as one operation.
    """
    match e:
        case m.Arith(op, left, right):
            return [part for side in (left, right)
                    for part in (operands(side) if isinstance(side, m.Arith) and side.op in "+-" and op in "+-"
                                 else [side])]  # fmt: skip
        case m.Joined("+", left, m.Amounts(parts=())):
            return [left]
        case m.Compare(_, left, right) | m.Joined(_, left, right) | m.In(left, right):
            return [left, right]
        case m.Not(of) | m.Size(of) | m.Neighbours(of=of) | m.Edges(of=of) | m.Ends(of=of):
            return [of]
        case m.Lookup(key=key):
            return [key]
        case m.FactValue(of=of, column=column):
            return [of] if column is None else [of, column]
        case m.Amounts(parts):
            return [number for number, _ in parts]
        case m.EdgeBetween(left=left, right=right):
            return [left, right]
        case m.Slot(owner=owner, keys=keys):
            return [part for part in (owner, *keys) if part is not None and not isinstance(part, (m.Const, m.Var))]
        case m.Reach(start=start, over=over):
            return [start, over]
        case m.GraphQuestion(args=args):
            return [arg for arg in args if not isinstance(arg, m.Things)]
        case m.Nth(of=of, number=number):
            return [number, of]
        case m.Clockwise(start=start):
            return [start]
    return []
