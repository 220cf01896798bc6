"""Conditions over expressions: comparisons, and, or, not; interned like the expressions.

A condition is *about* integers: `a < b` over integers is `a + 1 <= b`, and `not (a < b)` is `b <=
a`, so negation is pushed to the comparisons as conditions are built.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from disc_shape.symbolic.nodes import Node, wrapped
from disc_shape.symbolic.terms import INTERNED, Const, Expr, as_expr, as_operand

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds exactly when the key does not."""
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The same comparison with its sides exchanged."""


class Cond(Node):
    """A statement about integers."""

    __slots__ = ()

    def evaluate(self, env: Mapping[str, int]) -> bool:
        """Whether it holds under an assignment of the symbols."""
        return bool(self.value(env))

    def substitute(self, mapping: Mapping[Expr, Expr]) -> Cond:
        """The condition with every occurrence of a key replaced."""
        return as_cond(self.replaced(dict[Node, Node](mapping.items())))


class Truism(Cond):
    """TRUE or FALSE."""

    __slots__ = ("holds",)
    holds: bool

    def render(self) -> str:
        return str(self.holds)

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(self.holds)


class Comparison(Cond):
    """lhs op rhs, op one of == != < <= > >=."""

    __slots__ = ("lhs", "op", "rhs")
    op: str
    lhs: Expr
    rhs: Expr
    rank = 4

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.lhs, self.rhs)

    @property
    def details(self) -> str:
        return self.op

    def render(self) -> str:
        return f"{wrapped(self.lhs, 5)} {self.op} {wrapped(self.rhs, 5)}"

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(holds(self.op, values[self.lhs], values[self.rhs]))

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return compare(self.op, as_expr(changed[self.lhs]), as_expr(changed[self.rhs]))


class And(Cond):
    """Every one of `args` holds."""

    __slots__ = ("args",)
    args: tuple[Cond, ...]
    rank = 2

    @property
    def children(self) -> tuple[Node, ...]:
        return self.args

    def render(self) -> str:
        return " and ".join(wrapped(arg, 3) for arg in self.args)

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(all(values[arg] for arg in self.args))

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return conj(as_cond(changed[arg]) for arg in self.args)


class Or(Cond):
    """At least one of `args` holds."""

    __slots__ = ("args",)
    args: tuple[Cond, ...]
    rank = 1

    @property
    def children(self) -> tuple[Node, ...]:
        return self.args

    def render(self) -> str:
        return " or ".join(wrapped(arg, 2) for arg in self.args)

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(any(values[arg] for arg in self.args))

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return disj(as_cond(changed[arg]) for arg in self.args)


class Not(Cond):
    """`arg` does not hold.  `negate` only builds it over something that is no comparison."""

    __slots__ = ("arg",)
    arg: Cond
    rank = 3

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.arg,)

    def render(self) -> str:
        return f"not {wrapped(self.arg, 4)}"

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(not values[self.arg])

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return negate(as_cond(changed[self.arg]))


def holds(op: str, a: int, b: int) -> bool:
    """Whether the comparison holds of two integers."""
    match op:
        case "==":
            return a == b
        case "!=":
            return a != b
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b
        case _:
            raise ValueError(f"unknown comparison {op!r}")


def as_cond(node: Node) -> Cond:
    """Narrow a node to a condition."""
    assert isinstance(node, Cond)
    return node


def truism(value: bool) -> Truism:
    """TRUE or FALSE."""
    key = ("truism", value)
    found = INTERNED.get(key)
    if found is None:
        found = Truism()
        found.holds, found.size, found.text, found.free = value, 1, str(value), ()
        INTERNED[key] = found
    assert isinstance(found, Truism)
    return found


TRUE = truism(True)
FALSE = truism(False)


def compare(op: str, a: Expr | int, b: Expr | int) -> Cond:
    """The comparison `a op b`; TRUE or FALSE where the two sides decide it."""
    if op not in OPPOSITE:
        raise ValueError(f"unknown comparison {op!r}")
    lhs, rhs = as_operand(a), as_operand(b)
    if isinstance(lhs, Const) and isinstance(rhs, Const):
        return truism(holds(op, lhs.number, rhs.number))
    if lhs is rhs:
        return truism(op in ("==", "<=", ">="))
    key = (op, lhs, rhs)
    found = INTERNED.get(key)
    if found is None:
        found = Comparison()
        found.op, found.lhs, found.rhs, found.text, found.free = op, lhs, rhs, "", None
        found.size = lhs.size + rhs.size + 1
        INTERNED[key] = found
    return as_cond(found)


def conj(conds: Iterable[Cond]) -> Cond:
    """The conjunction: flat, without repetition; TRUE if empty."""
    args: dict[Cond, None] = {}
    for cond in conds:
        if isinstance(cond, Truism):
            if not cond.holds:
                return FALSE
        elif isinstance(cond, And):
            args.update(dict.fromkeys(cond.args))
        else:
            args[cond] = None
    if not args:
        return TRUE
    if len(args) == 1:
        return next(iter(args))
    key = ("and", tuple(args))
    found = INTERNED.get(key)
    if found is None:
        found = And()
        found.args, found.text, found.free = tuple(args), "", None
        found.size = 1 + sum(arg.size for arg in args)
        INTERNED[key] = found
    return as_cond(found)


def disj(conds: Iterable[Cond]) -> Cond:
    """The disjunction: flat, without repetition; FALSE if empty."""
    args: dict[Cond, None] = {}
    for cond in conds:
        if isinstance(cond, Truism):
            if cond.holds:
                return TRUE
        elif isinstance(cond, Or):
            args.update(dict.fromkeys(cond.args))
        else:
            args[cond] = None
    if not args:
        return FALSE
    if len(args) == 1:
        return next(iter(args))
    key = ("or", tuple(args))
    found = INTERNED.get(key)
    if found is None:
        found = Or()
        found.args, found.text, found.free = tuple(args), "", None
        found.size = 1 + sum(arg.size for arg in args)
        INTERNED[key] = found
    return as_cond(found)


def negate(cond: Cond) -> Cond:
    """The condition that holds exactly when `cond` does not."""
    done: dict[Cond, Cond] = {}
    stack: list[Cond] = [cond]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif isinstance(node, Truism):
            done[node] = truism(not node.holds)
        elif isinstance(node, Comparison):
            done[node] = compare(OPPOSITE[node.op], node.lhs, node.rhs)
        elif isinstance(node, Not):
            done[node] = node.arg
        else:
            assert isinstance(node, And | Or)
            todo = [arg for arg in node.args if arg not in done]
            if todo:
                stack.extend(todo)
            else:
                args = [done[arg] for arg in node.args]
                done[node] = disj(args) if isinstance(node, And) else conj(args)
    return done[cond]


def interval_cond(e: Expr, piece: tuple[int | None, int | None]) -> Cond:
    """lo <= e <= hi as a condition."""
    lo, hi = piece
    if lo is not None and lo == hi:
        return compare("==", e, lo)
    ends = ((">=", lo), ("<=", hi))
    return conj(compare(op, e, end) for op, end in ends if end is not None)
