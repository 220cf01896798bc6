"""Writes operations at the loop level at which they can be computed first."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from contextlib import contextmanager

from xdsl.builder import Builder
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.linalg_conversion.writer import Index, Writer


class Constants:
    """The constants of a function: each stands once, at the top."""

    def __init__(self, entry: Block) -> None:
        self.entry = entry
        self._known: dict[tuple[Attribute, Attribute], arith.ConstantOp] = {}
        self._last: Operation | None = None
        self._moved = set[Operation]()
        for op in entry.ops:
            if isinstance(op, arith.ConstantOp):
                self._known.setdefault((op.properties["value"], op.result.type), op)

    def value(self, attr: Attribute, type_: Attribute) -> SSAValue:
        """A constant that dominates all other operations."""
        op = self._known.get((attr, type_))
        if op is None:
            op = arith.ConstantOp.create(properties={"value": attr}, result_types=[type_])
            if isinstance(type_, IndexType):
                number = int_of(op.properties["value"])
                op.result.name_hint = f"c{number}" if number >= 0 else None
            self._known[attr, type_] = op
        if op not in self._moved:
            if op.parent is not None:
                op.detach()
            place = InsertPoint.at_start(self.entry)
            Builder(place if self._last is None else InsertPoint.after(self._last)).insert(op)
            self._moved.add(op)
            self._last = op
        return op.results[0]


class NestWriter(Writer):
    """
    Emits operations at the end of one of the open blocks, of which each is inside of the one
    before: level 0 is outside of all loops.
    """

    def __init__(self, constants: Constants, outside: Block) -> None:
        super().__init__(constants.entry, InsertPoint.at_end(outside))
        self._constants = constants
        self._blocks = [outside]
        self.guard = 0
        """The innermost level that may not be reached: memory is read inside of it only."""

    def dense(self, attr: Attribute, type_: Attribute) -> SSAValue:
        """A constant, at the top of the function."""
        return self._constants.value(attr, type_)

    @property
    def level(self) -> int:
        """The innermost open level."""
        return len(self._blocks) - 1

    @contextmanager
    def inside(self, block: Block, *, guarded: bool = False) -> Generator[None]:
        """Open a block; `guarded` for one that may not run although those around it do."""
        guard = self.guard
        self._blocks.append(block)
        self._resume()
        self._tables.append({})
        if guarded:
            self.guard = self.level
        try:
            yield
        finally:
            self.guard = guard
            self._tables.pop()
            self._blocks.pop()
            self._resume()

    @contextmanager
    def at_level(self, level: int) -> Generator[None]:
        """Emit at an outer level."""
        blocks, tables, guard = self._blocks, self._tables, self.guard
        self._blocks, self._tables = blocks[: level + 1], tables[: level + 1]
        self._resume()
        self.guard = min(guard, level)
        try:
            yield
        finally:
            self._blocks, self._tables, self.guard = blocks, tables, guard
            self._resume()

    def _resume(self) -> None:
        """Go on at the end of the innermost block."""
        self.builder = Builder(InsertPoint.at_end(self._blocks[-1]))

    def branch(
        self, condition: SSAValue, types: Sequence[Attribute], then: Block, otherwise: Block
    ) -> Sequence[SSAValue]:
        """An `scf.if` of two finished blocks."""
        op = scf.IfOp(condition, types, Region(then), Region(otherwise))
        return self.insert(op).results

    def loop(
        self, low: Index, high: Index, state: Sequence[SSAValue], body: Block
    ) -> Sequence[SSAValue]:
        """An `scf.for` with a finished body, one by one."""
        start, stop, step = self.values([low, high, 1])
        return self.insert(scf.ForOp(start, stop, step, list(state), Region(body))).results

    def known(self, key: Hashable) -> SSAValue | None:
        """The value under a key that dominates this place."""
        return self.remembered(key)
