"""Constants whose dimensions lie in the order in which products read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    Float32Type,
    Float64Type,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.dialects.memref import GetGlobalOp, GlobalOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.linalg_conversion.writer import Writer
from disc_shape.lowering.globals import Globals
from disc_shape.native.memrefs import kind_of

PRIVATE = StringAttr("private")


class ReorderedConstants:
    """
    The constants of a module, in other orders as well. A copy that a call made of a constant would
    be the same each time:

        memref.global "private" constant @constant_0 : memref<8x4x3x3xf32> = ...
        %w = memref.get_global @constant_0 : memref<8x4x3x3xf32>
    =>
        memref.global "private" constant @constant_1 : memref<3x3x8x4xf32> = ...
        %w = memref.get_global @constant_1 : memref<3x3x8x4xf32>
    """

    def __init__(self, module: ModuleOp) -> None:
        self._module = module
        self._globals = Globals(module)
        self._given = {
            op.sym_name.data: op
            for op in module.ops
            if isinstance(op, GlobalOp)
            and op.constant is not None
            and isinstance(op.initial_value, DenseIntOrFPElementsAttr | DenseResourceAttr)
        }
        self._made: dict[
            tuple[str, tuple[int, ...]], tuple[DenseIntOrFPElementsAttr, MemRefType]
        ] = {}

    def get(self, writer: Writer, buffer: SSAValue, order: Sequence[int]) -> SSAValue | None:
        """A constant buffer of floats, its dimensions in some order; None for any other buffer."""
        if not isinstance(buffer.owner, GetGlobalOp):
            return None
        name = buffer.owner.name_.root_reference.data
        kind = kind_of(buffer.type)
        if kind is None or name not in self._given:
            return None
        if list(order) == sorted(order):
            return buffer
        if not isinstance(kind.element_type, Float32Type | Float64Type):
            return None
        key = name, tuple(order)
        if key not in self._made:
            self._made[key] = reordered(self._given[name], kind, order)
        return writer.insert(self._globals.get(*self._made[key])).memref

    def insert(self) -> None:
        """Put those that are used into the module, and take out what nothing uses any more."""
        if not self._made:
            return
        self._globals.insert()
        used = {
            op.name_.root_reference.data
            for op in self._module.walk()
            if isinstance(op, GetGlobalOp)
        }
        for name in {name for name, _ in self._made} - used:
            op = self._given[name]
            if op.sym_visibility == PRIVATE:
                Rewriter.erase_op(op)


def reordered(
    op: GlobalOp, kind: MemRefType, order: Sequence[int]
) -> tuple[DenseIntOrFPElementsAttr, MemRefType]:
    """The elements of a constant in another order of dimensions, and their type."""
    from disc_shape.interpreters.values import constant  # It loads numpy.

    elements = constant(op.initial_value).transpose(order)
    sizes = list(elements.shape)
    type_ = cast("TensorType[AnyFloat]", TensorType(kind.element_type, sizes))
    value = DenseIntOrFPElementsAttr(type_, BytesAttr(elements.tobytes()))
    return value, MemRefType(kind.element_type, sizes)
