"""
Cancels index arithmetic between spaces of equal sizes.

Linearizing indices and delinearizing the position undo each other when the sizes are equal; the
prover decides that, so the sizes may be values of different buffers. The first size of a space only
bounds positions, which matters to no index inside.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.disc_shape import DelinearizeOp, LinearizeOp
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import Expr, compare, const


def cancel_linearize(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the position that was delinearized.

        %i, %j = disc_shape.delinearize %p in [%a0, %a1] : index, index
        %q = disc_shape.linearize [%i, %j] in [%b0, %b1]       // a1 == b1
    =>
        uses of %q use %p
    """
    assert isinstance(op, LinearizeOp)
    inner = defining(op.indices[0]) if op.indices else None
    if not isinstance(inner, DelinearizeOp) or tuple(op.indices) != tuple(inner.indices):
        return False
    if not same_sizes(op.sizes[1:], inner.sizes[1:], rewriter):
        return False
    return rewriter.replace(op, [inner.position])


def cancel_delinearize(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the indices that a position was computed from, for as many of the last axes as the sizes of
    the two spaces agree, one by one or as products.

        %p = disc_shape.linearize [%i, %j, %k] in [%a0, %a1, %a2]
        %l, %m = disc_shape.delinearize %p in [%b0, %b1] : index, index   // a1 * a2 == b1
    =>
        %m = disc_shape.linearize [%j, %k] in [%a1, %a2]
        uses of %l use %i
    """
    assert isinstance(op, DelinearizeOp)
    outer = defining(op.position)
    if not isinstance(outer, LinearizeOp) or not op.sizes:
        return False
    pairing = Pairing(op, outer, rewriter)
    if not pairing.run():
        return False
    return rewriter.replace(op, pairing.found)


class Pairing:
    """Finds the indices of one space among those of another, from the last axis on."""

    def __init__(self, op: DelinearizeOp, outer: LinearizeOp, rewriter: Rewriter):
        self.op = op
        self.rewriter = rewriter
        self.indices = list(outer.indices)
        self.given = list(outer.sizes)
        self.wanted = list(op.sizes)
        self.found: list[SSAValue] = []
        """The indices of the last axes found so far."""

    def run(self) -> bool:
        """Find all indices; False when that would not be simpler."""
        while len(self.given) > 1 and len(self.wanted) > 1:
            if not self._pair_off():
                break
        if not self.found:
            return False
        position = self._linearized(self.indices, self.given)
        self.found = [*self._delinearized(position, self.wanted), *self.found]
        return True

    def _pair_off(self) -> bool:
        """Take away the fewest last axes of both spaces whose sizes have equal products."""
        for count in range(1, max(len(self.given), len(self.wanted))):
            if count < len(self.given) and self._equal(self.given[-count:], self.wanted[-1:]):
                index = self._linearized(self.indices[-count:], self.given[-count:])
                self.found.insert(0, index)
                del self.indices[-count:], self.given[-count:], self.wanted[-1:]
                return True
            if count < len(self.wanted) and self._equal(self.given[-1:], self.wanted[-count:]):
                indices = self._delinearized(self.indices[-1], self.wanted[-count:])
                self.found = [*indices, *self.found]
                del self.indices[-1:], self.given[-1:], self.wanted[-count:]
                return True
        return False

    def _equal(self, given: Sequence[SSAValue], wanted: Sequence[SSAValue]) -> bool:
        left, right = product_of(given, self.rewriter), product_of(wanted, self.rewriter)
        if left is None or right is None:
            return tuple(given) == tuple(wanted)
        return self.rewriter.proves(compare("==", left, right))

    def _linearized(self, indices: Sequence[SSAValue], sizes: Sequence[SSAValue]) -> SSAValue:
        if len(indices) == 1:
            return indices[0]
        new = LinearizeOp(list(indices), list(sizes))
        self.rewriter.insert_before(self.op, new)
        return new.result

    def _delinearized(self, position: SSAValue, sizes: Sequence[SSAValue]) -> list[SSAValue]:
        if len(sizes) == 1:
            return [position]
        new = DelinearizeOp(position, list(sizes))
        self.rewriter.insert_before(self.op, new)
        return list(new.indices)


def drop_unit_axes_of_linearize(op: Operation, rewriter: Rewriter) -> bool:
    """
    Leave out axes of size one, whose index is zero; an index of one axis is its position.

        %p = disc_shape.linearize [%i, %j, %k] in [%a0, %a1, %a2]   // a1 == 1
    =>
        %p = disc_shape.linearize [%i, %k] in [%a0, %a2]
    """
    assert isinstance(op, LinearizeOp)
    axes = [axis for axis, size in enumerate(op.sizes) if not is_one(size, rewriter)]
    if not axes:
        return rewriter.replace(op, [rewriter.sizes.constant(0)])
    if len(axes) == 1:
        return rewriter.replace(op, [op.indices[axes[0]]])
    if len(axes) == len(op.sizes):
        return False
    new = LinearizeOp([op.indices[axis] for axis in axes], [op.sizes[axis] for axis in axes])
    rewriter.insert_before(op, new)
    return rewriter.replace(op, [new.result])


def drop_unit_axes_of_delinearize(op: Operation, rewriter: Rewriter) -> bool:
    """
    The index of an axis of size one is zero; the position in a space of one axis is its index.

        %i, %j, %k = disc_shape.delinearize %p in [%a0, %a1, %a2] : index, index, index  // a1 == 1
    =>
        %i, %k = disc_shape.delinearize %p in [%a0, %a2] : index, index
        uses of %j use 0
    """
    assert isinstance(op, DelinearizeOp)
    axes = [axis for axis, size in enumerate(op.sizes) if not is_one(size, rewriter)]
    if len(axes) == len(op.sizes) and len(axes) != 1:
        return False
    found: list[SSAValue] = [op.position]
    if len(axes) > 1:
        new = DelinearizeOp(op.position, [op.sizes[axis] for axis in axes])
        rewriter.insert_before(op, new)
        found = list(new.indices)
    values = [rewriter.sizes.constant(0)] * len(op.sizes)
    for axis, index in zip(axes, found, strict=False):
        values[axis] = index
    return rewriter.replace(op, values)


def same_sizes(left: Sequence[SSAValue], right: Sequence[SSAValue], rewriter: Rewriter) -> bool:
    """True when sizes are equal one by one, as far as may be known here."""
    return len(left) == len(right) and all(
        one is other or equal(size_of(one, rewriter), size_of(other, rewriter), rewriter)
        for one, other in zip(left, right, strict=True)
    )


def equal(left: Expr | None, right: Expr | None, rewriter: Rewriter) -> bool:
    """True when two sizes are known, and equal in every legal run."""
    if left is None or right is None:
        return False
    return rewriter.proves(compare("==", left, right))


def is_one(size: SSAValue, rewriter: Rewriter) -> bool:
    """True when a size is one in every legal run."""
    return equal(size_of(size, rewriter), const(1), rewriter)


def size_of(value: SSAValue, rewriter: Rewriter) -> Expr | None:
    """The size that a value of type `index` is."""
    items = rewriter.elements(value)
    return items[0] if items is not None and len(items) == 1 else None


def product_of(values: Sequence[SSAValue], rewriter: Rewriter) -> Expr | None:
    """The product of some sizes, None when one is unknown."""
    product: Expr = const(1)
    for value in values:
        size = size_of(value, rewriter)
        if size is None:
            return None
        product = product * size
    return product


register_rule(cancel_linearize, LinearizeOp)
register_rule(drop_unit_axes_of_linearize, LinearizeOp)
register_rule(cancel_delinearize, DelinearizeOp)
register_rule(drop_unit_axes_of_delinearize, DelinearizeOp)
