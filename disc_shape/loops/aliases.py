"""Whether a nest may write over what it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import OpResult, SSAValue

from disc_shape.class_table import Kind
from disc_shape.dialects.lmhlo.views import VIEWS
from disc_shape.loops.nests import Nest, Store
from disc_shape.loops.nodes import Load, Reduction
from disc_shape.loops.numbers import Index, Loop
from disc_shape.lowering.origins import LIFETIME
from disc_shape.lowering.writer import constant_of

PARTS = (memref.SubviewOp, memref.ViewOp)
"""Operations whose result is a part of the buffer that they read."""

IS_VIEW = Kind(*VIEWS, *PARTS)
KEEPS_BUFFER = Kind(*VIEWS, memref.SubviewOp)


def may_write(nests: Sequence[Nest]) -> bool:
    """
    Whether every element that a nest reads has not been written by it, or by a nest before it: a
    buffer that is written is read at the same index only, or at other places of a row that is
    written after all reductions of it.
    """
    written: list[Store] = []
    for nest in nests:
        for load in [node for node in nest.nodes if isinstance(node, Load)]:
            if load in nest.replaced.values():
                continue  # The nest itself has written it.
            if any(may_alias(load.buffer, store.buffer) for store in written):
                return False
            for store in nest.stores:
                if may_alias(load.buffer, store.buffer) and not reads_first(load, store, nest):
                    return False
            for reduction, stores in nest.inner.items():
                for store in stores:
                    if may_alias(load.buffer, store.buffer) and not reads_before(
                        load, store, reduction, nest
                    ):
                        return False
        written += nest.all_stores
    return True


def may_alias(one: SSAValue, other: SSAValue) -> bool:
    """Whether two buffers may have memory in common."""
    left, right = list(sources(one)), list(sources(other))
    if left[-1] is not right[-1]:
        return False
    first, second = start_of(left), start_of(right)
    if first is None or second is None or first is second:
        return True
    number = constant_of(first)
    return number is not None and number == constant_of(second)


def sources(value: SSAValue) -> Iterator[SSAValue]:
    """A buffer, the one that it is a view of, and so on."""
    yield value
    while isinstance(value, OpResult) and IS_VIEW[type(value.op)]:
        value = value.op.operands[0]
        yield value


def start_of(values: Sequence[SSAValue]) -> SSAValue | None:
    """
    The first byte of the view of an arena that a buffer is a part of, where that is known. Other
    views of bytes may overlap wherever they start.

        %1 = memref.view %arena[%c64][] {disc_shape.lifetime} : memref<?xi8> to memref<4x8xf32>
        %2 = memref.subview %1[1, 0] [1, 8] [1, 1] : ...     // starts within what starts at %c64
    """
    for value in values:
        if isinstance(value, OpResult) and isinstance(value.op, memref.ViewOp):
            is_planned = value.op.source is values[-1] and LIFETIME in value.op.attributes
            return value.op.byte_shift if is_planned else None
    return None


def reads_first(load: Load, store: Store, nest: Nest) -> bool:
    """Whether the element that a nest reads is not written before."""
    read, write = digits_of(load.index), digits_of(store.index)
    if len(read) != len(write) or not same_elements(load.buffer, store.buffer):
        return False
    pairs = [(one, other) for one, other in zip(read, write, strict=True) if one != other]
    if not pairs:
        return True
    rows = [one for _, one in pairs if isinstance(one, Loop) and one in nest.loops]
    if len(rows) < len(pairs):
        return False
    first = min(nest.loops.index(loop) for loop in rows)
    for node in nest.nodes:
        if not isinstance(node, Reduction) or load not in nest.below(node.elements):
            continue
        if any(loop in nest.loops[first:] for loop in node.loops):
            return False
    # What is read outside of all reductions is read at the index that is written.
    return all(isinstance(one, Loop) and one.reduces for one, _ in pairs)


def reads_before(load: Load, store: Store, reduction: Reduction, nest: Nest) -> bool:
    """
    Whether an element is read before a reduction writes it: in the same iteration, or for something
    that the reduction needs before it begins.
    """
    if digits_of(load.index) == digits_of(store.index):
        return same_elements(load.buffer, store.buffer)
    if load.loops & frozenset(reduction.axes):
        return False
    return load in nest.below([reduction])


def digits_of(index: Index) -> list[object]:
    """The numbers that make an index."""
    return [digit.number for place in index for digit in place.digits]


def same_elements(one: SSAValue, other: SSAValue) -> bool:
    """Whether equal digits are the same element: both are all of one buffer, in its order."""
    if one is other:
        return True
    left, right = list(sources(one)), list(sources(other))
    return all(map(keeps_order, (*left, *right))) and same_start(left, right)


def keeps_order(value: SSAValue) -> bool:
    """Whether a buffer has the elements of the one that it is a view of, in row-major order."""
    if not isinstance(value, OpResult) or not KEEPS_BUFFER[type(value.op)]:
        return True
    if isinstance(value.op, memref.ReinterpretCastOp):
        return isinstance(value.op.result.type.layout, NoneAttr)
    return not isinstance(value.op, memref.SubviewOp)


def same_start(left: Sequence[SSAValue], right: Sequence[SSAValue]) -> bool:
    """Whether buffers are no parts of bytes, or begin with one byte of the same ones."""
    first, second = (
        [one.owner.byte_shift for one in values if isinstance(one.owner, memref.ViewOp)]
        for values in (left, right)
    )
    return len(first) == len(second) and all(
        one is other or (constant_of(one) is not None and constant_of(one) == constant_of(other))
        for one, other in zip(first, second, strict=True)
    )
