"""Kernels on buffers: the operation on tensors that each is, and the sizes of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntElementsAttr,
    IntegerAttr,
)
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.cards import card_of, elements_of
from disc_shape.cards.elements import Concatenation, Elementwise
from disc_shape.cards.hlo_reduction import Reduction
from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.attributes import constant_ints, int_of, ints
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, IsFiniteOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.movement import ReverseOp, TransposeOp
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.slicing import PadOp, RealDynamicSliceOp
from disc_shape.dialects.hlo.windowed import MapOp
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp, discard
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.linalg_conversion.elementwise import FUNCTIONS as UNARY_FUNCTIONS
from disc_shape.linalg_conversion.types import kind_of
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.loops.numbers import Size

CONSTANTS = (ConstantOp, arith.ConstantOp)


FUNCTIONS = (
    BitcastConvertOp,
    IsFiniteOp,
    MapOp,
    *UNARY_FUNCTIONS,
)
"""Functions of elements that no card gives."""


class NoLoopsError(Exception):
    """An operation has no form as loops, or none that is known to be right."""


@dataclass
class Kernel:
    """An operation on buffers as operations on tensors in a block."""

    op: BufferOp
    block: Block
    """Its arguments are the ins."""
    returned: Sequence[SSAValue]
    """The value of each out."""
    twin: Operation | None = None
    """The operation made for this purpose, to be discarded."""
    sizes: dict[tuple[SSAValue, int], Size] = field(
        default_factory=dict["tuple[SSAValue, int]", Size]
    )
    names: dict[str, Size] = field(default_factory=dict[str, Size])
    """The size of each symbol that an in or an out shows."""

    @staticmethod
    def of(op: BufferOp) -> Kernel:
        """Read an operation; `close` is to be called when it is no longer needed."""
        if isinstance(op, BufferFusionOp):
            block = op.regions[0].block
            last = block.last_op
            assert last is not None
            return Kernel(op, block, list(last.operands))
        twin = op.twin()
        block = twin.operands[0].owner if twin.operands else Block()
        assert isinstance(block, Block)
        block.add_op(twin)
        return Kernel(op, block, list(twin.results), twin)

    def close(self) -> None:
        """Drop what was made to read the operation."""
        if self.twin is not None:
            self.twin.detach()
            discard(self.twin)

    def buffer_of(self, value: SSAValue) -> SSAValue | None:
        """The buffer of an argument of the block."""
        if value.owner is self.block:
            return self.op.ins[self.block.args.index(value)]
        return None


class SizeReader:
    """Finds the sizes of the values of a kernel."""

    def __init__(
        self, kernel: Kernel, writer: Writer, known: Mapping[tuple[SSAValue, int], SSAValue]
    ) -> None:
        self.kernel = kernel
        self.writer = writer
        self.known = known
        """Sizes of buffers that are values already."""
        outs = zip(kernel.returned, kernel.op.outs, strict=True)
        shown = [*zip(kernel.block.args, kernel.op.ins, strict=True), *outs]
        self.shown = [(untied(value), buffer) for value, buffer in shown]
        for value, buffer in shown:
            for source in (value, buffer):
                names = value_symbols(source) or (None,) * rank_of(buffer)
                for axis, name in enumerate(names):
                    if name is not None and shape_of(buffer)[axis] == DYNAMIC_INDEX:
                        kernel.names.setdefault(name, self.of_buffer(buffer, axis))

    def of_buffer(self, buffer: SSAValue, axis: int) -> Size:
        """The size of a dimension of a buffer."""
        size = shape_of(buffer)[axis]
        if size != DYNAMIC_INDEX:
            return Size(size)
        names = value_symbols(buffer)
        owner = buffer.owner
        named = None if names is None else self.kernel.names.get(names[axis] or "")
        if named is not None:
            return named  # One value for sizes that are equal: indices are then equal as well.
        if isinstance(owner, memref.AllocOp | memref.ViewOp):
            rank = sum(one == DYNAMIC_INDEX for one in shape_of(buffer)[:axis])
            sizes = owner.dynamic_sizes if isinstance(owner, memref.AllocOp) else owner.sizes
            value = sizes[rank]
        elif (buffer, axis) in self.known:
            value = self.known[buffer, axis]
        else:
            value = self.writer.once(
                ("memref.dim", buffer, axis),
                lambda: self.writer.insert(memref.DimOp(buffer, self.writer.constant(axis))).result,
            )
        return Size(value, None if names is None else names[axis])

    def of(self, value: SSAValue, axis: int) -> Size:
        """The size of a dimension of a value; raises `NoLoopsError` where it is not known."""
        key = (value, axis)
        if key not in self.kernel.sizes:
            self.kernel.sizes[key] = self._find(value, axis)
        return self.kernel.sizes[key]

    def _find(self, value: SSAValue, axis: int) -> Size:
        size = shape_of(value)[axis]
        if size != DYNAMIC_INDEX:
            return Size(size)
        plain = untied(value)
        for shown, buffer in self.shown:
            if shown is plain:
                return self.of_buffer(buffer, axis)
        names = value_symbols(value)
        name = None if names is None else names[axis]
        if name in self.kernel.names:
            return self.kernel.names[name]
        tie = tie_of(value) or tie_of(plain)
        if tie is not None:
            return Size(tie.dims[axis], name)
        return self._of_operation(plain, axis, name)

    def _of_operation(self, value: SSAValue, axis: int, name: str | None) -> Size:
        """The size of a dimension of what an operation computes, by its operands."""
        op = value.owner
        if isinstance(op, Block):
            raise NoLoopsError
        for operand in card_of(op).size_operands(op):
            if shape_of(operand) == (rank_of(value),) and len(card_of(op).size_operands(op)) == 1:
                return Size(self.integer(operand, axis), name)
        rule = elements_of(op)
        if isinstance(rule, Elementwise) or isinstance(op, ReverseOp):
            whole = [one for one in op.operands if rank_of(one) == rank_of(value)]
            return self.of(whole[0], axis)
        if isinstance(op, RealDynamicSliceOp):
            return Size(self._sliced(op, axis), name)
        if isinstance(op, PadOp):
            return Size(self._padded(op, axis), name)
        if isinstance(op, TransposeOp):
            return self.of(op.operand, ints(op.permutation)[axis])
        if isinstance(rule, Reduction) and isinstance(op, ReduceOp):
            kept = [one for one in range(rank_of(op.inputs[0])) if one not in ints(op.dimensions)]
            return self.of(op.inputs[0], kept[axis])
        if isinstance(rule, Concatenation):
            pieces = rule.pieces(op)
            if axis != rule.axis(op):
                return self.of(pieces[0], axis)
            total: int | SSAValue = 0
            for piece in pieces:
                total = self.writer.add(total, self.of(piece, axis).value)
            return Size(total, name)
        raise NoLoopsError

    def _sliced(self, op: RealDynamicSliceOp, axis: int) -> Index:
        """The elements of every stride-th index from a start to below a limit."""
        lists = (op.start_indices, op.limit_indices, op.strides)
        start, limit, stride = (self.integer(one, axis) for one in lists)
        return self.writer.ceil_divide(self.writer.subtract(limit, start), stride)

    def _padded(self, op: PadOp, axis: int) -> Index:
        """The elements, those between them, and those at both ends."""
        low, high, gap = (
            ints(one)[axis]
            for one in (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
        )
        size = self.of(op.operand, axis).value
        between = self.writer.maximum(self.writer.subtract(size, 1), 0) if gap else 0
        total = self.writer.add(size, self.writer.multiply(between, gap))
        return self.writer.add(total, low + high)

    def integer(self, value: SSAValue, position: int) -> int | SSAValue:
        """An element of a small tensor of sizes, as a number or a value of type `index`."""
        owner = untied(value).owner
        if isinstance(owner, FromElementsOp):
            scalar = owner.operands[position]
            known = scalar.owner
            if isinstance(known, arith.ConstantOp):
                number = known.value
                if isinstance(number, IntegerAttr):
                    return int_of(number)
            return self.writer.as_index(scalar)
        if isinstance(owner, CONSTANTS):
            attr = owner.properties["value"]
            numbers = constant_ints(attr)
            if numbers is not None:
                return numbers[0 if is_repeated(attr) else position]
        raise NoLoopsError


def tie_of(value: SSAValue) -> TieShapeOp | None:
    """The tie that gives the sizes of a value of a kernel."""
    if isinstance(value.owner, TieShapeOp):
        return value.owner
    ties = (use.operation for use in value.uses)
    return next((tie for tie in ties if isinstance(tie, TieShapeOp)), None)


def splat_of(op: Operation) -> float:
    """The number that all elements of a constant are."""
    attr = op.properties["value"]
    if not is_repeated(attr):
        raise NoLoopsError
    elements = cast("DenseIntElementsAttr", attr)
    if kind_of(elements.get_element_type()) is None:
        raise NoLoopsError
    return cast("float", next(iter(elements.iter_values())))
