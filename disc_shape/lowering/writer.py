"""The insertion point of a lowering, and the constants of its function."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType, IntegerAttr, UnregisteredOp, i64
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.types import Size

OpT = TypeVar("OpT", bound=Operation)

INDEX = IndexType()


NATURAL = (arith.AddiOp, arith.MinSIOp, arith.MuliOp)
"""Operations whose results are not negative if no operand is."""


class Writer:
    """Inserts operations into one function; each constant of type `index` once, at its top."""

    def __init__(self, body: Region):
        self.body = body
        self.at: Operation | None = None
        """The operation that is being lowered."""
        self._indices: dict[int, SSAValue] = {}
        self._last_at_top: Operation | None = None
        self._hoist_indices()

    @property
    def here(self) -> Operation:
        """The operation that is being lowered."""
        assert self.at is not None
        return self.at

    @property
    def block(self) -> Block:
        """The block that is being lowered."""
        block = self.here.parent
        assert block is not None
        return block

    def emit(self, op: OpT) -> OpT:
        """Insert an operation before the one that is being lowered."""
        inherit(op, self.here)
        self.block.insert_ops_before([op], self.here)
        return op

    @contextmanager
    def before(self, op: Operation) -> Generator[None]:
        """Insert before another operation for a while."""
        outer, self.at = self.at, op
        yield
        self.at = outer

    def index(self, value: int) -> SSAValue:
        """A constant of type `index`."""
        found = self._indices.get(value)
        if found is None:
            attr = IntegerAttr(value, INDEX)
            op = arith.ConstantOp.create(result_types=[INDEX], properties={"value": attr})
            self._at_top(op)
            found = self._indices[value] = op.result
            found.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
        return found

    def as_value(self, size: Size) -> SSAValue:
        """A size as a value."""
        return self.index(size) if isinstance(size, int) else size

    def product(self, lhs: Size, rhs: Size) -> SSAValue:
        """Emit the product of two sizes."""
        return self.emit(arith.MuliOp(self.as_value(lhs), self.as_value(rhs))).result

    def as_index(self, value: SSAValue) -> SSAValue:
        """An integer as an `index`; one that was cast from an `index` is that `index`."""
        if isinstance(value.type, IndexType):
            return value
        made = value.owner
        if isinstance(made, arith.IndexCastOp) and value.type == i64:
            if isinstance(made.input.type, IndexType):
                return made.input
        cast = arith.IndexCastOp.create(operands=[value], result_types=[INDEX])
        return self.emit(cast).results[0]

    def _at_top(self, op: Operation) -> None:
        block = self.body.blocks[0]
        if self._last_at_top is not None:
            block.insert_ops_after([op], self._last_at_top)
        elif block.first_op is not None:
            block.insert_ops_before([op], block.first_op)
        self._last_at_top = op

    def _hoist_indices(self) -> None:
        """Merge equal constants of type `index`, and hoist them to the top of the function."""
        for op in list(self.body.blocks[0].ops):
            if not op.results or not isinstance(op.results[0].type, IndexType):
                continue
            number = constant_of(op.results[0])
            if number is None:
                continue
            if number in self._indices:
                op.results[0].replace_all_uses_with(self._indices[number])
                continue
            op.detach()
            self._at_top(op)
            self._indices[number] = op.results[0]


def constant_of(value: SSAValue) -> int | None:
    """The number of an integer constant, None for any other value."""
    op = value.op if isinstance(value, OpResult) else None
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return int_of(op.value)
    return None


def is_natural(value: SSAValue) -> bool:
    """Whether a value is never negative, whatever the arguments of its function are."""
    owner = value.owner
    if isinstance(owner, memref.DimOp):
        return True
    if isinstance(owner, arith.ConstantOp):
        return (constant_of(value) or 0) >= 0
    if isinstance(owner, arith.MaxSIOp):
        return any(map(is_natural, owner.operands))
    return isinstance(owner, NATURAL) and all(map(is_natural, owner.operands))


def no_form(op: Operation) -> OperationError:
    """The error for an operation that has no form on buffers."""
    name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
    return OperationError(f"'{name}' has no form on buffers", op)
