"""Writes sizes into the types of values, in place."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, FunctionType, NoneAttr, TensorType
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.symbolic import Expr
from disc_shape.traversal import type_of


def set_type(value: SSAValue, type: Attribute) -> None:
    """Give a value another type in place; its uses stay."""
    # xDSL can only create a new value and move all uses, which is quadratic where one operation has
    # many of them. The type of a value is a private field of xDSL, which type checkers protect
    # from assignment: `setattr` states that this is the one place that does.
    setattr(value, "_type", type)


def fits(number: int) -> bool:
    """True for numbers that an index of 64 bits can hold together with their negatives."""
    return abs(number) < 1 << 63


def static_size(size: Expr) -> int | None:
    """The number that a type can hold for a size, if it is one."""
    number = size.constant
    return number if number is not None and fits(number) else None


def with_sizes(type: TensorType[Attribute], sizes: Sequence[Expr]) -> TensorType[Attribute]:
    """
    The type with `?` replaced wherever the size is a known constant, and one that a type can hold;
    `type` itself when there is none.
    """
    shape = [size.data for size in type.shape.data]
    refined = [
        number if old == DYNAMIC_INDEX and (number := static_size(known)) is not None else old
        for old, known in zip(shape, sizes, strict=True)
    ]
    if refined == shape:
        return type
    return TensorType(type.element_type, refined, _encoding_for(type.encoding, refined))


def _encoding_for(encoding: Attribute, shape: Sequence[int]) -> Attribute:
    """An encoding for a shape some of whose sizes have become static: those have no bound."""
    if all(size != DYNAMIC_INDEX for size in shape):
        return NoneAttr()
    if not isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
        return encoding
    bounds = tuple(
        bound if size == DYNAMIC_INDEX else None
        for bound, size in zip(encoding.bounds, shape, strict=True)
    )
    return encoding.new(bounds) if any(bound is not None for bound in bounds) else NoneAttr()


def refine_static_sizes(value: SSAValue, sizes: Sequence[Expr]) -> None:
    """Write known sizes into a type, and take its symbols out until all are named anew."""
    type_ = type_of(value)
    if type(type_) is TensorType:
        set_type(value, with_sizes(strip(type_), sizes))


def refresh_signature(function: func.FuncOp) -> None:
    """Make the type of a function match its arguments and the operands of its returns."""
    inputs = [argument.type for argument in function.body.blocks[0].args]
    outputs = list(function.function_type.outputs)
    returns = [
        block.last_op for block in function.body.blocks if isinstance(block.last_op, func.ReturnOp)
    ]
    if len(returns) == 1:
        outputs = [operand.type for operand in returns[0].operands]
    function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)


def restore_signature(function: func.FuncOp, types: FunctionType) -> None:
    """
    Give a function the types that it had before facts were written into them.

        func.func @main(%x: tensor<?xf32, [@s]>) -> tensor<?xf32, [@s]> {
          return %x : tensor<?xf32, [@s]>
    =>
        func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
          %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
          %1 = tensor.cast %0 : tensor<?xf32, [@s]> to tensor<?xf32>
          return %1 : tensor<?xf32>
    """
    if function.function_type == types:
        return
    entry = function.body.blocks[0]
    for argument, wanted in zip(entry.args, types.inputs, strict=True):
        if argument.type != wanted:
            named = argument.type
            set_type(argument, wanted)
            cast = CastOp.create(operands=[argument], result_types=[named])
            argument.replace_uses_with_if(
                cast.results[0], lambda use, cast=cast: use.operation is not cast
            )
            Rewriter.insert_op(cast, InsertPoint.at_start(entry))
    for block in function.body.blocks:
        last = block.last_op
        if isinstance(last, func.ReturnOp):
            for index, wanted in enumerate(types.outputs):
                if last.operands[index].type != wanted:
                    cast = CastOp.create(operands=[last.operands[index]], result_types=[wanted])
                    Rewriter.insert_op(cast, InsertPoint.before(last))
                    last.operands[index] = cast.results[0]
    function.properties["function_type"] = types
