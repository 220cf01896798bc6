"""Constants of one function, each created once."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import SSAValue

from disc_shape.reading.literals import made
from disc_shape.reading.tokens import built
from disc_shape.rewriting.sizes.inserted import InsertedOperations

INDEX = IndexType()


def index_attr(value: int) -> IntegerAttr:
    """The attribute `value : index`."""
    return made(IntegerAttr, value=made(IntAttr, data=value), type=INDEX)


class Constants:
    """Constants at the top of a function."""

    def __init__(self, inserted: InsertedOperations):
        self.inserted = inserted
        self._integers: dict[tuple[int, IndexType | IntegerType], SSAValue] = {}
        self._tensors: dict[DenseIntOrFPElementsAttr, SSAValue] = {}

    def integer(self, value: int, type: IndexType | IntegerType = INDEX) -> SSAValue:
        """An integer constant, created once at the top of the function."""
        found = self._integers.get((value, type))
        if found is None:
            attr = index_attr(value) if type is INDEX else IntegerAttr(value, type)
            op = built(arith.ConstantOp, (), (type,), {"value": attr}, {})
            found = self._integers[value, type] = self.inserted.constant(op)
            found.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
        return found

    def tensor(self, attr: DenseIntOrFPElementsAttr) -> SSAValue:
        """A constant tensor, created once at the top of the function."""
        found = self._tensors.get(attr)
        if found is None:
            op = built(arith.ConstantOp, (), (attr.type,), {"value": attr}, {})
            found = self._tensors[attr] = self.inserted.constant(op)
        return found
