"""Windows whose padding is only known in a run: the padding is an operation of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW
from disc_shape.cards.indices import element_type_of, shape_of
from disc_shape.dialects.hlo.attributes import constant_ints, i64_array
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.slicing import DynamicPadOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.lowering.writer import INDEX, constant_of
from disc_shape.rewriting.rules.custom_calls import body_of


def reduce_padded_windows(op: CustomCallOp) -> list[Operation] | None:
    """
    Pad, and reduce windows without padding; None where more than the padding is not known. Initial
    values fill the padding, as StableHLO has it for `reduce_window`.

        %1 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %sizes, %strides,
            %base_dilations, %dilations, %padding) {called_computations = [@max]}
    =>
        %2 = tensor.from_elements %low : tensor<1xi32>             // %padding is [[%low, %high]]
        %3 = tensor.from_elements %high : tensor<1xi32>
        %4 = tensor.from_elements %0 : tensor<1xi32>               // %base_dilations - 1
        %5 = stablehlo.dynamic_pad %x, %init, %2, %3, %4
        %1 = "stablehlo.reduce_window"(%5, %init) <{window_dimensions = array<i64: 3>, ...}> ({...})
    """
    count = len(op.results)
    if op.target != DYNAMIC_REDUCE_WINDOW or len(op.operands) != 2 * count + 5:
        return None
    known = [numbers_of(value) for value in op.operands[2 * count : -1]]
    windows = [one for one in known if one is not None]
    padding, body = op.operands[-1], body_of(op)
    if body is None or len(windows) < len(known):
        return None
    ops: list[Operation] = []
    sizes, strides, gaps, dilations = windows
    if not sizes or min(map(min, windows)) < 1:
        return None
    edges = edges_of(padding, len(sizes), ops)
    interior = [gap - 1 for gap in gaps]
    between = [constant(one, edges[0].type, ops) for one in interior]
    operands: list[SSAValue] = []
    amounts = [vector(one, ops) for one in (edges[::2], edges[1::2], between)]
    for value, initial in zip(op.operands[:count], op.operands[count : 2 * count], strict=True):
        pad = final(DynamicPadOp, STABLEHLO).create(
            operands=[value, initial, *amounts], result_types=[padded_type(value, edges, interior)]
        )
        ops.append(pad)
        operands.append(pad.results[0])
    properties = {
        "window_dimensions": i64_array(sizes),
        "window_strides": i64_array(strides),
        "window_dilations": i64_array(dilations),
    }
    window = final(ReduceWindowOp, STABLEHLO).create(
        operands=[*operands, *op.operands[count : 2 * count]],
        result_types=op.result_types,
        properties=properties,
        regions=[body],
    )
    return [*ops, window]


def numbers_of(value: SSAValue) -> Sequence[int] | None:
    """The elements of a constant."""
    attr = getattr(value.owner, "value", None)
    return constant_ints(attr) if isinstance(attr, Attribute) else None


def edges_of(padding: SSAValue, rank: int, ops: list[Operation]) -> list[SSAValue]:
    """The padding before and after each dimension, one after the other."""
    if isinstance(padding.owner, tensor.FromElementsOp):
        return list(padding.owner.operands)
    sides = [constant(side, INDEX, ops) for side in range(2)]
    found: list[SSAValue] = []
    for axis in range(rank):
        place = constant(axis, INDEX, ops)
        for side in sides:
            element = element_type_of(padding.type)
            op = tensor.ExtractOp(padding, [place, side], element)
            ops.append(op)
            found.append(op.result)
    return found


def padded_type(
    value: SSAValue, edges: Sequence[SSAValue], interior: Sequence[int]
) -> TensorType[Attribute]:
    """The type of what is padded: sizes are known where those of the value and the padding are."""
    sizes = [
        size + low + high + max(size - 1, 0) * gap
        if size != DYNAMIC_INDEX and low is not None and high is not None
        else DYNAMIC_INDEX
        for size, low, high, gap in zip(
            shape_of(value),
            map(constant_of, edges[::2]),
            map(constant_of, edges[1::2]),
            interior,
            strict=True,
        )
    ]
    return TensorType(element_type_of(value.type), sizes)


def vector(values: Sequence[SSAValue], ops: list[Operation]) -> SSAValue:
    """A tensor of numbers of one type."""
    type_ = TensorType(values[0].type, (len(values),))
    op = tensor.FromElementsOp.create(operands=values, result_types=[type_])
    ops.append(op)
    return op.results[0]


def constant(number: int, type_: Attribute, ops: list[Operation]) -> SSAValue:
    """A number of an integer or index type."""
    attr = IntegerAttr(number, cast("IndexType", type_))
    op = arith.ConstantOp.create(properties={"value": attr}, result_types=[type_])
    ops.append(op)
    return op.result
