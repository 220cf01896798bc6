"""Conditions over expressions: comparisons, and, or, not; interned like the expressions.

A condition is *about* integers: `a < b` over integers is `a + 1 <= b`, and `not (a < b)` is `b <=
a`, so negation is pushed to the comparisons as conditions are built.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from disc_shape.symbolic.nodes import Node, intern, postorder, wrapped
from disc_shape.symbolic.terms import Const, Expr, as_expr, as_operand

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds exactly when the key does not."""
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The same comparison with its sides exchanged."""

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    **{"==": operator.eq, "!=": operator.ne, "<": operator.lt},
    **{">=": operator.ge, ">": operator.gt, "<=": operator.le},
}


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

    def substitute(self, mapping: Mapping[Expr, Expr]) -> Cond:
        """The comparison with every occurrence of a key replaced."""
        lhs, rhs = self.lhs.substitute(mapping), self.rhs.substitute(mapping)
        unchanged = lhs is self.lhs and rhs is self.rhs
        return self if unchanged else compare(self.op, lhs, rhs)

    def render(self) -> str:
        return f"{wrapped(self.lhs, 5)} {self.op} {wrapped(self.rhs, 5)}"

    def compute(self, values: Mapping[Node, int]) -> int:
        return int(holds(self.op, values[self.lhs], values[self.rhs]))

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return compare(self.op, as_expr(changed[self.lhs]), as_expr(changed[self.rhs]))


class Junction(Cond):
    """Several conditions joined by one word."""

    __slots__ = ("args",)
    args: tuple[Cond, ...]
    word: ClassVar[str]
    neutral: ClassVar[bool]
    """The truth of none of them."""

    @property
    def children(self) -> tuple[Node, ...]:
        return self.args

    def render(self) -> str:
        return f" {self.word} ".join(wrapped(arg, self.rank + 1) for arg in self.args)

    def compute(self, values: Mapping[Node, int]) -> int:
        pick = min if self.neutral else max
        return pick(values[arg] for arg in self.args)

    def rebuild(self, changed: Mapping[Node, Node]) -> Cond:
        return joined(type(self), [as_cond(changed[arg]) for arg in self.args])


class And(Junction):
    """Every one of `args` holds."""

    __slots__ = ()
    rank, word, neutral = 2, "and", True


class Or(Junction):
    """At least one of `args` holds."""

    __slots__ = ()
    rank, word, neutral = 1, "or", False


def holds(op: str, a: int, b: int) -> bool:
    """Whether the comparison holds of two integers."""
    return COMPARISONS[op](a, b)


def as_cond(node: Node) -> Cond:
    """Narrow a node to a condition."""
    assert isinstance(node, Cond)
    return node


TRUE, FALSE = intern(Truism, holds=True), intern(Truism, holds=False)


def truism(value: bool) -> Truism:
    """TRUE or FALSE."""
    return TRUE if value else FALSE


def compare(op: str, a: Expr | int, b: Expr | int) -> Cond:
    """The comparison `a op b`; TRUE or FALSE where the two sides decide it."""
    if op not in OPPOSITE:
        raise ValueError(f"unknown comparison {op!r}")
    lhs, rhs = as_operand(a), as_operand(b)
    if isinstance(lhs, Const) and isinstance(rhs, Const):
        return truism(holds(op, lhs.number, rhs.number))
    if lhs is rhs:
        return truism(op in ("==", "<=", ">="))
    return intern(Comparison, op=op, lhs=lhs, rhs=rhs)


def joined(kind: type[Junction], conds: Iterable[Cond]) -> Cond:
    """Several conditions joined: flat, without repetition."""
    args: dict[Cond, None] = {}
    for cond in conds:
        if isinstance(cond, Truism):
            if cond.holds != kind.neutral:
                return cond
        elif isinstance(cond, kind):
            args.update(dict.fromkeys(cond.args))
        else:
            args[cond] = None
    if len(args) < 2:
        return next(iter(args), truism(kind.neutral))
    return intern(kind, args=tuple(args))


def conj(conds: Iterable[Cond]) -> Cond:
    """The conjunction: flat, without repetition; TRUE if empty."""
    return joined(And, conds)


def disj(conds: Iterable[Cond]) -> Cond:
    """The disjunction: flat, without repetition; FALSE if empty."""
    return joined(Or, conds)


def conjuncts(cond: Cond) -> Sequence[Cond]:
    """The parts of a conjunction; any other condition by itself."""
    return cond.args if isinstance(cond, And) else (cond,)


def negate(cond: Cond) -> Cond:
    """The condition that holds exactly when `cond` does not."""
    if isinstance(cond, Comparison):
        return compare(OPPOSITE[cond.op], cond.lhs, cond.rhs)
    done: dict[Node, Cond] = {}
    for node in postorder(cond):
        if isinstance(node, Truism):
            done[node] = truism(not node.holds)
        elif isinstance(node, Comparison):
            done[node] = compare(OPPOSITE[node.op], node.lhs, node.rhs)
        elif isinstance(node, Junction):
            done[node] = joined(Or if isinstance(node, And) else And, [done[a] for a in node.args])
    return done[cond]


def interval_cond(e: Expr, piece: tuple[int | None, int | None]) -> Cond:
    """lo <= e <= hi as a condition."""
    lo, hi = piece
    if lo is not None and lo == hi:
        return compare("==", e, lo)
    ends = ((">=", lo), ("<=", hi))
    return conj(compare(op, e, end) for op, end in ends if end is not None)
