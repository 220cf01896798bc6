"""
What products read of constants alone, computed once, when a program is compiled.

A model whose weights are floats of 16 bits or bytes converts, scales and transposes them before
each product. A call of a compiled program would do that again, and keep what it found in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FunctionType,
    ModuleOp,
    TensorType,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.dialects.hlo.convolution import AnyConvolution
from disc_shape.dialects.hlo.creation import ConstantOp, IotaOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import ReshapeOp, TransposeOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.xdsl_extras.constants import is_constant
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.types import width_of
from disc_shape.traversal import EFFECTLESS, erase_dead

MOST_BYTES = 1 << 30
"""The most bytes of what is computed of constants in a program: they lie in what is saved."""

GROWTH = 8
"""
How many times the bytes of the constants a result may have: bytes as f64. What is broadcast is not
worth its memory.
"""

MOST_OPERATIONS = 256
"""The most operations by which a constant becomes an operand."""


def fold_constant_operands(module: ModuleOp) -> None:
    """
    Compute the operands of products that only constants decide.

        %w = stablehlo.constant dense<"0x..."> : tensor<512x256xbf16>
        %0 = stablehlo.convert %w : (tensor<512x256xbf16>) -> tensor<512x256xf32>
        %1 = stablehlo.transpose %0, dims = [1, 0] : ... -> tensor<256x512xf32>
        %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : ...
    =>
        %1 = stablehlo.constant dense<"0x..."> : tensor<256x512xf32>
        %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : ...
    """
    left = MOST_BYTES
    for function in module.ops:
        if not isinstance(function, FuncOp):
            continue
        found = 0
        order = decided(function)
        for operand in operands(function):
            if operand not in order or is_stored(operand):
                continue
            size = bytes_of(operand.type)
            needed = slice_of(operand, order)
            if size > left or not pays(operand, needed):
                continue
            constant = replaced(operand, needed)
            if constant is not None:
                order[constant] = order[operand]
                left -= size
                found += 1
        if found:
            statistics.count("fold-constant-operands: operands", found)
            erase_dead(function.body)


def operands(function: FuncOp) -> Iterator[SSAValue]:
    """The factors of the products of a function."""
    for op in list(function.body.walk()):
        if isinstance(op, DotGeneralOp | DotOp | AnyConvolution):
            yield op.operands[0]
            yield op.operands[1]  # It is another one now if both were one.


def is_stored(value: SSAValue) -> bool:
    """Whether a value is a constant as it stands."""
    return isinstance(value.owner, Operation) and is_constant(type(value.owner))


def decided(function: FuncOp) -> dict[SSAValue, int]:
    """The values of static shape that only constants decide, in their order."""
    found: dict[SSAValue, int] = {}
    for op in function.body.walk():
        if len(op.results) != 1 or op.regions or not is_static(op.results[0].type):
            continue
        known = is_constant(type(op)) or isinstance(op, IotaOp)
        if not known and isinstance(op, HloOp) and EFFECTLESS[type(op)] and op.operands:
            known = all(operand in found for operand in op.operands)
            known = known and not isinstance(op, AnyConvolution)  # The interpreter takes long.
        if known:
            found[op.results[0]] = len(found)
    return found


def is_static(type_: Attribute) -> bool:
    """Whether a type is that of tensors of one shape."""
    return isinstance(type_, TensorType) and type_.has_static_shape()


def bytes_of(type_: Attribute) -> int:
    """The bytes of a tensor of static shape; an element has at least one."""
    tensor = cast("TensorType[Attribute]", type_)
    return prod(tensor.get_shape()) * (width_of(tensor.element_type) or 1)


def slice_of(value: SSAValue, order: dict[SSAValue, int]) -> list[Operation]:
    """The operations that a value is computed by, in their order."""
    pending, found = [value], {value}
    while pending:
        for operand in cast("OpResult", pending.pop()).op.operands:
            if operand not in found:
                found.add(operand)
                pending.append(operand)
    return [cast("OpResult", one).op for one in sorted(found, key=order.__getitem__)]


def pays(value: SSAValue, needed: list[Operation]) -> bool:
    """
    Whether a value is worth its memory: it is no broadcast, and not one in another order that
    `convert-contractions` stores.
    """
    element = cast("TensorType[Attribute]", value.type).element_type
    if not isinstance(element, BFloat16Type | Float16Type | Float32Type | Float64Type):
        return False
    computed = [op for op in needed if not is_constant(type(op))]
    if len(computed) > MOST_OPERATIONS or bytes_of(value.type) == 0:
        return False
    is_moved = all(isinstance(op, TransposeOp | ReshapeOp) for op in computed)
    if is_moved and isinstance(element, Float32Type | Float64Type):
        return False
    given = sum(bytes_of(op.results[0].type) for op in needed if is_constant(type(op)))
    return all(bytes_of(op.results[0].type) <= GROWTH * given for op in computed)


def replaced(value: SSAValue, needed: list[Operation]) -> SSAValue | None:
    """A constant in the place of a value; None where the interpreter cannot compute it."""
    from disc_shape.interpreters import run  # It loads numpy.

    block = Block()
    copies: dict[SSAValue, SSAValue] = {}
    for op in needed:
        block.add_op(op.clone(copies))
    block.add_op(ReturnOp(copies[value]))
    program = FuncOp("main", FunctionType.from_lists([], [value.type]), Region(block))
    try:
        (elements,) = run(ModuleOp([program]))
    except OperationError:
        return None
    type_ = cast("TensorType[AnyFloat]", value.type)
    kind: TensorType[AnyFloat] = TensorType(type_.element_type, type_.get_shape())
    attribute = DenseIntOrFPElementsAttr(kind, BytesAttr(elements.tobytes()))
    owner = cast("OpResult", value).op
    op = twin(ConstantOp, owner).create(result_types=[value.type], properties={"value": attribute})
    inherit(op, owner)
    Rewriter.insert_op(op, InsertPoint.before(owner))
    value.replace_all_uses_with(op.results[0])
    return op.results[0]
