"""The sizes that static reshapes hold as numbers, by groups of dimensions of equal products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.movement import ReshapeOp
from disc_shape.errors import OperationError
from disc_shape.relations import RelationState
from disc_shape.symbolic import Expr, const

Shape = tuple[int, ...]


@dataclass
class ReshapedSizes:
    """Finds the result sizes of reshapes; see `literal_sizes`."""

    state: RelationState
    before: Callable[[SSAValue], Shape]
    """The sizes of a value in the static program."""
    fix_unknowns: Callable[[Expr], None]
    """Gives the unknowns in a size the numbers of the static program."""
    merged: dict[Expr, list[tuple[tuple[int, Expr], ...]]] = field(
        default_factory=dict[Expr, list[tuple[tuple[int, Expr], ...]]]
    )
    """For a size that reshapes merged: its factors in their order, with their static numbers."""

    def of(self, op: ReshapeOp, shape: Shape) -> list[Expr]:
        """
        The result sizes by groups of dimensions with equal products. Merged dimensions count as
        their factors. In each group, one result size is the quotient by the others.
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
                place, quotient = self._divided(op, total, shape, range(first, j))
                result[place] = quotient
                alone = prod(shape[k] for k in range(first, j) if k != place) == 1
                if alone and len(parts) > 1:
                    self.merged.setdefault(quotient, []).append(parts)
        return result

    def _divided(self, op: ReshapeOp, total: Expr, shape: Shape, group: range) -> tuple[int, Expr]:
        """
        The first dimension of a group whose size is the total divided by the other sizes, and this
        quotient.
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
            self.fix_unknowns(total)
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
        The dimensions of a value, merged ones as their factors, in the order of the result: static
        numbers, and sizes.
        """
        pairs: list[tuple[int, Expr]] = []
        for number, size in zip(self.before(value), self.state.dims(value), strict=True):
            known = self.merged.get(self.state.prover.canonical(size), [])
            fitting = [parts for parts in known if prod(one for one, _ in parts) == number]
            fitting.sort(key=lambda parts: not _within([one for one, _ in parts], wanted))
            pairs += fitting[0] if fitting else [(number, size)]
        return [number for number, _ in pairs], [size for _, size in pairs]


def _within(part: Sequence[int], whole: Sequence[int]) -> bool:
    """Whether a shape is a contiguous part of another one."""
    ends = range(len(part), len(whole) + 1)
    return any(list(whole[end - len(part) : end]) == list(part) for end in ends)
