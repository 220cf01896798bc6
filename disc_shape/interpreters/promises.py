"""Promises of PyTorch's exporter about sizes, compared with the sizes of a run.

The oracle reads the operations itself, independently of `frontends.torch`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation
from xdsl.ir.affine import AffineExpr, AffineSymExpr

from disc_shape.dialects.torch import BindSymbolicShapeOp, SymbolicIntOp
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array

PREFIX = "torch.symbolic_int "


def hook_of(op: Operation) -> Hook | None:
    """
    Compare `torch.bind_symbolic_shape` with the sizes of this run: a symbol alone is the size that
    it denotes, within its range, in the whole activation; other expressions over symbols that
    are known by then have the value of their size.
    """
    if not isinstance(op, BindSymbolicShapeOp):
        return None
    owners = [value.owner for value in op.shape_symbols]
    symbols = [owner for owner in owners if isinstance(owner, SymbolicIntOp)]
    expressions = op.shape_expressions.data.results
    if len(symbols) != len(owners):
        return None

    def check(frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
        for dimension, (expression, size) in enumerate(zip(expressions, ins[0].shape, strict=True)):
            if isinstance(expression, AffineSymExpr):
                what = f"dimension {dimension} of '{op.name}'"
                _tie(frame, symbols[expression.position], size, what, op)
        known = [frame.sizes.get(PREFIX + symbol.symbol_name.data) for symbol in symbols]
        for dimension, (expression, size) in enumerate(zip(expressions, ins[0].shape, strict=True)):
            expected = _evaluate(expression, known)
            if expected is not None and expected != size:
                raise ClaimError(
                    f"dimension {dimension} of '{op.name}' is {size}, its expression gives"
                    f" {expected}",
                    op,
                )

    return check


def _tie(frame: Frame, symbol: SymbolicIntOp, size: int, what: str, op: Operation) -> None:
    name = symbol.symbol_name.data
    known = frame.sizes.setdefault(PREFIX + name, size)
    if known != size:
        raise ClaimError(f"{what} is {size}, but '{name}' is {known}", op)
    low, high = symbol.min_val.value.data, symbol.max_val.value.data
    if not low <= size <= high:
        raise ClaimError(f"{what} is {size}, '{name}' is between {low} and {high}", op)


def _evaluate(expression: AffineExpr, known: Sequence[int | None]) -> int | None:
    """The value of an expression; None when a symbol of it is not known, or it divides by zero."""
    used = {part.position for part in expression.dfs() if isinstance(part, AffineSymExpr)}
    if any(known[index] is None for index in used):
        return None
    try:
        return expression.eval([], [size or 0 for size in known])
    except (ZeroDivisionError, AssertionError):
        return None
