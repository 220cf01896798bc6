"""
The sizes that static operations hold as numbers: shapes of broadcasts, reshapes, constants and
iotas, limits of slices, sizes of gathered slices, amounts of padding.

A number that follows from the sizes of operands becomes an expression over them. Any other number
is an unknown, which the operations that use it may determine; otherwise it keeps its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.creation import ConstantOp, IotaOp
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, ReshapeOp
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, PadOp, SliceOp
from disc_shape.dynamization.dynamic_forms import Numbers, is_counting, splat_of
from disc_shape.dynamization.reshaped_sizes import ReshapedSizes, Shape
from disc_shape.relations import RelationState
from disc_shape.relations.pad import padded
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Expr, ceildiv, const


@dataclass(frozen=True)
class Unknown:
    """A number that is not determined yet."""

    symbol: Expr
    number: int
    op: Operation
    """The operation that holds it."""
    offset: bool = False
    """
    Whether it is a start or an amount of padding. Where a size and an offset determine each other,
    the offset keeps its number.
    """


@dataclass
class LiteralSizes:
    """Finds the result sizes of operations that hold them as numbers."""

    state: RelationState
    before: Callable[[SSAValue], Shape]
    """The sizes of a value in the static program."""
    unknown: list[Unknown] = field(default_factory=list[Unknown])
    numbers: dict[Operation, Numbers] = field(default_factory=dict[Operation, Numbers])
    """The numbers of operations besides the sizes of their results."""
    bounds: dict[tuple[SSAValue, int, int], Expr] = field(
        default_factory=dict[tuple[SSAValue, int, int], Expr]
    )
    """For a dimension of a sliced value and a limit of its slices: the size in its place."""

    def __post_init__(self) -> None:
        self.reshapes = ReshapedSizes(self.state, self.before, self.fix_unknowns)

    def of(self, op: Operation) -> Sequence[Expr] | None:
        """The result sizes of an operation that holds them as numbers, None for any other."""
        shape = self.before(op.results[0])
        if isinstance(op, ConstantOp) and shape and (splat_of(op) is not None or is_counting(op)):
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, IotaOp):
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, BroadcastInDimOp):
            return self._broadcast(op, shape)
        if not any(is_dynamic(operand.type) for operand in op.operands):
            return None
        match op:
            case ReshapeOp():
                return self.reshapes.of(op, shape)
            case SliceOp():
                return self._slice(op)
            case DynamicSliceOp():
                return self._dynamic_slice(op)
            case PadOp():
                return self._pad(op)
            case GatherOp():
                return self._gather(op)
            case _:
                return None

    def _fresh(self, number: int, op: Operation, offset: bool = False) -> Expr:
        symbol = self.state.fresh(None if offset else 0)
        self.unknown.append(Unknown(symbol, number, op, offset))
        return symbol

    def _broadcast(self, op: BroadcastInDimOp, shape: Shape) -> list[Expr]:
        """An operand size that does not expand is the result size; any other is an unknown."""
        sizes: list[Expr | None] = [None] * len(shape)
        before, operand = self.before(op.operand), self.state.dims(op.operand)
        for axis, old, size in zip(ints(op.broadcast_dimensions), before, operand, strict=True):
            if old == shape[axis]:
                sizes[axis] = size
        return [
            self._fresh(number, op) if size is None else size
            for size, number in zip(sizes, shape, strict=True)
        ]

    def _slice(self, op: SliceOp) -> list[Expr]:
        """
        A limit at the end of the operand stays there. Any other limit is an unknown, as is the
        start of a slice that extends to the end of the operand or starts at the end of another.
        """
        before, sizes = self.before(op.operand), self.state.dims(op.operand)
        starts: list[Expr] = []
        limits: list[Expr] = []
        result: list[Expr] = []
        bounds = zip(ints(op.start_indices), ints(op.limit_indices), ints(op.strides), strict=True)
        for axis, (start, limit, stride) in enumerate(bounds):
            size, old = sizes[axis], before[axis]
            end = size if limit == old else self._bound(op, axis, limit, size)
            begin = const(start)
            if start and size.constant is None:
                shared = self.bounds.get((op.operand, axis, start))
                if shared is None and self._ends_there(op, axis, start):
                    shared = self._bound(op, axis, start, size)
                if shared is not None:
                    begin = shared
                elif limit == old:
                    begin = self._fresh(start, op, offset=True)
                if begin.constant is None:
                    self.state.at_most(const(0), begin, op, f"'{op.name}' starts inside")
                    self.state.at_most(begin, end, op, f"'{op.name}' starts before its end")
            starts.append(begin)
            limits.append(end)
            whole = start == 0 and stride == 1
            result.append(end if whole else ceildiv(end - begin, const(stride)))
        self.numbers[op] = Numbers(tuple(starts), tuple(limits))
        return result

    def _bound(self, op: SliceOp, axis: int, number: int, size: Expr) -> Expr:
        """The size in place of a number at which slices of one value end, and others start."""
        if size.constant is not None:
            return const(number)
        place = (op.operand, axis, number)
        if place not in self.bounds:
            bound = self.bounds[place] = self._fresh(number, op)
            self.state.at_most(bound, size, op, f"'{op.name}' ends inside")
        return self.bounds[place]

    def _ends_there(self, op: SliceOp, axis: int, number: int) -> bool:
        """True when another slice of the same value ends where this one starts."""
        others = (use.operation for use in op.operand.uses)
        return any(
            isinstance(other, SliceOp) and ints(other.limit_indices)[axis] == number
            for other in others
        )

    def _dynamic_slice(self, op: DynamicSliceOp) -> list[Expr]:
        """A slice of a whole dimension remains one; the size of any other slice is an unknown."""
        before, sizes = self.before(op.operand), self.state.dims(op.operand)
        taken: list[Expr] = []
        for size, old, number in zip(sizes, before, ints(op.slice_sizes), strict=True):
            if number == old:
                taken.append(size)
            elif number <= 1 or size.constant is not None:
                taken.append(const(number))
            else:
                taken.append(self._fresh(number, op))
                self.state.at_most(taken[-1], size, op, f"'{op.name}' fits into its operand")
        self.numbers[op] = Numbers((), tuple(taken))
        return taken

    def _pad(self, op: PadOp) -> list[Expr]:
        """
        Padding on one side only may extend the operand to some size: the amount is an unknown.
        Padding on both sides is a margin, and constant.
        """
        low, high = ints(op.edge_padding_low), ints(op.edge_padding_high)
        sizes = self.state.dims(op.operand)
        fronts: list[Expr] = []
        backs: list[Expr] = []
        for front, back, size in zip(low, high, sizes, strict=True):
            open_ends = size.constant is None and (front == 0) != (back == 0)
            fronts.append(self._fresh(front, op, True) if open_ends and front else const(front))
            backs.append(self._fresh(back, op, True) if open_ends and back else const(back))
        self.numbers[op] = Numbers(tuple(fronts), tuple(backs))
        between = [const(number) for number in ints(op.interior_padding)]
        found = [padded(*each) for each in zip(sizes, fronts, backs, between, strict=True)]
        for size in found:
            self.state.at_most(const(0), size, op, f"'{op.name}' has no negative size")
        return found

    def _gather(self, op: GatherOp) -> list[Expr]:
        before, sizes = self.before(op.operand), self.state.dims(op.operand)
        slices = [
            size if number == old and number != 1 else const(number)
            for size, old, number in zip(sizes, before, ints(op.slice_sizes), strict=True)
        ]
        self.numbers[op] = Numbers((), tuple(slices))
        numbers = op.dimension_numbers
        batches = zip(
            numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True
        )
        for axis, other in batches:
            index = self.state.dim(op.start_indices, other)
            self.state.equal(sizes[axis], index, op, f"'{op.name}' runs over batches")
        dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
        kept = [size for axis, size in enumerate(slices) if axis not in dropped]
        indices = [
            size
            for axis, size in enumerate(self.state.dims(op.start_indices))
            if axis != numbers.index_vector_dim
        ]
        rank = len(kept) + len(indices)
        offsets, batch = iter(kept), iter(indices)
        return [
            next(offsets) if axis in numbers.offset_dims else next(batch) for axis in range(rank)
        ]

    def fix_unknowns(self, size: Expr) -> None:
        """Give the unknowns in a size the numbers of the static program."""
        for one in self.unknown:
            if one.symbol in self.state.prover.canonical(size).symbols:
                self.state.equal(one.symbol, const(one.number), one.op, f"'{one.op.name}'")
