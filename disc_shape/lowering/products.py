"""Which dimensions of one shape merge into which of another, as the shape computation shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import OpResult, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.lowering.types import Size


@dataclass
class Product:
    """A number times values, each as often as counted."""

    number: int = 1
    values: Counter[SSAValue] = field(default_factory=Counter[SSAValue])

    def times(self, size: Size) -> None:
        """Multiply by a size, taken apart where it is a product itself."""
        stack = [size]
        while stack:
            part = stack.pop()
            if isinstance(part, int):
                self.number *= part
                continue
            op = part.op if isinstance(part, OpResult) else None
            if isinstance(op, arith.MuliOp):
                stack += op.operands
            elif isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
                self.number *= int_of(op.value)
            else:
                self.values[part] += 1


def grouping(fine: Sequence[Size], coarse: Sequence[Size]) -> list[list[int]] | None:
    """
    Neighbouring dimensions of `fine` whose product is a dimension of `coarse`, for each of these;
    None when the sizes do not show that this is so. The products are equal one by one, so that
    sizes of zero need no exception.

    [%b, %s, 32] and [%b * %s, 32] give [[0, 1], [2]].
    """
    if len(fine) < len(coarse):
        return None
    groups: list[list[int]] = []
    axis = 0
    for size in coarse:
        wanted, found = Product(), Product()
        wanted.times(size)
        group: list[int] = []
        while axis < len(fine) and (not group or found != wanted):
            found.times(fine[axis])
            group.append(axis)
            axis += 1
        if found != wanted or not group:
            return None
        groups.append(group)
    rest = list(range(axis, len(fine)))
    if any(fine[one] != 1 for one in rest):
        return None
    if rest and not groups:
        return []
    if rest:
        groups[-1] += rest
    return groups
