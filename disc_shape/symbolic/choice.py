"""`min`, `max` and `select`: the expressions that choose one of their operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Comparison, Cond, Truism, as_cond
from disc_shape.symbolic.division import FloorDiv, Mod, ceildiv, floordiv
from disc_shape.symbolic.nodes import Node, intern, postorder, sort_text
from disc_shape.symbolic.terms import (
    Const,
    Expr,
    Product,
    Symbol,
    as_expr,
    as_operand,
    const,
    parts,
)


class Extreme(Expr):
    """One of `args`, picked by size."""

    __slots__ = ("args",)
    args: tuple[Expr, ...]
    pick: ClassVar[Callable[[Iterable[int]], int]]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.args

    def render(self) -> str:
        return f"{type(self).__name__.lower()}({', '.join(str(arg) for arg in self.args)})"

    def compute(self, values: Mapping[Node, int]) -> int:
        return type(self).pick(values[arg] for arg in self.args)

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        return choose(type(self), [as_expr(changed[arg]) for arg in self.args])


class Min(Extreme):
    """The smallest of `args`."""

    __slots__ = ()
    pick = min


class Max(Extreme):
    """The largest of `args`."""

    __slots__ = ()
    pick = max


class Select(Expr):
    """`then` where `cond` holds, else `other`."""

    __slots__ = ("cond", "other", "then")
    cond: Cond
    then: Expr
    other: Expr

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.cond, self.then, self.other)

    def render(self) -> str:
        return f"select({self.cond}, {self.then}, {self.other})"

    def compute(self, values: Mapping[Node, int]) -> int:
        return values[self.then] if values[self.cond] else values[self.other]

    def value_of(self, cond: bool) -> Expr:
        """The operand that is chosen where the condition has a truth."""
        return self.then if cond else self.other

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        return select(
            as_cond(changed[self.cond]), as_expr(changed[self.then]), as_expr(changed[self.other])
        )


def choose(kind: type[Extreme], args: Iterable[Expr | int]) -> Expr:
    """A flat, sorted min or max without repetition, its constants folded."""
    kept: dict[Expr, None] = {}
    numbers: list[int] = []
    for raw in args:
        arg = as_operand(raw)
        for item in arg.args if isinstance(arg, kind) else (arg,):
            if isinstance(item, Const):
                numbers.append(item.number)
            else:
                kept[item] = None
    items = sorted(kept, key=sort_text)
    if numbers:
        items.append(const(kind.pick(numbers)))
    if not items:
        raise ValueError("min and max need an operand")
    return items[0] if len(items) == 1 else intern(kind, args=tuple(items))


def minimum(*args: Expr | int) -> Expr:
    """The smallest of the operands."""
    return choose(Min, args)


def maximum(*args: Expr | int) -> Expr:
    """The largest of the operands."""
    return choose(Max, args)


def select(cond: Cond, then: Expr | int, other: Expr | int) -> Expr:
    """`then` where `cond` holds, else `other`."""
    a, b = as_operand(then), as_operand(other)
    if a is b:
        return a
    if isinstance(cond, Truism):
        return a if cond.holds else b
    rounded = _rounded(cond, a, b)
    if rounded is not None:
        return rounded
    a, b = _at_number(cond, a, b)
    return a if a is b else intern(Select, cond=cond, then=a, other=b)


def _rounded(cond: Cond, then: Expr, other: Expr) -> Expr | None:
    """
    A choice by divisibility between a multiple of a quotient and the next one, which is how
    programs round: `select(x % k == 0, c * (x // k) + y, c * (x // k) + y + c)` is
    `c * ceildiv(x, k) + y`.
    """
    if not isinstance(cond, Comparison) or cond.op not in ("==", "!="):
        return None
    if cond.op == "!=":
        then, other = other, then
    step = other - then
    if not isinstance(step, Const):
        return None
    remainder = cond.lhs - cond.rhs
    for atom, factor in parts(remainder)[1]:
        found = _divided(remainder, atom, factor)
        if found is not None:
            number, divisor = found
            rest = then - step * floordiv(number, divisor)
            is_shorter = len(parts(rest)[1]) < len(parts(then)[1])
            return rest + step * ceildiv(number, divisor) if is_shorter else None
    return None


def _divided(remainder: Expr, atom: Expr, factor: int) -> tuple[Expr, Const] | None:
    """
    What is divided by what when `remainder`, in which `factor * atom` is a term, is the remainder
    or its negative: `x % k`, `x - k * (x // k)`, and as `x` may be a quotient itself,
    `x // 4 - 2 * (x // 8)`.
    """
    if not isinstance(atom, FloorDiv | Mod) or not isinstance(atom.rhs, Const):
        return None
    if isinstance(atom, Mod):
        return (atom.lhs, atom.rhs) if atom.rhs.number > 0 and remainder is factor * atom else None
    divisor = const(abs(factor))
    number = divisor * atom + (remainder if factor < 0 else -remainder)
    return (number, divisor) if divisor.number > 1 and floordiv(number, divisor) is atom else None


def _at_number(cond: Cond, then: Expr, other: Expr) -> tuple[Expr, Expr]:
    """
    Both values of a choice that asks whether a symbol is a number, which then replaces it:
    `select(d == 0, d + 2, d)` is `select(d == 0, 2, d)`. Where both values are then the same there
    is no choice: `select(d == 1, e, d*e)` is `d*e`.
    """
    if not isinstance(cond, Comparison) or cond.op not in ("==", "!="):
        return then, other
    symbol, number = cond.lhs, cond.rhs
    if isinstance(symbol, Const):
        symbol, number = number, symbol
    if not isinstance(symbol, Symbol) or not isinstance(number, Const):
        return then, other
    equal, unequal = (then, other) if cond.op == "==" else (other, then)
    if equal.size + unequal.size > BUDGET.nodes:
        return then, other
    if _may_be_undefined(equal) or _may_be_undefined(unequal):
        return then, other
    known: dict[Expr, Expr] = {symbol: number}
    equal = equal.substitute(known)
    if unequal.substitute(known) is equal:
        return unequal, unequal
    return (equal, unequal) if cond.op == "==" else (unequal, equal)


def _may_be_undefined(e: Expr) -> bool:
    """True when an expression divides by something that may be zero."""
    return any(
        isinstance(node, FloorDiv | Mod) and not isinstance(node.rhs, Const)
        for node in postorder(e)
    )


def has_product(node: Node) -> bool:
    """Whether sizes are multiplied somewhere in a node."""
    if isinstance(node, Expr) and node.linear:
        return False
    return any(isinstance(one, Product) for one in postorder(node))


def has_choice(node: Node) -> bool:
    """Whether there is a selection somewhere in a node."""
    return any(isinstance(one, Select) for one in postorder(node))


def has_atom(node: Node) -> bool:
    """Whether a node is more than a polynomial over symbols."""
    return not isinstance(node, Expr) or not node.polynomial
