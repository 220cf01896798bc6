"""
Slices whose sizes do not depend on where they start, as XLA refines them.

XLA finds the sizes of a slice with a computed start only where the limit is literally the sum of
the start and the sizes. The sizes are the difference of the two, in which what depends on data
cancels.
"""

from __future__ import annotations

from collections import Counter

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.hlo.attributes import i64_array
from disc_shape.dialects.hlo.binary import AddOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, RealDynamicSliceOp
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.exporting.scalars import ScalarElements
from disc_shape.relations.value_types import as_tensor

Linear = Counter[SSAValue | None]
"""A sum of scalars with factors; the factor of None is the constant term."""


def split_slice(op: RealDynamicSliceOp, reader: ScalarElements) -> None:
    """
    Rewrite one slice with a start that depends on data.

        %1 = tensor.from_elements %i, %c0 : tensor<2xindex>
        %2 = arith.addi %i, %n : index
        %3 = tensor.from_elements %2, %c8 : tensor<2xindex>
        %4 = stablehlo.real_dynamic_slice %x, %1, %3, %ones : ... -> tensor<?x8xf32>
    =>
        %5 = tensor.from_elements %n, %c8 : tensor<2xindex>
        %6 = stablehlo.add %1, %5 : tensor<2xindex>
        %4 = stablehlo.real_dynamic_slice %x, %1, %6, %ones : ... -> tensor<?x8xf32>

    With a result of static type and strides of 1 it becomes a `dynamic_slice`, which clamps starts
    that no legal run has.
    """
    starts, limits, strides = (
        reader.elements(value) for value in (op.start_indices, op.limit_indices, op.strides)
    )
    if starts is None or limits is None or strides is None:
        return
    if all(is_of_sizes(start) for start in starts) and all(is_of_sizes(one) for one in limits):
        return
    type_ = as_tensor(op.result.type)
    sizes = [subtract(limit, start) for start, limit in zip(starts, limits, strict=True)]
    if type_ is None or not all(is_of_sizes(value) for one in sizes for value in one if value):
        return
    build = reader.at(op)
    if DYNAMIC_INDEX not in type_.get_shape() and {constant_int(one) for one in strides} == {1}:
        scalars = [as_rank_0(start, build) for start in starts]
        new = final(DynamicSliceOp, STABLEHLO).create(
            operands=[op.operand, *scalars],
            result_types=[op.result.type],
            properties={"slice_sizes": i64_array(type_.get_shape())},
        )
        Rewriter.replace_op(op, new)
        return
    vector = as_tensor(op.start_indices.type)
    assert vector is not None
    numbers = [written(one, vector.element_type, reader, build) for one in sizes]
    lengths = tensor.FromElementsOp.create(operands=numbers, result_types=[vector])
    total = final(AddOp, STABLEHLO).create(
        operands=[op.start_indices, build.insert(lengths).result], result_types=[vector]
    )
    op.operands[2] = build.insert(total).results[0]


def as_rank_0(value: SSAValue, build: Builder) -> SSAValue:
    """A scalar as a tensor."""
    type_ = TensorType(value.type, [])
    return build.insert(tensor.FromElementsOp.create(operands=[value], result_types=[type_])).result


def linear(value: SSAValue) -> Linear:
    """A scalar as a sum."""
    number = constant_int(value)
    if number is not None:
        return Counter({None: number})
    op = value.owner
    if isinstance(op, arith.AddiOp | arith.SubiOp):
        sign = -1 if isinstance(op, arith.SubiOp) else 1
        return combined(linear(op.lhs), linear(op.rhs), sign)
    if isinstance(op, arith.MuliOp):
        for one, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            factor = constant_int(one)
            if factor is not None:
                return combined(Counter(), linear(other), factor)
    return Counter({value: 1})


def combined(lhs: Linear, rhs: Linear, factor: int) -> Linear:
    """`lhs + factor * rhs`."""
    total: Linear = Counter(lhs)
    for value, count in rhs.items():
        total[value] += factor * count
    return Counter({value: count for value, count in total.items() if count})


def subtract(lhs: SSAValue, rhs: SSAValue) -> Linear:
    """The difference of two scalars."""
    return combined(linear(lhs), linear(rhs), -1)


def is_of_sizes(value: SSAValue) -> bool:
    """Whether a scalar is computed from sizes and constants alone."""
    work, seen = [value], set[Operation]()
    while work:
        current = work.pop()
        if not isinstance(current, OpResult) or not is_scalar_op(current.op):
            return False
        if current.op not in seen:
            seen.add(current.op)
            work += [] if isinstance(current.op, tensor.DimOp) else current.op.operands
    return True


def is_scalar_op(op: Operation) -> bool:
    """Whether an operation computes a scalar from scalars, or reads a size."""
    return isinstance(op, tensor.DimOp) or op.dialect_name() == arith.Arith.name


def written(number: Linear, kind: Attribute, reader: ScalarElements, build: Builder) -> SSAValue:
    """A sum as a scalar before the operation that is being rewritten."""
    total: SSAValue | None = None
    for value, factor in number.items():
        term = reader.constant(factor, kind)
        if value is not None:
            term = value if factor == 1 else build.insert(arith.MuliOp(value, term)).result
        total = term if total is None else build.insert(arith.AddiOp(total, term)).result
    return reader.constant(0, kind) if total is None else total
