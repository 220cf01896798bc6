"""Values of conditions and expressions on a whole box of small integers at once.

The text is evaluated by Python's own syntax tree and numpy's floor division: nothing here shares
code with the prover. A division by zero anywhere makes a point of the box invalid for that text.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

ARITHMETIC: dict[type[ast.operator], Callable[[Numbers, Numbers], Numbers]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
COMPARISONS: dict[type[ast.cmpop], Callable[[Numbers, Numbers], Flags]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Grid:
    """Every point of a box: the n-th entry of each column is one assignment."""

    def __init__(self, domains: Mapping[str, Sequence[int]]):
        axes = np.meshgrid(*(np.array(d, dtype=np.int64) for d in domains.values()), indexing="ij")
        self.columns = {name: axis.ravel() for name, axis in zip(domains, axes, strict=True)}
        self.size = len(next(iter(self.columns.values())))

    def numbers(self, text: str) -> tuple[Numbers, Flags]:
        """(values, where they exist) of an expression."""
        walk = Walk(self)
        return walk.number(ast.parse(text, mode="eval").body), walk.valid

    def flags(self, text: str) -> tuple[Flags, Flags]:
        """(truth, where it exists) of a condition."""
        walk = Walk(self)
        return walk.flag(ast.parse(text, mode="eval").body), walk.valid

    def point(self, index: int) -> dict[str, int]:
        """One assignment."""
        return {name: int(column[index]) for name, column in self.columns.items()}


class Walk:
    """One evaluation, with the points where a division by zero was met."""

    def __init__(self, grid: Grid):
        self.grid = grid
        self.valid: Flags = np.ones(grid.size, dtype=np.bool_)

    def number(self, node: ast.expr) -> Numbers:
        match node:
            case ast.Constant(value=int(value)):
                return np.full(self.grid.size, value, dtype=np.int64)
            case ast.Name(id=name):
                return self.grid.columns[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self.number(inner)
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self.number(left), self.number(right)
                if isinstance(op, ast.FloorDiv | ast.Mod):
                    self.valid &= b != 0
                    b = np.where(b == 0, 1, b)
                    return a // b if isinstance(op, ast.FloorDiv) else a % b
                return ARITHMETIC[type(op)](a, b)
            case ast.Call(func=ast.Name(id="select"), args=[cond, then, other]):
                return np.where(self.flag(cond), self.number(then), self.number(other))
            case ast.Call(func=ast.Name(id=name), args=args):
                return {"min": np.minimum, "max": np.maximum}[name].reduce(
                    [self.number(arg) for arg in args]
                )
            case _:
                raise ValueError(ast.unparse(node))

    def flag(self, node: ast.expr) -> Flags:
        match node:
            case ast.Constant(value=bool(value)):
                return np.full(self.grid.size, value, dtype=np.bool_)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return COMPARISONS[type(op)](self.number(left), self.number(right))
            case ast.BoolOp(op=op, values=values):
                parts = [self.flag(value) for value in values]
                return (
                    np.logical_and.reduce(parts)
                    if isinstance(op, ast.And)
                    else (np.logical_or.reduce(parts))
                )
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return ~self.flag(inner)
            case _:
                raise ValueError(ast.unparse(node))
