"""Which operands an evaluator reads: what becomes relevant when a result is."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.dialects.hlo.rounding import integer_behind
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.value_types import holds_sizes, shape_of_type

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

WRAPPERS = frozenset(
    {
        "builtin.unrealized_conversion_cast",
        "shape.value_of",
        "shape.with_shape",
        "tensor.cast",
        "torch_c.from_builtin_tensor",
        "torch_c.to_builtin_tensor",
    }
)
"""Operations that pass their first operand on, in another type."""


def origin(value: SSAValue) -> SSAValue:
    """
    The value that holds what `value` does: the first one with sizes or integers where wrappers have
    put it into types without.

        %1 = builtin.unrealized_conversion_cast %0 : tensor<?xf32> to tensor<*xf32>
    """
    while (
        shape_of_type(value.type) is None
        and not holds_sizes(value.type)
        and isinstance(value, OpResult)
        and value.op.name in WRAPPERS
        and (len(value.op.operands) == 1 or value.op.name == "shape.with_shape")
    ):
        value = value.op.operands[0]
    return value


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
    if op.name in WRAPPERS:
        source = origin(op.operands[0])
        return (source,) if len(op.operands) == 1 and holds_sizes(source.type) else ()
    operands = op.operands[1:] if op.name in ONLY_INDEX else op.operands
    return [value for value in operands if holds_sizes(value.type)]
