"""What IREE rejects, what it computes wrongly, and the forms that it computes right."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    Float32Type,
    IntegerType,
    ModuleOp,
    TensorType,
    i1,
)
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO
from disc_shape.exporting.scalars import is_unsigned
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor

REJECTED_BY_IREE = frozenset(
    (
        "composite",
        "convolution",
        "custom_call",
        "dot_general",
        "dynamic_broadcast_in_dim",
        "dynamic_conv",
        "dynamic_gather",
        "dynamic_pad",
        "dynamic_reshape",
        "dynamic_update_slice",
        "gather",
        "reduce_window",
        "scatter",
    )
)
"""The operations of StableHLO that IREE's own conversion rejects where sizes are dynamic."""


def rejected_by_iree(op: Operation) -> bool:
    """
    Whether IREE's own conversion of StableHLO rejects an operation, or computes another result.

    Negative padding it rejects; of a sort with a result that is not used, and of a scatter at
    computed places, it computes how much memory they need from no size.
    """
    prefix, _, name = op.name.partition(".")
    if prefix not in (STABLEHLO, CHLO):
        return False
    if name == "pad":
        return any(edge < 0 for key in EDGES for edge in ints(op.properties.get(key)))
    if name == "sort":
        return not all(result.first_use for result in op.results)
    return name in REJECTED_BY_IREE and not is_guard(op)


EDGES = ("edge_padding_low", "edge_padding_high")


def has_unsigned_numbers(module: ModuleOp) -> bool:
    """Whether a program computes with integers without a sign, which IREE's conversion mixes up."""
    return any(
        is_unsigned(type_.element_type)
        for op in module.walk()
        for value in op.results
        if (type_ := as_tensor(value.type)) is not None
    )


def read_windows(op: GenericOp) -> None:
    """
    Multiply by a window of ones where a reduction only takes the sizes of the window.

    IREE drops an operand that is not read, and with it, where the other operands are constants, how
    often a loop runs: the number of elements in a window is then 1.

        ^bb0(%x: f32, %w: f32, %sum: f32):
          %0 = arith.addf %sum, %x : f32
    =>
        ^bb0(%x: f32, %w: f32, %sum: f32):
          %1 = arith.mulf %x, %w : f32
          %0 = arith.addf %sum, %1 : f32
    """
    block = op.body.block
    for place, operand in enumerate(op.inputs):
        window, type_ = block.args[place], as_tensor(operand.type)
        if window.first_use is not None or type_ is None or not type_.has_static_shape():
            continue
        element = window.type
        ones = ones_of(TensorType(element, type_.get_shape()))
        others = [one for one in block.args[: len(op.inputs)] if one.type == element]
        if ones is None or not isinstance(operand.owner, tensor.EmptyOp):
            continue
        Rewriter.insert_op(ones, InsertPoint.before(op))
        op.operands[place] = ones.results[0]
        kind = arith.MulfOp if isinstance(element, AnyFloat) else arith.MuliOp
        for other in others:
            if other is window or other.first_use is None:
                continue
            product = kind.create(operands=[other, window], result_types=[element])
            other.replace_all_uses_with(product.results[0])
            product.operands[0] = other
            Rewriter.insert_op(product, InsertPoint.at_start(block))


def ones_of(type_: TensorType[Attribute]) -> Operation | None:
    """A constant tensor of ones; None where the elements are no numbers, or truth values."""
    element = type_.element_type
    if element == i1 or not isinstance(element, AnyFloat | IntegerType):
        return None
    if isinstance(element, AnyFloat):
        floats = cast("TensorType[Float32Type]", type_)
        value = DenseIntOrFPElementsAttr.from_list(floats, [1.0])
    else:
        integers = cast("TensorType[IntegerType]", type_)
        value = DenseIntOrFPElementsAttr.from_list(integers, [1])
    return arith.ConstantOp.create(result_types=[type_], properties={"value": value})
