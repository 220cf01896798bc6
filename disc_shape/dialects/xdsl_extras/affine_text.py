"""Affine expressions and maps as text without needless parentheses, and long ones without depth.

xDSL writes `(((d0 + d1) + d2) + d3)`, and compares, prints and checks expressions by recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

Operators: TypeAlias = Mapping[AffineBinaryOpKind, str]

ADD, MUL = AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul
FLOOR, CEIL = AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv
MOD = AffineBinaryOpKind.Mod

PROVER: Operators = {ADD: " + ", MUL: " * ", FLOOR: " // ", MOD: " % "}
"""Operators in the prover's syntax, where `ceildiv` is a function."""

MLIR: Operators = {ADD: " + ", MUL: " * ", FLOOR: " floordiv ", CEIL: " ceildiv ", MOD: " mod "}
"""Operators in MLIR's syntax."""

SUM_RANK, PRODUCT_RANK, ATOM_RANK = range(3)
"""How tightly the operators of a written expression bind."""

SHORT = 8
"""Sums and products of at most so many operands are kept as they were read."""


def infix(expr: AffineExpr, operators: Operators, first: int = 0) -> str:
    """
    An affine expression with no more parentheses than it needs: `d0 + d1 * 2 - 1`. Sums and
    products of any length are written flat and without recursion.
    """
    pieces: list[str] = []
    pending: list[str | tuple[AffineExpr, int]] = [(expr, SUM_RANK)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        match item[0]:
            case AffineConstantExpr(value=value):
                pieces.append(str(value))
            case AffineDimExpr(position=position):
                pieces.append(f"d{position + first}")
            case AffineSymExpr(position=position):
                pieces.append(f"s{position}")
            case AffineBinaryOpExpr(kind=kind, lhs=lhs, rhs=rhs):
                written = _written(kind, lhs, rhs, operators)
                if (SUM_RANK if kind is ADD else PRODUCT_RANK) < item[1]:
                    written = ["(", *written, ")"]
                pending += reversed(written)
            case _:
                raise TypeError(f"{item[0]} is no affine expression")
    return "".join(pieces)


def _written(
    kind: AffineBinaryOpKind, lhs: AffineExpr, rhs: AffineExpr, operators: Operators
) -> list[str | tuple[AffineExpr, int]]:
    """The pieces of a binary expression, operands with how tightly they bind at least."""
    if kind not in operators:
        return ["ceildiv(", (lhs, SUM_RANK), ", ", (rhs, SUM_RANK), ")"]
    if kind is ADD:
        opposite = _opposite(rhs)
        if opposite is not None:
            return [(lhs, SUM_RANK), " - ", (opposite, PRODUCT_RANK)]
        return [(lhs, SUM_RANK), operators[ADD], (rhs, SUM_RANK)]
    ranks = [
        PRODUCT_RANK
        if kind is MUL and isinstance(side, AffineBinaryOpExpr) and side.kind is MUL
        else ATOM_RANK
        for side in (lhs, rhs)
    ]
    return [(lhs, ranks[0]), operators[kind], (rhs, ranks[1])]


def _opposite(expr: AffineExpr) -> AffineExpr | None:
    """`2` for `-2`, `d0 * 2` for `d0 * -2`; None for what has no negative factor."""
    match expr:
        case AffineConstantExpr(value=value) if value < 0:
            return AffineConstantExpr(-value)
        case AffineBinaryOpExpr(kind=kind, lhs=lhs, rhs=AffineConstantExpr(value=value)):
            if kind is MUL and value < 0:
                factor = AffineConstantExpr(-value)
                return lhs if value == -1 else AffineBinaryOpExpr(MUL, lhs, factor)
        case _:
            pass
    return None


def map_text(map: AffineMap) -> str:
    """An affine map in MLIR's syntax, its expressions as `infix` writes them."""
    dims = ", ".join(f"d{index}" for index in range(map.num_dims))
    symbols = ", ".join(f"s{index}" for index in range(map.num_symbols))
    results = ", ".join(infix(expr, MLIR) for expr in map.results)
    return f"({dims}){f'[{symbols}]' if symbols else ''} -> ({results})"


def balanced_map(map: AffineMap) -> AffineMap:
    """The same map, its results `balanced`."""
    return AffineMap(map.num_dims, map.num_symbols, tuple(balanced(one) for one in map.results))


def balanced(expr: AffineExpr) -> AffineExpr:
    """
    The same expression with long sums and products as balanced trees: whatever reads, compares or
    prints them by recursion, as xDSL does, goes no deeper than the logarithm of their length.
    """
    if not isinstance(expr, AffineBinaryOpExpr) or expr.kind not in (ADD, MUL):
        return expr
    kind, operands = expr.kind, list[AffineExpr]()
    pending: list[AffineExpr] = [expr]
    while pending:
        one = pending.pop()
        if isinstance(one, AffineBinaryOpExpr) and one.kind is kind:
            pending += (one.rhs, one.lhs)
        else:
            operands.append(one)
    return expr if len(operands) <= SHORT else combined(kind, operands)


def sum_of(operands: Sequence[AffineExpr]) -> AffineExpr:
    """The sum of operands, one or more, as it is read from a flat text."""
    if len(operands) > SHORT:
        return combined(ADD, operands)
    return reduce(lambda left, right: left + right, operands)


def combined(kind: AffineBinaryOpKind, operands: Sequence[AffineExpr]) -> AffineExpr:
    """The sum or product of operands, one or more, as a balanced tree."""
    level = list(operands)
    while len(level) > 1:
        pairs = [
            AffineBinaryOpExpr(kind, left, right)
            for left, right in zip(level[::2], level[1::2], strict=False)
        ]
        level = [*pairs, *level[2 * len(pairs) :]]
    return level[0]


def constant_divisors(expr: AffineExpr) -> Iterator[int]:
    """The constants that an expression divides by."""
    pending = [expr]
    while pending:
        one = pending.pop()
        if isinstance(one, AffineBinaryOpExpr):
            if one.kind in (FLOOR, CEIL, MOD) and isinstance(one.rhs, AffineConstantExpr):
                yield one.rhs.value
            pending += (one.rhs, one.lhs)
