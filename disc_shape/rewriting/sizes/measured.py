"""
Tensors of which only sizes are used: their sizes are computed from other values, so that they need
not be computed themselves.
"""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue

from disc_shape.cards import card_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.relations.size_table import Dims
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.cleanup import is_pure
from disc_shape.rewriting.conversions import index_cast
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.sizes.operands import as_integer, as_shape, holds_shape
from disc_shape.traversal import operands_of


class MeasuredTensors:
    """Computes the sizes that are read of tensors whose elements no operation uses."""

    def __init__(self, rewriter: Rewriter):
        self.rewriter = rewriter
        self.sizes = rewriter.sizes
        self._used: set[SSAValue] | None = None

    def compute(self, op: Operation) -> None:
        """
        Compute what an operation reads of the sizes of such a tensor.

            %1 = stablehlo.dot_general %a, %b, ... : ... -> tensor<?x?xf32>
            %2 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
        =>
            %m = tensor.dim %a, %c0 : tensor<?x?xf32>
            %n = tensor.dim %b, %c1 : tensor<?x?xf32>
            %2 = tensor.from_elements %m, %n : tensor<2xindex>
        """
        operands = operands_of(op)
        if len(op.results) != 1 or not operands or op.results[0].first_use is None:
            return
        source, (result,) = operands[0], op.results
        if as_tensor(source.type) is None or not isinstance(source, OpResult):
            return
        sizes = self.rewriter.dims(source)
        if self._has_own(source, sizes) or self._is_used(source):
            return
        if isinstance(op, GetDimensionSizeOp):
            number = self.sizes.index(sizes[int_of(op.dimension)], op)
            value = None if number is None else as_number(number, result.type, op)
        elif holds_shape(result.type):
            number = self.sizes.vector(sizes, op)
            value = None if number is None else as_shape(number, result.type, op)
        else:
            return
        if number is None or value is None or self._reads(number, source):
            return
        self.rewriter.state.copy_value(result, value)
        name = value.name_hint
        result.replace_all_uses_with(value)
        value.name_hint = name

    def _has_own(self, tensor: SSAValue, sizes: Dims) -> bool:
        """Whether a size is defined by a tensor itself."""
        anchors = self.rewriter.state.anchors
        symbols = {symbol for size in sizes for symbol in size.symbols}
        return any(
            (anchor := anchors.get(symbol)) is not None and anchor.value is tensor
            for symbol in symbols
        )

    def _is_used(self, tensor: SSAValue) -> bool:
        """Whether an operation that has results or effects uses the elements of a tensor."""
        if self._used is None:
            self._used = set()
            add_used(self.rewriter.shapes.body, self._used)
        return tensor in self._used

    def _reads(self, value: SSAValue, tensor: SSAValue) -> bool:
        """Whether what was inserted to compute a value reads a size of a tensor."""
        work, seen = [value], {value}
        while work:
            current = work.pop()
            if current is tensor:
                return True
            if isinstance(current, OpResult) and current.op in self.sizes.inserted:
                found = [operand for operand in current.op.operands if operand not in seen]
                seen.update(found)
                work.extend(found)
        return False


def as_number(size: SSAValue, type: Attribute, user: Operation) -> SSAValue | None:
    """A size as a tensor of one integer that an operation uses."""
    block, element = user.parent, as_integer(type)
    if block is None or element is None:
        return None
    cast = index_cast(size, element)
    if isinstance(cast, Operation):
        block.insert_ops_before([cast], user)
        cast = cast.results[0]
    pack = tensor.FromElementsOp.create(operands=[cast], result_types=[type])
    block.insert_ops_before([pack], user)
    return pack.results[0]


def add_used(region: Region, used: set[SSAValue]) -> None:
    """Add the values in a region whose elements are used: by a result, an effect or a branch."""
    for block in reversed(region.blocks):
        for op in reversed(block.ops):
            if is_pure(op) and used.isdisjoint(op.results):
                continue
            for inner in op.regions:
                add_used(inner, used)
            reads_sizes = card_of(op).reads_sizes
            used.update(op.operands[1:] if reads_sizes else op.operands)
