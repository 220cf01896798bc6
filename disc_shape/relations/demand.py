"""Which operands an evaluator reads: what becomes relevant when a result is."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.rounding import integer_behind
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.value_types import holds_sizes

ONLY_SIZES = frozenset(
    {
        "lmhlo.get_dimension_size",
        "mhlo.get_dimension_size",
        "shape.rank",
        "shape.shape_of",
        "stablehlo.get_dimension_size",
    }
)
"""Operations that read the sizes of their operand, never its elements."""

ONLY_INDEX = frozenset({"memref.dim", "shape.dim", "tensor.dim"})
"""Operations that read the sizes of their first operand and the number in the second one."""


def operands_behind(op: Operation) -> Iterable[SSAValue]:
    """The integer operands whose contents the evaluator of `op` needs."""
    if op.name in ONLY_SIZES:
        return ()
    rounded = integer_behind(op)
    if rounded is not None:
        return rounded[0].operands
    if isinstance(op, GetTupleElementOp):
        element = tuple_element(op)
        return () if element is None else (element,)
    operands = op.operands[1:] if op.name in ONLY_INDEX else op.operands
    return [value for value in operands if holds_sizes(value.type)]
