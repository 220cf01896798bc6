"""
The sizes that static operations spell out as numbers: shapes of broadcasts, reshapes, constants and
iotas, limits of slices, sizes of gathered slices, amounts of padding.

What follows from the sizes of operands is an expression over them. Any other number is an unknown,
which the operations that use it decide; what nothing decides stays the number that it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.creation import ConstantOp, IotaOp
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, ReshapeOp
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, PadOp, SliceOp
from disc_shape.dynamization.dynamic_forms import Numbers, is_counting, splat_of
from disc_shape.errors import OperationError
from disc_shape.relations import RelationState
from disc_shape.relations.pad import padded
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Expr, ceildiv, const

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Unknown:
    """A number that nothing has decided yet."""

    symbol: Expr
    number: int
    op: Operation
    """The operation that spells it out."""
    offset: bool = False
    """
    Where something starts, or how much is added: of a size and an offset that decide each other,
    the offset is the one that stays.
    """


@dataclass
class SpelledSizes:
    """Finds the result sizes of operations that spell them out."""

    state: RelationState
    before: Callable[[SSAValue], Shape]
    """The sizes that a value had."""
    unknown: list[Unknown] = field(default_factory=list[Unknown])
    numbers: dict[Operation, Numbers] = field(default_factory=dict[Operation, Numbers])
    """What operations say besides the sizes of their results."""
    merged: dict[Expr, list[tuple[tuple[int, Expr], ...]]] = field(
        default_factory=dict[Expr, list[tuple[tuple[int, Expr], ...]]]
    )
    """What reshapes multiplied to a size, in their orders, with the numbers that they were."""
    bounds: dict[tuple[SSAValue, int, int], Expr] = field(
        default_factory=dict[tuple[SSAValue, int, int], Expr]
    )
    """For dimensions of values that are sliced: what stands for a number at which slices end."""

    def of(self, op: Operation) -> Sequence[Expr] | None:
        """The result sizes of an operation that spells them out, None for any other."""
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
                return self._reshape(op, shape)
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
        """A size of the operand that does not expand stays; any other is an unknown."""
        sizes: list[Expr | None] = [None] * len(shape)
        before, operand = self.before(op.operand), self.state.dims(op.operand)
        for axis, old, size in zip(ints(op.broadcast_dimensions), before, operand, strict=True):
            if old == shape[axis]:
                sizes[axis] = size
        return [
            self._fresh(number, op) if size is None else size
            for size, number in zip(sizes, shape, strict=True)
        ]

    # slices

    def _slice(self, op: SliceOp) -> list[Expr]:
        """
        A slice that ends where its operand ends still does. Any other limit is an unknown, as is
        the start of one that goes on to the end, or on from where another slice ended.
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
        """What stands for a number at which slices of one value end, and others start."""
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
        """What covers all of a dimension still does; the size of any other part is an unknown."""
        before, sizes = self.before(op.operand), self.state.dims(op.operand)
        taken: list[Expr] = []
        for size, old, number in zip(sizes, before, ints(op.slice_sizes), strict=True):
            if number == old:
                taken.append(size)
            elif number <= 1 or size.constant is not None:
                taken.append(const(number))
            else:
                taken.append(self._fresh(number, op))
                self.state.at_most(taken[-1], size, op, f"'{op.name}' takes no more than there is")
        self.numbers[op] = Numbers((), tuple(taken))
        return taken

    def _pad(self, op: PadOp) -> list[Expr]:
        """
        What is added on one side only may be what is missing of some size: it is an unknown. On
        both sides it is a margin, and stays.
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
            self.state.at_most(const(0), size, op, f"'{op.name}' gives no negative size")
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

    # reshapes

    def _reshape(self, op: ReshapeOp, shape: Shape) -> list[Expr]:
        """
        Groups of dimensions with equal products, in which dimensions that were merged count as the
        ones that they are of; of each group one is what is left.
        """
        before, sizes = self._factors(op.operand, shape)
        result: list[Expr] = [const(size) for size in shape]
        i = j = 0
        while i < len(before) and j < len(shape):
            start, first = i, j
            left, right = before[i], shape[j]
            i, j = i + 1, j + 1
            while left != right:
                if left < right and i < len(before):
                    left, i = left * before[i], i + 1
                elif j < len(shape):
                    right, j = right * shape[j], j + 1
                else:
                    raise OperationError(f"'{op.name}': sizes do not match", op)
            while i < len(before) and before[i] == 1 and shape[j : j + 1] != (1,):
                i += 1  # A one that is dropped, and that may be more at other sizes.
            parts = tuple(zip(before[start:i], sizes[start:i], strict=True))
            total = prod([size for _, size in parts], start=const(1))
            if total.constant is None:
                place, quotient = self._what_is_left(op, total, shape, range(first, j))
                result[place] = quotient
                alone = prod(shape[k] for k in range(first, j) if k != place) == 1
                if alone and len(parts) > 1:
                    self.merged.setdefault(quotient, []).append(parts)
        return result

    def _what_is_left(
        self, op: ReshapeOp, total: Expr, shape: Shape, group: range
    ) -> tuple[int, Expr]:
        """
        Which dimension of a group is what the others leave of the total, and what that is: the
        first one for which that is a size.
        """
        real = [place for place in group if shape[place] != 1] or [group[0]]
        for _ in range(2):
            for place in real:
                rest = prod(shape[other] for other in group if other != place)
                if rest == 0:
                    continue
                divided = total if rest == 1 else total // rest
                quotient = self.state.prover.canonical(divided)
                if self.state.prover.proves_equal(quotient * rest, total):
                    return place, quotient
            self.settle(total)
            total = self.state.prover.canonical(total)
            if total.constant is not None:
                return real[0], const(shape[real[0]])
        rest = prod(shape[other] for other in group if other != real[0])
        raise OperationError(
            f"'{op.name}': result dimension {real[0]} is no function of the dynamic"
            f" sizes, which need not be divisible by {rest}",
            op,
        )

    def _factors(self, value: SSAValue, wanted: Shape) -> tuple[list[int], list[Expr]]:
        """
        The dimensions of a value, those that were merged apart, in the order in which the result
        has them: numbers before, sizes now.
        """
        pairs: list[tuple[int, Expr]] = []
        for number, size in zip(self.before(value), self.state.dims(value), strict=True):
            known = self.merged.get(self.state.prover.canonical(size), [])
            fitting = [parts for parts in known if prod(one for one, _ in parts) == number]
            fitting.sort(key=lambda parts: not _within([one for one, _ in parts], wanted))
            pairs += fitting[0] if fitting else [(number, size)]
        return [number for number, _ in pairs], [size for _, size in pairs]

    # deciding

    def settle(self, size: Expr) -> None:
        """Let the unknowns that stand in a size stay the numbers that they were."""
        for one in self.unknown:
            if one.symbol in self.state.prover.canonical(size).symbols:
                self.state.equal(one.symbol, const(one.number), one.op, f"'{one.op.name}'")


def _within(part: Sequence[int], whole: Sequence[int]) -> bool:
    """True where a shape stands in another one as it is."""
    ends = range(len(part), len(whole) + 1)
    return any(list(whole[end - len(part) : end]) == list(part) for end in ends)
