"""Folds that xDSL lacks, for `arith`, `index`, `math` and `tensor`.

`fold(op)` gives what the results of an operation are, without making one: for each result a
constant (an attribute of the result's type) or a value that exists already. None means that nothing
is known. Folds on integers and on the structure of tensors only: none touches the arithmetic of
floats.

The rules are those of MLIR's own folders, less the ones that are wrong at the edges of the number
range (`index_cast` to a narrower type and back is not the identity).
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from disc_shape.dialects.xdsl_extras.folds.constants import (
    Folded,
    Folder,
    constant_attr,
    constant_int,
    integer_attr,
)
from disc_shape.dialects.xdsl_extras.folds.scalars import SCALARS
from disc_shape.dialects.xdsl_extras.folds.tensors import TENSORS

__all__ = [
    "FOLDERS",
    "FoldOperation",
    "Folded",
    "Folder",
    "constant_attr",
    "constant_int",
    "fold",
    "integer_attr",
    "materialize",
]

FOLDERS: dict[type[Operation], Folder] = {**SCALARS, **TENSORS}
"""The folder of each class of operations."""


def fold(op: Operation) -> Folded | None:
    """What the results of `op` are: constants or values that exist; None when that is not known."""
    folder = FOLDERS.get(type(op))
    return None if folder is None else folder(op)


def materialize(attr: Attribute) -> arith.ConstantOp:
    """The constant that a fold gave, as an operation."""
    if isinstance(attr, IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr):
        return arith.ConstantOp(cast("IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr", attr))
    raise TypeError(f"{attr} is no constant")


class FoldOperation(RewritePattern):
    """Replace an operation by what `fold` says it is."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        folded = fold(op)
        if folded is None:
            return
        constants: list[Operation] = []
        values: list[SSAValue] = []
        for result in folded:
            if isinstance(result, SSAValue):
                values.append(result)
            else:
                constant = materialize(result)
                constants.append(constant)
                values.append(constant.result)
        rewriter.replace(op, constants, values)
